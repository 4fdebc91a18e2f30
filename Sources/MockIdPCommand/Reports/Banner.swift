/// What `serve` prints at its start: all that a developer needs to configure an app, within 24 lines of 80 columns.
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
  private static let maximumSummaryLines = 2
  /// Of users, and of apps.
  private static let maximumRows = 5

  /// The name by which the user called the program.
  var program: String
  var scenario: String
  var summary: String
  var authority: String
  var graph: String
  var control: String
  /// The plain HTTP listener, which is also the forward proxy.
  var proxy: String
  var certificateAuthority: String
  var people: [Person]
  var apps: [App]

  func text(_ palette: Palette) -> String {
    let title = Columns.labelled(
      "Scenario", summary.isEmpty ? scenario : "\(scenario) — \(summary)", indent: Self.indent, width: Self.width)
    var lines = Array(title.prefix(Self.maximumSummaryLines))
    if title.count > lines.count { lines.append(lines.removeLast().prefix(Self.width - 2) + " …") }
    lines.append("")
    lines += [
      ("Authority", authority), ("Graph", graph), ("Control", control), ("Proxy", proxy), ("CA", certificateAuthority),
      ("", "'\(program) ca --how' says how each platform trusts it."),
    ].map { Columns.padded($0.0, to: Self.indent) + $0.1 }
    lines.append("")
    lines += section("Users", people.map { [$0.alias, $0.signInName, $0.password] })
    lines += section("Apps", apps.map { [$0.alias, $0.clientID] + [$0.secret].compactMap(\.self) })
    lines.append("")
    lines += section("Try", tryThis.map { [$0] })
    return lines.map { emphasized($0, palette) }.joined(separator: "\n") + "\n"
  }

  private func section(_ title: String, _ rows: [[String]]) -> [String] {
    var rows = rows
    if rows.count > Self.maximumRows {
      let left = rows.count - Self.maximumRows + 1
      rows = rows.prefix(Self.maximumRows - 1) + [["and \(left) more"]]
    }
    return Columns.table(rows).enumerated().map { Columns.padded($0 == 0 ? title : "", to: Self.indent) + $1 }
  }

  /// One command for a shell: gets a token from this server and calls its Microsoft Graph with it.
  private var tryThis: [String] {
    let server = RemoteServer.origin(of: control)
    let token = server == RemoteServer.defaultURL ? "" : " --url \(server)"
    return [
      "curl --cacert \(quoted(certificateAuthority)) \\",
      "  -H \"Authorization: Bearer $(\(quoted(program)) token\(token))\" \\", "  \(graph)/me",
    ]
  }

  /// A path in the form in which a shell reads it as one word.
  private func quoted(_ path: String) -> String {
    let plain = path.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "/._-+:@%0123456789".unicodeScalars.contains($0)
    }
    return plain
      ? path : "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// Prints the labels at the left margin in bold.
  private func emphasized(_ line: String, _ palette: Palette) -> String {
    guard let first = line.first, first != " " else { return line }
    return palette.bold(String(line.prefix(Self.indent))) + line.dropFirst(Self.indent)
  }
}
