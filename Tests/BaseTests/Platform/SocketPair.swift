import Platform
import Testing

/// Two ends of a TCP connection through this machine's loopback interface.
enum SocketPair {
  static func make() throws -> (Int32, Int32) {
    let listener = mockidp_socket(AF_INET, 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    func withAddress(_ body: (UnsafeMutablePointer<sockaddr>) -> Int32) -> Int32 {
      withUnsafeMutablePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }
    try #require(withAddress { bind(listener, $0, size) } == 0 && listen(listener, 1) == 0)
    try #require(withAddress { getsockname(listener, $0, &size) } == 0)
    let client = mockidp_socket(AF_INET, 0)
    mockidp_limit_waits(client, 30, 0)
    try #require(withAddress { mockidp_connect(client, $0, size) } == 0)
    var peer = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let accepted = mockidp_accept(listener, &peer, &length)
    try #require(accepted >= 0)
    return (accepted, client)
  }
}
