import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import Scenarios
import TestSupport
import Testing
import Time
import Worlds

/// Every row of the catalogue over the real endpoints: a rule refuses with it, and the answer is what the row says.
struct CatalogueWalkTests {
  /// A world in which one endpoint refuses everything with that row, as a scenario file writes it.
  static func world(_ kind: RefusalKind, at endpoint: EndpointName) throws -> TestWorld {
    let text = "scenario: walk\nrules: [{ when: { endpoint: \(endpoint.rawValue) }, then: { refuse: \(kind.label) } }]"
    let scenario = try ScenarioDecoder.scenario(from: Array(text.utf8), file: "walk.yaml")
    return try TestWorld(scenario: { $0.rules = scenario.rules })
  }

  /// 429 has no JSON: see `throttled`.
  static func kinds(on surfaces: RefusalKind.Surface...) -> [RefusalKind] {
    Catalogue.all.filter { $0.family == .entra && $0 != .throttled && !$0.surfaces.isDisjoint(with: surfaces) }
  }

  /// What the row's text begins with, up to its first fact.
  static func start(_ kind: RefusalKind) -> String {
    "AADSTS\(kind.code): " + kind.template.description.prefix { $0 != "{" }
  }

  static let form = FormFields([
    ("grant_type", "refresh_token"), ("client_id", TestClient.mobile.id), ("refresh_token", "1.AAAA"),
  ])

  @Test(arguments: kinds(on: .token)) func tokenEndpoint(_ kind: RefusalKind) throws {
    let answer = try Self.world(kind, at: .token).token(Self.form)
    try TokenRefusal(
      kind.name, kind.code, kind.error.rawValue, status: kind.status, suberror: kind.suberror?.rawValue,
      uri: kind.hasErrorURI, String(kind.template.description.prefix { $0 != "{" })
    ) { _ in answer }.expect(answer)
    var members = ["error", "error_description", "error_codes", "timestamp", "trace_id", "correlation_id"]
    if kind.hasErrorURI { members.append("error_uri") }
    if kind.suberror != nil { members.append("suberror") }
    if kind.suberror == .clientMismatch { members.append("error_additional_info") }
    try expectEqual(answer.jsonNames, members)
    expectEqual(answer.fields["Retry-After"], kind.retryAfter.map { "\($0)" })
    expectEqual(answer.exchange.rules, ["#1"])
  }

  @Test(arguments: ["organizations/oauth2/v2.0/token", "common/oauth2/token"]) func throttled(_ path: String) throws {
    let answer = try Self.world(.throttled, at: .token).post("/\(path)", Self.form)
    expectEqual(answer.status, 429)
    expectEqual(answer.fields["Content-Type"], "text/plain")
    expectEqual(answer.fields["Retry-After"], "60")
    expectEqual(answer.text, "Too Many Requests")
  }

  @Test(arguments: kinds(on: .token)) func legacyTokenEndpoint(_ kind: RefusalKind) throws {
    let answer = try Self.world(kind, at: .token).post("/common/oauth2/token", Self.form)
    expectEqual(answer.error, (kind.legacyError ?? kind.error).rawValue)
    expectEqual(answer.errorCode, kind.code)
    expectEqual(answer.status, kind.legacyStatus ?? kind.status)
    try expectEqual(answer.json["suberror"]?.string, kind.legacyHasNoSuberror ? nil : kind.suberror?.rawValue)
  }

  @Test(arguments: kinds(on: .redirect, .silentRedirect)) func redirect(_ kind: RefusalKind) throws {
    let query = AuthorizeQuery(.mobile, [("prompt", "none")])
    let answer = try Self.world(kind, at: .authorize).send("GET", query.target)
    let delivered = try #require(answer.delivered)
    expectEqual(delivered["error"], (kind.redirectError ?? kind.error).rawValue)
    #expect(delivered["error_description"]?.hasPrefix(Self.start(kind)) ?? false, "\(delivered.parameters)")
    expectEqual(
      delivered["error_uri"],
      kind.hasErrorURIOnRedirect ? "https://login.microsoftonline.com/error?code=\(kind.code)" : nil)
    expectEqual(delivered["suberror"], kind.suberror?.rawValue)
    expectEqual(delivered["state"], "12345")
    expectNil(delivered["code"])
    expectEqual(answer.exchange.events, [.authorizeRefused])
  }

  /// Those that the app never hears of.
  @Test(
    arguments: Catalogue.all.filter {
      $0.family == .entra && $0.surfaces.isSubset(of: [.page, .inPage, .token]) && $0.surfaces.contains(.page)
    })
  func page(_ kind: RefusalKind) throws {
    let answer = try Self.world(kind, at: .authorize).send("GET", AuthorizeQuery(.mobile).target)
    expectEqual(answer.status, 200)
    expectNil(answer.location)
    expectEqual(answer.pageCode, kind.code)
    #expect(answer.text.contains(kind.isShownByNumber ? "Error Code: \(kind.code)" : "AADSTS\(kind.code)"))
  }

  @Test(arguments: kinds(on: .inPage)) func insideTheSignInPage(_ kind: RefusalKind) throws {
    let test = try Self.world(kind, at: .signIn)
    let browser = TestBrowser(test)
    try expectEqual(browser.open(AuthorizeQuery(.mobile)).pageID, "ConvergedSignIn")
    let answer = try browser.enter("alice")
    expectEqual(answer.status, 200)
    expectEqual(answer.pageCode, kind.code)
    expectEqual(answer.exchange.refusal?.code, kind.code)
  }

  @Test(arguments: kinds(on: .discovery)) func discovery(_ kind: RefusalKind) throws {
    let answer = try Self.world(kind, at: .discovery).send("GET", "/common/v2.0/.well-known/openid-configuration")
    expectEqual(answer.status, kind.status)
    expectEqual(answer.error, kind.error.rawValue)
    expectEqual(answer.errorCode, kind.code)
    #expect(try answer.json["error_description"]?.string?.hasPrefix(Self.start(kind)) ?? false)
    expectEqual(answer.fields["Cache-Control"], "private")
  }

  @Test func everyRowIsWalked() {
    // `NativeWalkTests` walks those of native authentication, and `throttled` the one that has no JSON.
    let walked = Self.kinds(on: .token, .redirect, .silentRedirect, .page, .inPage, .discovery, .native) + [.throttled]
    expectEqual(Set(walked), Set(Catalogue.all.filter { $0.family == .entra }))
    #expect(walked.count > 200)
  }
}

extension RefusalKind: CustomTestStringConvertible {
  public var testDescription: String { "\(label) \(name)" }
}
