import Expectations
import HTTPWire
import Testing

@testable import HTTPServer

struct DeliveryTests {
  static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  static let lastRequest = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  static func handler(_ delivery: Delivery) -> ClosureHandler {
    ClosureHandler { request in
      var response = HTTPResponse(status: 200, body: Array("0123456789".utf8))
      if request.path == "/" { response.delivery = delivery }
      return response
    }
  }

  @Test(arguments: [
    Delivery(delay: .milliseconds(30)),
    Delivery(manner: .slow(bytes: 3, every: .milliseconds(10))),
    Delivery(delay: .milliseconds(10), manner: .slow(bytes: 0, every: .milliseconds(5))),
    Delivery(manner: .slow(bytes: 100, every: .seconds(60))),
  ])
  func arrivesWholeAndNoSooner(_ delivery: Delivery) throws {
    try withServer(testConfiguration(), Self.handler(delivery)) { server in
      var text = ""
      let time = ContinuousClock().measure { text = exchange(server, Self.lastRequest).text }
      expectEqual(body(text), "0123456789")
      #expect(time >= delivery.delay)
      if case .slow(3, let interval) = delivery.manner { #expect(time >= interval * 3) }
    }
  }

  @Test func answersBehindADelayedOneWait() throws {
    try withServer(testConfiguration(), Self.handler(Delivery(delay: .milliseconds(30)))) { server in
      let second = "GET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      let (text, end) = exchange(server, Self.request + Self.request + second)
      expectEqual(statuses(text), [200, 200, 200])
      expectEqual(end, .orderly)
    }
  }

  @Test func aDelayedAnswerReachesAClientThatEndedItsSide() throws {
    try withServer(testConfiguration(), Self.handler(Delivery(delay: .milliseconds(20)))) { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send(Self.request)
      client.endSending()
      expectEqual(body(client.readToEnd().text), "0123456789")
    }
  }

  @Test func cutsAfterSoManyBytes() throws {
    try withServer(testConfiguration(), Self.handler(Delivery(manner: .cut(afterBodyBytes: 4)))) { server in
      let (text, end) = exchange(server, Self.request)
      #expect(text.contains("Content-Length: 10\r\n"))
      expectEqual(body(text), "0123")
      expectEqual(end, .orderly)
    }
  }

  @Test func resets() throws {
    try withServer(testConfiguration(), Self.handler(Delivery(manner: .reset))) { server in
      let (text, end) = exchange(server, Self.request)
      #expect(text.isEmpty)
      expectEqual(end, .reset)
    }
  }

  @Test func staysSilentUntilTheIdleTimeIsOver() throws {
    var configuration = testConfiguration()
    configuration.limits.idleTime = .milliseconds(50)
    try withServer(configuration, Self.handler(Delivery(manner: .silent))) { server in
      let (text, end) = exchange(server, Self.request)
      #expect(text.isEmpty)
      expectEqual(end, .orderly)
    }
  }

  @Test func aClientThatLeavesDuringADelayIsForgotten() throws {
    try withServer(testConfiguration(), Self.handler(Delivery(delay: .milliseconds(20)))) { server in
      for _ in 0..<10 { RawClient(port: server.httpPort)?.send(Self.request) }
      expectEqual(statuses(exchange(server, Self.lastRequest).text), [200])
    }
  }
}
