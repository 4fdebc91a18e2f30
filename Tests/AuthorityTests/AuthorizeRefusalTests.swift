import Bytes
import Directory
import Expectations
import HTTPWire
import Policy
import TestSupport
import Testing
import Worlds

/// What authorize refuses before anybody signs in, and where the refusal goes.
struct AuthorizeRefusalTests {
  enum Outcome {
    case page
    case redirect(String, TestAnswer.Delivered.Mode)

    static func query(_ error: String = "invalid_request") -> Outcome { .redirect(error, .query) }
    static func fragment(_ error: String = "invalid_request") -> Outcome { .redirect(error, .fragment) }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: Int
    let outcome: Outcome
    let message: String
    let client: TestClient
    let tenant: String
    let changes: [(String, String?)]

    init(
      _ description: String, _ code: Int, _ outcome: Outcome, _ message: String, client: TestClient = .web,
      tenant: String = "common", _ changes: [(String, String?)] = []
    ) {
      testDescription = description
      self.code = code
      self.outcome = outcome
      self.message = message
      self.client = client
      self.tenant = tenant
      self.changes = changes
    }

    init(
      _ description: String, _ code: Int, _ outcome: Outcome, client: TestClient = .web, tenant: String = "common",
      _ changes: [(String, String?)] = []
    ) {
      self.init(description, code, outcome, "", client: client, tenant: tenant, changes)
    }
  }

  static func missing(_ name: String) -> String { "The request body must contain the following parameter: '\(name)'." }

  static func invalid(_ scope: String) -> String {
    "The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is "
      + "not valid. The scope \(scope) is not valid."
  }

  static func unformed(_ scope: String) -> String {
    invalid(scope)
      + " The scope format is invalid. Scope must be in a valid URI form <https://example/scope> or a valid "
      + "Guid <guid/scope>."
  }

  static func app(_ last: String, redirectURI: String = "http://localhost") -> TestClient {
    TestClient(alias: "", id: TokenRequestTests.app(last), redirectURI: redirectURI, platform: .native)
  }

  static let tenants: [Row] = [
    Row(
      "a segment that names no tenant", 900_023, .page, "Specified tenant identifier 'undefined'", tenant: "undefined"),
    Row("a tenant that nobody has", 90002, .page, "Tenant 'missing.test' not found.", tenant: "missing.test"),
    Row(
      "a single-tenant app at common", 50194, .query(), "Application '\(TokenRequestTests.app("a1"))'(single)",
      client: app("a1")),
    Row("a single-tenant app at organizations", 50194, .query(), client: app("a1"), tenant: "organizations"),
    Row("a work app at consumers", 9_002_332, .page, client: app("a5"), tenant: "consumers"),
    Row("a personal app at common", 9_002_346, .page, client: app("a3")),
    Row("a personal app at a tenant", 9_002_346, .page, client: app("a3"), tenant: "contoso.com"),
    Row("a personal app at organizations", 9_002_346, .page, client: app("a3"), tenant: "organizations"),
  ]

  static let clients: [Row] = [
    Row("no client_id", 900_144, .page, missing("client_id"), [("client_id", nil)]),
    Row("empty client_id", 900_144, .page, missing("client_id"), [("client_id", "")]),
    Row(
      "an app that nobody registered", 700_016, .page,
      "Application with identifier '00000000-1111-4222-8333-444444444444' was not found in the directory",
      [("client_id", "00000000-1111-4222-8333-444444444444")]),
    Row(
      "the client_id of zeros", 700_038, .page, "\(GUID.zero) is not a valid application identifier.",
      [("client_id", "\(GUID.zero)")]),
    Row(
      "a client_id that is not a GUID", 90112, .page, "Application identifier is expected to be a GUID.",
      [("client_id", "web")]),
    Row("another tenant's app", 700_016, .page, client: app("a1"), tenant: "fabrikam.com"),
    Row(
      "a disabled app", 7_000_112, .page, "Application '\(TokenRequestTests.app("a4"))'(disabled)", client: app("a4")),
    Row("an app that the tenant switched off", 7_000_112, .page, client: app("a5"), tenant: "contoso.com"),
  ]

