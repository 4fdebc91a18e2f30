import Expectations
import JSON
import MockIdP
import Scenarios
import Synchronization
import TestSupport
import Testing
import Time

@testable import MockIdPCommand

/// Calls that wait for others end when nothing happens any more, and not before.
struct PatientCallTests {
  private final class Looks: Sendable {
    let count = Atomic<Int64>(0)
  }

  private static func withServer(_ body: (RemoteServer) throws -> Void) throws {
    var options = ServerOptions(
      scenario: Scenario(name: "test", summary: "A world for tests."), home: try TestFiles.makeDirectory())
    (options.httpPort, options.httpsPort) = (0, 0)
    let server = try MockIdPServer.start(options)
    defer { server.stop(grace: .seconds(1)) }
    try body(RemoteServer(url: server.endpoints.http, certificateAuthorityPEM: nil))
  }

  @Test func aCallEndsWhenTheJournalStaysAsItIs() throws {
    try Self.withServer { server in
      var call = PatientCall(server)
      (call.pause, call.looks) = (.milliseconds(20), 3)
      // Nobody sends a mail, so that the server would answer after a minute.
      let error = #expect(throws: CommandError.self) { try call.post("/mail/wait", ["timeout": "60s"]) }
      let text = error?.description ?? ""
      #expect(text.hasPrefix("the journal of \(server.url) has had nothing new for "), "\(text)")
      #expect(text.contains("'mockidp provision run APP status'"), "\(text)")
    }
  }

  @Test func aCallWaitsAsLongAsTheJournalGrows() throws {
    try Self.withServer { server in
      let looks = Looks()
      var call = PatientCall(server)
      (call.pause, call.looks) = (.milliseconds(20), 3)
      call.newest = { _ in looks.count.add(1, ordering: .relaxed).newValue }
      // The server's own answer, which is later than three looks: no mail came.
      let refusal = #expect(throws: RemoteRefusal.self) { try call.post("/mail/wait", ["timeout": "1s"]) }
      #expect("\(refusal.map { "\($0)" } ?? "")".contains("Nothing was sent at all"))
      #expect(looks.count.load(ordering: .relaxed) > 3)
    }
  }

  @Test func theNewestExchangeIsTheJournals() throws {
    try Self.withServer { server in
      let before = PatientCall.newestExchange(server)
      expectEqual(PatientCall.newestExchange(server), before)
      let path = "/common/v2.0/.well-known/openid-configuration"
      try expectEqual(server.send("GET", path, world: nil, type: "", body: []).status, 200)
      expectEqual(PatientCall.newestExchange(server), (before ?? 0) + 1)
    }
    let nobody = RemoteServer(url: "http://127.0.0.1:1", certificateAuthorityPEM: nil)
    expectNil(PatientCall.newestExchange(nobody))
  }
}
