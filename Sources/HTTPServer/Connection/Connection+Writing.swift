import HTTPWire
import Platform

extension Connection {
  /// The loop calls this when the socket takes bytes again.
  func writable() {
    if phase == .handshake { return readable() }
    if output.isEmpty {
      stopAwaitingWritability()
      readable()
    }
    advance()
  }

  /// Sends as much as the socket takes now. What is left is sent when the socket is writable; a stalled client gets a
  /// write deadline.
  func flush() {
    guard phase != .closed, !output.isEmpty else { return }
    while !output.isEmpty {
      switch output.withUnsent(write) {
      case .bytes(let count):
        output.remove(count)
        writeDeadline = .max
      case .wantsRead, .wantsWrite:
        if writeDeadline == .max {
          // An answer may have taken the loop longer than a client may stall: its time begins now, and not with the event.
          loop.refresh()
          writeDeadline = loop.time(after: limits.writeStallTime)
        }
        return awaitWritability()
      case .ended, .failed: return close()
      }
    }
    stopAwaitingWritability()
  }

  /// Ends our side and reads on for a while (`HTTPLimits.lingerTime`), so that the client can read the last answer.
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
