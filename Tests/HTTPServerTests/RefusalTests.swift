import Dispatch
import Expectations
import HTTPWire
import Testing

@testable import HTTPServer

struct RefusalTests {
  /// The client goes on sending after the refusal; the answer must reach it all the same.
  @Test func theAnswerSurvivesABodyThatNobodyReads() throws {
    try withServer { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n")
      client.send([UInt8](repeating: 0x61, count: 4_000_000))
      let (text, end) = client.readToEnd()
      expectEqual(statuses(text), [413])
      expectEqual(end, .orderly)
    }
  }

  @Test func refusesARequestThatIsCutOff() throws {
    try withServer { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nabc")
      client.endSending()
      expectEqual(statuses(client.readToEnd().text), [400])
    }
  }

  struct Wait: CustomTestStringConvertible {
    let sent: String
    let status: Int?
    let change: @Sendable (inout HTTPLimits) -> Void
    let testDescription: String
  }

  @Test(arguments: [
    Wait(sent: "", status: nil, change: { $0.idleTime = .milliseconds(50) }, testDescription: "nothing"),
    Wait(
      sent: "GET / HTTP/1.1\r\n", status: 408, change: { $0.headTime = .milliseconds(50) },
      testDescription: "half a head"),
    Wait(
      sent: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx", status: 408,
      change: { $0.bodyTime = .milliseconds(50) }, testDescription: "half a body"),
    Wait(
      sent: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n", status: 408,
      change: { $0.bodyTime = .milliseconds(50) }, testDescription: "half a chunk"),
    // The request must arrive within it, on a machine that is busy, too.
    Wait(
      sent: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", status: 200, change: { $0.idleTime = .seconds(1) },
      testDescription: "no second request"),
  ])
  func doesNotWaitForEver(_ c: Wait) throws {
    var configuration = testConfiguration()
    c.change(&configuration.limits)
    try withServer(configuration) { server in
      let (text, end) = exchange(server, c.sent)
      expectEqual(statuses(text), c.status.map { [$0] } ?? [])
      expectEqual(end, .orderly)
    }
  }

  @Test func cutsAClientThatNeverReads() throws {
    var configuration = testConfiguration()
    configuration.limits.writeStallTime = .milliseconds(50)
    let handler = ClosureHandler { _ in HTTPResponse(status: 200, body: Array(repeating: 0x61, count: 30_000_000)) }
    try withServer(configuration, handler) { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      // The server ends as soon as its last connection does, well before the grace is over.
      #expect(stopsAtOnce(server))
    }
  }

  /// An answer that takes the loop longer than a client may stall was cut after its first bytes.
  @Test func aClientIsNotBlamedForTheTimeThatAnAnswerTakes() throws {
    var configuration = testConfiguration()
    configuration.limits.writeStallTime = .seconds(1)
    let handler = ClosureHandler { _ in
      let ready = DispatchTime.now() + 1.2
      while DispatchTime.now() < ready {}
      return HTTPResponse(status: 200, body: Array(repeating: 0x61, count: 60_000_000))
    }
    try withServer(configuration, handler) { server in
      let (text, _) = exchange(server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      expectEqual(statuses(text), [200])
      #expect(text.utf8.count > 60_000_000)
    }
  }

  @Test func saysSoWhenItIsFull() throws {
    var configuration = testConfiguration()
    configuration.limits.maximumConnections = 2
    try withServer(configuration) { server in
      let held = try (0..<2).map { _ in
        let client = try #require(RawClient(port: server.httpPort))
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.read(until: "GET / a ").contains(" 200 "))
        return client
      }
      let (text, end) = exchange(server, "")
      expectEqual(statuses(text), [503])
      #expect(text.contains("Retry-After: 1\r\n"))
      expectEqual(end, .orderly)
      expectEqual(held.count, 2)
    }
  }

  @Test func hasRoomAgainOnceAConnectionEnds() throws {
    var configuration = testConfiguration()
    configuration.limits.maximumConnections = 1
    try withServer(configuration) { server in
      // The place is free as soon as the server has seen the client go, which may be a moment after the client went.
      for _ in 0..<5 {
        let served = (0..<10_000).contains { _ in
          statuses(exchange(server, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").text) == [200]
        }
        #expect(served)
      }
    }
  }
}
