import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// What is wrong with a request, an app or a tenant.
extension Arrangement {
  private static func raw(_ code: Int, _ how: String, _ body: String, tenant: String = TestWorld.contoso) -> Arrangement
  {
    Arrangement(code, how) { test in
      try test.send(
        "POST", "/\(tenant)/oauth2/v2.0/token", fields: [("Content-Type", "application/x-www-form-urlencoded")],
        body: body)
    }
  }

  private static func instance(_ code: Int, _ how: String, _ query: String) -> Arrangement {
    Arrangement(code, how) { try $0.send("GET", "/common/discovery/instance?api-version=1.1\(query)") }
  }

  private static func legacy(
    _ code: Int, _ how: String, tenant: String = TestWorld.contoso, resource: String = "https://graph.microsoft.com",
    signInAs user: String? = nil
  ) -> Arrangement {
    Arrangement(code, how) { test in
      let fields = AuthorizeQuery(.web).fields.with([("scope", nil), ("resource", resource)])
      let browser = TestBrowser(test)
      let answer = try browser.open("/\(tenant)/oauth2/authorize?\(fields.query)")
      guard let user else { return answer }
      return try browser.enter(user)
    }
  }

  static let requests: [Arrangement] = [
    raw(900_144, "no grant_type", "client_id=x"),
    Arrangement(token: 392_196, "a token that is bound to a certificate") { _ in
      ClientCredentialsTests.form([("token_type", "mtls_pop")])
    },
    raw(70003, "an unknown grant_type", "grant_type=magic"),
    raw(9_000_411, "a parameter twice", "scope=a&scope=b"),
    raw(90002, "a tenant that nobody has", "grant_type=refresh_token", tenant: "missing.test"),
    raw(900_023, "a segment that names no tenant", "grant_type=refresh_token", tenant: "undefined"),
    Arrangement(900_561, "GET at the token endpoint") { try $0.send("GET", "/common/oauth2/v2.0/token") },
    Arrangement(90004, "two client ids that differ") { test in
      try test.token(
        ClientCredentialsTests.form(), tenant: TestWorld.contoso,
        fields: [("Authorization", "Basic " + Base64.encode(Array("\(TestClient.web.id):web-secret".utf8)))])
    },
    Arrangement(9_000_410, "a form that says that it is JSON") { test in
      try test.send("POST", "/common/login", fields: [("Content-Type", "application/json")], body: "a=b")
    },
    Arrangement(token: 50059, "an app's own token at common", tenant: "common") { _ in ClientCredentialsTests.form() },
    Arrangement(token: 90011, "an unknown client_assertion_type") { _ in
      ClientAssertionTests.form("x", [("client_assertion_type", "magic")])
    },
    Arrangement(token: 90014, "an assertion without its type") { _ in
      ClientAssertionTests.form("x", [("client_assertion_type", nil)])
    },
    instance(
      50049, "instance discovery of an unknown host", "&authorization_endpoint=https://login.example.com/common"),
    instance(50050, "instance discovery of nothing", ""),
    Arrangement(authorize: 90005, "sid and login_hint together", [("sid", "x"), ("login_hint", "alice@contoso.com")]),
    Arrangement(authorize: 90015, "a query of nine thousand bytes", [("state", String(repeating: "x", count: 9_000))]),
    Arrangement(authorize: 90023, "an unknown prompt", [("prompt", "magic")]),
    Arrangement(authorize: 9_010_010, "a resource beside the scopes", [("resource", "https://vault.azure.net")]),
    Arrangement(authorize: 70005, "an unknown response_type", [("response_type", "magic")]),
    Arrangement(authorize: 70007, "an unknown response_mode", [("response_mode", "magic")]),
    Arrangement(
      authorize: 700_051, "an access token from authorize that the app may not have",
      [("response_type", "token"), ("nonce", "n")]),
    Arrangement(
      authorize: 700_054, "an id_token from authorize that the app may not have", by: .mobile,
      [("response_type", "id_token")]),
    Arrangement(authorize: 501_471, "a challenge method without a challenge", [("code_challenge", nil)]),
    Arrangement(authorize: 50147, "a challenge of the wrong size", [("code_challenge", "short")]),
    Arrangement(authorize: 501_491, "an unknown challenge method", [("code_challenge_method", "S512")]),
    Arrangement(authorize: 901_002, "amr_values at v2.0", [("amr_values", "ngcmfa")]),
    Arrangement(authorize: 901_001, "admin_consent as prompt of v2.0", [("prompt", "admin_consent")]),
    Arrangement(900_561, "GET at the address of a sign-in form") { try $0.send("GET", "/common/login") },
    Arrangement(authorize: 900_021, "the tenant of zeros", tenant: "\(GUID.zero)"),
    Arrangement(
      authorize: 9_002_325, "a single-page app without a challenge", by: .spa,
      [("code_challenge", nil), ("code_challenge_method", nil)]),
  ]

