import Bytes
import Dispatch
import Expectations
import HTTPServer
import HTTPWire
import MockIdP
import Platform
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

@testable import MockIdPCommand

/// A program that hangs still ends when it is told to.
struct HostileEndTests {
  private struct Silent: PromptHandler {
    func respond(to request: HTTPRequest) -> HTTPResponse { HTTPResponse(status: 204) }
  }

  /// Takes every thread that Dispatch has, for good, and then behaves as `serve` does after a signal. A server that waited
  /// for a thread would be ended by the alarm, which is not an exit code.
  @Test func aServerWithoutAFreeThreadEndsAfterASignal() async {
    await #expect(processExitsWith: .exitCode(ExitCode.failure.rawValue)) {
      let signals = SignalSet.blocking(SIGTERM, SIGINT)
      let server = HTTPServer(
        configuration: HTTPServerConfiguration(clock: ManualClock(TestWorld.start)), handler: Silent())
      try server.start()
      let taken = DispatchSemaphore(value: 0)
      for number in 0..<600 { DispatchQueue(label: "taken.\(number)").async { taken.wait() } }
      raise(SIGTERM)
      signals.wait()
      alarm(60)
      signals.endProcess(within: .seconds(1))
      server.stop(grace: .seconds(600))
    }
  }

  /// A reader of standard error that has stopped reading holds up the line, and nobody else.
  @Test func nobodyWaitsForTheReaderOfTheLog() throws {
    let mayWrite = DispatchSemaphore(value: 0)
    let lines = Mutex<[String]>([])
    let errors = TextOutput(isTerminal: false) { text in
      mayWrite.wait()
      lines.withLock { $0.append(text) }
      return true
    }
    let console = Console(environment: [:], output: errors, errors: errors)
    let log = try #require(ExchangeLog(console, isVerbose: true, adoption: AdoptionOption()))
    let world = try TestWorld().world
    let count = ExchangeLog.maximumWaiting + 100
    let exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: TestWorld.start, method: "GET", host: "localhost", path: "/x")
    let watched = WatchedExchange(exchange: exchange, world: world, took: nil, isTraced: false)
    for _ in 0..<count { log.add(watched) }
    #expect((99...100).contains(log.lostLines))
    // It is not read, so this gives up.
    log.finish()
    #expect(lines.withLock { $0.isEmpty })
    for _ in 0...count { mayWrite.signal() }
    while lines.withLock({ $0.count }) < ExchangeLog.maximumWaiting { sched_yield() }
    log.add(watched)
    log.finish()
    let told = lines.withLock { $0.filter { $0.contains("lines are left out here") } }
    expectEqual(told.count, 1)
  }
}
