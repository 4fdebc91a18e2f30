import Dispatch
import Expectations
import HTTPWire
import Synchronization
import Testing

@testable import HTTPServer

/// What the client gets, and what the other server's handler sees, is what it would be without the relay.
struct RelayAnswerTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let request: String
    let response: HTTPResponse

    init(_ testDescription: String, _ request: String = get, _ response: HTTPResponse = plain) {
      self.testDescription = testDescription
      self.request = request
      self.response = response
    }
  }

  static let get =
    "GET /a/b?c=d HTTP/1.1\r\nHost: Login.Test:8443\r\nX-Twice: 1\r\nX-Twice: 2\r\nConnection: close\r\n\r\n"
  static let head = get.replacingMethod("HEAD")
  static let plain = HTTPResponse(status: 200, fields: ["Content-Type": "text/plain"], body: Array("hello".utf8))

  static func large(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) } }

  /// Finishes by itself.
  struct Pieces: ResponseStream {
    let pieces: [String]

    func start(_ sink: any ResponseSink) {
      for piece in pieces { sink.write(Array(piece.utf8)) }
      sink.finish()
    }

    func ended() {}
  }

  static func stream(_ pieces: String...) -> HTTPResponse {
    var response = HTTPResponse(status: 200, fields: ["Content-Type": "text/event-stream"])
    response.stream = Pieces(pieces: pieces)
    return response
  }

  static func status(_ status: Int, _ fields: HTTPFields, _ body: String = "") -> HTTPResponse {
    HTTPResponse(status: status, fields: fields, body: Array(body.utf8))
  }

  static let rows = [
    Row("a small body"),
    Row("no body", get, HTTPResponse(status: 200)),
    Row("three megabytes", get, HTTPResponse(status: 200, body: large(3_000_000))),
    Row("HEAD", head),
    Row("HEAD of an answer with a length of its own", head, status(200, ["Content-Length": "77"])),
    Row("HEAD of an answer with a wrong length", head, status(200, ["Content-Length": "77", "X": "y"], "abc")),
    Row("HEAD of 304", head, status(304, ["Content-Length": "7", "ETag": "\"a\""], "abc")),
    Row("204", get, status(204, ["X": "y"], "never sent")),
    Row("304", get, status(304, ["Content-Length": "7", "ETag": "\"a\""], "never sent")),
    Row("404", get, status(404, [:], "no")),
    Row("a status of nobody", get, status(599, [:])),
    Row("an answer with a date", get, status(200, ["Date": "Thu, 01 Jan 1970 00:00:00 GMT", "X": "y"])),
    Row("an answer that ends the connection", get.keptAlive, status(200, ["Connection": "close", "X": "y"])),
    Row("repeated fields", get, status(302, ["Set-Cookie": "a=1", "set-cookie": "b=2", "Location": "/ü"])),
    Row("fields that no head may have", get, status(200, ["X": "a\r\nY: b", "bad name": "c", "Z": ""])),
    Row("HTTP/1.0", "GET / HTTP/1.0\r\n\r\n"),
    Row("HTTP/1.0 that is kept", "GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n"),
    Row("OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
    Row("an absolute URL", "GET http://B.test:81/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
    Row("an empty query", "GET /x? HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
    Row("a body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc"),
    Row(
      "chunks",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
    Row(
      "the largest body",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\nConnection: close\r\n\r\n"
        + String(repeating: "x", count: 1_048_576)),
    Row(
      "an expectation",
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc"),
    Row(
      "as many fields as there may be",
      "GET / HTTP/1.1\r\n\(String(repeating: "Y: z\r\n", count: 97))Host: a\r\n\(last)"),
    Row("three in a row", String(repeating: get.keptAlive, count: 2) + get),
    Row("a stream", get, stream("one", "two")),
    Row("a stream without a byte", get, stream()),
    Row("HEAD of a stream", head, stream("one")),
    Row("a stream to HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", stream("one", "two")),
    Row("a stream and one more", get.keptAlive + get, stream("one")),
  ]
  static let last = "Connection: close\r\n\r\n"

  @Test(arguments: rows) func bytesAreTheSame(_ row: Row) throws {
    let seen = Mutex<[HTTPRequest]>([])
    let handler = ClosureHandler { request in
      seen.withLock { $0.append(request) }
      return row.response
    }
    try withCluster(handler) { front, owner in
      let direct = exchange(owner, row.request)
      let count = seen.withLock { $0.count }
      let relayed = exchange(front, row.request)
      expectEqual(relayed.text, direct.text)
      expectEqual(relayed.end, direct.end)
      var requests = seen.withLock { $0 }
      try #require(count > 0 && requests.count == 2 * count)
      for request in requests[count...] { expectEqual(request.relayNote, "world 7") }
      for index in requests.indices { (requests[index].relayNote, requests[index].arrivedAt) = (nil, 0) }
      for (request, other) in zip(requests[..<count], requests[count...]) {
        expectEqual(String(describing: request), String(describing: other))
      }
      expectEqual(front.relayFigures.answered, count)
      expectEqual(owner.relayFigures.taken, count)
      expectEqual(front.relayFigures.opened, 1)
    }
  }

  /// The client came over TLS, through a CONNECT, from an address: the other server is told.
  @Test func theHandlerSeesHowTheClientCame() throws {
    let seen = Mutex<[HTTPRequest]>([])
    let handler = ClosureHandler { request in
      seen.withLock { $0.append(request) }
      return HTTPResponse(status: 200)
    }
    var configuration = try clusterConfiguration()
    configuration.proxy = ProxyTests.Policy()
    try withCluster(front: configuration, handler) { front, owner in
      let client = try #require(RawClient(port: front.httpPort))
      client.send("CONNECT served.test:443 HTTP/1.1\r\nHost: served.test\r\nProxy-Authorization: Basic YTpi\r\n\r\n")
      #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
      client.send("GET https://served.test/a HTTP/1.1\r\nHost: served.test\r\nConnection: close\r\n\r\n")
      expectEqual(statuses(client.readToEnd().text), [200])
      let request = try #require(seen.withLock { $0.first })
      #expect(request.isSecure)
      expectEqual(request.peer, "127.0.0.1")
      expectEqual(request.tunnel?["Proxy-Authorization"], "Basic YTpi")
      expectEqual(request.proxyCredentials?.name, "a")
    }
  }

  /// Whatever way the other server's handler takes to its answer.
  @Test func theOtherServerMayTakeItsTime() throws {
    let asked = Atomic(0)
    let handler = AnyHandler { request in
      switch request.path {
      case "/elsewhere": .elsewhere { give in Thread.start { give(HTTPResponse(status: 201)) } }
      case "/later":
        asked.add(1, ordering: .relaxed).newValue == 1
          ? .later { whenDone in Thread.start { whenDone() } } : .response(HTTPResponse(status: 202))
      default: .response(HTTPResponse(status: 404))
      }
    }
    try withCluster(handler) { front, _ in
      expectEqual(
        statuses(exchange(front, "GET /elsewhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").text), [201])
      expectEqual(statuses(exchange(front, "GET /later HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").text), [202])
    }
  }

  /// Two servers that hold each other for the right one.
  @Test func whatWasRelayedIsNotRelayedAgain() throws {
    let asked = Atomic(0)
    let nowhere = RelayPeer(host: "127.0.0.1", port: 1)
    let handler = AnyHandler { request in
      asked.add(1, ordering: .relaxed)
      return .relayed(
        RelayedRequest(peer: nowhere, request: request, note: "") { _ in .response(.plain(500, "asked")) })
    }
    try withCluster(handler) { front, owner in
      let (text, _) = exchange(front, DeliveryTests.lastRequest)
      expectEqual(statuses(text), [503])
      expectEqual(body(text), "notSent\n")
      expectEqual(asked.load(ordering: .relaxed), 1)
      expectEqual(owner.relayFigures.sent, 0)
    }
  }
}

extension String {
  fileprivate func replacingMethod(_ method: String) -> String { method + drop { $0 != " " } }

  /// The same request without the wish to end the connection.
  fileprivate var keptAlive: String {
    split(separator: "\r\n", omittingEmptySubsequences: false).filter { $0 != "Connection: close" }.joined(
      separator: "\r\n")
  }
}

/// A thread of its own, for what comes later.
private enum Thread {
  static func start(_ body: @escaping @Sendable () -> Void) { DispatchQueue(label: "later").async(execute: body) }
}
