import JSON
import Worlds

/// Everything that the journal has about one exchange, as text for the terminal.
struct ExchangeReport: Sendable {
  private static let indent = 13
  private static let width = 80

  /// One exchange in the JSON of the control API.
  let exchange: JSONValue

  func text(_ palette: Palette) -> String {
    var lines = [palette.bold(title), ""]
    func add(_ label: String, _ text: String?) {
      guard let text, !text.isEmpty else { return }
      lines += Columns.labelled(label, text, indent: Self.indent, width: Self.width)
    }
    if exchange["world"]?.string != "default" { add("World", exchange["world"]?.string) }
    add("When", exchange["startedAt"]?.string)
    add("Trace", exchange["traceId"]?.string)
    add("Correlation", exchange["correlationId"]?.string)
    for (label, name) in [("Tenant", "tenant"), ("App", "client"), ("User", "user")] { add(label, party(name)) }
    add("Client trace", exchange["traceparent"]?.string)
    add("Library", exchange["library"]?.string)
    add("Grant", exchange["grant"]?.string)
    add("Prompt", exchange["prompt"]?.string)
    add("User flow", exchange["userFlow"]?.string)
    add("Scopes", words("scopes", ", "))
    add("Resource", exchange["resource"]?.string)
    add("Page", exchange["page"]?.string)
    add("Events", words("events", ", "))
    add("Rules", words("rules", ", "))
    for (index, reason) in (exchange["reasons"]?.strings ?? []).enumerated() {
      // What came of the reasons has an arrow of its own.
      add(index == 0 ? "Because" : "", reason.hasPrefix("→") ? reason : "– " + reason)
    }
    lines += answer(palette) + refusal(palette)
    return lines.joined(separator: "\n") + "\n"
  }

  private var title: String {
    let number = exchange["number"]?.integer.map { "#\($0)  " } ?? ""
    // A request for another host has it in its line: there is no path in a CONNECT.
    let host = exchange["endpoint"]?.string == EndpointName.proxy.rawValue ? exchange["host"]?.string ?? "" : ""
    let request = "\(exchange["method"]?.string ?? "") \(host)\(exchange["path"]?.string ?? "")"
    return "\(number)\(request)  \(exchange["status"]?.integer.map { "\($0)" } ?? "")"
  }

  /// The alias, and the id after it.
  private func party(_ name: String) -> String? {
    guard let party = exchange[name], let alias = party["alias"]?.string else { return nil }
    return "\(alias)  \(party["id"]?.string ?? "")"
  }

  private func words(_ name: String, _ separator: String) -> String? {
    exchange[name]?.strings?.joined(separator: separator)
  }

  /// What the client got: the header fields, and the beginning of the body.
  private func answer(_ palette: Palette) -> [String] {
    guard let answer = exchange["answer"] else { return [] }
    var lines = ["", palette.bold("Answer")]
    for field in answer["fields"]?.array ?? [] {
      lines.append("  \(field["name"]?.string ?? ""): \(field["value"]?.string ?? "")")
    }
    guard let body = answer["body"]?.string, !body.isEmpty else { return lines }
    let shown = body.prefix(Self.shownBody)
    lines.append("")
    lines += shown.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
    let rest = Int(answer["size"]?.integer ?? 0) - shown.utf8.count
    return rest > 0 && body.count > Self.shownBody ? lines + ["  … \(rest) bytes more"] : lines
  }

  /// So many characters of a body; the control API and the console have more of it.
  private static let shownBody = 2_000

  private func refusal(_ palette: Palette) -> [String] {
    guard let refusal = exchange["refusal"], let code = refusal["code"]?.string else {
      return exchange["resourceError"]?.string.map { ["", palette.red("Refused with \($0)")] } ?? []
    }
    let words = [refusal["error"]?.string, refusal["suberror"]?.string].compactMap(\.self).joined(separator: ", ")
    let title = palette.red("Refused with \(code) \(refusal["name"]?.string ?? "") (\(words))")
    var lines = ["", title]
    for (label, name) in [("Text", "message"), ("Means", "meaning"), ("Do", "remedy")] {
      lines += Columns.labelled(label, refusal[name]?.string ?? "", indent: Self.indent, width: Self.width)
    }
    return lines + ["", "Try 'mockidp explain \(code)'."]
  }
}