  static let clients: [Arrangement] = [
    Arrangement(authorize: 50011, "a redirect_uri that is not registered", [("redirect_uri", "https://evil.test/")]),
    Arrangement(
      authorize: 500_113, "an app without a redirect URI", directory: app("web") { $0.redirectURIs = [] },
      [("redirect_uri", nil)]),
    Arrangement(authorize: 900_971, "an empty redirect_uri", [("redirect_uri", "")]),
    Arrangement(
      authorize: 500_119, "an address with urn:", by: .mobile, [("redirect_uri", "urn:ietf:wg:oauth:2.0:oob")]),
    Arrangement(authorize: 90102, "a relative redirect_uri", [("redirect_uri", "/cb")]),
    Arrangement(
      authorize: 700_016, "an app that nobody registered", [("client_id", "00000000-1111-4222-8333-444444444444")]),
    Arrangement(token: 700_016, "an app that nobody registered, at the token endpoint") { _ in
      ClientCredentialsTests.form([("client_id", "00000000-1111-4222-8333-444444444444")])
    },
    Arrangement(authorize: 90112, "a client id that is not a GUID", [("client_id", "my-app")]),
    Arrangement(90112, "keys for an app id that is not a GUID") {
      try $0.send("GET", "/common/discovery/v2.0/keys?appid=my-app")
    },
    Arrangement(
      token: 7_000_116, "an app that the tenant switched off", directory: principal("daemon") { $0.isEnabled = false }
    ) {
      _ in ClientCredentialsTests.form()
    },
    Arrangement(
      token: 7_000_229, "an app of which the tenant has no service principal", tenant: TestWorld.fabrikam,
      directory: app("daemon") { $0.audience = .multipleTenants }
    ) { _ in ClientCredentialsTests.form() },
    Arrangement(
      500_200, "a personal account at common, at an app for work accounts",
      directory: app("web") { $0.audience = .multipleTenants }
    ) {
      test in
      let browser = TestBrowser(test)
      try browser.open(AuthorizeQuery(.web))
      return try browser.enter("personal")
    },
    Arrangement(authorize: 700_038, "the client id of zeros", [("client_id", "00000000-0000-0000-0000-000000000000")]),
    Arrangement(token: 700_038, "the client id of zeros, at the token endpoint") { _ in
      ClientCredentialsTests.form([("client_id", "00000000-0000-0000-0000-000000000000")])
    },
    Arrangement(authorize: 7_000_112, "a disabled app", directory: app("web") { $0.isEnabled = false }),
    Arrangement(
      authorize: 50194, "an app of one tenant at common", by: .api),
    Arrangement(
      authorize: 9_002_346, "an app for personal accounts at a tenant", tenant: TestWorld.contoso,
      directory: app("web") { $0.audience = .personal }),
    Arrangement(
      token: 70002, "an app for work accounts at the token endpoint of consumers", tenant: "consumers",
      directory: app("web") { $0.audience = .multipleTenants }
    ) { _ in
      FormFields([("grant_type", "refresh_token"), ("client_id", TestClient.web.id), ("refresh_token", "any")])
    },
    Arrangement(
      authorize: 9_002_332, "an app for work accounts at consumers", tenant: "consumers",
      directory: app("web") { $0.audience = .multipleTenants }),
    legacy(90027, "the v1.0 endpoint of personal accounts", tenant: "consumers"),
    legacy(500_201, "a personal account at the v1.0 endpoint", tenant: "common", signInAs: "personal"),
    legacy(650_057, "an API that the app does not list, at the v1.0 endpoint", resource: "https://vault.azure.net"),
  ]
}
