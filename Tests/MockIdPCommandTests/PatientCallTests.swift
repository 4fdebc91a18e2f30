import Expectations
import HTTPClient
import JSON
import MockIdP
import Scenarios
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

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

  @Test func aCallEndsWhenNothingHappens() throws {
    try Self.withServer { server in
      var call = PatientCall(server)
      (call.pause, call.looks) = (.zero, 3)
      // Nobody sends a mail, so that the server would answer after a minute.
      let error = #expect(throws: CommandError.self) { try call.post("/mail/wait", ["timeout": "60s"]) }
      let text = error?.description ?? ""
      #expect(text.hasPrefix("\(server.url) has asked and written nothing for "), "\(text)")
      #expect(text.contains("'mockidp provision run APP status'"), "\(text)")
    }
  }

  @Test func aCallWaitsAsLongAsSomethingHappens() throws {
    try Self.withServer { server in
      let looks = Looks()
      var call = PatientCall(server)
      (call.pause, call.looks) = (.zero, 3)
      // Something new each time, up to the tenth look.
      call.sight = { _ in [.integer(min(10, looks.count.add(1, ordering: .relaxed).newValue))] }
      #expect(throws: CommandError.self) { try call.post("/mail/wait", ["timeout": "60s"]) }
      expectEqual(looks.count.load(ordering: .relaxed), 13)
    }
  }

  @Test func exchangesAndWhatAppsAreAskedAreSeen() throws {
    try Self.withServer { server in
      let empty = PatientCall.newest(server)
      expectEqual(empty.count, 1)
      expectEqual(PatientCall.newest(server), empty)
      let path = "/common/v2.0/.well-known/openid-configuration"
      try expectEqual(server.send("GET", path, world: nil, type: "", body: []).status, 200)
      let asked = PatientCall.newest(server)
      expectEqual(asked.first??["last"]?.integer, 1)
      // Nobody listens there: the cycle fails, and what was asked is in the list.
      let job: JSONValue = ["tenantUrl": "http://127.0.0.1:1/scim", "secretToken": "x"]
      _ = try server.control("POST", "/apps", ["alias": "product", "type": "web", "provisioning": job])
      let before = PatientCall.newest(server)
      expectEqual(before.last??["requests"]?.array?.count, 0)
      let report = try PatientCall(server).post("/apps/product/provisioning/run", ["kind": "cycle"])
      expectEqual(report["state"]?.string, "Failed")
      expectEqual(PatientCall.newest(server).last??["requests"]?.array?.count, 1)
    }
    let nobody = RemoteServer(url: "http://127.0.0.1:1", certificateAuthorityPEM: nil)
    expectEqual(PatientCall.newest(nobody), [nil])
  }
}
