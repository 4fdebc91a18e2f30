import Bytes
import Directory
import Expectations
import HTTPWire
import TestSupport
import Testing
import Worlds

/// What the token endpoint refuses before it looks at any grant.
struct TokenRequestTests {
  static let path = "/common/oauth2/v2.0/token"
  static let form = "application/x-www-form-urlencoded"
  static let missing = "The request body must contain the following parameter: "

  @Test(arguments: transport + parameters + clients) func refuses(_ row: TokenRefusal) throws {
    try row.expect(try row.ask(try TestWorld(directory: Self.furnish)))
  }

  /// Adds apps of every audience to the seeded directory.
  static func furnish(_ directory: inout DirectoryState) {
    for (alias, last, audience) in [
      ("single", "a1", Application.Audience.singleTenant), ("several", "a2", .multipleTenants),
      ("personal-only", "a3", .personal), ("disabled", "a4", .tenantsAndPersonal),
      ("switched-off", "a5", .multipleTenants),
    ] {
      guard let id = Application.ID("ab000000-0000-4000-8000-0000000000\(last)"),
        let object = Identifier<ApplicationObject>("ab000000-0000-4000-8000-0000000001\(last)")
      else { continue }
      var app = Application(
        id: id, objectID: object, alias: alias, displayName: alias, tenant: SeededDirectory.contoso,
        createdAt: TestWorld.start)
      app.audience = audience
      app.isEnabled = alias != "disabled"
      app.redirectURIs = [RedirectURIRegistration(uri: "http://localhost", platform: .native)]
      directory.put(app)
      if let principal = ServicePrincipal.ID("ab000000-0000-4000-8000-0000000002\(last)") {
        var entry = ServicePrincipal(id: principal, tenant: SeededDirectory.contoso, application: id)
        entry.isEnabled = alias != "switched-off"
        directory.put(entry)
      }
    }
  }

  static func app(_ last: String) -> String { "ab000000-0000-4000-8000-0000000000\(last)" }

  static func post(_ form: FormFields, tenant: String = "common") -> @Sendable (TestWorld) throws -> TestAnswer {
    { try $0.token(form, tenant: tenant) }
  }

  static func send(
    _ method: String = "POST", _ target: String = path, type: String? = form, _ body: String = ""
  ) -> @Sendable (TestWorld) throws -> TestAnswer {
    { try $0.send(method, target, fields: type.map { [("Content-Type", $0)] } ?? [], body: body) }
  }

