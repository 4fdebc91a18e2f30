import Bytes
import Directory
import Expectations
import HTTPClient
import JSON
import Scenarios
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// Worlds that have one tenant, over real sockets: which of them a request is for.
@Suite("Worlds that share a tenant") struct SharedTenantTests {
  private static let tenant = "6a1f3c58-2d0b-4e6f-9a77-0c5d8e3b1a42"
  private static let client = "0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c11"
  private static let text = """
    scenario: mine
    world:
      seeds: none
      tenants: { mine: { id: \(tenant), displayName: Mine } }
      users: { dana: { displayName: Dana } }
      apps:
        phone: { type: native, clientId: \(client), audience: AzureADMultipleOrgs, consent: granted }
        job: { type: daemon, permissions: [User.Read.All], consent: granted }

    """

  private static func server(
    _ isMain: Bool, _ change: (inout ServerOptions) -> Void = { _ in },
    _ body: (MockIdPServer, HTTPClient, _ names: (String) throws -> Void) throws -> Void
  ) throws {
    let scenario = try ScenarioDecoder.scenario(from: Array(text.utf8), file: "mine.yaml")
    let options = try Running.options {
      if isMain { $0.scenario = scenario }
      change(&$0)
    }
    try Running.server(options) { server, client in
      try body(server, client) { name in
        let order = JSONValue.object(["name": .string(name), "scenario": .string(text), "ids": "asWritten"])
        _ = try WorldServerTests.make(client, server, order.text)
      }
    }
  }

  private static func password(
    _ client: HTTPClient, _ base: String, tenant: String = tenant, _ fields: [(String, String)] = []
  ) throws -> HTTPClientResponse {
    try client.post(
      "\(base)/\(tenant)/oauth2/v2.0/token",
      "grant_type=password&client_id=\(Self.client)&username=dana%40mine.onmicrosoft.com&password=Passw0rd!"
        + "&scope=openid%20offline_access%20User.Read", fields)
  }

  /// How many exchanges each world's journal has.
  private static func counts(_ client: HTTPClient, _ server: MockIdPServer, _ names: [String]) throws -> [Int] {
    try names.map { name in
      try WorldServerTests.json(try client.get("\(server.endpoints.control)/worlds/\(name)/exchanges"))["exchanges"]?
        .array?.count ?? -1
    }
  }

  @Test("is told by header field and by label, and then by what was issued") func issuer() throws {
    try Self.server(false) { server, client, make in
      try make("t1")
      try make("t2")
      let base = server.endpoints.https
      let port = try #require(base.split(separator: ":").last)
      for name in ["t1", "t2"] {
        let direct = try Self.password(client, base, [("Mockidp-World", name)])
        expectEqual(direct.status, 200, "\(direct.text)")
        let answer = try WorldServerTests.json(direct)
        let token = try #require(answer["access_token"]?.string)
        let refresh = try #require(answer["refresh_token"]?.string)
        // Neither field nor label from here on.
        let me = try client.get(base + "/v1.0/me", [("Authorization", "Bearer \(token)")])
        expectEqual(me.status, 200, "\(me.text)")
        for tenant in [Self.tenant, "mine.onmicrosoft.com", "common"] {
          let renewed = try client.post(
            "\(base)/\(tenant)/oauth2/v2.0/token",
            "grant_type=refresh_token&client_id=\(Self.client)&refresh_token=\(refresh)&scope=User.Read")
          expectEqual(renewed.status, 200, "\(renewed.text)")
        }
        let labelled = try Self.password(client, "https://\(name).localhost:\(port)")
        expectEqual(labelled.status, 200)
      }
      try expectEqual(Self.counts(client, server, ["t1", "t2", "default"]), [6, 6, 0])
    }
  }

  @Test("is the one that handed out a device code") func deviceCode() throws {
    try Self.server(false) { server, client, make in
      try make("t1")
      try make("t2")
      let path = "\(server.endpoints.https)/\(Self.tenant)/oauth2/v2.0"
      let begun = try WorldServerTests.json(
        try client.post(
          path + "/devicecode", "client_id=\(Self.client)&scope=User.Read", [("Mockidp-World", "t2")]))
      let code = try #require(begun["device_code"]?.string)
      let waiting = try client.post(
        path + "/token",
        "grant_type=urn:ietf:params:oauth:grant-type:device_code&client_id=\(Self.client)&device_code=\(code)")
      try expectEqual(WorldServerTests.json(waiting)["error"]?.string, "authorization_pending")
      try expectEqual(Self.counts(client, server, ["t1", "t2"]), [0, 2])
    }
  }

  @Test("is refused in a plain sentence with the names, which the journal has, when nothing tells it") func refusal()
    throws
  {
    try Self.server(false) { server, client, make in
      try make("t1")
      // One world alone has the tenant: that is enough.
      try expectEqual(Self.password(client, server.endpoints.https).status, 200)
      try make("t2")
      let refused = try Self.password(client, server.endpoints.https)
      expectEqual(refused.status, 400)
      expectEqual(
        refused.text,
        "The tenant '\(Self.tenant)' is in several worlds: t1, t2. Say which one is meant, with the header "
          + "field 'Mockidp-World: t1' or the host name t1.localhost.\n")
      let journal = try WorldServerTests.json(try client.get(server.endpoints.control + "/exchanges"))
      let exchange = try #require(journal["exchanges"]?.array?.first)
      expectEqual(exchange["status"]?.integer, 400)
      expectEqual(exchange["reasons"]?.array?.first?.string?.hasPrefix("The tenant '\(Self.tenant)'"), true)
      _ = try client.send(method: "DELETE", url: server.endpoints.control + "/worlds/t2", fields: [], body: [])
      try expectEqual(Self.password(client, server.endpoints.https).status, 200)
    }
  }

