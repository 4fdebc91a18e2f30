import MockIdP

/// The hosts that the forward proxy lets through, as the command line, a variable and files name them.
struct PassthroughOption: Sendable, Hashable {
  static let option = Option.value(
    "--proxy-passthrough", "HOST|@FILE", isRepeatable: true,
    "Let the forward proxy through to this host: api.test, api.test:8080, *.example.com; @FILE: one in a line.")

  /// Hosts in the place of the option, with commas or blanks between them.
  static let variable = "MOCKIDP_PROXY_PASSTHROUGH"

  private var named: [HostPattern] = []
  private var files: [String] = []

  init() {}

  /// - Throws: `UsageError` for a text that is not a host.
  init(_ arguments: Arguments) throws(UsageError) {
    for text in arguments.values(Self.option) {
      if text.first == "@" {
        files.append(String(text.dropFirst()))
      } else if let pattern = HostPattern(text) {
        named.append(pattern)
      } else {
        throw arguments.error("\(Self.option.name) takes \(Self.form), not \"\(text)\"")
      }
    }
  }

  private static let form = "a host such as api.test, api.test:8080 or *.example.com"

  /// The hosts of all three sources together.
  ///
  /// - Throws: `CommandError` for a file that cannot be read, and for a word in it or in the variable that is not a host.
  func hosts(on console: Console) throws(CommandError) -> [HostPattern] {
    var hosts = named
    for path in files {
      for (index, line) in try TextFile.read(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      {
        hosts += try Self.hosts(String(line.prefix { $0 != "#" }), from: "\(path) line \(index + 1)")
      }
    }
    return try hosts + Self.hosts(console.variable(Self.variable) ?? "", from: Self.variable)
  }

  private static func hosts(_ text: String, from place: String) throws(CommandError) -> [HostPattern] {
    var hosts: [HostPattern] = []
    for word in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      guard let pattern = HostPattern(String(word)) else {
        throw CommandError("\(place): \"\(word)\" is not \(form)", .usage)
      }
      hosts.append(pattern)
    }
    return hosts
  }
}
