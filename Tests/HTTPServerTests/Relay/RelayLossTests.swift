import Expectations
import HTTPWire
import Platform
import Synchronization
import Testing

@testable import HTTPServer

/// What becomes of a request whose peer is not there, goes away, or says nothing.
struct RelayLossTests {
  static let first = "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"

  /// Runs a server that relays to a peer that does what the test does.
  static func withPeer(
    _ configuration: HTTPServerConfiguration? = nil, _ body: (_ front: HTTPServer, _ peer: RawPeer) throws -> Void
  ) throws {
    let peer = try RawPeer()
    try withServer(try configuration ?? clusterConfiguration(), relaying(to: peer.peer)) { try body($0, peer) }
  }

  @Test func nobodyListens() throws {
    let port = try RawServer().port
    let handler = relaying(to: RelayPeer(host: "127.0.0.1", port: port))
    try withServer(clusterConfiguration(), handler) { front in
      for _ in 0..<3 { expectEqual(body(exchange(front, DeliveryTests.lastRequest).text), "notSent\n") }
      expectEqual(front.relayFigures, RelayFigures(notSent: 3))
    }
  }

  /// A peer that takes connections and says nothing, as a process that is stopped: for a while, and another may be tried.
  @Test func nobodyShakesHands() throws {
    let silent = try RawServer()
    let handler = relaying(to: RelayPeer(host: "127.0.0.1", port: silent.port))
    var relay = try relayConfiguration()
    expectEqual(relay.openingTime, .seconds(2))
    relay.openingTime = .milliseconds(20)
    try withServer(clusterConfiguration(relay), handler) { front in
      expectEqual(body(exchange(front, DeliveryTests.lastRequest).text), "notSent\n")
    }
  }

