import Platform

/// A TCP connection to a port of this machine that sends what it is told.
final class PlainConnection {
  private let descriptor: Int32

  struct Failure: Error {}

  init(port: UInt16) throws {
    descriptor = mockidp_socket(AF_INET, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard result == 0 else { throw Failure() }
  }

  deinit { close(descriptor) }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard bytes.withUnsafeBytes({ mockidp_send(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
      throw Failure()
    }
  }

  /// What arrives next; it waits for something to.
  func receive() throws -> String {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = mockidp_receive(descriptor, &buffer, buffer.count)
    guard count > 0 else { throw Failure() }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
