import Expectations
import HTTPWire
import Testing

@testable import HTTPServer

struct KeepAliveTests {
  static let date = "Mon, 02 Feb 2026 02:40:00 GMT"

  @Test func answersWithLengthDateAndBody() throws {
    try withServer { server in
      let (text, end) = exchange(server, "GET /a?b=c HTTP/1.1\r\nHost: Localhost:81\r\nConnection: close\r\n\r\n")
      expectEqual(
        text,
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: \(Self.date)\r\nContent-Length: 24\r\n"
          + "Connection: close\r\n\r\nGET /a?b=c localhost:81 ")
      expectEqual(end, .orderly)
    }
  }

  @Test func servesManyRequestsOnOneConnection() throws {
    try withServer { server in
      let client = try #require(RawClient(port: server.httpPort))
      for number in 0..<20 {
        client.send("POST /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
        #expect(client.read(until: " a abc").contains("POST /\(number) a abc"))
      }
    }
  }

  @Test func answersPipelinedRequestsInOrder() throws {
    try withServer { server in
      let first = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"
      let second = "POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"
      let third = "GET /3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      let (text, _) = exchange(server, first + second + third)
      expectEqual(statuses(text), [200, 200, 200])
      let places = ["GET /1", "POST /2 a x", "GET /3"].map { text.firstRange(of: $0)?.lowerBound }
      #expect(places.allSatisfy { $0 != nil })
      expectEqual(places.compactMap(\.self), places.compactMap(\.self).sorted())
    }
  }

  @Test func doesNotAnswerWhatFollowsTheLastRequest() throws {
    try withServer { server in
      let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      let (text, end) = exchange(server, request + request)
      expectEqual(statuses(text), [200])
      expectEqual(end, .orderly)
    }
  }

  /// More answers than any socket buffers, asked for by a client that reads only at the end: by one that ends its side then,
  /// and by one that asks the server to. Many times, since the socket may take more at any moment between two writes.
  @Test(arguments: [true, false]) func waitsForAClientThatDoesNotRead(_ endsItsSide: Bool) throws {
    let answer = Array(repeating: UInt8(0x61), count: 1_000_000)
    let handler = ClosureHandler { _ in HTTPResponse(status: 200, body: answer) }
    let close = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    try withServer(testConfiguration(), handler) { server in
      for _ in 0..<5 {
        let client = try #require(RawClient(port: server.httpPort))
        for _ in 0..<30 { client.send(DeliveryTests.request) }
        client.send(endsItsSide ? DeliveryTests.request : close)
        if endsItsSide { client.endSending() }
        let (text, end) = client.readToEnd()
        expectEqual(statuses(text), Array(repeating: 200, count: 31))
        #expect(text.utf8.count > 31 * answer.count)
        expectEqual(end, .orderly)
      }
    }
  }

  @Test(arguments: [
    ("GET / HTTP/1.0\r\n\r\n", "Connection: close"),
    ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n", "Connection: keep-alive"),
  ])
  func knowsHTTP10(request: String, field: String) throws {
    try withServer { server in
      let (text, end) = exchange(server, request)
      #expect(text.contains(field + "\r\n"))
      expectEqual(end, .orderly)
    }
  }

  @Test func obeysAHandlerThatCloses() throws {
    let handler = ClosureHandler { _ in HTTPResponse(status: 200, fields: ["Connection": "close"]) }
    try withServer(testConfiguration(), handler) { server in
      #expect(exchange(server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n").text.contains("Connection: close\r\n"))
    }
  }

  @Test func answersHeadLikeGetWithoutTheBody() throws {
    try withServer { server in
      let (text, _) = exchange(server, "HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(text.contains("Content-Length: 9\r\n"))
      #expect(body(text).isEmpty)
    }
  }

  @Test func passesOptionsOn() throws {
    try withServer { server in
      let (text, _) = exchange(server, "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      expectEqual(body(text), "OPTIONS * a ")
    }
  }

  @Test func tellsAWaitingClientToContinue() throws {
    try withServer { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\nConnection: close\r\n\r\n")
      expectEqual(client.read(until: "\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n")
      client.send("abc")
      expectEqual(body(client.readToEnd().text), "POST / a abc")
    }
  }

  @Test func refusesATooLargeBodyBeforeItIsSent() throws {
    try withServer { server in
      let (text, _) = exchange(
        server, "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9999999\r\n\r\n")
      expectEqual(statuses(text), [413])
    }
  }

  @Test func servesAClientThatEndsItsSide() throws {
    try withServer { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      client.endSending()
      let (text, end) = client.readToEnd()
      expectEqual(statuses(text), [200])
      expectEqual(end, .orderly)
    }
  }
}
