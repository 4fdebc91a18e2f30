import Platform

/// The far end of a connection, which blocks.
struct Peer: Sendable {
  private let socket: Int32

  init(_ socket: Int32) { self.socket = socket }

  func send(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { mockidp_send(socket, $0.baseAddress, $0.count) } }

  /// What arrives; nothing at the end of the connection.
  func receive() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = mockidp_receive(socket, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  func close() { Platform.close(socket) }

  func reset() {
    _ = mockidp_reset_on_close(socket)
    close()
  }
}
