import Bytes
import Directory
import Expectations
import HTTPClient
import HTTPWire
import JOSE
import JSON
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// What every client library needs of the documents, over real sockets, item by item of the list in `docs/client-needs.md`.
struct DiscoveryChecklistTests {
  static func instance(_ endpoint: String, version: String = "1.1") -> String {
    "/common/discovery/instance?api-version=\(version)&authorization_endpoint=\(endpoint)"
  }

  @Test func item14BothVersionsAnswerAlike() throws {
    try Running.server(try Running.options()) { server, client throws in
      let endpoint = server.endpoints.authority + "/common/oauth2/v2.0/authorize"
      let answers = try ["1.0", "1.1"].map {
        try JSONValue.parse(try client.get(server.endpoints.authority + Self.instance(endpoint, version: $0)).body)
      }
      expectEqual(answers[0]["tenant_discovery_endpoint"], answers[1]["tenant_discovery_endpoint"])
      expectEqual(answers[0]["metadata"], answers[1]["metadata"])
    }
  }

  @Test(arguments: [true, false], [true, false])
  func item15WithAndWithoutPortEncodedOrNot(_ hasPort: Bool, _ isEncoded: Bool) throws {
    try Running.server(try Running.options()) { server, client throws in
      let base = hasPort ? server.endpoints.authority : "https://localhost"
      let endpoint = base + "/common/oauth2/v2.0/authorize"
      let answer = try client.get(
        server.endpoints.authority + Self.instance(isEncoded ? Percent.encode(endpoint) : endpoint))
      expectEqual(answer.status, 200)
      try expectEqual(
        JSONValue.parse(answer.body)["tenant_discovery_endpoint"]?.string,
        server.endpoints.authority
          + "/common/v2.0/.well-known/openid-configuration")
    }
  }

  @Test func item15AnotherInstanceIsUnknown() throws {
    try Running.server(try Running.options()) { server, client throws in
      let answer = try client.get(
        server.endpoints.authority + Self.instance("https://elsewhere.test/common/oauth2/v2.0/authorize"))
      expectEqual(answer.status, 400)
      try expectEqual(JSONValue.parse(answer.body)["error"], "invalid_instance")
    }
  }

  @Test func item16And17TheEntryOfThisServer() throws {
    try Running.server(try Running.options()) { server, client throws in
      let host = String(server.endpoints.authority.dropFirst("https://".count))
      let endpoint = server.endpoints.authority + "/common/oauth2/v2.0/authorize"
      let answer = try JSONValue.parse(try client.get(server.endpoints.authority + Self.instance(endpoint)).body)
      let entries = try #require(answer["metadata"]?.array)
      for entry in entries {
        expectEqual(entry.object?.names, ["preferred_network", "preferred_cache", "aliases"])
      }
      let own = try #require(entries.first { $0["preferred_network"]?.string == host })
      expectEqual(own["preferred_cache"]?.string, host)
      expectEqual(own["aliases"]?.strings, [host, "localhost"])
    }
  }

  @Test(arguments: ["common", "organizations", "\(SeededDirectory.contoso)", "contoso.onmicrosoft.com"])
  func items18To23TheDocuments(_ tenant: String) throws {
    try Running.server(try Running.options()) { server, client throws in
      let base = server.endpoints.authority
      for version in ["/v2.0", ""] {
        let answer = try client.get("\(base)/\(tenant)\(version)/.well-known/openid-configuration")
        expectEqual(answer.status, 200)
        let document = try JSONValue.parse(answer.body)
        // 19: the six that some library fails without, absolute and with a path.
        for name in [
          "issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "device_authorization_endpoint",
          "end_session_endpoint",
        ] {
          let text = try #require(document[name]?.string, "\(name)")
          #expect(text.hasPrefix(base + "/") && text.utf8.count > base.utf8.count + 1, "\(name): \(text)")
        }
        guard version == "/v2.0" else { continue }
        // 20 and 21: same scheme, host and port; the template for tenants that are several, the id for one.
        let isSeveral = ["common", "organizations"].contains(tenant)
        expectEqual(
          document["issuer"]?.string, "\(base)/\(isSeveral ? "{tenantid}" : "\(SeededDirectory.contoso)")/v2.0")
        // 22 and 23: Go and JavaScript derive one address from the other.
        let token = try #require(document["token_endpoint"]?.string)
        #expect(token.hasSuffix("/token"))
        expectEqual(token.ranges(of: "token").count, 1)
        let device = token.replacing("token", with: "devicecode")
        expectEqual(document["device_authorization_endpoint"]?.string, device)
        let code = try client.post(device, "client_id=\(TestClient.mobile.id)&scope=openid")
        expectEqual(code.status, 200)
      }
    }
  }

  @Test func item24TheKeysVerifyATokenOfThisServer() throws {
    try Running.server(try Running.options()) { server, client throws in
      let keys = try JSONValue.parse(
        try client.get(server.endpoints.authority + "/common/discovery/v2.0/keys").body)
      let answer = try client.post(
        server.endpoints.authority + "/common/oauth2/v2.0/token",
        ServerTests.form(code: try ServerTests.code(server, client)))
      let header = try JSONValue.parse(answer.body).header("id_token")
      let key = try #require(keys["keys"]?.array?.first { $0["kid"] == header["kid"] })
      expectEqual(key["kty"], "RSA")
      expectEqual(key["use"], "sig")
      for name in ["n", "e", "x5t"] { expectNotNil(key[name]?.string, "\(name)") }
      expectNotNil(key["x5c"]?.array?.first?.string)
    }
  }

  @Test(arguments: [
    "/common/userrealm/alice%40contoso.onmicrosoft.com", "/common/UserRealm/alice@contoso.onmicrosoft.com",
    "/Common/USERREALM/ALICE@CONTOSO.ONMICROSOFT.COM",
  ]) func item25TheUserRealm(_ path: String) throws {
    try Running.server(try Running.options()) { server, client throws in
      let realm = try JSONValue.parse(
        try client.get(server.endpoints.authority + path + "?api-version=1.0").body)
      expectEqual(realm["ver"], "1.0")
      expectEqual(realm["account_type"], "Managed")
      expectEqual(realm["domain_name"]?.string.map { ASCII.lowercased($0) }, "contoso.onmicrosoft.com")
      for name in ["cloud_instance_name", "cloud_audience_urn"] { expectNotNil(realm[name]?.string, "\(name)") }
    }
  }
}
