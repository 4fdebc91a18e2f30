import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Worlds

/// What every client library needs of authorize, item by item, named by its number in the list of such needs. Where another
/// suite holds the whole table, the item here is its shortest form.
struct AuthorizeChecklistTests {
  /// A code without any page: alice is signed in.
  static func signedIn(_ test: TestWorld) throws -> TestBrowser {
    let browser = TestBrowser(test)
    try browser.signIn("alice")
    return browser
  }

  @Test(arguments: ["GET", "POST"]) func item26GetAndPostAndUnknownParameters(_ method: String) throws {
    let test = try TestWorld(scenario: { $0.settings.signIn = .auto })
    let query = AuthorizeQuery(.mobile, [("x-client-SKU", "MSAL.iOS"), ("haschrome", "1"), ("nobody", "knows")])
    let answer =
      method == "GET"
      ? try test.send("GET", query.target) : try test.post("/common/oauth2/v2.0/authorize", query.fields)
    expectNotNil(answer.delivered?["code"])
  }

  @Test(arguments: ["query", "fragment", "form_post"]) func item27StateComesBackByteForByte(_ mode: String) throws {
    let state = "a|b=c+d%25 e&f#g\"<h>'\u{e4}"
    let browser = try Self.signedIn(try TestWorld())
    let answer = try browser.open(AuthorizeQuery(.mobile, [("state", state), ("response_mode", mode)]))
    expectEqual(answer.delivered?["state"], state)
    #expect(!answer.text.contains("<h>"))
  }

  @Test(arguments: [(nil, "query"), ("query", "query"), ("fragment", "fragment"), ("form_post", "form_post")])
  func item28ModesAndTheDefaultOfCode(_ mode: String?, _ expected: String) throws {
    let browser = try Self.signedIn(try TestWorld())
    let answer = try browser.open(AuthorizeQuery(.mobile, [("response_mode", mode)]))
    expectEqual(answer.delivered?.mode.rawValue, expected)
    expectNotNil(answer.delivered?["code"])
  }

  @Test func item29TheFormPostsItselfAnywhere() throws {
    let browser = try Self.signedIn(try TestWorld())
    let answer = try browser.open(AuthorizeQuery(.mobile, [("response_mode", "form_post")]))
    expectEqual(answer.form?.method.lowercased(), "post")
    expectEqual(answer.form?.action, "http://localhost")
    #expect(answer.text.contains("submit.call(document.forms[0])"))
    let policy = try #require(answer.fields["Content-Security-Policy"])
    #expect(policy.contains("script-src 'nonce-"))
    #expect(!policy.contains("form-action"))
  }

  @Test(arguments: [
    "http://localhost", "http://localhost/", "http://localhost:53123", "http://localhost:53123/",
    "http://127.0.0.1:8400", "msauth.com.example.mobile://auth",
    "msauth://com.example.mobile/ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3D", "msal\(TestClient.mobile.id)://auth",
    "https://login.microsoftonline.com/common/oauth2/nativeclient",
  ]) func item30And31RedirectURIsAreKnownAndKeepTheirSpelling(_ uri: String) throws {
    let browser = try Self.signedIn(try TestWorld())
    let location = try #require(try browser.open(AuthorizeQuery(.mobile, [("redirect_uri", uri)])).location)
    let hasNoPath = uri.hasPrefix("http://") && !uri.hasSuffix("/")
    #expect(location.hasPrefix(uri + (hasNoPath ? "/?code=" : "?code=")))
  }

  @Test func item30OutOfBand() throws {
    let browser = try Self.signedIn(try TestWorld())
    let client = TestClient(
      alias: "azure-powershell", id: "1950a258-227b-4e31-a9cf-717495945fc2", redirectURI: "urn:ietf:wg:oauth:2.0:oob",
      platform: .native)
    let page = try browser.open(
      AuthorizeQuery(client, scope: "https://management.core.windows.net//.default openid"))
    #expect(page.text.contains("<title>code="))
  }

