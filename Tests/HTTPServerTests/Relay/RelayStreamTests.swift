import Expectations
import HTTPClient
import HTTPWire
import Platform
import Synchronization
import Testing

@testable import HTTPServer

struct RelayStreamTests {
  typealias Source = StreamTests.Source

  @Test func passesOnWhatComesWhenItComes() throws {
    let source = Source(first: "one")
    try withCluster(StreamTests.handler(source)) { front, _ in
      let client = try #require(RawClient(port: front.httpPort))
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(client.read(until: "one").hasSuffix("\r\n\r\n3\r\none\r\n"))
      for number in 1...50 {
        #expect(source.write("<\(number)>"))
        #expect(client.read(until: ">").contains("<\(number)>"))
      }
      source.finish()
      let (text, end) = client.readToEnd()
      #expect(text.contains("0\r\n\r\nHTTP/1.1 404"))
      expectEqual(end, .orderly)
      expectEqual(source.endings.load(ordering: .sequentiallyConsistent), 1)
      // The connection that carried the stream has carried the next request, too.
      expectEqual(front.relayFigures.opened, 1)
    }
  }

  @Test func overTLSAgainAndAgain() throws {
    let source = Source(first: "one")
    try withCluster(StreamTests.handler(source)) { front, _ in
      let url = "https://localhost:\(try #require(front.httpsPort))/"
      let connection = try HTTPClient(certificateAuthorityPEM: fixture("ca.pem")).open(url)
      source.finishesAtOnce.store(true, ordering: .sequentiallyConsistent)
      for _ in 0..<3 { try expectEqual(connection.send(method: "GET", url: url).text, "one") }
      try expectEqual(connection.send(method: "GET", url: url + "b").status, 404)
    }
  }

  /// A client that has left ends the stream at its source.
  @Test(arguments: [false, true]) func theSourceIsToldWhenTheClientLeaves(byReset: Bool) throws {
    let source = Source(first: "one")
    try withCluster(StreamTests.handler(source)) { front, owner in
      do {
        let client = try #require(RawClient(port: front.httpPort))
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.read(until: "one").contains("one"))
        if byReset { _ = mockidp_reset_on_close(client.socket) }
      }
      // Returns once the connections are gone; nothing else would end them within the grace.
      front.stop(grace: .seconds(10))
      owner.stop(grace: .seconds(10))
      expectEqual(source.endings.load(ordering: .sequentiallyConsistent), 1)
    }
  }

  /// The client does not read: what waits for it has a limit in both servers, and the source is told.
  @Test func aClientThatDoesNotReadIsDropped() throws {
    let source = Source(first: "one")
    try withCluster(StreamTests.handler(source)) { front, _ in
      let client = try #require(RawClient(port: front.httpPort))
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.read(until: "one").contains("one"))
      let block = String(repeating: "x", count: 100_000)
      var written = 0
      while source.write(block), written < 10_000 { written += 1 }
      #expect(written < 10_000)
    }
  }

  /// The client falls behind and catches up: nothing is lost, and nothing is held back for good.
  @Test func nothingIsLostWhenTheClientIsSlow() throws {
    let block = String(repeating: "0123456789", count: 5_000)
    for _ in 0..<5 {
      let source = Source(first: "one")
      try withCluster(StreamTests.handler(source)) { front, _ in
        let client = try #require(RawClient(port: front.httpPort, window: 16_384))
        client.send("GET / HTTP/1.0\r\n\r\n")
        #expect(client.read(until: "one").hasSuffix("one"))
        let (written, read) = client.readAll(of: block, times: 200) { source.write($0) }
        #expect(written && read == 200 * block.utf8.count)
        source.finish()
        #expect(client.readToEnd().text.isEmpty)
      }
    }
  }

  /// A stream whose end does not come must not look as if it had.
  @Test func aServerThatDiesCutsTheStream() throws {
    let peer = try RawPeer()
    try withServer(clusterConfiguration(), relaying(to: peer.peer)) { front in
      let client = try #require(RawClient(port: front.httpPort))
      client.send(DeliveryTests.request)
      var link: RawLink? = try peer.accept()
      _ = try link?.request()
      let record = RelayedAnswerRecord.encode(RelayAnswerTests.stream(), keepsBody: true, date: "now")
      var bytes = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
      HTTPResponseEncoder.appendChunk(record + Array("half".utf8), to: &bytes)
      link?.send(bytes)
      #expect(client.read(until: "half").contains("4\r\nhalf\r\n"))
      link = nil
      let (text, end) = client.readToEnd()
      #expect(text.isEmpty)
      expectEqual(end, .orderly)
    }
  }

  /// Either server that stops ends the stream in order.
  @Test(arguments: [false, true]) func endsInOrderWhenAServerStops(theFront: Bool) throws {
    let source = Source(first: "one")
    try withCluster(StreamTests.handler(source)) { front, owner in
      let client = try #require(RawClient(port: front.httpPort))
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.read(until: "one").contains("one"))
      let server = theFront ? front : owner
      #expect(server.stop(grace: .seconds(10)))
      expectEqual(client.read(until: "0\r\n\r\n"), "0\r\n\r\n")
      client.endSending()
      expectEqual(client.readToEnd().end, .orderly)
    }
  }
}
