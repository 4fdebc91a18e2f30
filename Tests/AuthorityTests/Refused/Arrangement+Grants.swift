import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// Codes, refresh tokens, assertions, devices.
extension Arrangement {
  private static func code(
    _ code: Int, _ how: String, by client: TestClient = .mobile, tenant: String = "common",
    _ changes: [(String, String?)] = []
  ) -> Arrangement {
    Arrangement(code, how) { test in
      try test.redeem(try test.signIn(to: client), by: client, tenant: tenant, changes)
    }
  }

  private static func onBehalfOf(
    _ code: Int, _ how: String, _ assertion: @escaping @Sendable (TestWorld) throws -> String
  ) -> Arrangement {
    Arrangement(token: code, how) { test in OnBehalfOfTests.form(try assertion(test)) }
  }

  /// Contoso's guest has a personal account.
  private static func personalGuest(_ directory: inout DirectoryState) {
    guard let personal = directory.user(named: "personal") else { return }
    user("guest") { $0.home = User.Home(tenant: personal.tenant, user: personal.id) }(&directory)
    app("api") { $0.audience = .multipleTenants }(&directory)
  }

  static let grants: [Arrangement] = [
    Arrangement(500_202, "on behalf of a guest with a personal account, at an alias", directory: personalGuest) {
      test in
      let caller = try test.tokens(
        "personal", for: .mobile, scope: "openid api://contoso/access_as_user", tenant: TestWorld.contoso)
      return try test.token(
        OnBehalfOfTests.form(caller["access_token"]?.string ?? ""), tenant: "organizations")
    },
    code(9_002_313, "a code that is none", [("code", "garbage")]),
    code(70000, "a code that was never given out", [("code", "1.AAAAA")]),
    code(50148, "no code_verifier", [("code_verifier", nil)]),
    code(501_481, "a wrong code_verifier", [("code_verifier", String(repeating: "x", count: 43))]),
    code(700_009, "no redirect_uri", [("redirect_uri", nil)]),
    code(500_116, "a relative redirect_uri", [("redirect_uri", "/auth/callback")]),
    code(500_112, "another redirect_uri", [("redirect_uri", "http://localhost/other")]),
    code(700_007, "the code of another app", [("client_id", TestClient.azureCLI.id)]),
    code(700_005, "the code of another tenant", tenant: TestWorld.fabrikam),
    code(28000, "a code for two resources", [("scope", "User.Read \(TestClient.api.id)/Orders.Read")]),
    Arrangement(28003, "no scope for a code of two resources") { test in
      let scope = "openid User.Read api://contoso/Orders.Read"
      return try test.redeem(try test.signIn(scope: scope))
    },
    Arrangement(54005, "a code twice") { test in
      let code = try test.signIn()
      _ = try test.redeem(code)
      return try test.redeem(code)
    },
    Arrangement(70008, "a code after eleven minutes") { test in
      let code = try test.signIn()
      test.advance(by: .minutes(11))
      return try test.redeem(code)
    },
    Arrangement(9_002_326, "a native app's code with an Origin") { test in
      try test.token(test.codeForm(try test.signIn(), by: .mobile), fields: [("Origin", "http://localhost")])
    },
    Arrangement(9_002_327, "a single-page app's code without an Origin") { test in
      try test.token(test.codeForm(try test.signIn(to: .spa), by: .spa))
    },
    Arrangement(700_082, "a refresh token after 91 days") { test in
      let token = try test.refreshToken()
      test.advance(by: .days(91))
      return try test.refresh(token)
    },
    Arrangement(700_084, "a single-page app's refresh token after 25 hours") { test in
      let token = try test.refreshToken(for: .spa)
      test.advance(by: .hours(25))
      return try test.refresh(token, by: .spa)
    },
    Arrangement(50173, "a refresh after the sessions were revoked") { test in
      let token = try test.refreshToken()
      test.advance(by: .minutes(1))
      try test.world.revokeSessions(of: try test.user("alice").id)
      return try test.refresh(token)
    },
    Arrangement(7_000_012, "a work account's refresh token at the tenant of personal accounts") { test in
      try test.refresh(try test.refreshToken(), tenant: "consumers")
    },
    Arrangement(token: 50107, "a federation server's assertion") { _ in
      FormFields([
        ("grant_type", "urn:ietf:params:oauth:grant-type:saml2-bearer"), ("client_id", TestClient.mobile.id),
        ("assertion", "PElzc3Vlcj51cm46eDwvSXNzdWVyPg"), ("scope", "User.Read"),
      ])
    },
    onBehalfOf(50013, "an assertion that was changed") { test in
      String(try OnBehalfOfTests.assertion(test).dropLast(8)) + "AAAAAAAA"
    },
    onBehalfOf(500_133, "an assertion past its end") { test in
      let assertion = try OnBehalfOfTests.assertion(test)
      test.advance(by: .hours(2))
      return assertion
    },
    onBehalfOf(500_131, "an assertion for another API") { try $0.tokens()["access_token"]?.string ?? "" },
    onBehalfOf(240_002, "an id_token as assertion") { try OnBehalfOfTests.caller($0)["id_token"]?.string ?? "" },
    onBehalfOf(7_000_114, "an app's own token as assertion") { test in
      try test.token(
        ClientCredentialsTests.form([("scope", "api://contoso/.default")]), tenant: TestWorld.contoso
      ).json["access_token"]?.string ?? ""
    },
  ]

  static let devices: [Arrangement] = [
    Arrangement(70016, "a poll before the code was entered") { test in
      try DeviceCodeTests.poll(test, try DeviceCodeTests.Start(test))
    },
    Arrangement(70018, "a poll with a device_code of one's own") { test in
      try DeviceCodeTests.poll(test, try DeviceCodeTests.Start(test), [("device_code", "mine")])
    },
    Arrangement(70020, "a poll after sixteen minutes") { test in
      let start = try DeviceCodeTests.Start(test)
      test.advance(by: .minutes(16))
      return try DeviceCodeTests.poll(test, start)
    },
    Arrangement(65004, "a user who declines the device") { test in
      let start = try DeviceCodeTests.Start(test)
      let browser = try DeviceCodeTests.confirmation(test, start)
      try browser.submit(pressing: "cancel")
      return try DeviceCodeTests.poll(test, start)
    },
    Arrangement(90119, "a user code that no device shows") { test in
      let browser = TestBrowser(test)
      try browser.open("/devicelogin")
      return try browser.submit([("otc", "AAAAAAAAA")])
    },
    Arrangement(90120, "a user code that was dealt with") { test in
      let start = try DeviceCodeTests.Start(test)
      try DeviceCodeTests.confirmation(test, start).submit(pressing: "cancel")
      let browser = TestBrowser(test)
      try browser.open("/devicelogin")
      return try browser.submit([("otc", start.userCode)])
    },
  ]
}
