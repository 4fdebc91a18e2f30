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

/// Devices without a browser: the code, the pages, the polls.
struct DeviceCodeTests {
  static let scope = "openid profile offline_access User.Read"
  static let type = "urn:ietf:params:oauth:grant-type:device_code"

  /// What a device was given.
  struct Start {
    let userCode: String
    let deviceCode: String

    init(userCode: String, deviceCode: String) {
      self.userCode = userCode
      self.deviceCode = deviceCode
    }

    init(_ test: TestWorld, _ client: TestClient = .mobile, tenant: String = "common", scope: String = scope) throws {
      let answer = try test.post(
        "/\(tenant)/oauth2/v2.0/devicecode", FormFields([("client_id", client.id), ("scope", scope)]))
      let json = try answer.json
      userCode = try #require(json["user_code"]?.string, "\(answer.text)")
      deviceCode = try #require(json["device_code"]?.string)
    }
  }

  static func poll(
    _ test: TestWorld, _ start: Start, _ changes: [(String, String?)] = [], client: TestClient = .mobile,
    tenant: String = "common"
  ) throws -> TestAnswer {
    try test.token(
      FormFields([("grant_type", type), ("client_id", client.id), ("device_code", start.deviceCode)]).with(changes),
      tenant: tenant)
  }

  /// Enters the code and signs in, up to the question whether the device is the user's.
  static func confirmation(_ test: TestWorld, _ start: Start, as user: String = "alice") throws -> TestBrowser {
    let browser = TestBrowser(test)
    try browser.open("/devicelogin")
    try browser.submit([("otc", start.userCode)])
    try browser.enter(user)
    return browser
  }

  // MARK: The start

  @Test func startsWithTheServicesMembers() throws {
    let answer = try TestWorld().post(
      "/common/oauth2/v2.0/devicecode", FormFields([("client_id", TestClient.mobile.id), ("scope", Self.scope)]))
    let json = try answer.json
    let code = try #require(json["user_code"]?.string)
    expectEqual(answer.status, 200)
    try expectEqual(
      answer.jsonNames, ["user_code", "device_code", "verification_uri", "expires_in", "interval", "message"])
    expectEqual(code.utf8.count, 9)
    #expect(code.utf8.allSatisfy { ASCII.isUppercase($0) || ASCII.isDigit($0) })
    #expect((json["device_code"]?.string ?? "").utf8.count >= 150)
    expectEqual(json["verification_uri"], "https://localhost:8443/devicelogin")
    expectEqual(json["expires_in"], 900)
    expectEqual(json["interval"], 5)
    expectEqual(
      json["message"],
      "To sign in, use a web browser to open the page https://localhost:8443/devicelogin and enter the code \(code) to authenticate."
    )
    expectEqual(answer.exchange.events, [.deviceCodeIssued])
    expectEqual(answer.exchange.endpoint, .deviceCode)
  }

  /// By kind of tenant and by cloud. Personal accounts have a code of eight characters.
  @Test(
    arguments: [
      ("login.microsoftonline.com", "common", "https://login.microsoft.com/device", 9),
      ("login.microsoftonline.com", TestWorld.contoso, "https://login.microsoft.com/device", 9),
      ("login.microsoftonline.com", "consumers", "https://www.microsoft.com/link", 8),
      (TestWorld.authority, "consumers", "https://localhost:8443/link", 8),
      ("login.microsoftonline.us", "organizations", "https://microsoft.com/deviceloginus", 9),
    ]) func thePageIsThatOfTheTenantsKind(_ host: String, _ tenant: String, _ page: String, _ letters: Int) throws
  {
    let cloud = host.hasSuffix(".us") ? Cloud.usGovernment : Cloud.global
    let base = "https://\(TestWorld.authority)"
    let origin =
      host == TestWorld.authority
      ? Origin(login: base, graph: base, authority: host, isSecure: true) : Origin(of: cloud, port: "", region: nil)
    let client = TestClient.azureCLI
    let form = FormFields([("client_id", client.id), ("scope", "openid")])
    let answer = try TestWorld().send(
      "POST", "/\(tenant)/oauth2/v2.0/devicecode",
      fields: [("Content-Type", "application/x-www-form-urlencoded")], body: form.encoded, origin: origin)
    let json = try answer.json
    expectEqual(json["verification_uri"]?.string, page, "\(answer.text)")
    expectEqual(json["user_code"]?.string?.utf8.count, letters)
    expectEqual(json["message"]?.string?.contains(page), true)
  }

