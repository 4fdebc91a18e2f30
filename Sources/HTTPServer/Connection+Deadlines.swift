import HTTPWire

extension Connection {
  /// A deadline of this connection is over.
  func deadlinePassed() {
    if writeDeadline <= loop.now { return close() }
    switch phase {
    case .serving where waitingFor == .head:
      finish(with: .plain(408, "The request head did not arrive in time."))
    case .serving where waitingFor == .body:
      finish(with: .plain(408, "The request body did not arrive in time."))
    case .sniffing, .handshake, .serving, .answering, .closing, .lingering, .closed: close()
    }
  }

  /// Ends what has nothing to finish; the rest ends with its answer.
  func serverStops() {
    switch phase {
    case .sniffing, .handshake: close()
    case .serving where parser.progress == .nothing:
      if output.isEmpty { return close() }
      phase = .closing
      settle()
    case .answering:
      if let sink = delivery?.sink {
        sink.finish()
      } else if delivery?.response.delivery.manner == .silent {
        close()
      }
    case .lingering: deadline = min(deadline, loop.time(after: .milliseconds(100)))
    case .serving, .closing, .closed: break
    }
  }
}
