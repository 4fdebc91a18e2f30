import Expectations
import HTTPWire
import Platform
import Testing
import Time

@testable import HTTPServer

/// The first server carries the delivery out, as the other one would.
struct RelayDeliveryTests {
  @Test(arguments: [
    Delivery(delay: .milliseconds(30)),
    Delivery(manner: .slow(bytes: 3, every: .milliseconds(10))),
    Delivery(delay: .milliseconds(10), manner: .slow(bytes: 0, every: .milliseconds(5))),
    Delivery(manner: .cut(afterBodyBytes: 4)), Delivery(manner: .cut(afterBodyBytes: 0)),
    Delivery(delay: .milliseconds(10), manner: .cut(afterBodyBytes: 100)),
    Delivery(manner: .reset), Delivery(delay: .milliseconds(10), manner: .reset), Delivery(manner: .silent),
  ])
  func looksTheSame(_ delivery: Delivery) throws {
    var front = try clusterConfiguration()
    front.limits.idleTime = .milliseconds(50)
    var owner = try clusterConfiguration()
    owner.limits.idleTime = .milliseconds(50)
    try withCluster(front: front, owner: owner, DeliveryTests.handler(delivery)) { front, owner in
      var relayed = ("", RawClient.End.timeout)
      let direct = exchange(owner, DeliveryTests.request)
      let time = ContinuousClock().measure { relayed = exchange(front, DeliveryTests.request) }
      expectEqual(relayed.0, direct.text)
      expectEqual(relayed.1, direct.end)
      #expect(time >= delivery.delay)
      if case .slow(3, let interval) = delivery.manner { #expect(time >= interval * 3) }
    }
  }

  @Test(arguments: [Delivery.Manner.cut(afterBodyBytes: 1), .reset, .silent, .slow(bytes: 1, every: .milliseconds(1))])
  func ofAStreamLooksTheSame(_ manner: Delivery.Manner) throws {
    var response = RelayAnswerTests.stream("one", "two")
    response.delivery = Delivery(delay: .milliseconds(10), manner: manner)
    var configuration = try clusterConfiguration()
    configuration.limits.idleTime = .milliseconds(50)
    try withCluster(front: configuration, owner: configuration, always(response)) { front, owner in
      let direct = exchange(owner, DeliveryTests.lastRequest)
      let relayed = exchange(front, DeliveryTests.lastRequest)
      expectEqual(relayed.text, direct.text)
      expectEqual(relayed.end, direct.end)
    }
  }

  /// Nobody waits for a delay but the client that it is for: the connection between the servers is free at once.
  @Test func aDelayKeepsNoConnection() throws {
    try withCluster(DeliveryTests.handler(Delivery(delay: .milliseconds(200)))) { front, _ in
      let slow = try #require(RawClient(port: front.httpPort))
      slow.send(DeliveryTests.lastRequest)
      while front.relayFigures.answered < 1 { sched_yield() }
      let path = "GET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      for _ in 0..<5 { expectEqual(statuses(exchange(front, path).text), [200]) }
      expectEqual(front.relayFigures.opened, 1)
      expectEqual(statuses(slow.readToEnd().text), [200])
    }
  }

  /// The time of the answer is told by the clock of the server that made it.
  @Test func theDateIsTheOthers() throws {
    var front = try clusterConfiguration()
    front.clock = ManualClock(UnixTime(seconds: 0))
    let response = HTTPResponse(status: 200, fields: ["X": "y"])
    try withCluster(front: front, always(response)) { front, owner in
      expectEqual(exchange(front, DeliveryTests.lastRequest).text, exchange(owner, DeliveryTests.lastRequest).text)
      #expect(exchange(front, "GET /own HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").text.contains("Jan 1970"))
    }
  }
}
