import Bytes
import Dispatch
import HTTPWire
import Platform

extension Connection {
  /// Bytes of later requests that may wait while one request is answered. With more the connection stops reading.
  private static let maximumBacklog = 65_536
  /// Bytes of answers that may wait to be sent. With more the connection takes no further request.
  private static let maximumOutput = 262_144
  /// Requests of one client that are answered before the other clients of the loop have their turn.
  private static let requestsInATurn = 32

  /// The loop calls this when the socket has bytes, or when the client has ended its side.
  func readable() {
    switch phase {
    case .sniffing: sniff()
    case .handshake: continueHandshake()
    case .serving, .answering: receive()
    case .lingering: discard()
    case .closing, .closed: break
    }
  }

  /// Does all that can be done now: answers the requests that are complete, sends, and sets the next deadline.
  func advance() {
    guard phase != .closed else { return }
    flush()
    takeFromStream()
    flush()
    guard !awaitsTurn else { return }
    var turn = Self.requestsInATurn
    while phase == .serving {
      let isThrough = answerRequests(&turn)
      flush()
      guard phase == .serving else { break }
      if turn == 0 { return awaitTurn() }
      if isThrough {
        guard !inputEnded else { return endInput() }
        break
      }
      // Requests are left. When the socket has not taken all output, `writable` goes on with them; when it has, no
      // event would, so this loop does.
      guard output.isEmpty else { break }
    }
    settle()
  }

  /// The client has ended its side, and all complete requests are answered. An incomplete request gets 400.
  private func endInput() {
    guard parser.progress == .nothing else { return finish(with: .plain(400, HTTPParseError.truncated.message)) }
    if output.isEmpty { close() } else { settle() }
  }

  /// Sets the deadline and starts or stops reading, as the phase and the buffers demand.
  func settle() {
    switch phase {
    case .closed: return
    case .closing:
      // From here on only `writeDeadline` counts: the connection ends when the client takes no byte for too long.
      deadline = .max
      if output.isEmpty { linger() } else { pauseReading() }
      return
    case .serving where !output.isEmpty:
      deadline = .max
      waitingFor = nil
    case .sniffing, .handshake, .lingering: return resumeReading()
    case .serving:
      let progress = parser.progress
      if waitingFor != progress {
        waitingFor = progress
        switch progress {
        case .nothing: deadline = loop.time(after: limits.idleTime)
        case .head: deadline = loop.time(after: limits.headTime)
        case .body: deadline = loop.time(after: limits.bodyTime)
        }
      }
    case .answering: break
    }
    let isFull = output.count > Self.maximumOutput || phase == .answering && parser.backlog > Self.maximumBacklog
    // What the client sends from here on is for the host behind the tunnel, and stays in the socket for it.
    if inputEnded || isFull || opening != nil { pauseReading() } else { resumeReading() }
  }

  /// Lets the other connections of the loop have their turn, then goes on with the requests that have arrived. The
  /// connection reads nothing in between.
  private func awaitTurn() {
    awaitsTurn = true
    deadline = .max
    pauseReading()
    loop.queue.async { [self] in
      awaitsTurn = false
      loop.refresh()
      advance()
    }
  }

  /// Answers the requests that have arrived, at most `turn` of them.
  ///
  /// - Returns: true when no complete request is left.
  private func answerRequests(_ turn: inout Int) -> Bool {
    while phase == .serving, turn > 0 {
      guard output.count <= Self.maximumOutput else { return false }
      switch parser.next() {
      case .incomplete:
        if parser.takeContinue() { output.bytes.append(contentsOf: HTTPResponseEncoder.continueHead) }
        return true
      case .complete(let head, let body):
        waitingFor = nil
        turn -= 1
        answer(head, body: body)
      case .failed(let error): finish(with: .plain(error.status, error.message))
      }
    }
    return false
  }

  private func receive() {
    // Bounded, so that a client that sends without end does not keep the loop from other clients.
    var rounds = 16
    var mayHaveMore = true
    while mayHaveMore, rounds > 0, !awaitsTurn, phase == .serving || phase == .answering, !inputEnded, opening == nil {
      rounds -= 1
      let buffer = loop.buffer
      switch read(into: buffer) {
      case .bytes(let count):
        if let upgraded = delivery?.upgraded {
          guard upgraded.receive(Array(buffer[..<count])) else { return close() }
          mayHaveMore = tls?.hasPending ?? (count == buffer.count)
          continue
        }
        parser.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]).bindMemory(to: UInt8.self).span)
        // The loop announces bytes again that are still in the socket. It does not know of bytes that TLS holds.
        mayHaveMore = tls?.hasPending ?? (count == buffer.count)
        if phase == .answering, parser.backlog > Self.maximumBacklog { mayHaveMore = false }
        if phase == .serving, mayHaveMore { advance() }
      case .wantsRead: mayHaveMore = false
      case .wantsWrite:
        awaitWritability()
        mayHaveMore = false
      case .ended: inputEnded = true
      case .failed: return close()
      }
    }
    // The client has ended its side. It has no use for a stream then, but it may still wait for an ordinary answer.
    if inputEnded, delivery?.sink != nil { return close() }
    if mayHaveMore, rounds == 0, tls != nil { readSoon() }
    advance()
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> TransportResult {
    if let tls { return tls.read(into: buffer) }
    let count = mockidp_receive(socket, buffer.baseAddress, buffer.count)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .ended }
    return errno == EAGAIN ? .wantsRead : .failed
  }

  /// Looks at the first byte without taking it. A capital letter begins an HTTP method; anything else is taken for
  /// TLS.
  private func sniff() {
    let first = mockidp_peek(socket)
    if first == -2 { return close() }
    guard let byte = UInt8(exactly: first) else { return }
    if ASCII.isUppercase(byte) {
      phase = .serving
      if isTunnelled { return receive() }
      return finish(
        with: .plain(400, "This port speaks HTTPS; the request came in clear text. Begin its URL with https://."))
    }
    guard let context = core.tls, let session = TLSSession(context: context, socket: socket) else { return close() }
    tls = session
    phase = .handshake
    continueHandshake()
  }

  private func continueHandshake() {
    switch tls?.handshake() {
    case .bytes:
      stopAwaitingWritability()
      guard admitRelay() else { return close() }
      phase = .serving
      receive()
    case .wantsRead: stopAwaitingWritability()
    case .wantsWrite: awaitWritability()
    // Our side ends first. A reset, because of bytes that were not read, would destroy the TLS alert that tells the
    // client the reason.
    case .failed:
      ServerCounters.raise(core.counters.failedHandshakes)
      linger()
    case .ended, nil: close()
    }
  }

  /// Throws away what the client still sends while the connection lingers.
  private func discard() {
    for _ in 0..<16 {
      let count = mockidp_receive(socket, loop.buffer.baseAddress, loop.buffer.count)
      if count == 0 || count < 0 && errno != EAGAIN { return close() }
      if count < 0 { return }
    }
  }
}
