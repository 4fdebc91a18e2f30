import Policy
import Scenarios

/// The shapes of rows of the refusal catalogue.
enum RefusalShapes {
  private static let head: [Shape.Member] = [
    .required("code", .word, "the number behind AADSTS"),
    .required("name", .word, "the name that rules may use too"),
    .required("section", .words(RefusalKind.Section.self), "what it is about"),
    .required("error", .word, "the error of the answer"),
    .init("suberror", .word, "the suberror of the answer"),
    .required("meaning", .word, "what it means"),
  ]

  static let list = Shape.listing("refusals", of: .named("RefusalSummary", .object(head)), "the refusals")

  static let refusal = Shape.named(
    "RefusalKind",
    .object(
      head + [
        .required("remedy", .word, "what the developer can do"),
        .init("cause", .word, "how a scenario brings it about; without one a rule has to"),
        .required("status", .count, "the status at the token endpoint"),
        .required("places", .list(.words(RefusalKind.Surface.self)), "where the server gives it"),
        .required("text", .word, "the text of the answer, with names in the places of facts"),
        .required("source", .words(RefusalKind.Source.self), "how the row is known"),
        .init("seen", .word, "when the record was made that shows it, such as 2026-08-11"),
        .required("libraries", .list(reading), "what each MSAL makes of it at the token endpoint"),
        .required("explanation", .word, "all of it, as 'mockidp explain' prints it"),
      ]))

  private static let reading = Shape.object([
    .required("library", .words(MSALVerdict.Library.self), "the platform of the library"),
    .required("reading", .word, "the type that the app gets, and what else the library does"),
    .required("asksUser", .flag, "whether the library tells the app to ask the user"),
  ])
}
