import Bytes
import Policy

/// Prints the lines for a hosts file that lead Microsoft's names to this machine, or writes them into the file, or
/// removes them.
struct HostsCommand: Command {
  static let apply = Option.flag(
    "--apply", "Write the lines to the hosts file, in the place of those of an earlier time.")
  static let remove = Option.flag("--remove", "Take the lines away again.")
  static let file = Option.value("--file", "PATH", "Another hosts file than /etc/hosts.")
  static let address = Option.value(
    "--address", "ADDRESS", isRepeatable: true, "Where the names lead (default 127.0.0.1 and ::1).")

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
    options: [apply, remove, file, address, CloudOption.option],
    examples: [
      .init("mockidp hosts", "See the lines."),
      .init("sudo mockidp hosts --apply", "Write them to /etc/hosts."),
      .init("sudo mockidp hosts --remove", "Take them away after the test."),
      .init("mockidp hosts --address 10.0.2.2 >> hosts", "For an Android emulator, whose host is 10.0.2.2."),
    ])

  enum Action: Sendable, Hashable {
    case print
    case apply
    case remove
  }

  var action = Action.print
  var path = "/etc/hosts"
  let block: HostsBlock

  init(_ arguments: inout Arguments) throws(UsageError) {
    if arguments.has(Self.apply), arguments.has(Self.remove) {
      throw arguments.error("give --apply or --remove, not both")
    }
    action = arguments.has(Self.apply) ? .apply : arguments.has(Self.remove) ? .remove : .print
    path = arguments.value(Self.file) ?? path
    let addresses = arguments.values(Self.address)
    for address in addresses where IPAddress(address) == nil || address.utf8.first == 0x5B {
      throw arguments.error("--address takes an IP address such as 127.0.0.1, not \"\(address)\"")
    }
    // The libraries ask the global cloud for metadata, whatever cloud they use.
    var names = MicrosoftHosts(cloud: try CloudOption.cloud(arguments)).names
    for name in arguments.remaining() {
      let name = ASCII.lowercased(name)
      guard Self.isHostName(name) else {
        throw arguments.error("\"\(name)\" is not a host name that a hosts file can hold")
      }
      if !names.contains(name) { names.append(name) }
    }
    if action == .remove, !addresses.isEmpty { throw arguments.error("--address does not go with --remove") }
    block = HostsBlock(addresses: addresses.isEmpty ? ["127.0.0.1", "::1"] : addresses, names: names)
  }

  private static func isHostName(_ name: String) -> Bool {
    name.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.count)
        && label.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F }
    }
  }
}
