import Expectations
import HTTPWire
import Synchronization
import Testing

@testable import HTTPServer

/// A handler that has to have work done before it can answer.
struct LaterTests {
  /// Postpones what is asked under `/later`, and hands the test what ends the work.
  final class Postponing: HTTPHandler {
    private let ends = Mutex<[@Sendable () -> Void]>([])

    func answer(_ request: HTTPRequest, hasWaited: Bool) -> HTTPAnswer {
      if request.path.hasPrefix("/elsewhere") {
        return .elsewhere { [self] give in
          ends.withLock { $0.append { give(.plain(200, "\(request.method) \(request.path) elsewhere")) } }
        }
      }
      guard request.path.hasPrefix("/later"), !hasWaited else {
        return .response(.plain(200, "\(request.method) \(request.path) \(hasWaited)"))
      }
      return .later { [self] whenDone in ends.withLock { $0.append(whenDone) } }
    }

    var count: Int { ends.withLock { $0.count } }

    func endAll() {
      for end in ends.withLock({ ends in
        defer { ends = [] }
        return ends
      }) { end() }
    }
  }

  private static let oneLoop: HTTPServerConfiguration = {
    var configuration = testConfiguration()
    configuration.loops = 1
    return configuration
  }()

  private static func request(_ path: String, method: String = "GET", ends: Bool = true) -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(ends ? "Connection: close\r\n" : "")\r\n"
  }

  @Test(arguments: [
    ("GET", "/later", "GET /later true\n"), ("HEAD", "/later", ""), ("GET", "/elsewhere", "GET /elsewhere elsewhere\n"),
    ("HEAD", "/elsewhere", ""),
  ])
  func othersOfTheLoopAreAnsweredMeanwhile(_ method: String, _ path: String, _ text: String) throws {
    let handler = Postponing()
    try withServer(Self.oneLoop, handler) { server in
      let waiting = try #require(RawClient(port: server.httpPort))
      waiting.send(Self.request(path, method: method))
      // An answer on the same loop comes after the loop has seen the first request, or before it; in the end it has.
      while handler.count == 0 { expectEqual(body(exchange(server, Self.request("/now")).text), "GET /now false\n") }
      expectEqual(body(exchange(server, Self.request("/now")).text), "GET /now false\n")
      handler.endAll()
      let answer = waiting.readToEnd()
      expectEqual(statuses(answer.text), [200])
      expectEqual(body(answer.text), text)
      expectEqual(answer.end, .orderly)
    }
  }

  @Test(arguments: ["/later true", "/elsewhere elsewhere"])
  func requestsBehindItWait(_ first: String) throws {
    let handler = Postponing()
    try withServer(Self.oneLoop, handler) { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send(Self.request(String(first.prefix { $0 != " " }), ends: false) + Self.request("/next"))
      while handler.count == 0 { _ = exchange(server, Self.request("/now")) }
      handler.endAll()
      let text = client.readToEnd().text
      expectEqual(statuses(text), [200, 200])
      let (before, second) = (text.firstRange(of: first), text.firstRange(of: "/next false"))
      #expect(try #require(before).upperBound < #require(second).lowerBound)
    }
  }

  @Test(arguments: ["/later", "/elsewhere"]) func aClientThatLeavesIsNotAnswered(_ path: String) throws {
    let handler = Postponing()
    try withServer(Self.oneLoop, handler) { server in
      do {
        let client = try #require(RawClient(port: server.httpPort))
        client.send(Self.request(path))
        while handler.count == 0 { _ = exchange(server, Self.request("/now")) }
      }
      handler.endAll()
      expectEqual(body(exchange(server, Self.request("/now")).text), "GET /now false\n")
    }
  }
}
