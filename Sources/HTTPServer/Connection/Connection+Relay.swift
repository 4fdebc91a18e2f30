import Bytes
import HTTPWire
import Platform
import Synchronization

extension Connection {
  /// Servers that are asked for the answer to one request. A handler that names more is in a circle.
  private static let maximumAttempts = 32
  /// How long a request may wait for a connection with its peer: the look-up of the name, and those that wait before it.
  private static let waitingTime = Duration.seconds(10)

  // MARK: The server that the client asked

  /// Has another server answer.
  func relay(_ relayed: RelayedRequest, for asked: ParkedRequest, attempt: Int) {
    guard attempt < Self.maximumAttempts else {
      return send(.plain(503, "No server of the cluster takes the request."), to: asked)
    }
    // What has been relayed once stays where it is: two servers that hold each other for the right one would send it to and fro.
    guard core.relay != nil, asked.request.relayNote == nil else {
      return follow(.notTaken, to: asked, hasWaited: true)
    }
    park(asked)
    let exchange = RelayedExchange(relayed, for: asked, attempt: attempt, connection: self)
    relay = exchange
    awaitLink(exchange, again: false)
  }

  /// Has the request wait for a connection with its peer.
  func awaitLink(_ exchange: RelayedExchange, again: Bool) {
    deadline = loop.time(after: Self.waitingTime)
    loop.relays.carry(exchange, again: again, loop: loop, core: core)
  }

  // MARK: The server that answers

  /// After the handshake: whether the connection may go on. A client that asked for the cluster's own certificate must have shown one itself,
  /// in this handshake and not through another server; it gets a reader with room for what is around the requests of clients.
  func admitRelay() -> Bool {
    guard let trust = core.relay, let name = tls?.serverName, ASCII.equalIgnoringCase(name, trust.serverName) else {
      return true
    }
    guard tls?.hasVerifiedPeer == true, !isTunnelled else { return false }
    isRelay = true
    mockidp_notice_loss(socket, false)
    var sizes = limits.sizes
    sizes.bodyBytes += 4 * sizes.headBytes + 65_536
    parser = HTTPRequestParser(limits: sizes)
    return true
  }

  /// Answers a request that another server relays.
  func answerRelayed(_ head: HTTPRequestHead, _ body: [UInt8]) {
    guard head.method == "POST", head.target.path == RelayedRequestRecord.path else {
      return finish(with: .plain(404, "This server takes relayed requests in another form."))
    }
    do throws(HTTPParseError) {
      var request = try RelayedRequestRecord.decode(body)
      request.arrivedAt = loop.now
      core.relayCounts.taken.add(1, ordering: .relaxed)
      ask(ParkedRequest(request: request, head: head), hasWaited: false)
    } catch {
      finish(with: .plain(error.status, error.message))
    }
  }

  /// Sends an answer to the server that relayed the request. That server carries out the delivery toward the client.
  func sendRelayed(_ response: HTTPResponse, to asked: ParkedRequest) {
    let answersHead = asked.request.method == "HEAD"
    let keepsBody = !answersHead && !HTTPStatus.isBodiless(response.status)
    let record = RelayedAnswerRecord.encode(
      response, keepsBody: keepsBody, date: loop.date(after: response.delivery.delay))
    let closes = !asked.head.keepsAlive || core.isStopping
    if let stream = response.stream, !answersHead, response.delivery.manner.sendsBody {
      var outer = HTTPResponse(status: 200)
      outer.stream = stream
      let delivery = ActiveDelivery(response: outer, encoder: HTTPResponseEncoder(closes: closes, date: ""))
      delivery.prologue = record
      return start(delivery)
    }
    let body = keepsBody && response.stream == nil ? response.body : []
    output.bytes.append(contentsOf: "HTTP/1.1 200 OK\r\nContent-Length: \(record.count + body.count)\r\n".utf8)
    if closes { output.bytes.append(contentsOf: "Connection: close\r\n".utf8) }
    output.bytes.append(contentsOf: "\r\n".utf8)
    output.bytes.append(contentsOf: record)
    output.bytes.append(contentsOf: body)
    if closes { phase = .closing }
  }
}

extension Delivery.Manner {
  /// Whether the client gets a whole body. `.cut` alone gives a part, and of a stream none.
  fileprivate var sendsBody: Bool {
    switch self {
    case .whole, .slow: true
    case .cut, .reset, .silent: false
    }
  }
}
