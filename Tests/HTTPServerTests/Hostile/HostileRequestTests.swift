import Expectations
import HTTPWire
import Synchronization
import Testing

@testable import HTTPServer

/// What a request may look like that wants two readers to take it in two ways (RFC 9112 §11.2), or that is not a request at all.
struct HostileRequestTests {
  /// Sent behind every row: whoever takes the row for shorter or longer than it is loses it or answers it.
  static let canary = "GET /canary HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  @Test(arguments: HostileRequest.all)
  func isAnsweredOnceAndNothingBehindItIsMistaken(_ row: HostileRequest) throws {
    let paths = Mutex<[String]>([])
    let handler = ClosureHandler { request in
      paths.withLock { $0.append(request.path) }
      return echo.respond(to: request)
    }
    try withServer(testConfiguration(), handler) { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send(row.bytes + Array(Self.canary.utf8))
      let (text, end) = client.readToEnd()
      expectEqual(statuses(text), row.statuses + (row.goesOn ? [200] : []))
      expectEqual(end, .orderly)
      #expect(text.contains("Connection: close\r\n"))
      let seen = paths.withLock { $0 }
      expectEqual(seen.count, row.statuses.count { $0 == 200 } + (row.goesOn ? 1 : 0))
      expectEqual(seen.contains("/canary"), row.goesOn)
      guard row.statuses == [row.statuses.last], row.statuses != [200] else { return }
      #expect(text.contains("Content-Type: text/plain; charset=utf-8\r\n"))
      #expect(body(text).hasSuffix(".\n"), "one sentence")
    }
  }

  /// However the bytes are cut up, the verdict is the same.
  @Test(arguments: HostileRequest.all)
  func isTheSameByteByByte(_ row: HostileRequest) {
    var whole = HTTPRequestParser()
    whole.receive(row.bytes)
    let verdict = Self.drain(&whole)
    var pieces = HTTPRequestParser()
    var piecemeal: [Int] = []
    for byte in row.bytes where piecemeal.last ?? 200 == 200 {
      pieces.receive([byte])
      piecemeal += Self.drain(&pieces)
    }
    expectEqual(piecemeal, verdict)
  }

  @Test func whatIsRefusedStaysRefused() {
    var parser = HTTPRequestParser()
    parser.receive(Array("GET  / HTTP/1.1\r\n".utf8))
    expectEqual(Self.drain(&parser), [400])
    parser.receive(Array(Self.canary.utf8))
    expectEqual(Self.drain(&parser), [400])
  }

  /// 200 for each request, the status of a refusal.
  private static func drain(_ parser: inout HTTPRequestParser) -> [Int] {
    var statuses: [Int] = []
    while true {
      switch parser.next() {
      case .incomplete: return statuses
      case .complete: statuses.append(200)
      case .failed(let error): return statuses + [error.status]
      }
    }
  }
}