  static let redirectURIs: [Row] = [
    Row("empty redirect_uri", 900_971, .page, "No reply address provided.", [("redirect_uri", "")]),
    Row(
      "a relative redirect_uri", 90102, .page, "'redirect_uri' value must be a valid absolute URI.",
      [("redirect_uri", "/cb")]),
    Row("a redirect_uri with a fragment", 90102, .page, [("redirect_uri", "http://localhost/auth/callback#x")]),
    Row("a redirect_uri with a blank", 90102, .page, [("redirect_uri", "http://localhost/auth callback")]),
    Row(
      "a redirect_uri not registered", 50011, .page,
      "The redirect URI 'https://evil.test/' specified in the request does not match the redirect URIs configured for the "
        + "application '\(TestClient.web.id)'.", [("redirect_uri", "https://evil.test/")]),
    Row("a redirect_uri encoded twice", 50011, .page, [("redirect_uri", "http://localhost%2Fauth%2Fcallback")]),
    Row(
      "no redirect_uri and none registered", 500_113, .page, "No reply address is registered for the application.",
      client: app("a2"), tenant: "contoso.com", [("redirect_uri", nil)]),
  ]

  static let types: [Row] = [
    Row("no response_type", 900_144, .query(), missing("response_type"), [("response_type", nil)]),
    Row("empty response_type", 900_144, .query(), missing("response_type"), [("response_type", "")]),
    Row(
      "unknown response_type", 70005, .query("unsupported_response_type"),
      "The WS-Federation/OAuth response type 'magic' is not supported.", [("response_type", "magic")]),
    Row("response_type none", 70005, .query("unsupported_response_type"), [("response_type", "none")]),
    Row(
      "an unknown word among known ones", 70005, .query("unsupported_response_type"), [("response_type", "code magic")]),
    Row("response_type in capitals", 70005, .query("unsupported_response_type"), [("response_type", "CODE")]),
    Row("a blank as response_type", 70005, .query("unsupported_response_type"), [("response_type", " ")]),
    Row(
      "id_token not enabled", 700_054, .fragment("unsupported_response_type"),
      "response_type 'id_token' is not enabled for the application.", client: .mobile, [("response_type", "id_token")]),
    Row(
      "hybrid not enabled", 700_054, .fragment("unsupported_response_type"), client: .mobile,
      [("response_type", "code id_token")]),
    Row(
      "token not enabled", 700_051, .fragment("unsupported_response_type"),
      "response_type 'token' is not enabled for the application.", [("response_type", "token")]),
    Row(
      "token not enabled beside id_token", 700_051, .fragment("unsupported_response_type"),
      [("response_type", "id_token token")]),
    Row(
      "id_token not enabled, by form", 700_054, .redirect("unsupported_response_type", .formPost), client: .mobile,
      [("response_type", "id_token"), ("response_mode", "form_post")]),
    Row(
      "id_token without openid", 70005, .fragment(), [("response_type", "id_token"), ("scope", "User.Read")]),
  ]

  static let modes: [Row] = [
    Row("unknown response_mode", 70007, .query(), "'magic' is not a supported value of", [("response_mode", "magic")]),
    Row("response_mode in capitals", 70007, .query(), [("response_mode", "QUERY")]),
    Row(
      "query with id_token", 70007, .fragment(),
      "'query' is not a supported value of 'response_mode' when requesting a token.",
      [("response_type", "id_token"), ("response_mode", "query")]),
    Row("query with hybrid", 70007, .fragment(), [("response_type", "code id_token"), ("response_mode", "query")]),
    Row("unknown mode with id_token", 70007, .fragment(), [("response_type", "id_token"), ("response_mode", "x")]),
  ]

