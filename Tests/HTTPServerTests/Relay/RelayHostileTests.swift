import Expectations
import HTTPWire
import Platform
import Synchronization
import Testing

@testable import HTTPServer

/// Peers whose answers are none, clients in crowds, and limits.
struct RelayHostileTests {
  struct Answer: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    init(_ testDescription: String, _ text: String, _ record: [UInt8] = []) {
      self.testDescription = testDescription
      bytes = Array(text.utf8) + record
    }
  }

  static let good = RelayedAnswerRecord.encode(HTTPResponse(status: 200), keepsBody: true, date: "now")

  static func answer(_ testDescription: String, _ body: [UInt8]) -> Answer {
    Answer(testDescription, "HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n", body)
  }

  static func damaged(at index: Int, _ byte: UInt8) -> [UInt8] {
    var bytes = good
    bytes[index] = byte
    return bytes
  }

  static let answers = [
    Answer("no HTTP", "hello\r\n\r\n"),
    Answer("another version", "HTTP/2.0 200 OK\r\n\r\n"),
    Answer("an endless head", "HTTP/1.1 200 OK\r\n" + String(repeating: "X: y\r\n", count: 10_000)),
    Answer("two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na"),
    Answer("a length beyond the limit", "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n"),
    answer("no body", []),
    answer("a short record", [0, 0, 0, 9, 1]),
    answer("a record of four gigabytes", [255, 255, 255, 255, 1, 2, 3, 4]),
    answer("a record without members", [0, 0, 0, 0]),
    answer("a status of two digits", [0, 0, 0, 6, 20, 0, 0, 0, 0, 0]),
    answer("a number without an end", [0, 0, 0, 12] + [UInt8](repeating: 0xFF, count: 12)),
    answer("more fields than there are", [0, 0, 0, 6, 200, 1, 255, 255, 255, 1]),
    answer("an unknown delivery", damaged(at: good.count - 2, 9)),
    answer("a flag that is none", damaged(at: good.count - 1, 2)),
    answer("a text that is not UTF-8", [0, 0, 0, 7, 200, 1, 1, 1, 0xFF, 1, 0x61]),
    Answer(
      "a stream that the record does not announce",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(String(good.count, radix: 16))\r\n",
      good + Array("\r\n".utf8)),
  ]

  @Test(arguments: answers) func anAnswerThatIsNoneIsNoAnswer(_ answer: Answer) throws {
    try RelayLossTests.withPeer { front, peer in
      let client = try #require(RawClient(port: front.httpPort))
      client.send(DeliveryTests.lastRequest)
      let link = try peer.accept()
      _ = try link.request()
      link.send(answer.bytes)
      expectEqual(body(client.readToEnd().text), "unanswered\n")
      #expect(link.hasEnded)
    }
  }

  /// What follows an answer would be taken for the next one.
  @Test func aConnectionWithMoreThanItsAnswerIsNotKept() throws {
    try RelayLossTests.withPeer { front, peer in
      let client = try #require(RawClient(port: front.httpPort))
      client.send(DeliveryTests.request)
      let link = try peer.accept()
      _ = try link.request()
      let bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: \(Self.good.count)\r\n\r\n".utf8) + Self.good
      link.send(bytes + bytes)
      #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
      #expect(link.hasEnded)
      client.send(DeliveryTests.lastRequest)
      let second = try peer.accept()
      _ = try second.request()
      second.answer(RelayAnswerTests.plain)
      expectEqual(body(client.readToEnd().text), "hello")
    }
  }

  struct Request: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let status: Int

    init(_ testDescription: String, _ status: Int, _ text: String, _ body: [UInt8] = []) {
      self.testDescription = testDescription
      self.status = status
      bytes = Array(text.utf8) + body
    }
  }

  static func post(_ count: Int) -> String { "POST /relay/1 HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n" }

  /// A server that is trusted may still be wrong, or of another version.
  @Test(arguments: [
    Request("an ordinary request", 404, DeliveryTests.request),
    Request("another form", 404, "POST /relay/2 HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"),
    Request("no record", 400, post(0)), Request("a short record", 400, post(4), [0, 0, 0, 1]),
    Request("too much", 413, post(100_000_000)),
  ])
  func aRelayedRequestThatIsNoneIsRefused(_ request: Request) throws {
    let witness = RelayTrustTests.Witness()
    try withServer(clusterConfiguration(), witness.handler) { owner in
      let link = try #require(try RawLink.open(to: owner.httpsPort, as: RelayTrust(relayConfiguration())))
      link.send(request.bytes)
      let text = link.receive().map { String(decoding: $0, as: UTF8.self) } ?? ""
      expectEqual(statuses(text), [request.status])
      expectEqual(witness.count, 0)
    }
  }

  /// Two hundred clients at a time share what connections there are, and each gets its own answer.
  @Test func aCrowdSharesConnections() throws {
    try withCluster { front, owner in
      for round in 0..<3 {
        let clients = try (0..<200).map { number in
          let client = try #require(RawClient(port: front.httpPort))
          client.send("GET /\(round)/\(number) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
          return client
        }
        for (number, client) in clients.enumerated() {
          expectEqual(body(client.readToEnd().text), "GET /\(round)/\(number) a ")
        }
      }
      #expect(front.relayFigures.opened < 150)
      expectEqual(owner.relayFigures.taken, 600)
    }
  }

  /// Requests that take long do not keep others from having connections.
  @Test func manyStreamsLeaveRoomForOthers() throws {
    let sources = Mutex<[StreamTests.Source]>([])
    let handler = ClosureHandler { request in
      guard request.path == "/" else { return HTTPResponse(status: 404) }
      var response = HTTPResponse(status: 200)
      let source = StreamTests.Source(first: "one")
      sources.withLock { $0.append(source) }
      response.stream = source
      return response
    }
    try withCluster(handler) { front, _ in
      let clients = try (0..<100).map { _ in
        let client = try #require(RawClient(port: front.httpPort))
        client.send(DeliveryTests.request)
        return client
      }
      for client in clients { #expect(client.read(until: "one").contains("one")) }
      expectEqual(statuses(exchange(front, "GET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").text), [404])
    }
  }

  /// A connection with another server is as much a file of the process as a client's is.
  @Test func connectionsHaveOneLimit() throws {
    var configuration = try clusterConfiguration()
    configuration.limits.maximumConnections = 1
    try withCluster(front: configuration) { front, _ in
      expectEqual(body(exchange(front, DeliveryTests.lastRequest).text), "notSent\n")
      // The first connection is closed a moment after its client has the answer.
      let own = "GET /own HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      #expect((0..<100_000).contains { _ in body(exchange(front, own).text) == "own" })
    }
  }

  /// A name is looked up on another thread, and its addresses are tried in their order.
  @Test func aPeerMayHaveAName() throws {
    let gone = try RawServer().port
    try withServer(clusterConfiguration()) { owner in
      let port = try #require(owner.httpsPort)
      var configuration = try clusterConfiguration()
      let asked = Mutex<[String]>([])
      configuration.lookUp = { host, _ in
        asked.withLock { $0.append(host) }
        return SocketAddress.lookUp("127.0.0.1", port: gone) + SocketAddress.lookUp("127.0.0.1", port: port)
      }
      try withServer(configuration, relaying(to: RelayPeer(host: "replica-1.test", port: port))) { front in
        for _ in 0..<3 { expectEqual(body(exchange(front, DeliveryTests.lastRequest).text), "GET / a ") }
        expectEqual(asked.withLock { $0 }, ["replica-1.test"])
      }
    }
  }

  @Test func aNameThatNobodyKnowsIsNotSent() throws {
    var configuration = try clusterConfiguration()
    configuration.lookUp = { _, _ in [] }
    try withServer(configuration, relaying(to: RelayPeer(host: "gone.test", port: 1))) { front in
      expectEqual(body(exchange(front, DeliveryTests.lastRequest).text), "notSent\n")
    }
  }
}