  /// The handler names another peer, and the request goes there whole.
  @Test func anotherPeerIsAsked() throws {
    let nobody = RelayPeer(host: "127.0.0.1", port: try RawServer().port)
    try withServer(clusterConfiguration(), echo) { owner in
      let peer = RelayPeer(host: "127.0.0.1", port: try #require(owner.httpsPort))
      let handler = AnyHandler { request in
        .relayed(
          RelayedRequest(peer: nobody, request: request, note: "a") { _ in
            .relayed(RelayedRequest(peer: peer, request: request, note: "b", whenFailed: failed))
          })
      }
      try withServer(clusterConfiguration(), handler) { front in
        let text = exchange(front, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc")
          .text
        expectEqual(body(text), "POST / a abc")
      }
    }
  }

  /// A handler that knows none but peers that are gone comes to an end.
  @Test func aCircleOfPeersEnds() throws {
    let nobody = RelayPeer(host: "127.0.0.1", port: try RawServer().port)
    @Sendable func again(_ request: HTTPRequest) -> HTTPAnswer {
      .relayed(RelayedRequest(peer: nobody, request: request, note: "") { _ in again(request) })
    }
    try withServer(clusterConfiguration(), AnyHandler { again($0) }) { front in
      expectEqual(statuses(exchange(front, DeliveryTests.lastRequest).text), [503])
      expectEqual(front.relayFigures.notSent, 32)
    }
  }

  @Test func aServerThatIsAloneRelaysNothing() throws {
    try withServer(testConfiguration(), relaying(to: RelayPeer(host: "127.0.0.1", port: 1))) { front in
      expectEqual(
        body(exchange(front, DeliveryTests.lastRequest).text), "No server of the cluster takes the request.\n")
    }
  }

  struct End: CustomTestStringConvertible {
    let testDescription: String
    /// What the peer does with the second request, which comes over the connection of the first.
    let body: @Sendable (RawLink) throws -> Void
    /// What the client gets; nil when the request is sent again.
    let failure: String?

    init(_ testDescription: String, _ failure: String?, _ body: @escaping @Sendable (RawLink) throws -> Void) {
      self.testDescription = testDescription
      self.failure = failure
      self.body = body
    }
  }

  static let ends = [
    // The peer had no request when it said so.
    End("ends in order instead of an answer", nil) {
      $0.endInOrder()
      _ = try $0.request()
    },
    End("takes the request and is killed", "unanswered") { _ = try $0.request() },
    End("takes the request and resets", "unanswered") {
      _ = try $0.request()
      _ = mockidp_reset_on_close($0.client.socket)
    },
    End("is killed in the middle of a head", "unanswered") {
      _ = try $0.request()
      $0.send("HTTP/1.1 200 OK\r\nConte")
    },
    End("is killed in the middle of a body", "unanswered") {
      _ = try $0.request()
      $0.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc")
    },
    End("ends in order in the middle of a body", "unanswered") {
      _ = try $0.request()
      $0.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc")
      $0.endInOrder()
    },
    End("does not take it", "notSent") {
      _ = try $0.request()
      $0.send("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    },
  ]

  /// A kept connection ends under a request. It is sent again only when the peer has surely not begun with it.
  @Test(arguments: ends) func aKeptConnectionEnds(_ end: End) throws {
    try Self.withPeer { front, peer in
      let client = try #require(RawClient(port: front.httpPort))
      client.send(Self.first)
      var link: RawLink? = try peer.accept()
      try expectEqual(link?.request().path, "/1")
      link?.answer(RelayAnswerTests.plain)
      #expect(client.read(until: "hello").contains("hello"))
      // The peer acts when the request is on its way: the front has looked at the connection before it used it.
      client.send("POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx")
      while front.relayFigures.sent < 2 { sched_yield() }
      try link.map(end.body)
      link = nil
      if let failure = end.failure {
        expectEqual(body(client.readToEnd().text), failure + "\n")
        expectEqual(front.relayFigures.opened, 1)
      } else {
        let second = try peer.accept()
        try expectEqual(second.request().path, "/2")
        second.answer(RelayAnswerTests.plain)
        expectEqual(body(client.readToEnd().text), "hello")
        expectEqual(front.relayFigures.opened, 2)
      }
    }
  }

  /// A new connection ends under its first request, as one does that was idle for too long while this server was busy.
  @Test(arguments: ends) func aNewConnectionEnds(_ end: End) throws {
    try Self.withPeer { front, peer in
      let client = try #require(RawClient(port: front.httpPort))
      client.send(DeliveryTests.lastRequest)
      var link: RawLink? = try peer.accept()
      while front.relayFigures.sent < 1 { sched_yield() }
      try link.map(end.body)
      link = nil
      if let failure = end.failure {
        expectEqual(body(client.readToEnd().text), failure + "\n")
        expectEqual(front.relayFigures.opened, 1)
      } else {
        let second = try peer.accept()
        _ = try second.request()
        second.answer(RelayAnswerTests.plain)
        expectEqual(body(client.readToEnd().text), "hello")
        let figures = front.relayFigures
        #expect(figures.sent == 2 && figures.answered == 1 && figures.opened == 2)
        #expect(figures.notSent == 0 && figures.unanswered == 0)
      }
    }
  }

  /// A peer that ends every connection is asked some times, and the request may go elsewhere then.
  @Test func aPeerThatTakesNoRequestIsLeftAlone() throws {
    try Self.withPeer { front, peer in
      let client = try #require(RawClient(port: front.httpPort))
      client.send(DeliveryTests.lastRequest)
      for _ in 0..<4 {
        let link = try peer.accept()
        link.endInOrder()
        _ = try link.request()
      }
      expectEqual(body(client.readToEnd().text), "notSent\n")
      expectEqual(front.relayFigures, RelayFigures(sent: 4, notSent: 1, opened: 4))
    }
  }

  /// One that has ended before the next request is not used for it.
  @Test(arguments: [false, true]) func aDeadConnectionIsNoticed(inOrder: Bool) throws {
    try Self.withPeer { front, peer in
      let client = try #require(RawClient(port: front.httpPort))
      client.send(Self.first)
      var link: RawLink? = try peer.accept()
      _ = try link?.request()
      link?.answer(RelayAnswerTests.plain)
      #expect(client.read(until: "hello").contains("hello"))
      if inOrder { link?.endInOrder() } else { link = nil }
      client.send(DeliveryTests.lastRequest)
      let second = try peer.accept()
      _ = try second.request()
      second.answer(RelayAnswerTests.plain)
      expectEqual(body(client.readToEnd().text), "hello")
      expectEqual(front.relayFigures.unanswered, 0)
    }
  }

  /// A client that does not wait any longer ends the connection on which its answer would have come.
  @Test func aClientThatLeavesEndsTheRelay() throws {
    try Self.withPeer { front, peer in
      var client = RawClient(port: front.httpPort)
      client?.send(DeliveryTests.request)
      let link = try peer.accept()
      _ = try link.request()
      _ = mockidp_reset_on_close(try #require(client).socket)
      client = nil
      #expect(link.hasEnded)
      while front.relayFigures.open > 0 { sched_yield() }
    }
  }

  /// The other server closes connections that have been idle for a few milliseconds: before one is used, or at that moment.
  @Test func aServerThatClosesIdleConnectionsLosesNothing() throws {
    var owner = try clusterConfiguration()
    owner.limits.idleTime = .milliseconds(5)
    try withCluster(owner: owner) { front, _ in
      let client = try #require(RawClient(port: front.httpPort))
      for number in 0..<300 {
        client.send("POST /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx")
        let text = client.read(until: " a x")
        expectEqual(statuses(text), [200])
        if number % 10 == 0 { while front.relayFigures.open > 0 { sched_yield() } }
      }
      expectEqual(front.relayFigures.unanswered, 0)
      expectEqual(front.relayFigures.notSent, 0)
    }
  }

  /// A server that stops finishes what it has taken, and takes nothing more.
  @Test func aServerThatStopsFinishes() throws {
    let begun = Atomic(false)
    let mayGoOn = Atomic(false)
    let handler = AnyHandler { _ in
      .elsewhere { give in
        _ = OwnThread.start {
          begun.store(true, ordering: .sequentiallyConsistent)
          while !mayGoOn.load(ordering: .sequentiallyConsistent) { sched_yield() }
          give(HTTPResponse(status: 201))
        }
      }
    }
    try withCluster(handler) { front, owner in
      let client = try #require(RawClient(port: front.httpPort))
      client.send(DeliveryTests.lastRequest)
      while !begun.load(ordering: .sequentiallyConsistent) { sched_yield() }
      let hasStopped = Atomic(false)
      #expect(
        OwnThread.start {
          owner.stop(grace: .seconds(10))
          hasStopped.store(true, ordering: .sequentiallyConsistent)
        })
      mayGoOn.store(true, ordering: .sequentiallyConsistent)
      expectEqual(statuses(client.readToEnd().text), [201])
      while !hasStopped.load(ordering: .sequentiallyConsistent) { sched_yield() }
      expectEqual(body(exchange(front, DeliveryTests.lastRequest).text), "notSent\n")
      #expect(front.stop(grace: .seconds(10)))
    }
  }
}
