import Platform
import TestSupport

/// Takes connections and never says a word.
final class SilentServer {
  let port: UInt16
  private let listener: Int32

  init() throws {
    listener = mockidp_socket(AF_INET, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (listener, size) = (listener, length)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw TestFault("no socket to listen on") }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(listener) }

  /// Returns when a client has connected. The connection stays in the queue of the system.
  func waitForClient() throws {
    var ready = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 60_000) == 1 else { throw TestFault("no client came") }
  }
}