  @Test func item32EveryFormInsideTheFlowIsHTTPS() throws {
    let test = try TestWorld(
      scenario: { $0.settings.asksToStaySignedIn = true },
      directory: { directory in
        if let id = directory.user(named: "alice")?.id { directory.updateUser(id) { $0.mfa = .required } }
      })
    let browser = TestBrowser(test)
    var pages = [try browser.open(AuthorizeQuery(.mobile, scope: "openid Files.Read"))]
    pages.append(try browser.enter("alice"))
    pages.append(try browser.submit([("otc", "123456")]))
    pages.append(try browser.submit())
    expectEqual(pages.map(\.pageID), ["ConvergedSignIn", "ConvergedTFA", "ConvergedConsent", "KmsiInterrupt"])
    for (page, path) in zip(pages, ["/common/login", "/common/SAS/ProcessAuth", "/common/login", "/kmsi"]) {
      expectNil(page.location)
      expectEqual(page.form?.action, "https://\(TestWorld.authority)\(path)")
    }
  }

  @Test func item33ClientInfo() throws {
    let browser = try Self.signedIn(try TestWorld())
    let delivered = try browser.open(AuthorizeQuery(.mobile, [("client_info", "1")])).delivered
    expectEqual(delivered?.parameters.names, ["code", "client_info", "state", "session_state"])
    try expectNil(browser.open(AuthorizeQuery(.mobile)).delivered?["client_info"])
  }

  @Test(
    arguments: [
      ("localhost:8443", nil), ("127.0.0.1:443", nil), ("[::1]:8443", nil), ("localhost", "localhost"),
      ("login.microsoftonline.com", "login.microsoftonline.com"),
    ] as [(String, String?)]) func item33TheCloudsHostOnlyWithoutAPort(_ authority: String, _ host: String?) throws
  {
    let test = try TestWorld(scenario: { $0.settings.signIn = .auto })
    let query = AuthorizeQuery(.mobile, [("instance_aware", "true")])
    let delivered = try test.send("GET", query.target, authority: authority).delivered
    expectEqual(delivered?["cloud_instance_host_name"], host)
    expectEqual(delivered?["cloud_instance_name"], "microsoftonline.com")
    expectEqual(delivered?["msgraph_host"], "graph.microsoft.com")
    try expectNil(test.send("GET", AuthorizeQuery(.mobile).target).delivered?["cloud_instance_name"])
  }

  /// MSAL for .NET with `WithMultiCloudSupport`: an app of the global cloud, and a user of another one.
  @Test func theCloudOfTheUserIsNamed() throws {
    let test = try TestWorld(scenario: { $0.settings.signIn = .auto })
    var origin = Origin(of: .global)
    origin.homeCloud = .usGovernment
    let query = AuthorizeQuery(.mobile, [("instance_aware", "true")])
    let delivered = try #require(try test.send("GET", query.target, origin: origin).delivered)
    expectEqual(delivered["cloud_instance_host_name"], "login.microsoftonline.us")
    expectEqual(delivered["cloud_instance_name"], "microsoftonline.us")
    expectEqual(delivered["msgraph_host"], "graph.microsoft.us")
    let code = try #require(delivered["code"])
    let answer = try test.send(
      "POST", "/common/oauth2/v2.0/token", body: test.codeForm(code, by: .mobile).query,
      origin: Origin(of: .usGovernment))
    try expectEqual(answer.json.claims("id_token")["iss"]?.string?.hasPrefix("https://login.microsoftonline.us/"), true)
  }

  struct Asked: CustomTestStringConvertible, Sendable {
    let prompt: String
    let page: String?
    var heading: String?
    var testDescription: String { prompt.isEmpty ? "empty" : prompt }
  }

