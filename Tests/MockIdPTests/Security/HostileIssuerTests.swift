import Dispatch
import HTTPServer
import HTTPWire
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

@testable import MockIdP

/// Servers that documents are fetched from, and that never come to an end.
@Suite struct HostileIssuerTests {
  /// Sends a byte now and then, for longer than anybody waits.
  private final class Dripping: PromptHandler {
    let visits = Atomic(0)

    func respond(to request: HTTPRequest) -> HTTPResponse {
      visits.add(1, ordering: .relaxed)
      var response = HTTPResponse(status: 200, body: Array(repeating: 0x20, count: 1_000_000))
      response.delivery = Delivery(manner: .slow(bytes: 1, every: .milliseconds(20)))
      return response
    }
  }

  private static let timeout = Duration.milliseconds(300)

  private static func withDrip(_ body: (_ url: String, _ visits: () -> Int) throws -> Void) throws {
    let handler = Dripping()
    let server = HTTPServer(
      configuration: HTTPServerConfiguration(clock: ManualClock(TestWorld.start)), handler: handler)
    try server.start()
    defer { server.stop(grace: .zero) }
    try body("http://127.0.0.1:\(try #require(server.httpPort))") { handler.visits.load(ordering: .relaxed) }
  }

  /// Begins a fetch for each of the URLs, and waits for all of them. Returns what went wrong with each.
  private static func faults(of urls: [String], from source: HTTPDocumentSource) -> [String: String] {
    let faults = Mutex<[String: String]>([:])
    let waiting = DispatchGroup()
    for url in urls {
      waiting.enter()
      source.perform(url, trace: nil) { (reader) throws(DocumentFault) in
        try reader.document(at: url)
      } _: { result in
        if case .failure(let fault) = result { faults.withLock { $0[url] = fault.description } }
        waiting.leave()
      }
    }
    waiting.wait()
    return faults.withLock { $0 }
  }

  /// The deadline is for all of it, not for each wait, and also for those who wait for a place.
  @Test func manyThatDripAreAllGivenUpAtTheirDeadline() throws {
    try Self.withDrip { url, visits in
      let source = HTTPDocumentSource(certificateAuthorityPEM: "", timeout: Self.timeout)
      let urls = (0..<20 * HTTPDocumentSource.places).map { "\(url)/\($0)" }
      let time = ContinuousClock().measure {
        let faults = Self.faults(of: urls, from: source)
        #expect(faults.count == urls.count)
        #expect(faults.values.allSatisfy { $0.hasSuffix("did not answer in time") })
      }
      #expect(time < Self.timeout + .seconds(5))
      // Most of those who waited for a place gave up before they had one. How many had one depends on the machine: a deadline begins
      // when its fetch does. There are so many that some are left on a machine that is busy, too.
      #expect(visits() < urls.count)
    }
  }

  @Test func oneThatDidNotAnswerIsNotAskedAgainAtOnce() throws {
    try Self.withDrip { url, visits in
      let uptime = WorldClock(base: Uptime())
      let source = HTTPDocumentSource(certificateAuthorityPEM: "", timeout: Self.timeout, uptime: uptime)
      #expect(Self.faults(of: [url], from: source).count == 1)
      let time = ContinuousClock().measure {
        for _ in 0..<100 { #expect(Self.faults(of: [url], from: source)[url]?.hasSuffix("in time") == true) }
      }
      #expect(time < Self.timeout * 50)
      #expect(visits() == 1)
      // For a while only.
      uptime.advance(by: .minutes(5))
      #expect(Self.faults(of: [url], from: source).count == 1)
      #expect(visits() == 2)
    }
  }

  /// A server that somebody has just started is found at once.
  @Test func aFailureThatTookNoTimeIsSoonForgotten() throws {
    let failures = RecentFailures(uptime: ManualClock(TestWorld.start))
    failures.note(DocumentFault("refused"), of: "a", since: TestWorld.start)
    #expect(failures.fault(of: "a") == nil)
  }

  @Test func aFailureIsRememberedForFiveTimesAsLongAsItTook() throws {
    let clock = ManualClock(TestWorld.start)
    let failures = RecentFailures(uptime: clock)
    clock.advance(by: .seconds(3))
    failures.note(DocumentFault("late"), of: "a", since: TestWorld.start)
    clock.advance(by: .seconds(14))
    #expect(failures.fault(of: "a")?.description == "late")
    #expect(failures.fault(of: "b") == nil)
    clock.advance(by: .seconds(1))
    #expect(failures.fault(of: "a") == nil)
  }
}
