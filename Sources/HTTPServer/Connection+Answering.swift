import CLinux
import Dispatch
import HTTPWire

extension Connection {
  static let tunnelHead = Array("HTTP/1.1 200 Connection Established\r\n\r\n".utf8)

  func answer(_ head: HTTPRequestHead, body: [UInt8]) {
    if head.method == "CONNECT", !isTunnelled { return connect(head) }
    if head.target.scheme != nil, passOn(head, body) { return }
    var request = HTTPRequest(head, body: body, isSecure: tls != nil, peer: peer)
    // Some clients send clear text through a tunnel and name the scheme they mean in the target.
    if isTunnelled, head.target.scheme == "https" { request.isSecure = true }
    ask(ParkedRequest(request: request, head: head), hasWaited: false)
  }

  private func ask(_ asked: ParkedRequest, hasWaited: Bool) {
    switch core.handler.answer(asked.request, hasWaited: hasWaited) {
    case .response(let response): send(response, to: asked.head)
    case .later(let work):
      phase = .answering
      deadline = .max
      parked = asked
      let resume: @Sendable () -> Void = { [weak self] in self?.resume(asked) }
      work { [queue = loop.queue] in queue.async(execute: resume) }
    }
  }

  /// The work that a request waited for has ended.
  private func resume(_ asked: ParkedRequest) {
    guard phase == .answering, parked === asked else { return }
    loop.refresh()
    parked = nil
    waitingFor = nil
    phase = .serving
    ask(asked, hasWaited: true)
    // What TLS took from the socket meanwhile is announced by nobody.
    if tls?.hasPending == true { readSoon() }
    advance()
  }

  private func send(_ response: HTTPResponse, to head: HTTPRequestHead) {
    let encoder = HTTPResponseEncoder(
      answersHead: head.method == "HEAD", minorVersion: head.minorVersion,
      closes: !head.keepsAlive || response.fields.hasListToken("Connection", "close"), date: "")
    if response.delivery == .prompt, response.stream == nil {
      sendWhole(response, encoder)
    } else {
      start(ActiveDelivery(response: response, encoder: encoder))
    }
  }

  /// Sends an answer of the server's own and ends the connection.
  func finish(with response: HTTPResponse) {
    sendWhole(response, HTTPResponseEncoder(closes: true, date: ""))
    flush()
    settle()
  }

  private func sendWhole(_ response: HTTPResponse, _ encoder: HTTPResponseEncoder) {
    let encoder = sendHead(response, encoder)
    if encoder.sendsBody(response) { output.bytes.append(contentsOf: response.body) }
    if encoder.closes { phase = .closing }
  }

  /// Settles what only the moment of sending decides, and sends the head.
  private func sendHead(_ response: HTTPResponse, _ encoder: HTTPResponseEncoder) -> HTTPResponseEncoder {
    var encoder = encoder
    encoder.date = loop.date
    if core.isStopping || response.stream != nil && !encoder.chunksStreams { encoder.closes = true }
    encoder.appendHead(of: response, to: &output.bytes)
    return encoder
  }

  private func connect(_ head: HTTPRequestHead) {
    guard let authority = HTTPAuthority(head.target.authority ?? ""), let policy = core.configuration.proxy else {
      return finish(with: .plain(501, "This server is no proxy; it does not serve CONNECT."))
    }
    let target = ProxyTarget(
      method: head.method, authority: authority, isOwnPort: core.listens(on: authority.port ?? 443))
    let decision = policy.decide(on: target)
    switch decision {
    case .refuse(let response):
      // A body that one reader skips and another takes for requests is not left to either.
      sendWhole(response, HTTPResponseEncoder(closes: !head.keepsAlive || head.announcesBody, date: ""))
    case .serve, .tunnel:
      guard parser.backlog == 0 else {
        return finish(with: .plain(400, "The client did not wait for the answer to its CONNECT."))
      }
      if case .tunnel(let permit) = decision { return hand(overTo: target, .established, permit) }
      output.bytes.append(contentsOf: Self.tunnelHead)
      isTunnelled = true
      phase = .sniffing
      deadline = loop.time(after: limits.handshakeTime)
    }
  }