  /// The whole table is `SessionTests`.
  @Test(arguments: [
    Asked(prompt: "", page: nil), Asked(prompt: "none", page: nil),
    Asked(prompt: "login", page: "ConvergedSignIn", heading: "Enter password"),
    Asked(prompt: "consent", page: "ConvergedConsent"),
    Asked(prompt: "select_account", page: "ConvergedSignIn", heading: "Pick an account"),
    Asked(prompt: "create", page: "ConvergedSignIn"),
  ]) func item34Prompts(_ row: Asked) throws {
    let browser = try Self.signedIn(try TestWorld())
    let hint: [(String, String?)] = row.prompt == "login" ? [("login_hint", "alice@contoso.onmicrosoft.com")] : []
    let answer = try browser.open(AuthorizeQuery(.mobile, hint + [("prompt", row.prompt)]))
    expectEqual(answer.pageID, row.page)
    if let heading = row.heading { expectEqual(answer.heading, heading) }
    expectEqual(answer.delivered?["code"] != nil, row.page == nil)
  }

  @Test func item34SilenceIsRefusedByRedirectWithState() throws {
    let test = try TestWorld()
    let nobody = try TestBrowser(test).open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered
    expectEqual(nobody?["error"], "login_required")
    let browser = try Self.signedIn(test)
    let consent = try browser.open(AuthorizeQuery(.mobile, scope: "Files.Read", [("prompt", "none")])).delivered
    expectEqual(consent?["error"], "consent_required")
    try browser.signIn("bob")
    let several = try browser.open(AuthorizeQuery(.mobile, [("prompt", "none")])).delivered
    expectEqual(several?["error"], "interaction_required")
    for delivered in [nobody, consent, several] { expectEqual(delivered?["state"], "12345") }
  }

  @Test func item35HintsChooseTheAccount() throws {
    let test = try TestWorld()
    let browser = try Self.signedIn(test)
    try browser.signIn("bob")
    let bob = "bob@contoso.onmicrosoft.com"
    let named = try browser.open(
      AuthorizeQuery(.mobile, [("login_hint", bob), ("login_req", "x"), ("domain_req", "y")]))
    expectEqual(named.exchange.user?.alias, "bob")
    let session = try #require(named.delivered?["session_state"])
    try expectEqual(browser.open(AuthorizeQuery(.mobile, [("sid", session)])).exchange.user?.alias, "bob")
    try browser.signIn("gina", tenant: "fabrikam.com")
    let domain = try browser.open(
      AuthorizeQuery(.mobile, scope: "openid", [("domain_hint", "Fabrikam.com")]))
    expectEqual(domain.exchange.user?.alias, "gina")
  }

  @Test(arguments: [String(repeating: "0f", count: 32), "5c4d0e1a-4f6a-4d9a-9d0b-1e2f3a4b5c6d", nil])
  func item36TheCodeRemembers(_ nonce: String?) throws {
    let test = try TestWorld()
    let code = try test.signIn(to: .mobile, [("nonce", nonce)])
    try expectEqual(test.redeem(code, [("code_verifier", String(repeating: "x", count: 43))]).errorCode, 501_481)
    try expectEqual(test.redeem(code, [("redirect_uri", "http://localhost/other")]).errorCode, 500_112)
    try expectEqual(test.redeem(code, [("client_id", TestClient.azureCLI.id)]).status, 400)
    try expectEqual(test.redeem(code).json.claims("id_token")["nonce"]?.string, nonce)
  }

  @Test func item37TheTokenRequestMayAskForLess() throws {
    let test = try ConsentTests.bare()
    let scope = "openid profile offline_access User.Read Mail.Read api://contoso/Orders.Read"
    let code = try test.signIn(scope: scope)
    let answer = try test.redeem(code, [("scope", "openid profile offline_access User.Read")])
    expectEqual(answer.status, 200)
    try expectEqual(answer.json["scope"], "email openid profile Mail.Read User.Read")
  }

  @Test func item38DecliningAndLeavingAreToldApart() throws {
    let test = try TestWorld()
    let browser = try Self.signedIn(test)
    try browser.open(AuthorizeQuery(.mobile, scope: "openid Files.Read"))
    let declined = try browser.submit(pressing: "decline").delivered
    expectEqual(declined?.errorCode, 65004)
    expectNil(declined?["error_subcode"])
    try browser.open(AuthorizeQuery(.mobile, [("prompt", "select_account")]))
    let left = try browser.submit(pressing: "cancel").delivered
    expectEqual(left?["error"], "access_denied")
    expectEqual(left?["error_subcode"], "cancel")
  }
}
