import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// What a tenant lets its users grant, and what becomes of asking an administrator.
struct ConsentWorkflowTests {
  static func tenant(_ change: @escaping @Sendable (inout Tenant) -> Void) -> @Sendable (inout DirectoryState) -> Void {
    { directory in
      guard var tenant = directory.tenants[SeededDirectory.contoso] else { return }
      change(&tenant)
      directory.put(tenant)
    }
  }

  // MARK: Low impact

  @Test(arguments: [
    ("openid profile email offline_access User.Read", "ConvergedConsent"),
    ("User.Read Mail.Read", "ConvergedAdminApproval"),
    ("api://contoso/Orders.Read", "ConvergedAdminApproval"), ("User.Read.All", "ConvergedAdminApproval"),
  ])
  func usersMayGrantWhatIsOfLowImpact(_ scope: String, _ page: String) throws {
    let test = try ConsentTests.bare(Self.tenant { $0.userConsent = .lowRisk })
    let (_, answer) = try ConsentTests.ask(test, scope: scope)
    expectEqual(answer.pageID, page)
    expectEqual(answer.exchange.refusal?.code, page == "ConvergedConsent" ? nil : 90094)
    try expectEqual(ConsentTests.ask(test, "admin", scope: scope).1.pageID, "ConvergedConsent")
  }

  // MARK: Requests

  @Test func theJournalSaysWhichPageWasShown() throws {
    let (_, page) = try ConsentTests.ask(try TestWorld(), scope: "User.Read.All")
    expectEqual(page.exchange.refusal?.kind.name, "adminConsentRequired")
    expectEqual(page.exchange.refusal?.message.contains("Contoso Mobile"), true)
    expectEqual(page.exchange.events, [.signIn, .pageShown])
  }

  @Test func aRequestIsKeptUntilAnAdministratorConsents() throws {
    let test = try TestWorld(directory: Self.tenant { $0.hasAdminConsentWorkflow = true })
    let (browser, page) = try ConsentTests.ask(test, scope: "User.Read.All")
    expectEqual(page.exchange.refusal?.code, 90095)
    try browser.submit([("justification", "for the quarterly report")])
    let request = try #require(test.world.directory.consentRequests.values.first)
    expectEqual(test.world.directory.consentRequests.count, 1)
    expectEqual(request.user, try test.user("alice").id)
    expectEqual(request.client, try test.app("mobile").id)
    expectEqual(request.scopes, ["User.Read.All"])
    expectEqual(request.justification, "for the quarterly report")
    expectEqual(request.requestedAt, test.clock.now)
    expectEqual(request.status, .pending)

    // Asking again renews it.
    let (again, _) = try ConsentTests.ask(test, scope: "User.Read.All")
    try again.submit([("justification", "still")])
    expectEqual(test.world.directory.consentRequests.values.map(\.justification), ["still"])
    try expectEqual(test.world.store.loadDirectory().consentRequests, test.world.directory.consentRequests)

    let administrator = TestBrowser(test)
    let fields = FormFields([
      ("client_id", TestClient.mobile.id), ("redirect_uri", "http://localhost"), ("scope", "User.Read.All"),
    ])
    try administrator.open("/\(TestWorld.contoso)/v2.0/adminconsent?\(fields.query)")
    try administrator.enter("admin")
    try expectEqual(administrator.submit().delivered?["admin_consent"], "True")
    expectEqual(test.world.directory.consentRequests.values.map(\.status), [.completed])
    try expectNotNil(ConsentTests.ask(test, scope: "User.Read.All").1.delivered?["code"])
  }

  @Test func nothingIsKeptWithoutAReason() throws {
    let test = try TestWorld(directory: Self.tenant { $0.hasAdminConsentWorkflow = true })
    let (browser, _) = try ConsentTests.ask(test, scope: "User.Read.All")
    try browser.submit([("justification", "")])
    #expect(test.world.directory.consentRequests.isEmpty)
  }

  // MARK: Combined consent

  @Test(arguments: [true, false]) func anAPIThatKnowsItsClientIsConsentedToWithIt(_ isKnown: Bool) throws {
    let test = try ConsentTests.bare { directory in
      guard let api = directory.application(named: "api"), let mobile = directory.application(named: "mobile") else {
        return
      }
      directory.updateApplication(api.id) { $0.knownClients = isKnown ? [mobile.id] : nil }
      directory.updateApplication(mobile.id) {
        $0.requiredAccess = [RequiredAccess(resource: api.id, scopes: ["access_as_user"])]
      }
    }
    let (browser, page) = try ConsentTests.ask(test, scope: "openid offline_access api://contoso/.default")
    expectEqual(page.pageID, "ConvergedConsent")
    #expect(page.text.contains("<code>access_as_user</code>"))
    expectEqual(page.text.contains("<code>User.Read</code>"), isKnown)
    let code = try #require(try browser.submit().delivered?["code"])
    let token = try #require(try test.redeem(code).json["access_token"]?.string)
    // The API may go on in the user's name at once, or not at all.
    let next = try test.token(OnBehalfOfTests.form(token), tenant: TestWorld.contoso)
    expectEqual(next.errorCode, isKnown ? nil : 65001, "\(next.text)")
  }

  // MARK: Microsoft's own

  @Test(
    arguments: [
      ("https://outlook.office.com/Mail.Read", 65002), ("https://onelake.fabric.microsoft.com/.default", 65002),
      ("https://outlook.office.com/.default", nil), ("Mail.Read", 65002), ("https://vault.azure.net/.default", nil),
      ("https://management.azure.com//.default", nil),
      ("User.Read", 65002), ("User.Read.All", nil), ("api://contoso/Orders.Read", nil),
    ] as [(String, Int?)])
  func betweenMicrosoftsOwnNobodyConsents(_ scope: String, _ code: Int?) throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.azureCLI, scope: scope))
    let answer = try browser.enter("alice")
    // The app is told, since nobody at the page can help.
    expectEqual(answer.delivered?.errorCode, code, "\(answer.exchange.reasons)")
    if code != nil {
      expectEqual(answer.delivered?["error"], "invalid_request")
      let token = try test.refreshToken(for: .azureCLI)
      let refused = try test.refresh(token, by: .azureCLI, [("scope", scope)])
      expectEqual(refused.errorCode, code)
      expectEqual(refused.error, "invalid_request")
    }
  }

  @Test func theGraphToolsAskLikeEverybody() throws {
    let tools = TestClient(
      alias: "graph-cli", id: "14d82eec-204b-4c2f-b7e8-296a70dab67e", redirectURI: "http://localhost", platform: .native
    )
    let browser = TestBrowser(try TestWorld())
    try browser.open(AuthorizeQuery(tools, scope: "Mail.Read"))
    try expectEqual(browser.enter("alice").pageID, "ConvergedConsent")
  }
}
