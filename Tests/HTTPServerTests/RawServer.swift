import Platform
import Testing

/// A listening socket on 127.0.0.1 that does with its connections what the test does.
final class RawServer: Sendable {
  let port: UInt16
  private let socket: Int32

  init() throws {
    let socket = mockidp_socket(AF_INET, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let size = length
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, size) == 0 && listen(socket, 1_024) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    try #require(isListening)
    self.socket = socket
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(socket) }

  /// The next connection. A test that waits for a minute in vain fails.
  func accept() throws -> RawClient {
    var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    try #require(poll(&ready, 1, 60_000) == 1, "no connection came")
    return RawClient(accepted: Platform.accept(socket, nil, nil))
  }
}