  static let transport = [
    TokenRefusal(
      "GET", 900561, "invalid_request",
      "The endpoint only accepts POST, OPTIONS requests. Received a GET request.", send("GET")),
    TokenRefusal(
      "PUT", 900561, "invalid_request",
      "The endpoint only accepts POST, OPTIONS requests. Received a PUT request.", send("PUT")),
    TokenRefusal("no body", 900144, "invalid_request", missing + "'grant_type'.", send()),
    TokenRefusal(
      "a form without content type is read", 900144, "invalid_request", missing + "'client_id'.",
      send(type: nil, "grant_type=refresh_token")),
    TokenRefusal(
      "neither content type nor form", 900144, "invalid_request", missing + "'grant_type'.",
      send(type: nil, #"{"grant_type":"refresh_token"}"#)),
    TokenRefusal(
      "an empty content type", 900144, "invalid_request", missing + "'grant_type'.",
      send(type: "", "grant_type=refresh_token")),
    TokenRefusal(
      "JSON body", 900144, "invalid_request", missing + "'grant_type'.",
      send(type: "application/json", #"{"grant_type":"refresh_token"}"#)),
    TokenRefusal(
      "multipart body", 900144, "invalid_request", missing + "'grant_type'.",
      send(type: "multipart/form-data; boundary=x", "grant_type=refresh_token")),
    TokenRefusal(
      "content type with charset is read", 900144, "invalid_request", missing + "'client_id'.",
      send(type: "application/x-www-form-urlencoded; charset=utf-8", "grant_type=refresh_token")),
    TokenRefusal(
      "content type in capitals is read", 900144, "invalid_request", missing + "'client_id'.",
      send(type: "Application/X-WWW-Form-Urlencoded", "grant_type=refresh_token")),
    TokenRefusal(
      "parameters in the URL do not count", 900144, "invalid_request", missing + "'grant_type'.",
      send("POST", path + "?grant_type=refresh_token&client_id=x")),
    TokenRefusal(
      "a body that is not UTF-8", 9002313, "invalid_request", uri: false,
      "Invalid request. Request is malformed or invalid.", send("POST", path, "grant_type=%FF")),
    TokenRefusal(
      "a parameter twice", 9000411, "invalid_request",
      "The request is not properly formatted. The parameter 'scope' is duplicated.",
      send("POST", path, "scope=a&grant_type=refresh_token&scope=b")),
    TokenRefusal(
      "a parameter twice with one value", 9000411, "invalid_request",
      "The request is not properly formatted. The parameter 'client_id' is duplicated.",
      send("POST", path, "client_id=a&client_id=a")),
    TokenRefusal(
      "a tenant that nobody has", 90002, "invalid_request", "Tenant 'missing.test' not found.",
      send("POST", "/missing.test/oauth2/v2.0/token", "grant_type=refresh_token")),
    TokenRefusal(
      "a segment that names no tenant", 900023, "invalid_request",
      "Specified tenant identifier 'undefined' is neither a valid DNS name, nor a valid external domain.",
      send("POST", "/undefined/oauth2/v2.0/token", "grant_type=refresh_token")),
  ]

  static let parameters = [
    TokenRefusal(
      "empty grant_type", 900144, "invalid_request", missing + "'grant_type'.", send("POST", path, "grant_type=")),
    TokenRefusal(
      "unknown grant_type", 70003, "unsupported_grant_type", uri: false,
      "The app requested an unsupported grant type 'magic'.", send("POST", path, "grant_type=magic")),
    TokenRefusal(
      "grant_type in capitals", 70003, "unsupported_grant_type", uri: false,
      "The app requested an unsupported grant type 'REFRESH_TOKEN'.", send("POST", path, "grant_type=REFRESH_TOKEN")),
    TokenRefusal(
      "the exchange of tokens", 70003, "unsupported_grant_type", uri: false,
      "The app requested an unsupported grant type",
      post(FormFields([("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange")]))),
    TokenRefusal(
      "no client_id", 900144, "invalid_request", missing + "'client_id'.",
      send("POST", path, "grant_type=authorization_code&code=x")),
    TokenRefusal(
      "empty client_id", 900144, "invalid_request", missing + "'client_id'.",
      send("POST", path, "grant_type=authorization_code&code=x&client_id=")),
    TokenRefusal(
      "no code", 900144, "invalid_request", missing + "'code'.",
      send("POST", path, "grant_type=authorization_code&client_id=\(TestClient.mobile.id)")),
    TokenRefusal(
      "no refresh_token", 900144, "invalid_request", missing + "'refresh_token'.",
      send("POST", path, "grant_type=refresh_token&client_id=\(TestClient.mobile.id)")),
    TokenRefusal(
      "scopes parted by commas", 70011, "invalid_scope", uri: false,
      "The provided request must include a 'scope' input parameter.",
      send("POST", path, "grant_type=refresh_token&client_id=x&refresh_token=x&scope=User.Read,Mail.Read")),
    TokenRefusal(
      ".default beside a named scope", 70011, "invalid_scope", uri: false,
      "The provided request must include a 'scope' input parameter.",
      send("POST", path, "grant_type=refresh_token&client_id=x&refresh_token=x&scope=.default+User.Read")),
  ]

  static func refresh(_ client: String, tenant: String) -> @Sendable (TestWorld) throws -> TestAnswer {
    post(
      FormFields([("grant_type", "refresh_token"), ("client_id", client), ("refresh_token", "1.AxAxx")]), tenant: tenant
    )
  }

  static let clients = [
    TokenRefusal(
      "an app that nobody registered", 700016, "unauthorized_client",
      "Application with identifier '00000000-1111-4222-8333-444444444444' was not found in the directory 'common'.",
      refresh("00000000-1111-4222-8333-444444444444", tenant: "common")),
    TokenRefusal(
      "the client_id of zeros", 700038, "unauthorized_client", uri: false,
      "\(GUID.zero) is not a valid application identifier.", refresh("\(GUID.zero)", tenant: "common")),
    TokenRefusal(
      "a client_id that is not a GUID", 90112, "invalid_request",
      "Application identifier is expected to be a GUID.", refresh("my-app", tenant: "common")),
    TokenRefusal(
      "another tenant's app", 700016, "unauthorized_client",
      "Application with identifier '\(app("a1"))' was not found in the directory 'Fabrikam'.",
      refresh(app("a1"), tenant: "fabrikam.com")),
    TokenRefusal(
      "a disabled app", 7000112, "unauthorized_client", "Application '\(app("a4"))'(disabled) is disabled.",
      refresh(app("a4"), tenant: "common")),
    TokenRefusal(
      "an app that the tenant switched off", 7_000_116, "unauthorized_client",
      "Client application '\(app("a5"))'(switched-off) is disabled in tenant \(TestWorld.contoso).",
      refresh(app("a5"), tenant: "contoso.com")),
    TokenRefusal(
      "a single-tenant app at common", 50194, "invalid_request",
      "Application '\(app("a1"))'(single) is not configured as a multi-tenant application.",
      refresh(app("a1"), tenant: "common")),
    TokenRefusal(
      "a single-tenant app at organizations", 50194, "invalid_request", "Application '\(app("a1"))'(single)",
      refresh(app("a1"), tenant: "organizations")),
    TokenRefusal(
      "a work app at consumers", 70002, "invalid_client", status: 401,
      "The client does not exist or is not enabled for consumers.",
      refresh(app("a2"), tenant: "consumers")),
    TokenRefusal(
      "an app for personal accounts at organizations", 9_002_346, "invalid_request", uri: false,
      "Application '\(app("a3"))'(personal-only) is configured for use", refresh(app("a3"), tenant: "organizations")),
    TokenRefusal(
      "an app for personal accounts at a tenant", 9_002_346, "invalid_request", uri: false,
      "Application '\(app("a3"))'(personal-only)",
      refresh(app("a3"), tenant: "contoso.com")),
  ]

  /// Two faults at once: the one that is looked for first wins.
  struct Order: CustomTestStringConvertible {
    let testDescription: String
    let code: Int
    var tenant = "common"
    let body: String
  }

  static let order = [
    Order(testDescription: "duplicates before the tenant", code: 9000411, tenant: "undefined", body: "a=1&a=2"),
    Order(testDescription: "the tenant before grant_type", code: 90002, tenant: "missing.test", body: ""),
    Order(testDescription: "grant_type before client_id", code: 70003, body: "grant_type=magic"),
    Order(
      testDescription: "client_id before the grant's parameters", code: 900144, body: "grant_type=authorization_code"),
    Order(
      testDescription: "the grant's parameters before scope", code: 900144,
      body: "grant_type=authorization_code&client_id=x&scope=a,b"),
    Order(
      testDescription: "scope before the app", code: 70011,
      body: "grant_type=refresh_token&refresh_token=x&client_id=x&scope=a,b"),
    Order(
      testDescription: "the app before the token's shape", code: 700016,
      body: "grant_type=refresh_token&refresh_token=x&client_id=11111111-0000-4000-8000-000000000000"),
    Order(
      testDescription: "the token's shape before the secret", code: 9002313,
      body: "grant_type=refresh_token&refresh_token=x&client_id=\(TestClient.web.id)&client_secret=wrong"),
    Order(
      testDescription: "the code's shape before the secret", code: 9002313,
      body: "grant_type=authorization_code&code=x&client_id=\(TestClient.web.id)&client_secret=wrong"),
    Order(
      testDescription: "the secret before an unknown token", code: 7000215,
      body: "grant_type=refresh_token&refresh_token=1.AxAx&client_id=\(TestClient.web.id)&client_secret=wrong"),
    Order(
      testDescription: "the secret before an unknown code", code: 7000215,
      body: "grant_type=authorization_code&code=1.AxAx&client_id=\(TestClient.web.id)&client_secret=wrong"),
    Order(
      testDescription: "an unknown token with the right secret", code: 70000,
      body: "grant_type=refresh_token&refresh_token=1.AxAx&client_id=\(TestClient.web.id)&client_secret=web-secret"),
  ]

  @Test(arguments: order) func looksInTheServicesOrder(_ row: Order) throws {
    let answer = try TestWorld().send(
      "POST", "/\(row.tenant)/oauth2/v2.0/token", fields: [("Content-Type", Self.form)], body: row.body)
    expectEqual(answer.errorCode, row.code, "\(answer.text)")
  }

  @Test(arguments: [
    "/COMMON/oAuth2/v2.0/token", "/common/oauth2/v2.0/token/", "/common/oauth2/v2.0/token?",
    "/common/oauth2/V2.0/TOKEN?haschrome=1",
  ]) func isFoundBy(_ path: String) throws {
    try expectEqual(TestWorld().post(path, FormFields()).errorCode, 900144)
  }

  @Test(arguments: ["text/html", "text/html,application/xhtml+xml,*/*;q=0.8"])
  func showsABrowserAPage(_ accept: String) throws {
    let answer = try TestWorld().send("GET", Self.path, fields: [("Accept", accept)])
    expectEqual(answer.status, 200)
    expectEqual(answer.pageID, "ConvergedError")
    expectEqual(answer.pageCode, 900561)
  }
}
