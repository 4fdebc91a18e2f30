import Dispatch
import HTTPWire
import Platform

extension Connection {
  /// Answers one complete request: as a proxy for CONNECT and for absolute URLs of other hosts, else through the
  /// handler.
  func answer(_ head: HTTPRequestHead, body: [UInt8]) {
    if isRelay { return answerRelayed(head, body) }
    if head.method == "CONNECT", !isTunnelled { return connect(head) }
    if head.target.scheme != nil, passOn(head, body) { return }
    var request = HTTPRequest(head, body: body, isSecure: tls != nil, peer: peer)
    request.tunnel = tunnel
    request.arrivedAt = loop.now
    // Some clients send clear text through a tunnel and write an absolute `https` URL as the target. The client then
    // means a secure request.
    if isTunnelled, head.target.scheme == "https" { request.isSecure = true }
    ask(ParkedRequest(request: request, head: head), hasWaited: false)
  }

  /// Asks the handler. An answer that comes later parks the request, and the connection takes no other request until
  /// it is asked again.
  func ask(_ asked: ParkedRequest, hasWaited: Bool) {
    follow(core.handler.answer(asked.request, hasWaited: hasWaited), to: asked, hasWaited: hasWaited)
  }

  /// Does what the handler said. `attempt` counts the servers that were asked in vain.
  func follow(_ answer: HTTPAnswer, to asked: ParkedRequest, hasWaited: Bool, attempt: Int = 0) {
    switch answer {
    case .response(let response): send(response, to: asked)
    case .later(let work): park(asked, hasWaited: true, during: work)
    case .notYet(let work): park(asked, hasWaited: hasWaited, during: work)
    case .elsewhere(let work):
      park(asked)
      let give: @Sendable (HTTPResponse) -> Void = { [weak self] response in
        self?.resume(asked) { $0.send(response, to: asked) }
      }
      work { [queue = loop.queue] response in queue.async { give(response) } }
    case .after(let work):
      park(asked)
      let goOn: @Sendable (@escaping @Sendable () -> HTTPAnswer) -> Void = { [weak self] answer in
        self?.resume(asked) { $0.follow(answer(), to: asked, hasWaited: hasWaited, attempt: attempt) }
      }
      work { [queue = loop.queue] answer in queue.async { goOn(answer) } }
    case .notTaken:
      guard isRelay else { return send(.plain(503, "No server of the cluster takes the request."), to: asked) }
      output.bytes.append(contentsOf: "HTTP/1.1 421 Misdirected Request\r\nContent-Length: 0\r\n\r\n".utf8)
    case .relayed(let relayed): relay(relayed, for: asked, attempt: attempt)
    }
  }

  /// Keeps the request until the work is done, and asks the handler again. `hasWaited` is what the handler is told then.
  private func park(
    _ asked: ParkedRequest, hasWaited: Bool,
    during work: @Sendable (_ whenDone: @escaping @Sendable () -> Void) -> Void
  ) {
    park(asked)
    let resume: @Sendable () -> Void = { [weak self] in
      self?.resume(asked) { $0.ask(asked, hasWaited: hasWaited) }
    }
    work { [queue = loop.queue] in queue.async(execute: resume) }
  }

  /// Keeps a request until its work has ended.
  func park(_ asked: ParkedRequest) {
    phase = .answering
    deadline = .max
    parked = asked
  }

  /// Goes on with a request after the work that it waited for has ended. Does nothing when the connection was closed in
  /// the meantime.
  func resume(_ asked: ParkedRequest, _ answer: (Connection) -> Void) {
    guard phase == .answering, parked === asked else { return }
    loop.refresh()
    parked = nil
    waitingFor = nil
    phase = .serving
    answer(self)
    // TLS may have taken bytes from the socket in the meantime. No event announces those bytes, so the connection
    // reads once by itself.
    if tls?.hasPending == true { readSoon() }
    advance()
  }

  func send(_ response: HTTPResponse, to asked: ParkedRequest) {
    if isRelay { return sendRelayed(response, to: asked) }
    let head = asked.head
    let encoder = HTTPResponseEncoder(
      answersHead: head.method == "HEAD", minorVersion: head.minorVersion,
      closes: !head.keepsAlive || response.fields.hasListToken("Connection", "close"), date: "")
    if response.delivery == .prompt, response.stream == nil {
      sendWhole(response, encoder)
    } else {
      start(ActiveDelivery(response: response, encoder: encoder))
    }
  }

  /// Sends an answer that the server itself makes, such as 400 or 408, and ends the connection.
  func finish(with response: HTTPResponse) {
    ServerCounters.raise(core.counters.ownAnswers)
    sendWhole(response, HTTPResponseEncoder(closes: true, date: ""))
    flush()
    settle()
  }

  func sendWhole(_ response: HTTPResponse, _ encoder: HTTPResponseEncoder) {
    let encoder = sendHead(response, encoder)
    if encoder.sendsBody(response) { output.bytes.append(contentsOf: response.body) }
    if encoder.closes { phase = .closing }
  }

