import HTTPWire

extension Connection {
  /// The loop calls this when `nextDeadline` has passed. A request that began and did not arrive in time is answered
  /// with 408; every other wait ends with the connection.
  func deadlinePassed() {
    if writeDeadline <= loop.now { return close() }
    switch phase {
    case .serving where waitingFor == .head:
      finish(with: .plain(408, "The request head did not arrive in time."))
    case .serving where waitingFor == .body:
      finish(with: .plain(408, "The request body did not arrive in time."))
    case .answering where opening != nil: failToOpen()
    case .answering where relay?.isWaiting == true: relay?.fail(.notSent)
    case .serving where isRelay && output.isEmpty: linger()
    case .sniffing, .handshake, .serving, .answering, .closing, .lingering, .closed: close()
    }
  }

  /// The server stops: closes a connection that is idle. A connection that has a request or an answer in progress
  /// finishes that one first.
  func serverStops() {
    switch phase {
    case .sniffing, .handshake: close()
    case .serving where parser.progress == .nothing:
      if output.isEmpty { return isRelay ? linger() : close() }
      phase = .closing
      settle()
    case .answering:
      if opening != nil {
        close()
      } else if let sink = delivery?.sink {
        sink.finish()
      } else if delivery?.response.delivery.manner == .silent {
        close()
      }
    case .lingering: deadline = min(deadline, loop.time(after: .milliseconds(100)))
    case .serving, .closing, .closed: break
    }
  }
}
