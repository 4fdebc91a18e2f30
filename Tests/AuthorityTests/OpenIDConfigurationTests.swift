import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing

struct OpenIDConfigurationTests {
  static func path(_ tenant: String) -> String { "/\(tenant)/v2.0/.well-known/openid-configuration" }

  struct Kind: CustomTestStringConvertible {
    let asked: String
    /// The segment of the URLs in the answer.
    let spelled: String
    let issuer: String
    let golden: String
    var testDescription: String { asked }
  }

  static let kinds = [
    Kind(asked: "common", spelled: "common", issuer: "{tenantid}", golden: "common"),
    Kind(asked: "organizations", spelled: "organizations", issuer: "{tenantid}", golden: "organizations"),
    Kind(
      asked: "consumers", spelled: "consumers", issuer: "9188040d-6c67-4c5b-b112-36a304b66dad", golden: "consumers"),
    Kind(asked: TestWorld.contoso, spelled: TestWorld.contoso, issuer: TestWorld.contoso, golden: "tenant"),
    Kind(asked: "contoso.com", spelled: TestWorld.contoso, issuer: TestWorld.contoso, golden: "domain"),
  ]

  @Test(arguments: kinds) func isAsRecorded(_ kind: Kind) throws {
    let answer = try TestWorld().send("GET", Self.path(kind.asked))
    expectEqual(answer.status, 200)
    expectGolden("openid-configuration-\(kind.golden).json", answer.body)
  }

  @Test(arguments: kinds) func spellsTheTenant(_ kind: Kind) throws {
    let document = try TestWorld().send("GET", Self.path(kind.asked)).json
    let base = "https://\(TestWorld.authority)/\(kind.spelled)"
    expectEqual(document["token_endpoint"]?.string, base + "/oauth2/v2.0/token")
    expectEqual(document["authorization_endpoint"]?.string, base + "/oauth2/v2.0/authorize")
    expectEqual(document["device_authorization_endpoint"]?.string, base + "/oauth2/v2.0/devicecode")
    expectEqual(document["end_session_endpoint"]?.string, base + "/oauth2/v2.0/logout")
    expectEqual(document["jwks_uri"]?.string, base + "/discovery/v2.0/keys")
    expectEqual(document["issuer"]?.string, "https://\(TestWorld.authority)/\(kind.issuer)/v2.0")
    expectEqual(
      document["tenant_region_scope"], kind.asked.contains("c0270500") || kind.asked.contains(".") ? "NA" : .null)
  }

  @Test func membersStandInTheServicesOrder() throws {
    let names = try TestWorld().send("GET", Self.path("common")).jsonNames
    expectEqual(
      names,
      [
        "token_endpoint", "token_endpoint_auth_methods_supported", "jwks_uri", "response_modes_supported",
        "subject_types_supported", "id_token_signing_alg_values_supported", "response_types_supported",
        "scopes_supported", "issuer", "request_uri_parameter_supported", "userinfo_endpoint", "authorization_endpoint",
        "device_authorization_endpoint", "http_logout_supported", "frontchannel_logout_supported",
        "end_session_endpoint", "claims_supported", "kerberos_endpoint", "mtls_endpoint_aliases",
        "tls_client_certificate_bound_access_tokens", "tenant_region_scope", "cloud_instance_name",
        "cloud_graph_host_name", "msgraph_host", "rbac_url",
      ])
  }

  struct Spelling: CustomTestStringConvertible {
    let path: String
    let testDescription: String
  }

  @Test(arguments: [
    Spelling(path: "/COMMON/V2.0/.Well-Known/OpenID-Configuration", testDescription: "capitals"),
    Spelling(path: path("common") + "/", testDescription: "slash at the end"),
    Spelling(path: path("common/"), testDescription: "MSAL for Python's default authority, which ends in a slash"),
    Spelling(path: path("common") + "?", testDescription: "empty query"),
    Spelling(path: path("common") + "?p=x&unknown=1", testDescription: "unknown query"),
    Spelling(path: path("Contoso.COM"), testDescription: "domain in capitals"),
    Spelling(path: path("contoso.onmicrosoft.com"), testDescription: "initial domain"),
    Spelling(path: path(TestWorld.contoso.uppercased()), testDescription: "GUID in capitals"),
    Spelling(path: path("contoso%2Ecom"), testDescription: "encoded domain"),
    Spelling(path: path("9188040d-6c67-4c5b-b112-36a304b66dad"), testDescription: "tenant of personal accounts"),
  ]) func isFoundBy(_ spelling: Spelling) throws {
    try expectEqual(TestWorld().send("GET", spelling.path).status, 200)
  }