  static let scopes: [Row] = [
    Row("no scope", 900_144, .query(), missing("scope"), [("scope", nil)]),
    Row("empty scope", 900_144, .query(), missing("scope"), [("scope", "")]),
    Row("blanks as scope", 900_144, .query(), missing("scope"), [("scope", "  ")]),
    Row(
      "scopes parted by commas", 70011, .page,
      "The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is "
        + "not valid. The scope User.Read,Mail.Read is not valid.", [("scope", "User.Read,Mail.Read")]),
    Row("scopes parted by semicolons", 70011, .page, [("scope", "User.Read;Mail.Read")]),
    Row("a bare GUID", 70011, .page, [("scope", TestClient.api.id)]),
    Row(".default beside named scopes", 70011, .page, [("scope", "https://graph.microsoft.com/.default User.Read")]),
    Row(
      "an unknown resource", 500_011, .query("invalid_resource"),
      "The resource principal named https://nowhere.test was not found in the tenant named Contoso.",
      [("scope", "https://nowhere.test/.default")]),
    Row(
      "an App ID URI without a permission", 500_011, .query("invalid_resource"),
      "The resource principal named api:/ was not found", [("scope", "api://name")]),
    Row(
      ".default alone", 70011, .page, unformed("/.default openid profile"), [("scope", "/.default openid profile")]),
    Row(
      "a host without a scheme", 70011, .page, unformed("org.crm4.dynamics.com/user_impersonation"),
      [("scope", "org.crm4.dynamics.com/user_impersonation")]),
    Row(
      "profile without openid", 70011, .page, invalid("User.Read profile") + " openid scope is required.",
      [("scope", "User.Read profile")]),
    Row(
      ".default of two APIs", 70011, .page,
      invalid("https://graph.microsoft.com/.default api://contoso/.default") + " static scope limit exceeded",
      [("scope", "https://graph.microsoft.com/.default api://contoso/.default")]),
    Row(
      "an unknown resource, silently", 500_011, .query("invalid_resource"),
      [("scope", "https://nowhere.test/.default"), ("prompt", "none")]),
  ]

  static let rest: [Row] = [
    Row(
      "no nonce with id_token", 900_144, .fragment(), missing("nonce"), [("response_type", "id_token"), ("nonce", nil)]),
    Row(
      "no nonce with hybrid, by form", 900_144, .redirect("invalid_request", .formPost),
      [("response_type", "code id_token"), ("nonce", nil), ("response_mode", "form_post")]),
    Row("challenge of 42", 50147, .query(), [("code_challenge", String(PKCE.challenge.dropLast()))]),
    Row("challenge of 44", 50147, .query(), [("code_challenge", PKCE.challenge + "x")]),
    Row("challenge with padding", 50147, .query(), [("code_challenge", String(PKCE.challenge.dropLast()) + "=")]),
    Row(
      "plain challenge of 42", 50147, .query(),
      [("code_challenge", String(PKCE.challenge.dropLast())), ("code_challenge_method", "plain")]),
    Row(
      "plain challenge of 129", 50147, .query(),
      [("code_challenge", String(repeating: "a", count: 129)), ("code_challenge_method", "plain")]),
    Row("unknown challenge method", 501_491, .query(), [("code_challenge_method", "S512")]),
    Row("challenge method in small letters", 501_491, .query(), [("code_challenge_method", "s256")]),
    Row("method without challenge", 501_471, .query(), "Missing code_challenge parameter.", [("code_challenge", nil)]),
    Row(
      "a single-page app without challenge", 9_002_325, .query(),
      "Proof Key for Code Exchange is required for cross-origin authorization code redemption.", client: .spa,
      [("code_challenge", nil), ("code_challenge_method", nil)]),
    Row("unknown prompt", 90023, .page, "Unsupported 'prompt' value.", [("prompt", "bogus")]),
    Row("two prompts", 90023, .page, "Unsupported 'prompt' value.", [("prompt", "select_account consent")]),
    Row("prompt in capitals", 90023, .page, [("prompt", "LOGIN")]),
    Row(
      "admin_consent as prompt", 901_001, .page,
      "Invalid request. The prompt request parameter value 'admin_consent' is invalid.", [("prompt", "admin_consent")]),
    Row("sid and login_hint", 90005, .query(), [("sid", "x"), ("login_hint", "alice@contoso.com")]),
    Row(
      "an unknown prompt of an app that nobody registered", 90023, .page, "Unsupported 'prompt' value.",
      [("client_id", "00000000-1111-4222-8333-444444444444"), ("prompt", "bogus")]),
    Row(
      "amr_values", 901_002, .query(), "The 'amr_values' request parameter is not supported.",
      [("amr_values", "ngcmfa")]),
    Row("claims that are not JSON", 90023, .query(), [("claims", "{x")]),
    Row("claims that are not an object", 90023, .query(), [("claims", "[1]")]),
    Row(
      "a resource that is not the scopes'", 9_010_010, .query("invalid_target"),
      "The resource parameter provided in the request doesn't match with the requested scopes.",
      [("resource", "https://management.azure.com/")]),
    Row("nobody signed in, silently", 50058, .query("login_required"), [("prompt", "none")]),
    Row("nobody signed in, MSAL.NET's Never", 50058, .query("login_required"), [("prompt", "attempt_none")]),
    Row(
      "nobody signed in, silently, by fragment", 50058, .fragment("login_required"),
      [("prompt", "none"), ("response_mode", "fragment")]),
    Row("an unknown sid, silently", 160_021, .query("interaction_required"), [("prompt", "none"), ("sid", "x")]),
  ]

