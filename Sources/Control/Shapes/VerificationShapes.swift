import Scenarios
import Worlds

/// The shapes of results of expectations and of advice.
enum VerificationShapes {
  private static let difference = Shape.object([
    .required("key", .word, "the word of the pattern"), .required("wanted", .text(.free), "what it wants"),
    .required("found", .either([.text(.free), .null], expected: "a text or null"), "what there was"),
  ])

  static let sighting = Shape.named(
    "Sighting",
    .object([
      .required("number", .count, "the exchange's number"), .required("text", .word, "the exchange in a line"),
      .init("differences", .list(difference), "what does not fit"),
    ]))

  static let verdict = Shape.named(
    "Verdict",
    .object([
      .required("ok", .flag, "whether every expectation is met"),
      .required("scenario", .word, "the world's scenario"),
      .required("expectations", .list(expectation), "the expectations, in their order"),
      .init("incomplete", .text(.free), "why exchanges may be missing; only after a server of a cluster was killed"),
    ]))

  private static let expectation = Shape.object([
    .required("met", .flag, "whether it is met"),
    .init("name", .word, "its name"),
    .init("inheritedFrom", .word, "the scenario that expects it, when the world's scenario extends that one"),
    .required("found", .count, "how often it was found"),
    .required("text", .word, "the whole in words, with what came nearest"),
    .required("verdict", .word, "the same, shorter"),
    .init("remark", .word, "what the counts do not say"),
    .required("matches", .list(sighting), "the exchanges that were counted, the first twenty of them"),
    .init(
      "nearest", .list(sighting),
      "of one that is not met: those that fit most of it, the newest first, twenty at most"
    ),
  ])

  static let advice = Shape.object([
    .required(
      "advice",
      .list(
        .named(
          "Advice",
          .object([
            .required("id", .word, "what kind of advice it is"), .init("client", .word, "the app's short name"),
            .required("seen", .word, "what was seen"), .required("why", .word, "why it hurts"),
            .required("remedy", .word, "what to do instead"),
            .required("exchanges", .list(.count), "the exchanges it was seen in"),
          ]))), "what was seen, or nothing")
  ])
}
