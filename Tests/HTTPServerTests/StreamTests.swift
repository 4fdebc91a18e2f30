import Expectations
import HTTPClient
import HTTPWire
import Platform
import Synchronization
import Testing

@testable import HTTPServer

struct StreamTests {
  /// Hands its sink out and notes when it is over.
  final class Source: ResponseStream {
    private let sink = Mutex<(any ResponseSink)?>(nil)
    private let first: String
    let endings = Atomic(0)
    let finishesAtOnce = Atomic(false)

    init(first: String) { self.first = first }

    func start(_ sink: any ResponseSink) {
      self.sink.withLock { $0 = sink }
      sink.write(Array(first.utf8))
      if finishesAtOnce.load(ordering: .sequentiallyConsistent) { sink.finish() }
    }

    func ended() { endings.add(1, ordering: .sequentiallyConsistent) }

    @discardableResult func write(_ text: String) -> Bool {
      sink.withLock { $0 }?.write(Array(text.utf8)) ?? false
    }

    func send(_ bytes: [UInt8]) -> Bool { sink.withLock { $0 }?.send(bytes) ?? false }

    func finish() { sink.withLock { $0 }?.finish() }
  }

  static func handler(_ source: Source) -> ClosureHandler {
    ClosureHandler { request in
      guard request.path == "/" else { return HTTPResponse(status: 404) }
      var response = HTTPResponse(status: 200, fields: ["Content-Type": "text/event-stream"])
      response.stream = source
      return response
    }
  }

  @Test func goesOutInChunksAndTheConnectionGoesOn() throws {
    let source = Source(first: "one")
    try withServer(testConfiguration(), Self.handler(source)) { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(client.read(until: "one").hasSuffix("\r\n\r\n3\r\none\r\n"))
      source.write("two!")
      #expect(client.read(until: "two!").contains("4\r\ntwo!"))
      source.finish()
      let (text, end) = client.readToEnd()
      #expect(text.contains("0\r\n\r\nHTTP/1.1 404"))
      expectEqual(end, .orderly)
      expectEqual(source.endings.load(ordering: .sequentiallyConsistent), 1)
      #expect(!source.write("three"))
    }
  }

  @Test func goesOutOverTLSAgainAndAgain() throws {
    let source = Source(first: "one")
    try withServer(tlsConfiguration(), Self.handler(source)) { server in
      let url = "https://localhost:\(try #require(server.httpsPort))/"
      let connection = try HTTPClient(certificateAuthorityPEM: fixture("ca.pem")).open(url)
      source.finishesAtOnce.store(true, ordering: .sequentiallyConsistent)
      for _ in 0..<3 { try expectEqual(connection.send(method: "GET", url: url).text, "one") }
      try expectEqual(connection.send(method: "GET", url: url + "b").status, 404)
    }
  }

  @Test func goesOutPlainToHTTP10() throws {
    let source = Source(first: "one")
    try withServer(testConfiguration(), Self.handler(source)) { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send("GET / HTTP/1.0\r\n\r\n")
      #expect(client.read(until: "one").hasSuffix("\r\n\r\none"))
      source.finish()
      expectEqual(client.readToEnd().end, .orderly)
    }
  }

  @Test func theStreamIsToldWhenItsClientLeaves() throws {
    let source = Source(first: "one")
    try withServer(testConfiguration(), Self.handler(source)) { server in
      do {
        let client = try #require(RawClient(port: server.httpPort))
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.read(until: "one").contains("one"))
      }
      // Returns once the connection is gone; nothing else would end it within the grace.
      server.stop(grace: .seconds(10))
      expectEqual(source.endings.load(ordering: .sequentiallyConsistent), 1)
    }
  }

  @Test func aClientThatDoesNotReadIsDropped() throws {
    let source = Source(first: "one")
    try withServer(testConfiguration(), Self.handler(source)) { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.read(until: "one").contains("one"))
      let block = String(repeating: "x", count: 100_000)
      var written = 0
      while source.write(block), written < 10_000 { written += 1 }
      #expect(written < 10_000)
    }
  }

  /// The client falls behind, and sends something itself meanwhile: nothing of the stream is held back for good.
  @Test func goesOnWhenTheClientCatchesUp() throws {
    let block = String(repeating: "x", count: 50_000)
    for _ in 0..<5 {
      let source = Source(first: "one")
      try withServer(testConfiguration(), Self.handler(source)) { server in
        let client = try #require(RawClient(port: server.httpPort, window: 16_384))
        client.send("GET / HTTP/1.0\r\n\r\n")
        #expect(client.read(until: "one").hasSuffix("one"))
        // All of it, before the end of the stream has a last look.
        let (written, read) = client.readAll(of: block, times: 200) {
          client.send(DeliveryTests.request)
          return source.write($0)
        }
        #expect(written && read == 200 * block.utf8.count)
        source.finish()
        #expect(client.readToEnd().text.isEmpty)
      }
    }
  }

  @Test func endsInOrderWhenTheServerStops() throws {
    let source = Source(first: "one")
    try withServer(testConfiguration(), Self.handler(source)) { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.read(until: "one").contains("one"))
      server.stop(grace: .seconds(10))
      let (text, end) = client.readToEnd()
      expectEqual(text, "0\r\n\r\n")
      expectEqual(end, .orderly)
    }
  }
}
