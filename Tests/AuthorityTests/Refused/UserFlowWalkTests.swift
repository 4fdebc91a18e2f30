import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Worlds

@testable import Customers

/// Every row of Azure AD B2C, brought about by a rule at the place where the service gives it.
@Suite("Each refusal of a user flow") struct UserFlowWalkTests {
  static let client = "5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b11"
  static let base = "/shop.onmicrosoft.com/B2C_1_susi"

  static func world(
    _ kind: RefusalKind? = nil, at endpoint: EndpointName = .authorize, displayName: String = "Shop"
  ) throws -> TestWorld {
    let rule =
      kind.map { "\nrules: [{ when: { endpoint: \(endpoint.rawValue) }, then: { refuse: \($0.label) } }]" } ?? ""
    return try TestWorld(
      file: """
        ids: asWritten
        world:
          tenants:
            shop:
              kind: b2c
              displayName: '\(displayName)'
              userFlows:
                - { name: B2C_1_susi, identityProviders: [google.com], attributes: [displayName] }
                - { name: B2C_1_edit_profile, attributes: [displayName] }
                - { name: B2C_1_mfa, type: signIn, multiFactor: always }
                - B2C_1_reset
          users: { kim: { tenant: shop, displayName: '\(displayName)', mail: kim@example.com } }
          apps:
            store: { displayName: '\(displayName)', type: native, tenant: shop, clientId: \(client), redirectUris: ["http://localhost:5001"] }\(rule)

        """)
  }

  static let target =
    base + "/oauth2/v2.0/authorize?client_id=\(client)&response_type=code&redirect_uri=http%3A%2F%2Flocalhost%3A5001"
    + "&scope=openid&state=12345&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"

  static func kinds(on surfaces: RefusalKind.Surface...) -> [RefusalKind] {
    Catalogue.all.filter { $0.family == .b2c && !$0.surfaces.isDisjoint(with: surfaces) }
  }

  static func start(_ kind: RefusalKind) -> String {
    "\(kind.label): " + kind.template.description.prefix { $0 != "{" }
  }

  static func hasEnvelope(_ text: String, _ kind: RefusalKind) -> Bool {
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    return text.hasPrefix(start(kind)) && lines.count == 4 && lines[1].hasPrefix("Correlation ID: ")
      && lines[2].hasPrefix("Timestamp: ") && lines[3].isEmpty
  }

  @Test(arguments: kinds(on: .token)) func tokenEndpoint(_ kind: RefusalKind) throws {
    let form = FormFields([("grant_type", "authorization_code"), ("client_id", Self.client), ("code", "1.AAAA")])
    let answer = try Self.world(kind, at: .token).post(Self.base + "/oauth2/v2.0/token", form)
    expectEqual(answer.status, 400)
    try expectEqual(answer.jsonNames, ["error", "error_description"])
    expectEqual(answer.error, kind.error.rawValue)
    #expect(Self.hasEnvelope(try answer.json["error_description"]?.string ?? "", kind))
    #expect(answer.exchange.rules == ["#1"] && answer.exchange.userFlow == "B2C_1_susi")
  }

  @Test(arguments: kinds(on: .redirect, .silentRedirect)) func redirect(_ kind: RefusalKind) throws {
    let answer = try Self.world(kind).send("GET", Self.target + "&prompt=none")
    let delivered = try #require(answer.delivered)
    expectEqual(delivered["error"], (kind.redirectError ?? kind.error).rawValue)
    #expect(Self.hasEnvelope(delivered["error_description"] ?? "", kind))
    #expect(delivered["state"] == "12345" && delivered["code"] == nil && delivered["error_uri"] == nil)
  }

  @Test(arguments: kinds(on: .page).filter { $0.surfaces.isDisjoint(with: [.redirect]) }) func page(_ kind: RefusalKind)
    throws
  {
    let answer = try Self.world(kind).send("GET", Self.target)
    #expect(answer.status == 200 && answer.location == nil && answer.pageCode == kind.code)
    #expect(answer.text.contains(kind.label))
  }

  @Test("is for the flow that a rule names") func pattern() throws {
    let test = try TestWorld(
      file: "rules: [{ when: { endpoint: authorize, userFlow: b2c_1_EDIT_profile }, then: { refuse: AADB2C90091 } }]\n"
        + "ids: asWritten\nworld: { tenants: { shop: { kind: b2c } }, apps: { store: { type: native, tenant: shop, clientId: \(Self.client), "
        + "redirectUris: [\"http://localhost:5001\"] } } }\n")
    try expectEqual(test.send("GET", Self.target).pageID, "CombinedSigninAndSignup")
    let edit = Self.target.replacing("B2C_1_susi", with: "B2C_1_edit_profile")
    try expectEqual(test.send("GET", edit).delivered?["error"], "access_denied")
  }

  @Test(
    "has its address in three forms",
    arguments: [
      ("/a.b/B2C_1_x/oauth2/v2.0/token", nil, false, "path a.b B2C_1_x"),
      ("/TFP/a.b/B2C_1_x/oauth2/v2.0/token/", nil, false, "tfp a.b B2C_1_x"),
      ("/a.b/oauth2/v2.0/token", "B2C_1_x", false, "query a.b B2C_1_x"),
      ("/a.b/OAUTH2/V2.0/TOKEN", "x", false, "query a.b x"),
      ("/a.b/oauth2/v2.0/token", nil, false, "none"),
      ("/a.b/oauth2/v2.0/token", nil, true, "path a.b -"),
      ("/tfp/a.b/x/y", nil, false, "path a.b -"),
      ("/a.b/x/y/z", "p", false, "none"),
      ("/", nil, true, "none"),
    ] as [(String, String?, Bool, String)])
  func forms(_ path: String, _ policy: String?, _ isOwnHost: Bool, _ expected: String) {
    let query = policy.map { FormFields([("p", $0)]) }
    let parts = B2CAddress.parts(path: path, query: query, isOwnHost: isOwnHost)
    let text = parts.map { "\($0.form.rawValue) \($0.tenant) \($0.flow ?? "-")" } ?? "none"
    expectEqual(text, expected)
  }

  /// What the rows say that brings them about is tried, each by its number.
  @Test func eachCauseIsTried() throws {
    let tables = ["B2CRefusalTests", "B2CTokenRefusalTests", "B2CPageRefusalTests", "CustomerDecisionTests"]
    let files = tables.map { "Tests/AuthorityTests/Customers/\($0).swift" }
    let text = (files + ["clients/test_b2c.py"]).compactMap { TestFiles.read($0) }
      .map { String(decoding: $0, as: UTF8.self) }.joined()
    for kind in Catalogue.all where kind.family == .b2c && kind.cause != nil {
      #expect(
        text.contains("\(kind.code)"), "\(kind.label) names a cause that no test brings about")
    }
  }

  @Test func everyRowIsWalked() {
    let walked = Self.kinds(on: .token, .redirect, .silentRedirect, .page, .inPage)
    #expect(walked == Catalogue.all.filter { $0.family == .b2c } && walked.count > 50)
  }
}