  /// Deals with a request for another host, which clients send to a proxy in clear text when the host's scheme is `http`. False
  /// when it is for this server to answer.
  private func passOn(_ head: HTTPRequestHead, _ body: [UInt8]) -> Bool {
    guard !isTunnelled, tls == nil, let policy = core.configuration.proxy,
      let authority = HTTPAuthority(head.target.authority ?? "")
    else { return false }
    let usualPort: UInt16 = head.target.scheme == "https" ? 443 : 80
    let target = ProxyTarget(
      method: head.method, authority: authority, path: head.target.path,
      isOwnPort: core.listens(on: authority.port ?? usualPort), defaultPort: usualPort)
    switch policy.decide(on: target) {
    case .serve: return false
    case .refuse(let response): sendWhole(response, HTTPResponseEncoder(closes: !head.keepsAlive, date: ""))
    case .tunnel(let permit):
      guard head.target.scheme == "http" else {
        finish(with: .plain(501, "A proxy is asked for an https URL with CONNECT."))
        return true
      }
      guard parser.backlog == 0, let request = ForwardedRequest.encode(head, body: body) else {
        finish(with: .plain(400, "The client did not wait for the answer to its request."))
        return true
      }
      hand(overTo: target, .request(request), permit)
    }
    return true
  }

  /// Gives the socket to a tunnel. For the loop the connection is over.
  private func hand(overTo target: ProxyTarget, _ opening: Tunnel.Opening, _ permit: TunnelPermit) {
    flush()
    guard output.isEmpty, tls == nil, !core.isStopping else { return close() }
    detach()
    let tunnel = Tunnel(client: socket, core: core)
    core.tunnelBegan(tunnel)
    tunnel.run(to: target.authority.host, port: target.port, opening: opening, permit: permit, date: loop.date)
  }

  // MARK: Delivery over time

  private func start(_ delivery: ActiveDelivery) {
    phase = .answering
    deadline = .max
    self.delivery = delivery
    let delay = delivery.response.delivery.delay
    if delay > .zero { wait(delay, for: delivery) { $0.carryOut(delivery) } } else { carryOut(delivery) }
  }

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

  private func sendStep(of delivery: ActiveDelivery) {
    guard case .slow(let bytes, let interval) = delivery.response.delivery.manner else { return }
    let rest = delivery.response.body[delivery.sentBytes...]
    let step = rest.prefix(max(1, bytes))
    output.bytes.append(contentsOf: step)
    delivery.sentBytes += step.count
    if step.count == rest.count { return end(delivery, closes: delivery.encoder.closes) }
    wait(interval, for: delivery) { $0.sendStep(of: delivery) }
  }

  private func end(_ delivery: ActiveDelivery, closes: Bool) {
    self.delivery = nil
    waitingFor = nil
    phase = closes || core.isStopping ? .closing : .serving
    // What TLS took from the socket meanwhile is announced by nobody.
    if tls?.hasPending == true { readSoon() }
  }

  // MARK: Streams

  private func startStream(of delivery: ActiveDelivery) {
    guard let stream = delivery.response.stream else { return }
    let sink = StreamSink(stream: stream, connection: self, queue: loop.queue)
    delivery.sink = sink
    stream.start(sink)
    if core.isStopping { sink.finish() }
  }

  /// A stream has produced something.
  func streamHasMore() {
    loop.refresh()
    advance()
  }

  /// Takes what a stream has produced, once all that came before it was sent: it goes no faster than its client.
  func takeFromStream() {
    guard let delivery, let sink = delivery.sink, output.isEmpty else { return }
    let (bytes, isFinished) = sink.take()
    if delivery.encoder.chunksStreams {
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

/// A timer's errand. Sendable because it is made and used on one loop's queue.
private struct Step: @unchecked Sendable {
  let delivery: ActiveDelivery
  let body: (Connection) -> Void
}