  @Test func namesTheAppInTheKeysAddress() throws {
    let document = try TestWorld().send("GET", Self.path("common") + "?appid=\(TestClient.web.id)").json
    expectEqual(
      document["jwks_uri"]?.string,
      "https://\(TestWorld.authority)/common/discovery/v2.0/keys?appid=\(TestClient.web.id)")
  }

  struct Alias: CustomTestStringConvertible {
    let testDescription: String
    let origin: Origin
    /// Nil: the document has no alias.
    let endpoint: String?
  }

  /// Clients that prove themselves with a TLS certificate go there (RFC 8705 §5).
  @Test(arguments: [
    Alias(
      testDescription: "own name",
      origin: Origin(login: "https://a.test:1", graph: "", authority: "a.test:1", isSecure: true),
      endpoint: "https://a.test:1/common/oauth2/v2.0/token"),
    Alias(
      testDescription: "Microsoft's name", origin: Origin(of: .global),
      endpoint: "https://mtlsauth.microsoft.com/common/oauth2/v2.0/token"),
    Alias(testDescription: "a cloud without a record", origin: Origin(of: .china), endpoint: nil),
  ]) func namesTheEndpointForCertificates(_ row: Alias) throws {
    let document = try TestWorld().send("GET", Self.path("common"), origin: row.origin).json
    expectEqual(document["mtls_endpoint_aliases"]?["token_endpoint"]?.string, row.endpoint)
    expectEqual(document["tls_client_certificate_bound_access_tokens"], row.endpoint == nil ? nil : true)
  }

  /// MSAL sends the requests of an app with a region there. Such a host has tokens and keys (observed in 2022).
  @Test func regionalHostHasTokensAndKeysAlone() throws {
    let origin = Origin(of: .global, region: "westeurope.login.microsoft.com")
    let whole = try TestWorld().send("GET", Self.path("common"), origin: Origin(of: .global)).json
    let document = try TestWorld().send("GET", Self.path("common"), origin: origin).json
    let region = "https://westeurope.login.microsoft.com/common"
    expectEqual(document["token_endpoint"]?.string, region + "/oauth2/v2.0/token")
    expectEqual(document["jwks_uri"]?.string, region + "/discovery/v2.0/keys")
    expectEqual(document.text.split(separator: "westeurope").count, 3)
    expectEqual(document["authorization_endpoint"], "unsupported")
    expectEqual(document["issuer"], whole["issuer"])
    let left = [
      "device_authorization_endpoint", "http_logout_supported", "frontchannel_logout_supported", "end_session_endpoint",
      "kerberos_endpoint",
    ]
    expectEqual(document.object?.names, whole.object?.names.filter { !left.contains($0) })
    let claims = try #require(document["claims_supported"]?.strings)
    expectEqual(claims.count, 16)
    #expect(!claims.contains { ["preferred_username", "name", "email"].contains($0) })
  }

  @Test func regionalHostIsInTheTokenEndpointOfTheOlderDocument() throws {
    let origin = Origin(of: .global, region: "westeurope.login.microsoft.com")
    let document = try TestWorld().send("GET", "/common/.well-known/openid-configuration", origin: origin).json
    expectEqual(document["token_endpoint"]?.string, "https://westeurope.login.microsoft.com/common/oauth2/token")
    expectEqual(document.text.split(separator: "westeurope").count, 2)
  }

  @Test func carriesTheNameTheRequestCameBy() throws {
    let document = try TestWorld().send("GET", Self.path("common"), isSecure: false, authority: "idp.test:8080").json
    expectEqual(document["token_endpoint"]?.string, "http://idp.test:8080/common/oauth2/v2.0/token")
    expectEqual(document["issuer"]?.string, "http://idp.test:8080/{tenantid}/v2.0")
    expectEqual(document["userinfo_endpoint"]?.string, "http://idp.test:8080/oidc/userinfo")
  }

  /// One server is called by many names, in turns.
  @Test func tellsEveryCallerItsOwnNames() throws {
    let world = try TestWorld()
    let origins =
      Cloud.all.map { Origin(of: $0) }
      + [
        Origin(login: "https://a.test", graph: "https://a.test", authority: "a.test", isSecure: true),
        Origin(login: "https://a.test", graph: "https://b.test", authority: "a.test", isSecure: true),
        Origin(login: "https://a.test", graph: "https://a.test", authority: "a.test", isSecure: true, cloud: .china),
      ]
    for _ in 1...2 {
      for origin in origins {
        for path in [Self.path, KeysTests.path] {
          for tenant in ["common", "consumers", TestWorld.contoso, TestWorld.fabrikam] {
            let told = try world.send("GET", path(tenant), origin: origin).body
            let anew = try TestWorld().send("GET", path(tenant), origin: origin).body
            expectEqual(told, anew, "\(path(tenant)) by \(origin.login), \(origin.graph), \(origin.cloud.name)")
          }
        }
      }
    }
  }

