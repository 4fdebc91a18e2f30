import Bytes
import Directory
import Expectations
import HTTPClient
import HTTPWire
import JSON
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// What every client library needs of transport and routing, over real sockets, item by item of the list in `docs/client-needs.md`.
struct TransportChecklistTests {
  static let document = "/common/v2.0/.well-known/openid-configuration"
  static let token = "/common/oauth2/v2.0/token"
  static let refused = "client_id=\(TestClient.mobile.id)&grant_type=refresh_token&refresh_token=0.nothing"

  @Test func item1TrustIsGivenByTheAuthorityAlone() throws {
    try Running.shared { server, client in
      #expect(server.endpoints.authority.hasPrefix("https://"))
      try expectEqual(client.get(server.endpoints.authority + Self.document).status, 200)
      // The system's roots do not vouch for it.
      let error = #expect(throws: HTTPClientError.self) {
        try HTTPClient(connectTo: "127.0.0.1").get(server.endpoints.authority + Self.document)
      }
      expectEqual(error?.kind, .tls)
    }
  }

  static let names = [
    "localhost", "anything.localhost", "127.0.0.1", "idp.test", "login.microsoftonline.com", "login.windows.net",
    "sts.windows.net", "login.microsoft.com", "graph.microsoft.com",
  ]

  @Test func item2And4EveryNameIsCertifiedAndServed() throws {
    try Running.server(try Running.options { $0.hostnames = ["idp.test"] }) { server, client throws in
      let port = try #require(server.endpoints.https.split(separator: ":").last)
      for name in Self.names {
        let isGraph = name == "graph.microsoft.com"
        let answer = try client.get("https://\(name):\(port)" + (isGraph ? "/v1.0/me" : Self.document))
        expectEqual(answer.status, isGraph ? 401 : 200, "\(name)")
        guard !isGraph else { continue }
        // The service answers by its canonical name, whichever of its own it was called by.
        let isOwn = !name.contains("microsoft") && !name.contains("windows")
        let base = "https://\(isOwn ? name : "login.microsoftonline.com"):\(port)"
        let document = try JSONValue.parse(answer.body)
        expectEqual(document["issuer"]?.string, base + "/{tenantid}/v2.0")
        expectEqual(document["token_endpoint"]?.string, base + Self.token)
      }
    }
  }

  /// On the standard port, here behind the forward proxy, no URL carries a port.
  @Test func item3TheStandardPortIsLeftOut() throws {
    try Running.shared { server, _ in
      let client = HTTPClient(certificateAuthorityPEM: server.certificateAuthorityPEM, proxy: server.endpoints.http)
      let document = try JSONValue.parse(try client.get("https://login.microsoftonline.com" + Self.document).body)
      expectEqual(document["token_endpoint"], "https://login.microsoftonline.com/common/oauth2/v2.0/token")
      expectEqual(document["issuer"], "https://login.microsoftonline.com/{tenantid}/v2.0")
    }
  }

  @Test(arguments: [
    ("POST", "/common/oAuth2/v2.0/token", 400), ("POST", "/COMMON/OAUTH2/V2.0/TOKEN", 400),
    ("GET", "/common/UserRealm/alice@contoso.onmicrosoft.com?api-version=1.0", 200),
    ("GET", "/Contoso.OnMicrosoft.com/v2.0/.well-known/OpenID-configuration", 200),
    ("GET", "/common/Discovery/V2.0/Keys", 200), ("POST", "/organizations/oAuth2/v2.0/devicecode", 400),
  ]) func item5PathsAreRoutedWithoutCase(_ method: String, _ path: String, _ status: Int) throws {
    try Running.world { server, client in
      let url = server.endpoints.authority + path
      try expectEqual((method == "GET" ? client.get(url) : client.post(url, Self.refused)).status, status)
    }
  }

  @Test(arguments: [
    "common", "organizations", "consumers", "\(SeededDirectory.contoso)", "contoso.onmicrosoft.com", "contoso.com",
  ]) func item6EveryFormOfTenant(_ tenant: String) throws {
    try Running.world { server, client in
      try expectEqual(
        client.get("\(server.endpoints.authority)/\(tenant)/v2.0/.well-known/openid-configuration").status, 200)
    }
  }

  @Test func item6ACodeOfCommonIsRenewedAtTheHomeTenant() throws {
    try Running.world { server, client in
      let token = try ServerTests.signIn(server, client)
      let form = FormFields([
        ("client_id", TestClient.mobile.id), ("grant_type", "refresh_token"), ("refresh_token", token),
      ])
      let url = "\(server.endpoints.authority)/\(SeededDirectory.contoso)/oauth2/v2.0/token"
      try expectEqual(client.post(url, form.query).status, 200)
    }
  }

  @Test(arguments: [
    "/common/oauth2/v2.0/token?haschrome=1", "/common/oauth2/v2.0/token?client-request-id=1",
    "/common/oauth2/v2.0/devicecode?x=y&x=z", "/common/oauth2/v2.0/token?",
  ]) func item7AQueryOnAPostIsIgnored(_ target: String) throws {
    try Running.world { server, client in
      let answer = try client.post(
        server.endpoints.authority + target, "client_id=\(TestClient.mobile.id)&scope=openid")
      let codes = try JSONValue.parse(answer.body)["error_codes"]
      // The form is what counts: a device code, or the token endpoint's word on the missing grant.
      #expect(target.contains("devicecode") ? answer.status == 200 : codes == [900_144])
    }
  }

  @Test func item8ABareQuestionMark() throws {
    try Running.world { server, client in
      let plain = try client.get(server.endpoints.authority + Self.document)
      try expectEqual(client.get(server.endpoints.authority + Self.document + "?").body, plain.body)
    }
  }

  @Test(arguments: [
    "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-8",
    "application/x-www-form-urlencoded;charset=UTF-8", "APPLICATION/X-WWW-FORM-URLENCODED",
  ]) func item9FormsWithAndWithoutACharset(_ type: String) throws {
    try Running.world { server, client in
      let answer = try client.send(
        method: "POST", url: server.endpoints.authority + Self.token, fields: [("Content-Type", type)],
        body: Array(Self.refused.utf8))
      try expectEqual(JSONValue.parse(answer.body)["error"], "invalid_grant")
    }
  }

  @Test(arguments: ["client-request-id", "Client-Request-Id", "CLIENT-REQUEST-ID"])
  func item10And13HeaderNamesInAnyCaseAndTheEcho(_ name: String) throws {
    let id = "6a8f6c0d-5a4c-4b8e-8f57-0d6f8a2b9e11"
    try Running.world { server, client in
      func ask(_ wanted: String?) throws -> HTTPClientResponse {
        try client.post(
          server.endpoints.authority + Self.token, Self.refused + "&x-client-SKU=MSAL.Test&unheard_of=1",
          [(name, id), ("X-Unheard-Of", "1"), ("x-ms-PkeyAuth+", "1.0")]
            + (wanted.map { [("Return-Client-Request-Id", $0)] } ?? []))
      }
      let echoed = try ask("true")
      expectEqual(echoed.fields["client-request-id"], id)
      expectNotNil(echoed.fields["x-ms-request-id"].flatMap { GUID($0) })
      try expectEqual(JSONValue.parse(echoed.body)["correlation_id"]?.string, id)
      // Also when nobody asks for it (observed).
      try expectEqual(ask("false").fields["client-request-id"], id)
      try expectEqual(ask(nil).fields["client-request-id"], id)
    }
  }

  struct Shared: CustomTestStringConvertible {
    let method: String
    let path: String
    let status: Int
    var testDescription: String { "\(method) \(path.prefix { $0 != "?" }) → \(status)" }
  }

  @Test(arguments: [
    Shared(
      method: "GET",
      path:
        "/common/discovery/instance?api-version=1.1&authorization_endpoint=https://localhost/common/oauth2/v2.0/authorize",
      status: 200),
    Shared(
      method: "GET",
      path:
        "/common/discovery/instance?api-version=1.1&authorization_endpoint=https://x.test/common/oauth2/v2.0/authorize",
      status: 400),
    Shared(method: "GET", path: document, status: 200),
    Shared(method: "GET", path: "/nobody.test/v2.0/.well-known/openid-configuration", status: 400),
    Shared(method: "GET", path: "/common/discovery/v2.0/keys", status: 200),
    Shared(method: "POST", path: token, status: 400),
    Shared(method: "POST", path: "/common/oauth2/v2.0/devicecode", status: 400),
    Shared(method: "GET", path: "/v1.0/me", status: 401),
  ]) func item11And12PagesMayReadEveryAnswerAndItIsJSON(_ row: Shared) throws {
    try Running.world { server, client in
      let host = "\(server.world.name).localhost"
      let url = server.endpoints.authority + row.path.replacing("https://localhost", with: "https://\(host)")
      let origin = [("Origin", "http://localhost:3000")]
      let answer = try row.method == "GET" ? client.get(url, origin) : client.post(url, Self.refused, origin)
      expectEqual(answer.status, row.status)
      #expect(["*", "http://localhost:3000"].contains(answer.fields["Access-Control-Allow-Origin"]))
      #expect(answer.fields["Content-Type"]?.hasPrefix("application/json") ?? false)
      try expectNotNil(JSONValue.parse(answer.body).object)
      let asked = "content-type,x-client-sku,client-request-id"
      let preflight = try client.send(
        method: "OPTIONS", url: url,
        fields: origin + [
          ("Access-Control-Request-Method", row.method), ("Access-Control-Request-Headers", asked),
        ])
      #expect([200, 204].contains(preflight.status))
      #expect(["*", "http://localhost:3000"].contains(preflight.fields["Access-Control-Allow-Origin"]))
      expectEqual(preflight.fields["Access-Control-Allow-Headers"], asked)
    }
  }
}
