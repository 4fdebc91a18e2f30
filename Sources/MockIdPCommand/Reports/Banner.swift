/// What `serve` prints at its start: all that somebody needs to point an app at it, within 24 lines of 80 columns.
struct Banner: Sendable, Hashable {
  struct Person: Sendable, Hashable {
    var alias: String
    var signInName: String
    var password: String
  }

  struct App: Sendable, Hashable {
    var alias: String
    var clientID: String
    var secret: String?
  }

  private static let indent = 12
  private static let width = 80

  var scenario: String
  var summary: String
  var authority: String
  var graph: String
  var control: String
  /// The plain HTTP listener.
  var proxy: String
  var certificateAuthority: String
  var people: [Person]
  var apps: [App]

  func text(_ palette: Palette) -> String {
    var lines = Columns.labelled("Scenario", "\(scenario) — \(summary)", indent: Self.indent, width: Self.width)
    lines.append("")
    lines += [
      ("Authority", authority), ("Graph", graph), ("Control", control), ("Proxy", proxy), ("CA", certificateAuthority),
      ("", "'mockidp ca --how' tells each platform to trust it."),
    ].map { Columns.padded($0.0, to: Self.indent) + $0.1 }
    lines.append("")
    lines += section("Users", people.map { [$0.alias, $0.signInName, $0.password] })
    lines.append("")
    lines += section("Apps", apps.map { [$0.alias, $0.clientID] + [$0.secret].compactMap(\.self) })
    lines.append("")
    lines += section("Try", [["curl --cacert \(quoted(certificateAuthority)) \\"], ["  \(discovery)"]])
    return lines.map { emphasized($0, palette) }.joined(separator: "\n") + "\n"
  }

  private func section(_ title: String, _ rows: [[String]]) -> [String] {
    Columns.table(rows).enumerated().map { Columns.padded($0 == 0 ? title : "", to: Self.indent) + $1 }
  }

  private var discovery: String { "\(authority)/v2.0/.well-known/openid-configuration" }

  /// A path as a shell takes it for one word.
  private func quoted(_ path: String) -> String {
    let plain = path.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "/._-+:@%".unicodeScalars.contains($0)
    }
    return plain
      ? path : "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The labels of the left margin stand out.
  private func emphasized(_ line: String, _ palette: Palette) -> String {
    guard let first = line.first, first != " " else { return line }
    return palette.bold(String(line.prefix(Self.indent))) + line.dropFirst(Self.indent)
  }
}