  @Test("is the default one, when that has the tenant and nothing tells another") func main() throws {
    try Self.server(true) { server, client, make in
      try make("t1")
      let base = server.endpoints.https
      try expectEqual(Self.password(client, base).status, 200)
      let answer = try WorldServerTests.json(try Self.password(client, base, [("Mockidp-World", "t1")]))
      let token = try #require(answer["access_token"]?.string)
      try expectEqual(client.get(base + "/v1.0/me", [("Authorization", "Bearer \(token)")]).status, 200)
      try expectEqual(Self.counts(client, server, ["default", "t1"]), [1, 2])
      // The default world's tokens have no mark, and lead to it.
      let own = try WorldServerTests.json(try Self.password(client, base))["access_token"]?.string ?? ""
      try expectEqual(client.get(base + "/v1.0/me", [("Authorization", "Bearer \(own)")]).status, 200)
      try expectEqual(Self.counts(client, server, ["default", "t1"]), [3, 2])
    }
  }

  @Test("is not told by a token of a world that another one has replaced") func replaced() throws {
    // With a seed, a world of the same name has the same ids again, those of its tokens too.
    let unseeded: (inout ServerOptions) -> Void = { $0.seed = nil }
    try Self.server(false, unseeded) { server, client, make in
      try make("t1")
      try make("t2")
      let base = server.endpoints.https
      let answer = try WorldServerTests.json(try Self.password(client, base, [("Mockidp-World", "t1")]))
      let token = try #require(answer["access_token"]?.string)
      _ = try client.send(method: "DELETE", url: server.endpoints.control + "/worlds/t1", fields: [], body: [])
      try make("t1")
      let late = try client.get(base + "/v1.0/me", [("Authorization", "Bearer \(token)")])
      #expect(late.status == 400 && late.text.contains("t2, t1"), "\(late.text)")
    }
  }

  @Test("is chosen by the field only from this machine, or with the control token") func field() throws {
    let guarded: (inout ServerOptions) -> Void = { $0.controlToken = "steer" }
    try Self.server(true, guarded) { server, client, _ in
      let path = server.endpoints.https + "/common/v2.0/.well-known/openid-configuration"
      let steered = [("Authorization", "Bearer steer")]
      let made = try client.post(server.endpoints.control + "/worlds", #"{"name": "t1"}"#, steered)
      expectEqual(made.status, 201, "\(made.text)")
      func status(_ fields: [(String, String)]) throws -> Int { try client.get(path, fields).status }
      try expectEqual(status([("Mockidp-World", "t1")]), 200)
      try expectEqual(status([("Mockidp-World", "default")]), 200)
      let relayed = [("Mockidp-World", "t1"), ("X-Forwarded-For", "10.0.0.1")]
      let refused = try client.get(path, relayed)
      #expect(refused.status == 403 && refused.text.contains("Mockidp-Control-Token"), "\(refused.text)")
      try expectEqual(status(relayed + [("Mockidp-Control-Token", "wrong")]), 403)
      try expectEqual(status(relayed + [("Mockidp-Control-Token", "steer")]), 200)
      try expectEqual(status(relayed + steered), 200)
      let unknown = try client.get(path, [("Mockidp-World", "t9")])
      expectEqual(unknown.status, 404)
      #expect(
        unknown.text.contains("There is no world 't9'") && unknown.text.contains("default, t1"), "\(unknown.text)")
      let journal = try client.get(server.endpoints.control + "/exchanges", steered).text
      #expect(!journal.contains("steer") && !journal.contains("wrong"))
    }
  }

  @Test("keeps its ids over a restart, and its control path tells where it is") func restart() throws {
    let directory = try TestFiles.makeDirectory()
    func run(_ body: (MockIdPServer, HTTPClient) throws -> Void) throws {
      try Running.server(try Running.options(home: directory) { $0.dataDirectory = directory + "/data" }, body)
    }
    try run { server, client in
      let order = JSONValue.object(["name": "t1", "scenario": .string(Self.text), "ids": "asWritten"])
      let made = try WorldServerTests.make(client, server, order.text)
      let port = try #require(server.endpoints.https.split(separator: ":").last)
      expectEqual(made["ids"]?.string, "asWritten")
      expectEqual(made["authority"]?.string, "https://t1.localhost:\(port)/\(Self.tenant)")
      expectEqual(made["tenants"]?.array?.first?["authority"]?.string, "https://t1.localhost:\(port)/\(Self.tenant)")
      let bad = try client.post(server.endpoints.control + "/worlds", #"{"ids": "mine"}"#)
      #expect(bad.status == 400 && bad.text.contains("asWritten"), "\(bad.text)")
    }
    try run { server, client in
      let answer = try WorldServerTests.json(try Self.password(client, server.endpoints.https))
      expectNotNil(answer["access_token"], "\(answer.text)")
      let reset = try client.post(server.endpoints.control + "/worlds/t1/reset", "")
      expectEqual(reset.status, 200, "\(reset.text)")
      try expectEqual(Self.password(client, server.endpoints.https).status, 200)
    }
  }
}