  static let rows: [Row] = tenants + clients + redirectURIs + types + modes + scopes + rest

  static func world() throws -> TestWorld {
    try TestWorld(directory: { directory in
      TokenRequestTests.furnish(&directory)
      if let id = Application.ID(TokenRequestTests.app("a2")) {
        directory.updateApplication(id) { $0.redirectURIs = [] }
      }
    })
  }

  @Test(arguments: rows, ["GET", "POST"]) func refuses(_ row: Row, _ method: String) throws {
    let request = AuthorizeQuery(row.client, tenant: row.tenant, row.changes)
    let test = try Self.world()
    let answer =
      method == "GET"
      ? try test.send("GET", request.target) : try test.post("/\(row.tenant)/oauth2/v2.0/authorize", request.fields)
    switch row.outcome {
    case .page:
      expectEqual(answer.status, 200)
      expectNil(answer.location)
      expectEqual(answer.pageID, "ConvergedError")
      expectEqual(answer.pageCode, row.code)
      expectNil(answer.delivered)
    case .redirect(let error, let mode):
      expectEqual(answer.status, mode == .formPost ? 200 : 302)
      let delivered = try #require(answer.delivered, "\(answer.exchange.reasons)")
      expectEqual(delivered.mode, mode)
      #expect(delivered.address == row.client.redirectURI || delivered.address == row.client.redirectURI + "/")
      expectEqual(delivered["error"], error)
      expectEqual(delivered.errorCode, row.code)
      expectEqual(delivered["state"], "12345")
      expectNil(delivered["code"])
      #expect(delivered["error_description"]?.hasPrefix("AADSTS\(row.code): \(row.message)") ?? false)
    }
    expectEqual(answer.exchange.refusal?.code, row.code)
    expectEqual(answer.exchange.events.last, .authorizeRefused)
    if case .page = row.outcome, !row.message.isEmpty {
      #expect(answer.exchange.refusal?.message.hasPrefix(row.message) ?? false)
    }
  }

  struct Unnumbered: CustomTestStringConvertible {
    let parameter: String
    let error: String
    var testDescription: String { parameter }
  }

  @Test(arguments: [
    Unnumbered(parameter: "request", error: "request_not_supported"),
    Unnumbered(parameter: "request_uri", error: "request_uri_not_supported"),
  ]) func refusesRequestObjects(_ row: Unnumbered) throws {
    let answer = try TestWorld().send("GET", AuthorizeQuery(.web, [(row.parameter, "x")]).target)
    expectEqual(answer.location, "http://localhost/auth/callback?error=\(row.error)&state=12345#")
  }

  @Test(arguments: ["prompt", "nonce", "login_hint", "client_id", "unknown"]) func refusesARepeated(_ name: String)
    throws
  {
    let answer = try TestWorld().send("GET", AuthorizeQuery(.web).target + "&\(name)=a&\(name)=b")
    expectEqual(answer.pageCode, 9_000_411)
    expectEqual(
      answer.exchange.refusal?.message, "The request is not properly formatted. The parameter '\(name)' is duplicated.")
  }

  @Test func refusesALongQuery() throws {
    let test = try TestWorld()
    let target = AuthorizeQuery(.web).target + "&x="
    let length = target.utf8.count - "/common/oauth2/v2.0/authorize?".utf8.count
    try expectNil(test.send("GET", target + String(repeating: "a", count: 8_192 - length)).pageCode)
    try expectEqual(test.send("GET", target + String(repeating: "a", count: 8_193 - length)).pageCode, 90015)
  }

