import Dispatch
import Expectations
import HTTPServer
import HTTPWire
import Platform
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

@testable import MockIdP

/// Servers that documents are fetched from, and that never come to an end.
struct HostileIssuerTests {
  /// Begins an answer and never comes to its end.
  private final class Endless: PromptHandler {
    let visits = Atomic(0)

    func respond(to request: HTTPRequest) -> HTTPResponse {
      visits.add(1, ordering: .sequentiallyConsistent)
      var response = HTTPResponse(status: 200, body: Array(repeating: 0x20, count: 1_000_000))
      response.delivery = Delivery(manner: .slow(bytes: 1, every: .milliseconds(20)))
      return response
    }
  }

  /// The ends of everybody's time, which come when the test says so.
  private final class Alarms: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    func add(_ ring: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(ring) } }

    /// The time of those who began last is over first, so that nobody gets a place of one who is given up.
    func ringAll() {
      let all = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      for ring in all.reversed() { ring() }
    }
  }

  /// A server without an end, and a source that asks it.
  private struct Bench {
    let url: String
    let source: HTTPDocumentSource
    let alarms: Alarms
    let uptime: ManualClock
    let handler: Endless

    var visits: Int { handler.visits.load(ordering: .sequentiallyConsistent) }

    /// Fetches all of the URLs until the server has had so many requests in all, and their time is over. What went wrong with each.
    func faults(of urls: [String], visits expected: Int, taking time: Duration = .zero) -> [String: String] {
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
      while visits < expected { sched_yield() }
      uptime.advance(by: time)
      alarms.ringAll()
      waiting.wait()
      return faults.withLock { $0 }
    }
  }

  private static func withBench(_ body: (Bench) throws -> Void) throws {
    let handler = Endless()
    let server = HTTPServer(
      configuration: HTTPServerConfiguration(clock: ManualClock(TestWorld.start)), handler: handler)
    try server.start()
    defer { server.stop(grace: .zero) }
    let (alarms, uptime) = (Alarms(), ManualClock(TestWorld.start))
    let source = HTTPDocumentSource(
      certificateAuthorityPEM: "", timeout: .hours(1), uptime: uptime, alarm: { alarms.add($1) })
    try body(
      Bench(
        url: "http://127.0.0.1:\(try #require(server.httpPort))", source: source, alarms: alarms, uptime: uptime,
        handler: handler))
  }

  /// The deadline is for all of it, not for each wait, and also for those who wait for a place.
  @Test func manyThatNeverEndAreAllGivenUpAtTheirDeadline() throws {
    try Self.withBench { bench in
      let urls = (0..<20 * HTTPDocumentSource.places).map { "\(bench.url)/\($0)" }
      let faults = bench.faults(of: urls, visits: HTTPDocumentSource.places)
      expectEqual(faults.count, urls.count)
      #expect(faults.values.allSatisfy { $0.hasSuffix("did not answer in time") })
      // Those who waited for a place gave up before they had one.
      expectEqual(bench.visits, HTTPDocumentSource.places)
    }
  }

  @Test func oneThatDidNotAnswerIsNotAskedAgainAtOnce() throws {
    try Self.withBench { bench in
      for time in [.seconds(3)] + Array(repeating: Duration.zero, count: 99) {
        let faults = bench.faults(of: [bench.url], visits: 1, taking: time)
        expectEqual(faults[bench.url]?.hasSuffix("in time"), true)
      }
      expectEqual(bench.visits, 1)
      // For a while only.
      bench.uptime.advance(by: .minutes(5))
      expectEqual(bench.faults(of: [bench.url], visits: 2).count, 1)
      expectEqual(bench.visits, 2)
    }
  }

  /// A server that somebody has just started is found at once.
  @Test func aFailureThatTookNoTimeIsSoonForgotten() throws {
    let failures = RecentFailures(uptime: ManualClock(TestWorld.start))
    failures.note(DocumentFault("refused"), of: "a", since: TestWorld.start)
    expectNil(failures.fault(of: "a"))
  }

  @Test func aFailureIsRememberedForFiveTimesAsLongAsItTook() throws {
    let clock = ManualClock(TestWorld.start)
    let failures = RecentFailures(uptime: clock)
    clock.advance(by: .seconds(3))
    failures.note(DocumentFault("late"), of: "a", since: TestWorld.start)
    clock.advance(by: .seconds(14))
    expectEqual(failures.fault(of: "a")?.description, "late")
    expectNil(failures.fault(of: "b"))
    clock.advance(by: .seconds(1))
    expectNil(failures.fault(of: "a"))
  }
}
