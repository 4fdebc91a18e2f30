import Scenarios

/// The shapes of scenarios as texts, and of their mistakes.
enum ScenarioShapes {
  private static let head: [Shape.Member] = [
    .required("name", .word, "its name"), .required("summary", .text(.free), "one sentence on what happens"),
  ]

  static let list = Shape.listing(
    "scenarios",
    of: .named("ScenarioSummary", .object(head + [.required("theme", .word, "what it is about")])), "the scenarios")

  static let text = Shape.named(
    "ScenarioText", .object(head + [.required("text", .word, "its file, as it is in the library")]))

  static let story = Shape.named(
    "ScenarioStory",
    .object(
      head + [
        .required("docs", .text(.free), "what the file says about it at length"),
        .required("expectations", .count, "how many things it expects of the app"),
      ]))

  static let archive = Shape.named(
    "ArchiveScenario",
    .object([
      .required("text", .word, "the scenario file"),
      .required("report", .list(.text(.free)), "what was found, and what the archive does not tell"),
    ]))

  private static let mistake = Shape.object([
    .required("file", .word, "`body`, or the scenario of the library that it extends"),
    .required("line", .number(1...Int64.max), "the line"), .required("column", .number(1...Int64.max), "the column"),
    .required("message", .word, "what is wrong"),
  ])

  static let check = Shape.named(
    "ScenarioCheck",
    .object([
      .required("ok", .flag, "whether the text is a scenario"),
      .init("scenario", .word, "its name"),
      .init("rules", .count, "how many rules it has"),
      .init("expectations", .count, "how many things it expects"),
      .required("mistakes", .list(mistake), "the mistakes, in the order of the text; at most twenty"),
    ]))
}