  /// As the HTTP client of the Azure SDK for Java sends it (`DeviceCodeCredential`).
  @Test func readsAFormWithoutContentType() throws {
    let form = FormFields([("client_id", TestClient.mobile.id), ("scope", Self.scope)])
    let answer = try TestWorld().send("POST", "/common/oauth2/v2.0/devicecode", body: form.query)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectNotNil(answer.json["user_code"]?.string)
  }

  struct Refused: CustomTestStringConvertible {
    let testDescription: String
    var tenant = "common"
    var changes: [(String, String?)] = []
    var status = 400
    var error = "invalid_request"
    var code: Int
  }

  @Test(arguments: [
    Refused(testDescription: "an unknown tenant", tenant: "nowhere.test", code: 90002),
    Refused(testDescription: "no tenant", tenant: "nowhere", code: 900023),
    Refused(testDescription: "no app", changes: [("client_id", nil)], code: 900144),
    Refused(
      testDescription: "an unknown app at an alias", changes: [("client_id", "11111111-0000-4000-8000-000000000000")],
      code: 50059),
    Refused(
      testDescription: "an unknown app at a tenant", tenant: TestWorld.contoso,
      changes: [("client_id", "11111111-0000-4000-8000-000000000000")], error: "unauthorized_client", code: 700016),
    Refused(testDescription: "a client id that is not a GUID", changes: [("client_id", "my-app")], code: 90112),
    Refused(
      testDescription: "the app of zeros", changes: [("client_id", "00000000-0000-0000-0000-000000000000")],
      error: "unauthorized_client", code: 700038),
    Refused(
      testDescription: "an app of one tenant", changes: [("client_id", TestClient.api.id)], error: "invalid_request",
      code: 50059),
    Refused(
      testDescription: "an app of one tenant at organizations", tenant: "organizations",
      changes: [("client_id", TestClient.api.id)], code: 50059),
    Refused(
      testDescription: ".default of two APIs",
      changes: [("scope", "https://graph.microsoft.com/.default api://contoso/.default")], error: "invalid_scope",
      code: 70011),
    Refused(testDescription: "no scope", changes: [("scope", nil)], code: 900144),
    Refused(testDescription: "a malformed scope", changes: [("scope", "a,b")], error: "invalid_scope", code: 70011),
    Refused(
      testDescription: "an unknown resource", changes: [("scope", "api://nothing/x")], error: "invalid_resource",
      code: 500011),
  ])
  func refusedStarts(_ row: Refused) throws {
    let form = FormFields([("client_id", TestClient.mobile.id), ("scope", Self.scope)]).with(row.changes)
    let answer = try TestWorld().post("/\(row.tenant)/oauth2/v2.0/devicecode", form)
    expectEqual(answer.errorCode, row.code, "\(answer.text)")
    expectEqual(answer.status, row.status)
    expectEqual(answer.error, row.error)
  }

  // MARK: The polls

  @Test func waitsThenAnswersWithTokens() throws {
    let test = try TestWorld()
    let start = try Start(test)
    let waiting = try Self.poll(test, start)
    expectEqual(waiting.status, 400)
    expectEqual(waiting.error, "authorization_pending")
    expectEqual(waiting.errorCode, 70016)
    try expectNotNil(waiting.json["error_uri"])
    expectNil(waiting.fields["Retry-After"])

    let browser = try Self.confirmation(test, start)
    expectEqual(browser.shown?.pageID, "CmsiInterrupt")
    try expectEqual(Self.poll(test, start).errorCode, 70016)
    let done = try browser.submit()
    expectEqual(done.pageID, "ConvergedRemoteConnect")
    #expect(done.text.contains("You have signed in to the Contoso Mobile application on your device."))

    let answer = try Self.poll(test, start, [("client_info", "1")])
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(
      answer.jsonNames,
      [
        "token_type", "scope", "expires_in", "ext_expires_in", "access_token", "refresh_token", "id_token",
        "client_info",
      ])
    try expectEqual(answer.json["scope"], "email openid profile Mail.Read User.Read")
    let claims = try answer.json.claims("id_token")
    expectNil(claims["nonce"])
    expectEqual(claims["preferred_username"], "alice@contoso.onmicrosoft.com")
    expectEqual(answer.exchange.user?.alias, "alice")

    let token = try #require(answer.json["refresh_token"]?.string)
    try expectEqual(test.refresh(token, tenant: TestWorld.contoso).status, 200)
    let again = try Self.poll(test, start)
    expectEqual(again.errorCode, 70000)
    expectEqual(again.error, "invalid_grant")
    #expect(again.text.contains("This device code has already been used."))
  }

