import Bytes
import Directory
import Expectations
import HTTPClient
import JSON
import Scenarios
import TestSupport
import Testing
import Time
import Worlds

@testable import MockIdP

/// Worlds of a whole server, over real sockets.
struct WorldServerTests {
  static func json(_ answer: HTTPClientResponse) throws -> JSONValue { try JSONValue.parse(answer.body) }

  /// Makes a world and gives its description.
  static func make(_ client: HTTPClient, _ server: MockIdPServer, _ body: String) throws -> JSONValue {
    let answer = try client.post(server.endpoints.control + "/worlds", body)
    guard answer.status == 201 else { throw TestFault(String(decoding: answer.body, as: UTF8.self)) }
    return try json(answer)
  }

  @Test func areReachedByHostNameByTenantAndByControlPath() throws {
    try Running.server(try Running.options()) { server, client in
      let port = try #require(server.endpoints.https.split(separator: ":").last)
      let made = try Self.make(client, server, #"{"name": "t1", "scenario": "expired-refresh"}"#)
      let tenant = try #require(made["tenants"]?.array?.first?["id"]?.string)
      #expect(tenant != "\(SeededDirectory.contoso)")
      // The name that every resolver knows comes first, the label after it.
      expectEqual(made["authority"]?.string, "https://localhost:\(port)/\(tenant)")
      expectEqual(
        made["authorities"]?.array?.compactMap(\.string),
        ["https://localhost:\(port)/\(tenant)", "https://t1.localhost:\(port)/\(tenant)"])
      expectEqual(made["graph"]?.string, "https://localhost:\(port)/v1.0")
      expectEqual(made["users"]?.array?.first?["password"]?.string, SeededDirectory.password)
      expectEqual(made["users"]?.array?.first?["userPrincipalName"]?.string, "alice@contoso-t1.onmicrosoft.com")
      let issuer = "/\(tenant)/v2.0"
      for (base, name) in [
        ("https://t1.localhost:\(port)", tenant), ("https://localhost:\(port)", tenant),
        ("https://localhost:\(port)", "contoso-t1.onmicrosoft.com"), ("https://127.0.0.1:\(port)", "t1.contoso.com"),
        ("https://localhost:\(port)", "%63ontoso-t1.OnMicrosoft.com"),
        ("https://localhost:\(port)", tenant.uppercased()),
        ("https://t1.localhost:\(port)", "contoso.onmicrosoft.com"),
      ] {
        let document = try Self.json(try client.get("\(base)/\(name)/v2.0/.well-known/openid-configuration"))
        expectEqual(document["issuer"]?.string, base + issuer, "\(base)/\(name)")
      }
      // The default world does not know the tenant, and nobody else's requests stand in its journal.
      let counts = try ["", "/worlds/t1", "/worlds/default"].map { path in
        try Self.json(try client.get("\(server.endpoints.control)\(path)/exchanges"))["exchanges"]?.array?.count
      }
      expectEqual(counts, [0, 7, 0])
      let own = try Self.json(try client.get("https://t1.localhost:\(port)/_mockidp/v1/exchanges"))
      expectEqual(own["exchanges"]?.array?.count, 7)
      let health = try Self.json(try client.get("https://t1.localhost:\(port)/_mockidp/v1/health"))
      expectEqual(health["scenario"]?.string, "expired-refresh")
      // An unknown label is the default world, as before.
      let other = try Self.json(try client.get("https://nobody.localhost:\(port)/_mockidp/v1/world"))
      expectEqual(other["name"]?.string, "default")
    }
  }

  /// As behind a balancer, or with a container's published port.
  @Test(arguments: [("localhost", ""), ("localhost:9443", ":9443")])
  func theirURLsHaveThePortThatTheCallerUsed(_ authority: String, _ port: String) throws {
    try Running.server(try Running.options()) { server, client in
      _ = try Self.make(client, server, #"{"name": "t1"}"#)
      let world = try Self.json(
        client.send(
          method: "GET", url: server.endpoints.control + "/worlds/t1", fields: [("Host", authority)], body: []))
      for (member, start) in [
        ("base", "https://t1.localhost\(port)"), ("authority", "https://localhost\(port)/"),
        ("graph", "https://localhost\(port)/v1.0"), ("control", "https://localhost\(port)/_mockidp/"),
      ] {
        #expect(world[member]?.string?.hasPrefix(start) == true, "\(member): \(world[member]?.string ?? "")")
      }
    }
  }

  @Test func areMadeListedReplacedAndRemoved() throws {
    try Running.server(try Running.options()) { server, client in
      let control = server.endpoints.control + "/worlds"
      let first = try Self.make(client, server, "")
      let name = try #require(first["name"]?.string)
      _ = try Self.make(client, server, #"{"name": "t2", "overrides": {"signIn": "auto"}, "idleTimeout": "10m"}"#)
      let list = try Self.json(try client.get(control))["worlds"]?.array
      expectEqual(list?.compactMap { $0["name"]?.string }, ["default", name, "t2"])
      expectEqual(list?.compactMap { $0["idleTimeout"]?.string }, ["1h", "10m"])
      let world = try Self.json(try client.get(control + "/t2/world"))
      expectEqual(world["signIn"]?.string, "auto")

      let old = try Self.json(try client.get(control + "/t2"))["tenants"]?.array?.first?["id"]?.string
      let replaced = try client.send(method: "PUT", url: control + "/t2", fields: [], body: Array("{}".utf8))
      expectEqual(replaced.status, 200)
      // The server has a seed, and the ids follow from it and from the name.
      try expectEqual(Self.json(replaced)["tenants"]?.array?.first?["id"]?.string, old)
      let signIn = try Self.json(try client.get(control + "/t2/world"))["signIn"]?.string
      expectEqual(signIn, "pages")
      try expectEqual(client.send(method: "PUT", url: control + "/t3", fields: [], body: []).status, 201)

      for expected in [204, 404] {
        let removed = try client.send(method: "DELETE", url: control + "/t2", fields: [], body: [])
        expectEqual(removed.status, expected)
      }
      try expectEqual(client.get(control + "/t2").status, 404)
      let port = try #require(server.endpoints.https.split(separator: ":").last)
      let late = try client.get("https://t2.localhost:\(port)/common/v2.0/.well-known/openid-configuration")
      expectEqual(late.status, 404)
      #expect(String(decoding: late.body, as: UTF8.self).contains("has ended"))
    }
  }

  @Test(arguments: [
    (#"{"name": "Not a name"}"#, 400, "bad-value"), (#"{"name": "default"}"#, 400, "bad-value"),
    (#"{"scenario": "happy-pth"}"#, 400, "unknown-scenario"), (#"{"nme": "x"}"#, 400, "unknown-member"),
    (#"{"scenario": "tests/team.yaml"}"#, 400, "unknown-scenario"), (#"{"scenario": ""}"#, 400, "unknown-scenario"),
    (#"{"scenario": "", "issuer": "login.microsoftonline.com"}"#, 400, "unknown-scenario"),
    (#"{"seed": -1}"#, 400, "bad-value"), (#"{"idleTimeout": "soon"}"#, 400, "bad-value"), ("[]", 400, "not-json"),
    (#"{"scenario": {"scenario": "x", "rules": [{"when": {"endpont": "token"}}]}}"#, 400, "bad-scenario"),
    (#"{"scenario": "scenario: x\nrules: 1"}"#, 400, "bad-scenario"), (#"{"overrides": 1}"#, 400, "bad-scenario"),
    (#"{"name": "taken"}"#, 409, "world-exists"), (#"{"name": "late"}"#, 409, "too-many-worlds"),
  ]) func areRefusedWithTheReason(body: String, status: Int, problem: String) throws {
    try Running.server(try Running.options { $0.worlds.maximumCount = 1 }) { server, client in
      _ = try Self.make(client, server, #"{"name": "taken", "issuer": "login.microsoftonline.com"}"#)
      let answer = try client.post(server.endpoints.control + "/worlds", body)
      expectEqual(answer.status, status)
      let document = try Self.json(answer)
      expectEqual(document["type"]?.string, "urn:mockidp:problem:" + problem)
      if body.contains(".yaml") { #expect(document["detail"]?.string?.contains("reads no files") == true) }
      if problem == "bad-scenario" {
        let detail = try #require(document["detail"]?.string)
        #expect(detail.contains("line ") && detail.contains("column "), "\(detail)")
      }
    }
  }

  /// A label before a name of the server has a certificate too, which a client verifies.
  @Test func areReachedBelowAnotherHostName() throws {
    try Running.server(try Running.options { $0.hostnames = ["idp.test"] }) { server, client in
      _ = try Self.make(client, server, #"{"name": "t1", "scenario": "expired-refresh"}"#)
      let port = try #require(server.endpoints.https.split(separator: ":").last)
      for (host, scenario) in [("t1.idp.test", "expired-refresh"), ("idp.test", "test"), ("t2.idp.test", "test")] {
        let health = try Self.json(try client.get("https://\(host):\(port)/_mockidp/v1/health"))
        expectEqual(health["scenario"]?.string, scenario, "\(host)")
      }
      for host in ["a.b.idp.test", "idp.test.other", "-.idp.test"] {
        let error = #expect(throws: HTTPClientError.self) { try client.get("https://\(host):\(port)/") }
        expectEqual(error?.kind, .tls, "\(host)")
      }
    }
  }

  @Test func theDefaultWorldStays() throws {
    try Running.server(try Running.options()) { server, client in
      let url = server.endpoints.control + "/worlds/default"
      let removed = try client.send(method: "DELETE", url: url, fields: [], body: [])
      expectEqual(removed.status, 409)
      let statuses = try [url, url + "/worlds", server.endpoints.control + "/worlds/nobody/clock"].map {
        try client.get($0).status
      }
      expectEqual(statuses, [200, 404, 404])
    }
  }
}
