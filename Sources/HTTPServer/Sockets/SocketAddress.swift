import Bytes
import Platform

/// An IP address with a port, in the form that the system calls take.
struct SocketAddress: @unchecked Sendable {
  private var storage: sockaddr_storage
  private let length: socklen_t
  let port: UInt16
  /// The address without the port.
  let place: IPAddress

  /// Nil for an entry of the resolver that is neither IPv4 nor IPv6.
  init?(_ entry: addrinfo, port: UInt16) {
    // The offset and the length of sin6_addr, or of sin_addr.
    let (offset, count) = entry.ai_family == AF_INET6 ? (8, 16) : (4, 4)
    guard let base = entry.ai_addr, (offset + count...MemoryLayout<sockaddr_storage>.size) ~= Int(entry.ai_addrlen),
      let place = IPAddress(bytes: UnsafeRawBufferPointer(start: UnsafeRawPointer(base) + offset, count: count))
    else { return nil }
    storage = sockaddr_storage()
    length = entry.ai_addrlen
    self.port = port
    self.place = place
    withUnsafeMutableBytes(of: &storage) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: base, count: Int(length)))
    }
  }

  /// Looks a host up. It waits for the resolver, so it runs on a thread of its own.
  ///
  /// - Returns: the addresses in the order of the resolver; none when it knows none.
  static func lookUp(_ host: String, port: UInt16) -> [SocketAddress] {
    list(host, port) { mockidp_look_up($0, $1, $2) }
  }

  /// The address that `host` is, without a look-up. Nil when it is a name.
  static func numeric(_ host: String, port: UInt16) -> SocketAddress? {
    list(host, port) { mockidp_read_address($0, $1, $2) }.first
  }

  private static func list(
    _ host: String, _ port: UInt16,
    _ read: (String, String, UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>) -> Int32
  ) -> [SocketAddress] {
    var list: UnsafeMutablePointer<addrinfo>?
    var name = host[...]
    if name.utf8.first == 0x5B { name = name.dropFirst().dropLast() }
    guard read(String(name), String(port), &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var entry = list
    while let address = entry?.pointee {
      if let address = SocketAddress(address, port: port) { addresses.append(address) }
      entry = address.ai_next
    }
    return addresses
  }

  /// What came of a call that does not wait.
  enum Beginning {
    case connected(Int32)
    /// The socket is writable when the connection exists or has failed.
    case underWay(Int32)
    case failed
  }

  /// Opens a non-blocking socket and begins to connect it to exactly this address.
  func beginConnecting() -> Beginning {
    let socket = mockidp_socket(Int32(storage.ss_family), 1)
    guard socket >= 0 else { return .failed }
    let result = call { Platform.connect(socket, $0, length) }
    if result == 0 { return .connected(socket) }
    if errno == EINPROGRESS { return .underWay(socket) }
    Platform.close(socket)
    return .failed
  }

  /// Whether the address belongs to this machine: only to one of its own can a socket be bound. The address `0.0.0.0`
  /// and its like in IPv6 lead to this machine too.
  var isOfThisMachine: Bool {
    var free = self
    // sin_port and sin6_port are at the same offset.
    withUnsafeMutableBytes(of: &free.storage) { $0.storeBytes(of: 0, toByteOffset: 2, as: UInt16.self) }
    let socket = mockidp_socket(Int32(storage.ss_family), 1)
    guard socket >= 0 else { return false }
    defer { Platform.close(socket) }
    return free.call { Platform.bind(socket, $0, length) } == 0
  }

  private func call(_ body: (UnsafePointer<sockaddr>?) -> Int32) -> Int32 {
    withUnsafeBytes(of: storage) { body($0.assumingMemoryBound(to: sockaddr.self).baseAddress) }
  }
}
