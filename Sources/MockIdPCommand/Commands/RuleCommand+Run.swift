import Bytes
import JSON

extension RuleCommand {
  func run(on console: Console) throws -> ExitCode {
    let server = try RemoteServer.find(server, on: console)
    switch action {
    case .list: report(try server.control("GET", "/rules")["rules"]?.array ?? [], on: console)
    case .show(let name): report([try server.control("GET", Self.path(name))], on: console)
    case .addFile(let path):
      let text = path == "-" ? try TextFile.read("/dev/stdin") : try TextFile.read(path)
      do {
        report(try server.control("POST", "/rules", bytes: Array(text.utf8))["rules"]?.array ?? [], on: console)
      } catch let error as RemoteRefusal where error.status == 400 {
        throw CommandError("\(path): \(error.detail)", .usage)
      }
    case .add:
      report(try server.control("POST", "/rules", bytes: Array(rule.utf8))["rules"]?.array ?? [], on: console)
    case .remove(let names):
      for name in names { _ = try server.control("DELETE", Self.path(name)) }
    case .perform(let actions):
      let body = "[\(actions.map(Self.mapping).joined(separator: ", "))]"
      let answer = try server.control("POST", "/actions", bytes: Array(body.utf8))
      if isJSON {
        console.print(answer.prettyText)
      } else {
        let idle = answer["changedNothing"]?.strings ?? []
        for line in answer["done"]?.strings ?? [] {
          console.print(Printable.line(line) + (idle.contains(line) ? " (that changed nothing)" : ""))
        }
      }
    }
    return .success
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

  private func report(_ rules: [JSONValue], on console: Console) {
    guard !isJSON else {
      console.print(JSONValue.array(rules).prettyText)
      return
    }
    if rules.isEmpty { console.print("there is no rule") }
    let rows = rules.map { rule in
      [
        rule["name"]?.string ?? "", rule["when"]?.string ?? "", rule["occurrence"]?.string ?? "",
        (rule["then"]?.strings ?? []).joined(separator: "; "),
        "matched \(rule["matched"]?.integer ?? 0), fired \(rule["fired"]?.integer ?? 0)",
      ]
    }
    for line in Columns.table(rows) { console.print(line) }
  }
}
