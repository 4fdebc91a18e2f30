import Dispatch
import Expectations
import HTTPWire
import Platform
import Synchronization
import Testing

@testable import HTTPServer

/// Clients that send without end, stop in the middle, vanish or crowd. The large numbers are in `clients/hostile`.
struct HostileConnectionTests {
  struct Endless: CustomTestStringConvertible {
    let testDescription: String
    let start: String
    let again: String
    let status: Int

    init(_ testDescription: String, _ start: String, _ again: String, _ status: Int) {
      self.testDescription = testDescription
      self.start = start
      self.again = again
      self.status = status
    }
  }

  static let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

  /// Three megabytes of each, which no limit of a message lets in.
  @Test(arguments: [
    Endless("a request line", "GET /", "x", 414),
    Endless("a name", "GET / HTTP/1.1\r\n", "x", 431),
    Endless("a value", "GET / HTTP/1.1\r\nHost: a\r\nX: ", "y", 431),
    Endless("fields", "GET / HTTP/1.1\r\nHost: a\r\n", "X: y\r\n", 431),
    Endless("large chunks", chunked, "1000\r\n\(String(repeating: "x", count: 4_096))\r\n", 413),
    Endless("small chunks", chunked, "4\r\nabcd\r\n", 413),
    Endless("a chunk size", chunked, "0", 400),
    Endless("an extension", chunked + "1;", "a", 400),
    Endless("trailers", chunked + "0\r\n", "X: y\r\n", 431),
    Endless("one trailer", chunked + "0\r\nX: ", "y", 431),
  ])
  func endlessInputIsRefusedAtItsLimit(_ row: Endless) throws {
    try withServer { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send(row.start + String(repeating: row.again, count: 3_000_000 / row.again.utf8.count))
      let (text, end) = client.readToEnd()
      expectEqual(statuses(text), [row.status])
      #expect(end != .timeout)
      expectEqual(statuses(exchange(server, DeliveryTests.lastRequest).text), [200])
    }
  }

  /// Each byte of a head comes too late, and nobody else waits for it.
  @Test func aCrowdThatNeverFinishesIsSentAway() throws {
    var configuration = testConfiguration()
    // Long enough for those who do finish, on a machine that is busy, too.
    configuration.limits.headTime = .seconds(1)
    try withServer(configuration) { server in
      let crowd = try (0..<50).map { _ in
        let client = try #require(RawClient(port: server.httpPort))
        client.send("GET / HTTP/1.1\r\nHost: ")
        return client
      }
      for _ in 0..<20 { expectEqual(statuses(exchange(server, DeliveryTests.lastRequest).text), [200]) }
      for client in crowd { expectEqual(statuses(client.readToEnd().text), [408]) }
    }
  }

  /// A client may vanish at any moment. What it held is let go: the server ends as soon as it is told to.
  @Test(arguments: [
    "", "GET", "GET / HTTP/1.1\r\nHost: a\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc",
    "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", "GET /late HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
  ])
  func whoeverVanishesIsLetGo(_ text: String) throws {
    let handler = ClosureHandler { request in
      var response = HTTPResponse(status: 200, body: Array(repeating: 0x61, count: 100))
      switch request.path {
      case "/large": response.body = Array(repeating: 0x61, count: 8_000_000)
      case "/late": response.delivery.delay = .milliseconds(50)
      case "/slow": response.delivery.manner = .slow(bytes: 10, every: .milliseconds(20))
      default: break
      }
      return response
    }
    try withServer(testConfiguration(), handler) { server in
      for number in 0..<20 {
        let client = try #require(RawClient(port: server.httpPort))
        client.send(text)
        if number % 2 == 0 { _ = mockidp_reset_on_close(client.socket) }
      }
      expectEqual(statuses(exchange(server, DeliveryTests.lastRequest).text), [200])
      #expect(stopsAtOnce(server))
    }
  }

  /// RFC 9112 §9.6: who ends only its own side still wants its answer.
  @Test func aHalfClosedClientGetsItsLateAnswer() throws {
    let handler = DeliveryTests.handler(
      Delivery(delay: .milliseconds(30), manner: .slow(bytes: 3, every: .milliseconds(5))))
    try withServer(testConfiguration(), handler) { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send(DeliveryTests.request)
      client.endSending()
      let (text, end) = client.readToEnd()
      expectEqual(body(text), "0123456789")
      expectEqual(end, .orderly)
    }
  }

  /// Two thousand requests that arrive in one piece do not hold up one that comes after them.
  @Test func aFloodOfRequestsLetsOthersGoFirst() throws {
    let (begun, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let paths = Mutex<[String]>([])
    let handler = ClosureHandler { request in
      let count = paths.withLock { paths in
        paths.append(request.path)
        return paths.count
      }
      if count == 1 {
        begun.signal()
        mayGoOn.wait()
      }
      return HTTPResponse(status: 204)
    }
    var configuration = testConfiguration()
    configuration.loops = 1
    try withServer(configuration, handler) { server in
      let flood = try #require(RawClient(port: server.httpPort))
      flood.send(
        String(repeating: "GET /f HTTP/1.1\r\nHost: a\r\n\r\n", count: 2_000)
          + "GET /f HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      begun.wait()
      let other = try #require(RawClient(port: server.httpPort))
      other.send("GET /other HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      mayGoOn.signal()
      expectEqual(statuses(other.readToEnd().text), [204])
      expectEqual(statuses(flood.readToEnd().text).count, 2_001)
      let place = try #require(paths.withLock { $0.firstIndex(of: "/other") })
      // All of them arrived at once and would be answered in one go. How soon the other is let in is the scheduler's to say.
      #expect(place < 2_000, "\(place) requests came first")
    }
  }

  /// Past the maximum some are told and the others closed; nobody waits, and the places are given back.
  @Test func aCrowdPastTheMaximumIsTurnedAway() throws {
    var configuration = try tlsConfiguration()
    configuration.limits.maximumConnections = 4
    try withServer(configuration) { server in
      var held = try (0..<4).map { _ in
        let client = try #require(RawClient(port: server.httpPort))
        client.send(DeliveryTests.request)
        #expect(client.read(until: "GET / a").contains("GET / a"))
        return client
      }
      let crowd = try (0..<100).map { _ in try #require(RawClient(port: server.httpPort)) }
      for client in crowd {
        let (text, end) = client.readToEnd()
        #expect(statuses(text) == [503] || text.isEmpty)
        #expect(end != .timeout)
      }
      // Over TLS nothing can be said before a handshake, which costs more than it is worth.
      let (text, end) = try #require(RawClient(port: server.httpsPort)).readToEnd()
      #expect(text.isEmpty)
      #expect(end != .timeout)
      expectEqual(held.count, 4)
      held = []
      // Nobody of the crowd has hung up: whoever was told still lingers, in a place of its own.
      let isServed = (0..<10_000).contains { _ in
        statuses(exchange(server, DeliveryTests.lastRequest).text) == [200]
      }
      #expect(isServed)
      withExtendedLifetime(crowd) {}
    }
  }
}
