import Bytes
import JSON

/// Shows, adds and removes the rules of a running server.
struct RuleCommand: ControlCommand {
  @Given(.value("--when", "PATTERN", "What the rule waits for: 'endpoint: token, occurrence: 1..2'."))
  var when: String?
  @Given(
    .value("--then", "ACTION", isRepeatable: true, "What it does: 'refuse: AADSTS90033', or revokeSessions."))
  var then: [String]
  @Given(.value("--name", "NAME", "What the rule is called (default: a number).")) var name: String?
  @Given(.flag("--json", "Print the rules as JSON.")) var isJSON: Bool
  var server = ServerLocation()
  var chosen = ChosenAction()

  static let actions: [CommandAction<Self>] = [
    .calls("list") { report(try $1.get("/rules")["rules"], $1) },
    .calls("show", .one("NAME")) { report(.array([try $1.get(path($0.operand))]), $1) },
    .calls("add", .atMostOne) { command, call in
      let file = command.chosen.operands.first
      let text = try file.map { try TextFile.read($0 == "-" ? "/dev/stdin" : $0) } ?? command.rule
      do {
        report(try call.server.control("POST", "/rules", bytes: Array(text.utf8))["rules"], call)
      } catch let error as RemoteRefusal where error.status == 400 && file != nil {
        throw CommandError("\(file ?? ""): \(error.detail)", .usage)
      }
    },
    .calls("remove", .oneOrMore("NAME")) { for name in $0.chosen.operands { try $1.delete(path(name)) } },
    .calls("do", .oneOrMore("ACTION")) { command, call in
      let body = "[\(command.chosen.operands.map(mapping).joined(separator: ", "))]"
      try call.report(call.server.control("POST", "/actions", bytes: Array(body.utf8))) { answer in
        let idle = answer["changedNothing"]?.strings ?? []
        return (answer["done"]?.strings ?? []).map {
          Printable.line($0) + (idle.contains($0) ? " (that changed nothing)" : "")
        }
      }
    },
  ]

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
    options: Self().options, words: words,
    examples: [
      .init("mockidp rule list", "What will happen, and how often it has."),
      .init(
        "mockidp rule add --name busy --when endpoint:token --then refuse:AADSTS90033", "The token endpoint is busy."),
      .init("mockidp rule add rules.yaml", "Several at once."),
      .init("mockidp rule remove busy", "It is not any more."),
      .init("mockidp rule do rotateKeys", "The signing key changes now."),
    ])

  func check(_ arguments: Arguments) throws(UsageError) {
    let describes = when != nil || !then.isEmpty || name != nil
    if chosen.word == "add", chosen.operands.isEmpty {
      if when == nil || then.isEmpty { throw arguments.error("add needs a FILE, or --when PATTERN and --then ACTION") }
    } else if describes {
      throw arguments.error("--when, --then and --name go with add only, and not with a FILE")
    }
  }

  private static func path(_ name: String) -> String { "/rules/" + Percent.encode(name) }

  /// The rule that the options describe, in YAML.
  var rule: String {
    let name = name.map { "name: \(JSONValue.string($0).text), " } ?? ""
    return "{\(name)when: \(Self.mapping(when ?? "")), then: [\(then.map(Self.mapping).joined(separator: ", "))]}"
  }

  /// Puts an action such as `refuse: AADSTS90033` in braces. A single word, and an action with braces, stay as they
  /// are. The colon needs no blank after it, unlike in a file.
  private static func mapping(_ text: String) -> String {
    guard !text.hasPrefix("{"), let colon = text.firstIndex(of: ":") else { return text }
    let rest = text[text.index(after: colon)...]
    return "{\(text[..<colon]):\(rest.hasPrefix(" ") ? "" : " ")\(rest)}"
  }

  private static func report(_ rules: JSONValue?, _ call: ControlCall) {
    let rules = rules?.array ?? []
    call.report(.array(rules)) { _ in
      if rules.isEmpty { return ["there is no rule"] }
      // What came nearest stands behind the table, so that its columns stay narrow.
      return table(rules) + remarks(about: rules).map { Printable.line($0) }
    }
  }

  /// Of each rule that nothing has fitted what came nearest to it.
  static func remarks(about rules: [JSONValue]) -> [String] {
    rules.compactMap { rule in
      rule["nearest"]?["text"]?.string.map { "nothing has fitted \(rule["name"]?.string ?? ""); nearest: \($0)" }
    }
  }

  private static func table(_ rules: [JSONValue]) -> [String] {
    Columns.table(
      rules.map { rule in
        [
          rule["name"]?.string ?? "", rule["when"]?.string ?? "", rule["occurrence"]?.string ?? "",
          (rule["then"]?.strings ?? []).joined(separator: "; "),
          "matched \(rule["matched"]?.integer ?? 0), fired \(rule["fired"]?.integer ?? 0)",
        ]
      })
  }
}
