import Platform

/// Namespaces of Linux, in which this process and the programs that it starts have a hosts file of their own. The rest of
/// the machine sees nothing of it, and no administrator is needed where the kernel lets users make namespaces.
enum LoneNamespace {
  /// Which network the process has after it entered the namespaces.
  enum Network: Sendable, Hashable {
    /// That of the machine: the process may listen on port 443 there.
    case shared
    /// One of its own, with the loopback interface only. In it every process may listen on port 443.
    case own
  }

  private static let hostsFile = "/etc/hosts"

  /// The name of the server itself in that hosts file.
  static let name = "mockidp"

  /// An address of this machine that no other run has, so that several runs at a time can listen on port 443. All addresses
  /// that begin with 127 are this machine's.
  static var address: String {
    let id = UInt32(bitPattern: getpid())
    return "127.\(64 | id >> 16 & 0x3F).\(id >> 8 & 0xFF).\(id & 0xFF)"
  }

  /// Enters the namespaces, in which these names lead to `address`: the lines for them stand before those of the machine's
  /// hosts file. Must be called while the process has one thread.
  ///
  /// - Throws: `CommandError` when the kernel, or the container around the process, does not allow it.
  static func enter(leading names: [String], temporaryDirectory: String) throws(CommandError) -> Network {
    let block = HostsBlock(addresses: [address], names: names + [name])
    let known = TextFile.exists(hostsFile) ? try TextFile.read(hostsFile) : ""
    let path = temporaryDirectory + "/mockidp-hosts-\(getpid())"
    // The first line that has a name wins.
    try TextFile.replace(path, with: block.text + known)
    defer { TextFile.remove(path) }
    let network: Network = mockidp_may_listen(address, 443) == 1 ? .shared : .own
    let isOwn: Int32 = network == .own ? 1 : 0
    var error = geteuid() == 0 ? mockidp_enter_namespaces(0, isOwn) : EPERM
    if error == EPERM { error = mockidp_enter_namespaces(1, isOwn) }
    if error == 0 { error = mockidp_mount_over(path, hostsFile) }
    if error == 0, network == .own { error = mockidp_raise_loopback() }
    guard error == 0 else {
      throw CommandError(
        "the system does not allow a hosts file for this command alone (\(String(cString: strerror(error)))); use --proxy, "
          + "or 'sudo mockidp hosts --apply' for the whole machine", .notStarted)
    }
    return network
  }
}
