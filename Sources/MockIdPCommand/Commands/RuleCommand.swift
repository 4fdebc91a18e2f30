/// Shows, adds and removes the rules of a running server.
struct RuleCommand: Command {
  static let when = Option.value("--when", "PATTERN", "What the rule waits for: 'endpoint: token, occurrence: 1..2'.")
  static let then = Option.value(
    "--then", "ACTION", isRepeatable: true, "What it does: 'refuse: AADSTS90033', or revokeSessions.")
  static let name = Option.value("--name", "NAME", "What the rule is called (default: a number).")
  static let json = Option.flag("--json", "Print the rules as JSON.")

  static let manual = Manual(
    name: "rule", summary: "show, add and remove the rules of a running server",
    forms: [
      "rule list", "rule show NAME", "rule add FILE", "rule add --when PATTERN --then ACTION... [--name NAME]",
      "rule remove NAME...", "rule do ACTION...",
    ],
    details: [
      """
      PATTERN and ACTION are those of scenario files; the braces around them may be left out. FILE holds one rule or a list \
      of them, in YAML or JSON; - is the standard input. do carries actions out at once, without a rule.
      """
    ],
    options: [when, then, name, json] + ServerLocation.worldOptions,
    words: ["list", "show", "add", "remove", "do"],
    examples: [
      .init("mockidp rule list", "What will happen, and how often it has."),
      .init(
        "mockidp rule add --name busy --when endpoint:token --then refuse:AADSTS90033", "The token endpoint is busy."),
      .init("mockidp rule add rules.yaml", "Several at once."),
      .init("mockidp rule remove busy", "It is not any more."),
      .init("mockidp rule do rotateKeys", "The signing key changes now."),
    ])

  enum Action: Sendable, Hashable {
    case list
    case show(String)
    case addFile(String)
    case add
    case remove([String])
    case perform([String])
  }

  let action: Action
  let when: String?
  let then: [String]
  let name: String?
  let isJSON: Bool
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    when = arguments.value(Self.when)
    then = arguments.values(Self.then)
    name = arguments.value(Self.name)
    isJSON = arguments.has(Self.json)
    server = try ServerLocation(arguments)
    action = try Self.action(&arguments)
    if action == .add, when == nil || then.isEmpty {
      throw arguments.error("add needs a FILE, or --when PATTERN and --then ACTION")
    }
    if action != .add, when != nil || !then.isEmpty || name != nil {
      throw arguments.error("--when, --then and --name go with add only, and not with a FILE")
    }
  }

  private static func action(_ arguments: inout Arguments) throws(UsageError) -> Action {
    switch try arguments.word("action", among: Self.manual.words) {
    case "show": return .show(try arguments.next("NAME"))
    case "add": return arguments.next().map { .addFile($0) } ?? .add
    case "remove": return .remove([try arguments.next("NAME")] + arguments.remaining())
    case "do": return .perform([try arguments.next("ACTION")] + arguments.remaining())
    default: return .list
    }
  }
}
