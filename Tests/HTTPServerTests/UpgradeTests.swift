import Expectations
import HTTPWire
import Platform
import Synchronization
import Testing

@testable import HTTPServer

@Suite("Connections that are upgraded") struct UpgradeTests {
  /// Says back what it hears, in capitals, until it hears "end".
  private final class Echo: UpgradedStream {
    private let sink = Mutex<(any ResponseSink)?>(nil)
    let endings = Atomic(0)

    func start(_ sink: any ResponseSink) {
      self.sink.withLock { $0 = sink }
      sink.write(Array("hello ".utf8))
    }

    func receive(_ bytes: [UInt8]) -> Bool {
      let text = String(decoding: bytes, as: UTF8.self)
      guard text != "stop" else { return false }
      let sink = sink.withLock { $0 }
      if text == "end" { sink?.finish() } else { sink?.write(Array(text.uppercased().utf8)) }
      return true
    }

    func ended() { endings.add(1, ordering: .sequentiallyConsistent) }
  }

  private func handler(_ echo: Echo) -> ClosureHandler {
    ClosureHandler { _ in
      var response = HTTPResponse(status: 101, fields: ["Connection": "Upgrade", "Upgrade": "echo"])
      response.stream = echo
      return response
    }
  }

  private let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n"

  @Test func carriesBytesBothWaysWithoutFraming() throws {
    let echo = Echo()
    try withServer(testConfiguration(), handler(echo)) { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send(request)
      let head = client.read(until: "hello ")
      #expect(head.hasPrefix("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n"))
      #expect(!head.contains("Transfer-Encoding") && !head.contains("close") && head.hasSuffix("\r\n\r\nhello "))
      client.send("one")
      expectEqual(client.read(until: "ONE"), "ONE")
      client.send("end")
      #expect(client.readToEnd() == ("", .orderly))
      expectEqual(echo.endings.load(ordering: .sequentiallyConsistent), 1)
    }
  }

  @Test func endsWhenTheStreamTakesNoMore() throws {
    let echo = Echo()
    try withServer(testConfiguration(), handler(echo)) { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send(request)
      #expect(client.read(until: "hello ").hasSuffix("hello "))
      client.send("stop")
      expectEqual(client.readToEnd().text, "")
      expectEqual(echo.endings.load(ordering: .sequentiallyConsistent), 1)
    }
  }

  @Test func aClientThatDoesNotWaitForTheAnswerIsCutOff() throws {
    try withServer(testConfiguration(), handler(Echo())) { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send(request + "one")
      #expect(!client.readToEnd().text.contains("ONE"))
    }
  }

  /// A thread that waits with `send` goes on when the client has read, and when the client leaves.
  @Test func aThreadWaitsUntilItsBytesAreTaken() throws {
    let source = StreamTests.Source(first: "one")
    let sent = Atomic(0)
    let ended = Mutex(false)
    try withServer(testConfiguration(), StreamTests.handler(source)) { server in
      do {
        let client = try #require(RawClient(port: server.httpPort, window: 4_096))
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.read(until: "one").contains("one"))
        #expect(
          OwnThread.start {
            let block = [UInt8](repeating: 0x78, count: 65_536)
            while source.send(block) { sent.add(1, ordering: .sequentiallyConsistent) }
            ended.withLock { $0 = true }
          })
        // More than the sink would hold, so the thread has waited.
        var read = 0
        while read < 3_000_000 { read += try client.receive().get().count }
        #expect(sent.load(ordering: .sequentiallyConsistent) < 200)
      }
      server.stop(grace: .seconds(10))
    }
    while !ended.withLock({ $0 }) { sched_yield() }
  }
}
