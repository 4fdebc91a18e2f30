import Scenarios
import Worlds

/// The shapes of rules in answers and in bodies. Their words are those of scenario files.
enum RuleShapes {
  static let rule = Shape.named(
    "Rule",
    .object([
      .required("name", .word, "its name; one without a name has a number"),
      .required("when", .word, "what it waits for, in a line"),
      .required("occurrence", .word, "which of those that fit it means: 2, 1..3, 3.. or every"),
      .required("then", .list(.word), "what it does, a line for each action"),
      .required("matched", .count, "how many exchanges have fitted its pattern"),
      .required("fired", .count, "how often it has acted"),
      .init(
        "nearest", VerificationShapes.sighting, "for a rule that nothing has fitted: the exchange that came nearest"),
      .init("enabled", .flag, "false for a rule that is switched off; left out of one that is on"),
      .init("written", .map(.anything), "the rule as it was written, in the words of scenario files"),
    ]))

  static let list = Shape.listing("rules", of: rule, "the rules, in the order in which they act")

  private static let parts: [Shape.Member] = [
    .required("when", .map(.anything), "a pattern, as in scenario files"),
    .required(
      "then",
      .either(
        [WorldShapes.action, .list(.either([WorldShapes.action, .word], expected: "an action")), .word],
        expected: "an action or a list of them"),
      "an action or a list of them, as in scenario files"),
  ]

  static let text = Shape.named("RuleText", .object(parts))

  static let new = Shape.named("NewRule", .object([.init("name", .word, "its name")] + parts))
}