  /// Sends the head. The date and whether the connection ends are decided here, at the moment of sending.
  private func sendHead(_ response: HTTPResponse, _ encoder: HTTPResponseEncoder) -> HTTPResponseEncoder {
    var encoder = encoder
    encoder.date = loop.date
    if core.isStopping || response.stream != nil && (!encoder.chunksStreams || response.status == 101) {
      encoder.closes = true
    }
    encoder.appendHead(of: response, to: &output.bytes)
    return encoder
  }

  // MARK: Delivery over time

  func start(_ delivery: ActiveDelivery) {
    phase = .answering
    deadline = .max
    self.delivery = delivery
    let delay = delivery.response.delivery.delay
    if delay > .zero { wait(delay, for: delivery) { $0.carryOut(delivery) } } else { carryOut(delivery) }
  }

  /// Runs `body` on the loop after `duration`, unless the delivery has ended or the connection was closed by then.
  private func wait(
    _ duration: Duration, for delivery: ActiveDelivery, then body: @escaping (Connection) -> Void
  ) {
    let step = Step(delivery: delivery, body: body)
    loop.queue.asyncAfter(deadline: .now() + DispatchTimeInterval(duration)) { [weak self] in
      guard let self, self.delivery === step.delivery else { return }
      loop.refresh()
      step.body(self)
      advance()
    }
  }

  private func carryOut(_ delivery: ActiveDelivery) {
    let response = delivery.response
    switch response.delivery.manner {
    case .reset:
      flush()
      reset()
    case .silent:
      if core.isStopping { return close() }
      deadline = loop.time(after: limits.idleTime)
    case .cut(let count):
      let encoder = sendHead(response, delivery.encoder)
      if encoder.sendsBody(response) { output.bytes.append(contentsOf: response.body.prefix(max(0, count))) }
      endsAbruptly = true
      end(delivery, closes: true)
    case .slow where delivery.encoder.sendsBody(response):
      delivery.encoder = sendHead(response, delivery.encoder)
      sendStep(of: delivery)
    case .whole, .slow:
      delivery.encoder = sendHead(response, delivery.encoder)
      if response.stream != nil, !delivery.encoder.answersHead { return startStream(of: delivery) }
      if delivery.encoder.sendsBody(response) { output.bytes.append(contentsOf: response.body) }
      end(delivery, closes: delivery.encoder.closes)
    }
  }

  /// Sends the next piece of a slow body and arranges the one after it.
  private func sendStep(of delivery: ActiveDelivery) {
    guard case .slow(let bytes, let interval) = delivery.response.delivery.manner else { return }
    let rest = delivery.response.body[delivery.sentBytes...]
    let step = rest.prefix(max(1, bytes))
    output.bytes.append(contentsOf: step)
    delivery.sentBytes += step.count
    if step.count == rest.count { return end(delivery, closes: delivery.encoder.closes) }
    wait(interval, for: delivery) { $0.sendStep(of: delivery) }
  }

  /// Ends a delivery. The connection goes on with the requests behind it, or closes.
  private func end(_ delivery: ActiveDelivery, closes: Bool) {
    self.delivery = nil
    relay = nil
    waitingFor = nil
    phase = closes || core.isStopping ? .closing : .serving
    // TLS may have taken bytes from the socket in the meantime. No event announces those bytes, so the connection
    // reads once by itself.
    if tls?.hasPending == true { readSoon() }
  }

  // MARK: Streams

  private func startStream(of delivery: ActiveDelivery) {
    guard let stream = delivery.response.stream else { return }
    // After a 101 the client's next bytes belong to the stream. Whoever sends them before has not waited for it.
    if delivery.upgraded != nil, parser.backlog > 0 { return close() }
    let sink = StreamSink(stream: stream, connection: self, queue: loop.queue)
    delivery.sink = sink
    HTTPResponseEncoder.appendChunk(delivery.prologue, to: &output.bytes)
    stream.start(sink)
    if core.isStopping { sink.finish() }
  }

  /// Called on the loop when a stream has written bytes or has finished.
  func streamHasMore() {
    loop.refresh()
    advance()
  }

  /// Takes what a stream has written, but only when all earlier bytes were sent. So a slow client makes the bytes
  /// pile up in the sink, which has a limit.
  func takeFromStream() {
    guard let delivery, let sink = delivery.sink, output.isEmpty else { return }
    let (bytes, isFinished) = sink.take()
    relay?.clientHasCaughtUp()
    if delivery.encoder.chunksStreams, delivery.upgraded == nil {
      HTTPResponseEncoder.appendChunk(bytes, to: &output.bytes)
      if isFinished { output.bytes.append(contentsOf: HTTPResponseEncoder.lastChunk) }
    } else {
      output.bytes.append(contentsOf: bytes)
    }
    guard isFinished else { return }
    sink.end()
    end(delivery, closes: delivery.encoder.closes)
  }
}

/// What a timer does when it fires. Sendable because the connection makes it and runs it on one loop's queue only.
private struct Step: @unchecked Sendable {
  let delivery: ActiveDelivery
  let body: (Connection) -> Void
}