  @Test func mayBeKeptForADayByAnybody() throws {
    let fields = try TestWorld().send("GET", Self.path("common")).fields
    expectEqual(fields["Cache-Control"], "max-age=86400, private")
    expectEqual(fields["Content-Type"], "application/json; charset=utf-8")
    expectEqual(fields["Access-Control-Allow-Origin"], "*")
    expectEqual(fields["Access-Control-Allow-Methods"], "GET, OPTIONS")
    expectNil(fields["Pragma"])
    expectNil(fields["Expires"])
    expectEqual(fields["X-Content-Type-Options"], "nosniff")
    #expect(fields["x-ms-request-id"]?.hasSuffix("00") ?? false)
  }

  struct Unknown: CustomTestStringConvertible {
    let tenant: String
    let error: String
    let code: Int
    var testDescription: String { tenant }
  }

  static let unknown = [
    Unknown(tenant: "missing.onmicrosoft.com", error: "invalid_tenant", code: 90002),
    Unknown(tenant: "11111111-2222-4333-8444-555555555555", error: "invalid_tenant", code: 90002),
    Unknown(tenant: "authorize", error: "invalid_tenant", code: 90002),
    Unknown(tenant: "undefined", error: "invalid_tenant", code: 90002),
    Unknown(tenant: "%7B%7Btid%7D%7D", error: "invalid_request", code: 900023),
    Unknown(tenant: "{tenant}", error: "invalid_request", code: 900023),
    Unknown(tenant: ".com", error: "invalid_request", code: 900023),
    Unknown(tenant: "a_b.com", error: "invalid_request", code: 900023),
  ]

  @Test(arguments: unknown, [path, KeysTests.path]) func refusesUnknownTenants(
    _ row: Unknown, _ path: @Sendable (String) -> String
  ) throws {
    let answer = try TestWorld().send("GET", path(row.tenant))
    expectEqual(answer.status, 400)
    expectEqual(answer.error, row.error)
    expectEqual(answer.errorCode, row.code)
    expectEqual(answer.fields["Cache-Control"], "private")
    try expectEqual(
      answer.jsonNames,
      [
        "error", "error_description", "error_codes", "timestamp", "trace_id", "correlation_id", "error_uri",
      ])
    try expectEqual(answer.json["trace_id"]?.string, answer.fields["x-ms-request-id"])
  }

  @Test func refusalIsAsRecorded() throws {
    let answer = try TestWorld().send(
      "GET", Self.path("missing.onmicrosoft.com"),
      fields: [("client-request-id", "1a2c6d3e-55d2-4c5e-90ac-2f3c6a0c9b11")])
    expectGolden("unknown-tenant.json", answer.body)
  }

  @Test(arguments: ["//v2.0/.well-known/openid-configuration", "/v2.0/.well-known/openid-configuration"])
  func pathsWithoutATenantAreNothing(_ path: String) throws {
    try expectEqual(TestWorld().send("GET", path).status, 404)
  }

  @Test(arguments: [
    path("common"), KeysTests.path("common"), "/common/userrealm/a@contoso.com", "/common/discovery/instance",
  ])
  func tellsPagesOfBrowsersWhatTheyMaySend(_ path: String) throws {
    let answer = try TestWorld().send(
      "OPTIONS", path, fields: [("Origin", "http://localhost"), ("Access-Control-Request-Headers", "x-client-sku")])
    expectEqual(answer.status, 200)
    expectEqual(answer.fields["Access-Control-Allow-Origin"], "*")
    expectEqual(answer.fields["Access-Control-Allow-Methods"], "GET, OPTIONS")
    expectEqual(answer.fields["Access-Control-Allow-Headers"], "x-client-sku")
    expectEqual(answer.text, "")
  }

  @Test(arguments: ["POST", "PUT", "DELETE"]) func answersReadersOnly(_ method: String) throws {
    let answer = try TestWorld().send(method, Self.path("common"))
    expectEqual(answer.status, 405)
    expectEqual(answer.fields["Allow"], "GET, HEAD, OPTIONS")
    expectEqual(answer.text, "")
  }
}