  @Test(
    arguments: [
      [("grant_type", "device_code")], [("device_code", nil), ("code", "same")], [("code", "same")],
      [("scope", "User.Read")],
    ] as [[(String, String?)]])
  func spellingsOfThePoll(_ changes: [(String, String?)]) throws {
    let test = try TestWorld()
    let start = try Start(test)
    try Self.confirmation(test, start).submit()
    let answer = try Self.poll(test, start, changes.map { ($0.0, $0.1 == "same" ? start.deviceCode : $0.1) })
    expectEqual(answer.status, 200, "\(answer.text)")
  }

  /// What was typed counts without regard to case, blanks and hyphens.
  @Test func codesAreReadGenerously() throws {
    let test = try TestWorld()
    let start = try Start(test)
    let browser = TestBrowser(test)
    try browser.open("/common/oauth2/deviceauth")
    let typed = " " + ASCII.lowercased(start.userCode.prefix(4)) + "-" + start.userCode.dropFirst(4) + " "
    try expectEqual(browser.submit([("otc", typed)]).pageID, "ConvergedSignIn")
  }

  @Test func declinedStaysDeclined() throws {
    let test = try TestWorld()
    let start = try Start(test)
    let page = try Self.confirmation(test, start).submit(pressing: "cancel")
    #expect(page.text.contains("was not signed in on your device"))
    for _ in 0..<2 {
      let answer = try Self.poll(test, start)
      expectEqual(answer.error, "authorization_declined")
      expectEqual(answer.errorCode, 65004)
      expectEqual(answer.status, 400)
    }
  }

  @Test func expires() throws {
    let test = try TestWorld()
    let start = try Start(test)
    test.advance(by: .seconds(899))
    try expectEqual(Self.poll(test, start).errorCode, 70016)
    test.advance(by: .seconds(1))
    let answer = try Self.poll(test, start)
    expectEqual(answer.error, "expired_token")
    expectEqual(answer.errorCode, 70020)
    let browser = TestBrowser(test)
    try browser.open("/devicelogin")
    try expectEqual(browser.submit([("otc", start.userCode)]).exchange.refusal?.code, 90119)
  }

  @Test func canBeAged() throws {
    let test = try TestWorld()
    let start = try Start(test)
    try expectEqual(test.world.age(.deviceCodes, GrantSelection(), by: test.world.ageOfDeath(.deviceCodes)), 1)
    try expectEqual(Self.poll(test, start).errorCode, 70020)
  }

  @Test func whatRefusesTheUserRefusesTheDevice() throws {
    let test = try TestWorld()
    let start = try Start(test)
    let browser = try Self.confirmation(test, start)
    try test.world.setEnabled(false, user: try test.user("alice").id)
    try expectEqual(browser.submit().pageCode, 50057)
    let answer = try Self.poll(test, start)
    expectEqual(answer.error, "invalid_grant")
    expectEqual(answer.errorCode, 50057)
    expectEqual(answer.status, 400)
  }

  @Test func unknownAndForeignCodes() throws {
    let test = try TestWorld()
    let start = try Start(test)
    let unknown = try Self.poll(test, start, [("device_code", start.userCode)])
    expectEqual(unknown.error, "bad_verification_code")
    expectEqual(unknown.errorCode, 70018)
    try expectEqual(Self.poll(test, start, [("device_code", nil)]).errorCode, 900144)
    #expect(try Self.poll(test, start, [("device_code", nil)]).text.contains("'device_code'"))
    try expectEqual(Self.poll(test, start, client: .spa).errorCode, 700007)
    let here = try Start(test, tenant: TestWorld.contoso)
    try expectEqual(Self.poll(test, here, tenant: "contoso.com").errorCode, 70016)
    try expectEqual(Self.poll(test, here, tenant: TestWorld.fabrikam).errorCode, 70000)
  }

  /// A confidential app is told only when the user is through.
  @Test func confidentialAppsNeedACredentialInTheEnd() throws {
    let test = try TestWorld()
    let start = try Start(test, .web)
    try expectEqual(Self.poll(test, start, client: .web).errorCode, 70016)
    try Self.confirmation(test, start).submit()
    let bare = try Self.poll(test, start, client: .web)
    expectEqual(bare.errorCode, 7_000_218)
    expectEqual(bare.status, 401)
    let answer = try Self.poll(test, start, [("client_secret", "web-secret")], client: .web)
    expectEqual(answer.status, 200, "\(answer.text)")
    let token = try #require(answer.json["refresh_token"]?.string)
    try expectEqual(test.refresh(token, by: .web).status, 200)
  }

