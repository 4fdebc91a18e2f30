import Bytes
import Policy

/// Prints the lines for a hosts file that lead Microsoft's names to this machine, or writes them into the file, or
/// removes them.
struct HostsCommand: Command {
  @Given(.flag("--apply", "Write the lines to the hosts file, in the place of those of an earlier time."))
  var applies: Bool
  @Given(.flag("--remove", "Take the lines away again.")) var removes: Bool
  @Given(.value("--file", "PATH", "Another hosts file than /etc/hosts."), or: "/etc/hosts") var path: String
  @Given(
    .value("--address", "ADDRESS", isRepeatable: true, "Where the names lead (default 127.0.0.1 and ::1)."),
    or: [], addresses)
  var addresses: [String]
  @Given(CloudOption.option, or: .global, CloudOption.cloud) var cloud: Cloud
  /// What follows from the options and the words.
  var block = HostsBlock(addresses: [], names: [])

  static let manual = Manual(
    name: "hosts", summary: "lead Microsoft's names to this machine",
    forms: ["hosts [--cloud NAME] [NAME...]", "hosts --apply [--cloud NAME] [NAME...]", "hosts --remove"],
    details: [
      """
      Prints lines for the hosts file. With them an app that knows nothing of a test finds this server where it looks for \
      the real one. NAME adds further hosts, such as westeurope.login.microsoft.com: a hosts file has no wildcards.
      """,
      """
      The lines stand between two marks. --apply and --remove may be repeated and touch nothing outside of the marks; both \
      refuse a file whose marks are damaged. As long as the lines are there, nothing on this machine reaches the real sign-in.
      """,
      """
      Apps call port 443, so serve with --https-port 443, and make the app trust the certificate authority ('mockidp ca --how').
      """,
    ],
    options: Self().options,
    examples: [
      .init("mockidp hosts", "See the lines."),
      .init("sudo mockidp hosts --apply", "Write them to /etc/hosts."),
      .init("sudo mockidp hosts --remove", "Take them away after the test."),
      .init("mockidp hosts --address 10.0.2.2 >> hosts", "For an Android emulator, whose host is 10.0.2.2."),
    ])

  private static func addresses(_ option: Option, _ arguments: Arguments) throws(UsageError) -> [String] {
    let addresses = arguments.values(option)
    for address in addresses where IPAddress(address) == nil || address.utf8.first == 0x5B {
      throw arguments.error("--address takes an IP address such as 127.0.0.1, not \"\(address)\"")
    }
    return addresses
  }

  mutating func take(_ arguments: inout Arguments) throws(UsageError) {
    if applies, removes { throw arguments.error("give --apply or --remove, not both") }
    // The libraries ask the global cloud for metadata, whatever cloud they use.
    var names = MicrosoftHosts(cloud: cloud).names
    for name in arguments.remaining() {
      let name = ASCII.lowercased(name)
      guard Self.isHostName(name) else {
        throw arguments.error("\"\(name)\" is not a host name that a hosts file can hold")
      }
      if !names.contains(name) { names.append(name) }
    }
    if removes, !addresses.isEmpty { throw arguments.error("--address does not go with --remove") }
    block = HostsBlock(addresses: addresses.isEmpty ? ["127.0.0.1", "::1"] : addresses, names: names)
  }

  /// Whether each part between dots has letters, digits, `-` and `_`.
  static func isHostName(_ name: String) -> Bool {
    name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.count)
        && label.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F }
    }
  }

  func run(on console: Console) throws -> ExitCode {
    if applies {
      let file = TextFile.exists(path) ? try TextFile.read(path) : ""
      try change(file, to: block.applied(to: file, named: path), console, "leads \(block.names.count) names here")
      for rival in block.rivals(in: file) {
        console.note("mockidp: \(path) line \(rival.line) names \(rival.name) too, and the first line that does wins")
      }
    } else if removes {
      let file = TextFile.exists(path) ? try TextFile.read(path) : ""
      try change(file, to: HostsBlock.removed(from: file, named: path), console, "leads no name here")
    } else {
      console.copy(block.text)
    }
    return .success
  }

  private func change(_ old: String, to new: String, _ console: Console, _ outcome: String) throws {
    guard !new.hasSameBytes(as: old) else {
      console.print("\(path) \(outcome) already")
      return
    }
    try TextFile.overwrite(path, with: new)
    console.print("\(path) \(outcome)")
  }
}
