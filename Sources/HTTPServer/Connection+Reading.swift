import Bytes
import CLinux
import Dispatch
import Glibc
import HTTPWire

extension Connection {
  /// Bytes of later requests that may wait while one is answered.
  private static let maximumBacklog = 65_536
  /// Bytes of answers that may wait before no more requests are taken.
  private static let maximumOutput = 262_144
  /// Requests of one client that are answered before the other clients of its loop have their turn.
  private static let requestsInATurn = 32

  /// The socket has bytes, or its end.
  func readable() {
    switch phase {
    case .sniffing: sniff()
    case .handshake: continueHandshake()
    case .serving, .answering: receive()
    case .lingering: discard()
    case .closing, .closed: break
    }
  }

  /// Does all that can be done now: answers the requests that are complete, sends, and sees to what comes next.
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
      // Requests are left. Unless the socket has taken all, `writable` goes on with them: nothing else would.
      guard output.isEmpty else { break }
    }
    settle()
  }

  /// The client sends no more, and all that it sent is answered.
  private func endInput() {
    guard parser.progress == .nothing else { return finish(with: .plain(400, HTTPParseError.truncated.message)) }
    if output.isEmpty { close() } else { settle() }
  }

  /// Brings reading and deadlines in line with the state.
  func settle() {
    switch phase {
    case .closed: return
    case .closing:
      // From here on only a client that takes no byte at all is waited for too long.
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
    if inputEnded || isFull { pauseReading() } else { resumeReading() }
  }

  /// Goes on with the requests that are there already once everybody else had a turn. Meanwhile none are read.
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

  /// Answers what has arrived, at most `turn` requests. True when nothing that is complete is left.
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
    // Bounded, so that one client that sends without end does not hold the loop.
    var rounds = 16
    var mayHaveMore = true
    while mayHaveMore, rounds > 0, !awaitsTurn, phase == .serving || phase == .answering, !inputEnded {
      rounds -= 1
      let buffer = loop.buffer
      switch read(into: buffer) {
      case .bytes(let count):
        parser.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]).bindMemory(to: UInt8.self).span)
        // What the socket still has is announced again; what TLS holds is not.
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
    // A client that left has no use for a stream; one that only ended its side still wants the answer it waits for.
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
      phase = .serving
      receive()
    case .wantsRead: stopAwaitingWritability()
    case .wantsWrite: awaitWritability()
    // With an end of our side first: a reset, for bytes that nobody reads, would take the alert away that says why.
    case .failed: linger()
    case .ended, nil: close()
    }
  }

  private func discard() {
    for _ in 0..<16 {
      let count = mockidp_receive(socket, loop.buffer.baseAddress, loop.buffer.count)
      if count == 0 || count < 0 && errno != EAGAIN { return close() }
      if count < 0 { return }
    }
  }
}
