import MockIdP

/// The hosts that the forward proxy lets through, as the command line, a variable and files name them.
struct PassthroughOption: OptionGroup {
  @Given(
    .value(
      "--proxy-passthrough", "HOST|@FILE", isRepeatable: true,
      "Let the forward proxy through to this host: api.test, api.test:8080, *.example.com; @FILE: one in a line."),
    or: (hosts: [], files: []), read)
  private var given: (hosts: [HostPattern], files: [String])

  /// Hosts in the place of the option, with commas or blanks between them.
  static let variable = "MOCKIDP_PROXY_PASSTHROUGH"

  private static func read(
    _ option: Option, _ arguments: Arguments
  ) throws(UsageError) -> (hosts: [HostPattern], files: [String]) {
    var given: (hosts: [HostPattern], files: [String]) = ([], [])
    for text in arguments.values(option) {
      if text.first == "@" {
        given.files.append(String(text.dropFirst()))
      } else if let pattern = HostPattern(text) {
        given.hosts.append(pattern)
      } else {
        throw arguments.error("\(option.name) takes \(form), not \"\(text)\"")
      }
    }
    return given
  }

  private static let form = "a host such as api.test, api.test:8080 or *.example.com"

  /// The hosts of all three sources together.
  ///
  /// - Throws: `CommandError` for a file that cannot be read, and for a word in it or in the variable that is not a host.
  func hosts(on console: Console) throws(CommandError) -> [HostPattern] {
    var hosts = given.hosts
    for path in given.files {
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
