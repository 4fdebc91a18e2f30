import Dispatch
import HTTPWire
import Synchronization

/// One request on its way to another server and back. As the stream of its own answer, it passes on what the other server sends.
///
/// Sendable because all of its state is read and changed on its loop's queue only.
final class RelayedExchange: ResponseStream, @unchecked Sendable {
  /// What the connection with the other server does next.
  enum Verdict {
    case more
    /// Read no more until `RelayLink.resume`.
    case pause
    /// The answer is complete.
    case done
    /// The other server did not take the request.
    case refused
    /// What came is not an answer.
    case broken
  }

  private enum State {
    case waiting
    case sent
    case streaming
    case over
  }

  var peer: RelayPeer { relayed.peer }
  private let relayed: RelayedRequest
  private let asked: ParkedRequest
  private let attempt: Int
  /// Nil when it is over.
  private var connection: Connection?
  private var link: RelayLink?
  private var state = State.waiting
  private var parser = RelayedAnswerParser()
  /// A byte of the answer has come.
  private(set) var hasAnswer = false
  private var timesSent = 0
  private var response: HTTPResponse?
  private var sink: StreamSink?
  /// Bytes of the stream that came before the client got its head.
  private var early: [UInt8] = []
  private var hasEnded = false

  /// Bytes of a stream that may wait for the client. With more, nothing is read from the other server.
  private static let maximumWaiting = 131_072
  /// How often it is sent, when each time the peer surely does not have it. One that takes no request on any connection is not asked for ever.
  private static let maximumTimesSent = 4

  /// `attempt` counts the servers that were asked before.
  init(_ relayed: RelayedRequest, for asked: ParkedRequest, attempt: Int, connection: Connection) {
    self.relayed = relayed
    self.asked = asked
    self.attempt = attempt
    self.connection = connection
  }

  /// Whether no answer will come.
  var isInVain: Bool { relayed.isInVain() }

  /// Whether no connection carries it yet.
  var isWaiting: Bool { state == .waiting }

  // MARK: The connection with the other server

  /// The link begins to carry it. Returns the bytes to send.
  func begin(on link: RelayLink) -> [UInt8] {
    state = .sent
    timesSent += 1
    self.link = link
    connection?.deadline = .max
    return RelayedRequestRecord.encode(
      relayed.request, note: relayed.note, host: connection?.core.relay?.serverName ?? "")
  }

  func receive(_ bytes: Span<UInt8>) -> Verdict {
    hasAnswer = true
    parser.receive(bytes)
    while state != .over {
      switch parser.next() {
      case .incomplete: return state == .streaming && isAhead ? .pause : .more
      case .response(var response, let hasStream):
        if hasStream { response.stream = NoStream() }
        self.response = response
        return .done
      case .stream(var response):
        response.stream = self
        state = .streaming
        answer(with: response)
      case .piece(let bytes): if let sink { sink.write(bytes) } else { early += bytes }
      case .end:
        hasEnded = true
        return .done
      case .refused: return .refused
      case .failed: return .broken
      }
    }
    return .more
  }

  var isReusable: Bool { parser.isReusable }

  /// The answer is complete, and the link is free again.
  func finish() {
    link = nil
    if let response { answer(with: response) }
    sink?.finish()
    if state != .streaming { end() }
  }

  /// The link has ended before the answer did.
  func isLost(_ failure: RelayFailure, mayTryAgain: Bool) {
    link = nil
    switch state {
    case .waiting, .over: break
    // The client has a part of the answer. What is broken must not look whole.
    case .streaming:
      let connection = connection
      end()
      connection?.endsAbruptly = true
      connection?.close()
    case .sent:
      guard failure == .notSent, mayTryAgain, timesSent < Self.maximumTimesSent, let connection else {
        return fail(failure)
      }
      state = .waiting
      hasAnswer = false
      parser = RelayedAnswerParser()
      connection.awaitLink(self, again: true)
    }
  }

  /// Tells the connection a moment later that there is no answer.
  func fail(_ failure: RelayFailure) {
    guard let connection, state != .over else { return }
    switch failure {
    case .notSent: connection.core.relayCounts.notSent.add(1, ordering: .relaxed)
    case .unanswered: connection.core.relayCounts.unanswered.add(1, ordering: .relaxed)
    }
    end()
    connection.loop.queue.async { [relayed, asked, attempt] in
      connection.resume(asked) {
        $0.relay = nil
        $0.follow(relayed.whenFailed(failure), to: asked, hasWaited: true, attempt: attempt + 1)
      }
    }
  }

  // MARK: The connection with the client

  /// The client has left, or gets another answer.
  func cancel() {
    let link = link
    end()
    link?.abandon()
  }

  func clientHasCaughtUp() { if !isAhead { link?.resume() } }

  func start(_ sink: any ResponseSink) {
    self.sink = sink as? StreamSink
    if !early.isEmpty { sink.write(early) }
    early = []
    if hasEnded { sink.finish() } else { clientHasCaughtUp() }
  }

  func ended() { if !hasEnded { cancel() } }

  /// Whether as much waits for the client as may. Before the client has its head, nothing may.
  private var isAhead: Bool { sink.map { $0.waiting > Self.maximumWaiting } ?? true }

  private func answer(with response: HTTPResponse) {
    guard let connection else { return }
    connection.core.relayCounts.answered.add(1, ordering: .relaxed)
    let isWhole = state != .streaming
    connection.resume(asked) {
      if isWhole { $0.relay = nil }
      $0.send(response, to: asked)
    }
  }

  private func end() {
    state = .over
    connection = nil
    link = nil
    sink = nil
  }
}

/// A stream that nobody reads: the client asked with HEAD, or gets a fault of the network in the place of the body.
private struct NoStream: ResponseStream {
  func start(_ sink: any ResponseSink) { sink.finish() }

  func ended() {}
}