  @Test(arguments: ["client_id=%FF", "state=%C3%28"]) func refusesWhatIsNoText(_ query: String) throws {
    let answer = try TestWorld().send("GET", "/common/oauth2/v2.0/authorize?" + query)
    expectEqual(answer.pageCode, 90004)
  }

  @Test func withoutAnyParameterAsksForTheApp() throws {
    for target in ["/common/oauth2/v2.0/authorize", "/common/oauth2/v2.0/authorize?"] {
      try expectEqual(TestWorld().send("GET", target).pageCode, 900_144)
    }
  }

  // MARK: Order

  struct Order: CustomTestStringConvertible {
    let testDescription: String
    let code: Int
    var tenant = "common"
    let changes: [(String, String?)]
  }

  /// Each row breaks two things that stand next to each other in the order.
  @Test(arguments: [
    Order(
      testDescription: "the tenant before client_id", code: 90002, tenant: "missing.test", changes: [("client_id", nil)]
    ),
    Order(
      testDescription: "client_id before redirect_uri", code: 900_144,
      changes: [("client_id", nil), ("redirect_uri", "/x")]),
    Order(
      testDescription: "the app before redirect_uri", code: 700_016,
      changes: [("client_id", "00000000-1111-4222-8333-444444444444"), ("redirect_uri", "/x")]),
    Order(
      testDescription: "redirect_uri before the audience", code: 90102,
      changes: [("client_id", TestClient.api.id), ("redirect_uri", "/x")]),
    Order(
      testDescription: "prompt before the tenant", code: 90023, tenant: "missing.test", changes: [("prompt", "bogus")]),
    Order(
      testDescription: "redirect_uri before response_type", code: 50011,
      changes: [("redirect_uri", "https://evil.test"), ("response_type", nil)]),
    Order(
      testDescription: "response_type before response_mode", code: 70005,
      changes: [("response_type", "magic"), ("response_mode", "magic")]),
    Order(
      testDescription: "enabled before response_mode", code: 700_051,
      changes: [("response_type", "token"), ("response_mode", "query")]),
    Order(
      testDescription: "response_mode before scope", code: 70007, changes: [("response_mode", "magic"), ("scope", nil)]),
    Order(
      testDescription: "scope before nonce", code: 900_144,
      changes: [("scope", nil), ("response_type", "code id_token"), ("nonce", nil)]),
    Order(
      testDescription: "a malformed scope before nonce", code: 70011,
      changes: [("scope", "a,b"), ("response_type", "code id_token"), ("nonce", nil)]),
    Order(
      testDescription: "nonce before PKCE", code: 900_144,
      changes: [("response_type", "code id_token"), ("nonce", nil), ("code_challenge", "x")]),
    Order(
      testDescription: "prompt before PKCE", code: 90023, changes: [("code_challenge", "x"), ("prompt", "bogus")]),
    Order(
      testDescription: "prompt before hints", code: 90023,
      changes: [("prompt", "bogus"), ("sid", "a"), ("login_hint", "b")]),
    Order(
      testDescription: "the request before the resource", code: 90023,
      changes: [("prompt", "bogus"), ("scope", "https://nowhere.test/.default")]),
    Order(
      testDescription: "the resource before the session", code: 500_011,
      changes: [("prompt", "none"), ("scope", "https://nowhere.test/.default")]),
    Order(
      testDescription: "the session before an unknown permission", code: 50058,
      changes: [("prompt", "none"), ("scope", "groups")]),
  ]) func looksInTheServicesOrder(_ row: Order) throws {
    let answer = try TestWorld().send("GET", AuthorizeQuery(.web, tenant: row.tenant, row.changes).target)
    expectEqual(answer.exchange.refusal?.code, row.code)
  }

  @Test func severalResourcesByTokenStayWithTheUser() throws {
    let test = try TestWorld(directory: { directory in
      if let id = Application.ID(TestClient.web.id) {
        directory.updateApplication(id) { $0.issuesAccessTokensFromAuthorize = true }
      }
    })
    let answer = try test.send(
      "GET", AuthorizeQuery(.web, scope: "User.Read api://contoso/Orders.Read", [("response_type", "token")]).target)
    expectEqual(answer.pageCode, 700_022)
  }
}