  @Test func familyAppsGetAFamilyToken() throws {
    let test = try TestWorld()
    let start = try Start(test, .edge)
    try Self.confirmation(test, start).submit()
    try expectEqual(Self.poll(test, start, client: .edge).json["foci"], "1")
  }

  // MARK: The pages

  @Test(arguments: [("", 90119), ("WRONGCODE", 90119)])
  func wrongCodesStayOnThePage(_ typed: String, _ code: Int) throws {
    let test = try TestWorld()
    let start = try Start(test)
    let browser = TestBrowser(test)
    try browser.open("/devicelogin")
    let answer = try browser.submit([("otc", typed)])
    expectEqual(answer.pageID, "ConvergedRemoteConnect")
    expectEqual(answer.exchange.refusal?.code, code)
    try expectEqual(browser.submit([("otc", start.userCode)]).pageID, "ConvergedSignIn")
  }

  @Test func usedCodesAreRefused() throws {
    let test = try TestWorld()
    let start = try Start(test)
    try Self.confirmation(test, start).submit()
    let browser = TestBrowser(test)
    try browser.open("/devicelogin")
    try expectEqual(browser.submit([("otc", start.userCode)]).pageCode, 90120)
  }

  /// A user who is signed in already is only asked whether the device is theirs.
  @Test func sessionsCount() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    try browser.enter("alice")
    let start = try Start(test)
    try browser.open("/devicelogin?otc=\(start.userCode)")
    try expectEqual(browser.submit().pageID, "CmsiInterrupt")
    try browser.submit()
    try expectEqual(Self.poll(test, start).status, 200)
  }

  @Test func automaticSignInApprovesAfterOneAnswer() throws {
    let test = try TestWorld(scenario: { $0.settings.signIn = .auto })
    let start = try Start(test)
    try expectEqual(Self.poll(test, start).errorCode, 70016)
    let answer = try Self.poll(test, start)
    expectEqual(answer.status, 200, "\(answer.text)")
    expectEqual(answer.exchange.user?.alias, "alice")
    #expect(answer.exchange.events.contains(.signIn))
  }

  // MARK: Claims, and haste

  @Test func whatTheDeviceAskedForThroughClaimsIsRemembered() throws {
    let test = try TestWorld(directory: {
      $0.put(
        ConditionalAccessTests.policy {
          $0.control = .mfa
          $0.authenticationContexts = ["c1"]
        })
    })
    let claims =
      #"{"access_token":{"acrs":{"essential":true,"value":"c1"},"xms_cc":{"values":["cp1"]}},"id_token":{"auth_time":{"essential":true}}}"#
    let json = try test.post(
      "/common/oauth2/v2.0/devicecode",
      FormFields([("client_id", TestClient.mobile.id), ("scope", Self.scope), ("claims", claims)])
    ).json
    let start = Start(
      userCode: try #require(json["user_code"]?.string), deviceCode: try #require(json["device_code"]?.string))
    let browser = TestBrowser(test)
    try browser.open("/devicelogin")
    try browser.submit([("otc", start.userCode)])
    // The page knows of the authentication context already.
    try expectEqual(browser.enter("alice").pageID, "ConvergedTFA")
    try browser.submit([("otc", "123456")])
    try browser.submit()
    let answer = try Self.poll(test, start)
    expectEqual(answer.status, 200, "\(answer.text)")
    let token = try answer.json.claims("access_token")
    expectEqual(token["acrs"]?.strings?.contains("c1"), true)
    expectEqual(token["xms_cc"], ["cp1"])
    try expectNotNil(answer.json.claims("id_token")["auth_time"])
  }

  @Test(arguments: [false, true]) func hasteIsMindedOnlyByScenariosThatSaySo(_ isMinded: Bool) throws {
    let test = try TestWorld(scenario: { $0.settings.enforcesPollingInterval = isMinded })
    let start = try Start(test)
    try expectEqual(Self.poll(test, start).error, "authorization_pending")
    test.advance(by: .seconds(4))
    let hasty = try Self.poll(test, start)
    expectEqual(hasty.error, isMinded ? "slow_down" : "authorization_pending")
    expectEqual(hasty.errorCode, 70016)
    expectEqual(hasty.status, 400)
    test.advance(by: .seconds(5))
    try expectEqual(Self.poll(test, start).error, "authorization_pending")
    // Whoever has the user's approval is not held up.
    try Self.confirmation(test, start).submit()
    try expectEqual(Self.poll(test, start).status, 200)
  }
}
