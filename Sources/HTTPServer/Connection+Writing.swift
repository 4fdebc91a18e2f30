import CLinux
import Glibc
import HTTPWire

extension Connection {
  /// The socket takes bytes again.
  func writable() {
    if phase == .handshake { return readable() }
    if output.isEmpty {
      stopAwaitingWritability()
      readable()
    }
    advance()
  }

  /// Sends as much as the socket takes.
  func flush() {
    guard phase != .closed, !output.isEmpty else { return }
    while !output.isEmpty {
      switch output.withUnsent(write) {
      case .bytes(let count):
        output.remove(count)
        writeDeadline = .max
      case .wantsRead, .wantsWrite:
        if writeDeadline == .max { writeDeadline = loop.time(after: limits.writeStallTime) }
        return awaitWritability()
      case .ended, .failed: return close()
      }
    }
    stopAwaitingWritability()
  }

  /// Ends our side and waits a while for the client's.
  func linger() {
    guard phase != .closed else { return }
    if !endsAbruptly { tls?.close() }
    shutdown(socket, Int32(SHUT_WR))
    if inputEnded { return close() }
    phase = .lingering
    deadline = loop.time(after: core.isStopping ? min(limits.lingerTime, .milliseconds(100)) : limits.lingerTime)
    resumeReading()
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> TransportResult {
    if let tls { return tls.write(bytes) }
    let count = mockidp_send(socket, bytes.baseAddress, bytes.count)
    if count >= 0 { return .bytes(count) }
    return errno == EAGAIN ? .wantsWrite : .failed
  }
}
