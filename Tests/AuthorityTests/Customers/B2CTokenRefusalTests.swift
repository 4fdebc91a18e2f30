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

/// What a program is told at the token endpoint and at UserInfo of a user flow.
@Suite("Refusals of a user flow's token endpoint") struct B2CTokenRefusalTests {
  typealias Change = ShopScene.Change

  static let codes: [(flow: String, changes: [Change], code: Int, error: String)] = [
    ("B2C_1_edit_profile", [], 90088, "invalid_grant"),
    (ShopScene.susi, [("redirect_uri", "http://localhost:5001/other")], 90006, "invalid_request"),
    (ShopScene.susi, [("redirect_uri", nil)], 90083, "invalid_request"),
    (ShopScene.susi, [("client_secret", "x")], 90084, "invalid_client"),
    (ShopScene.susi, [("client_id", ShopScene.page)], 90087, "invalid_grant"),
    (ShopScene.susi, [("code", "1.AAAA")], 90087, "invalid_grant"),
  ]

  @Test("of a code, which is good afterwards", arguments: codes)
  func code(_ flow: String, _ changes: [Change], _ code: Int, _ error: String) throws {
    let scene = try ShopScene()
    let granted = try scene.code()
    try ShopScene.expect(scene.redeem(granted, flow, changes), code, error)
    try expectEqual(scene.redeem(granted).status, 200)
  }

  @Test("of a code for the second time, and of one that has ended") func spentCode() throws {
    let scene = try ShopScene()
    let spent = try scene.code()
    try expectEqual(scene.redeem(spent).status, 200)
    try ShopScene.expect(scene.redeem(spent), 90129, "invalid_grant")
    scene.browser.forgetCookies()
    let late = try scene.code()
    scene.test.advance(by: .minutes(10) + Duration(ticks: 1))
    try ShopScene.expect(scene.redeem(late), 90080, "invalid_grant")
  }

  static let tokens: [(what: String, flow: String, change: @Sendable (TestWorld) throws -> Void, code: Int)] = [
    ("of another flow", "B2C_1_edit_profile", { _ in }, 90088),
    (
      "after all sessions were revoked", ShopScene.susi,
      { test in
        let kim = try test.user("kim").id
        try test.change { $0.updateUser(kim) { $0.tokensValidFrom = TestWorld.start + .seconds(1) } }
      }, 90129
    ),
    (
      "of somebody who is disabled", ShopScene.susi,
      { test in
        let kim = try test.user("kim").id
        try test.change { $0.updateUser(kim) { $0.isEnabled = false } }
      }, 90128
    ),
    ("after 14 days", ShopScene.susi, { $0.advance(by: .days(14) + .seconds(1)) }, 90080),
  ]

  @Test("of a refresh token", arguments: tokens)
  func refreshToken(
    _ what: String, _ flow: String, _ change: @Sendable (TestWorld) throws -> Void, _ code: Int
  ) throws {
    let scene = try ShopScene()
    let token = try #require(try scene.tokens()["refresh_token"]?.string)
    try expectEqual(scene.refresh(token).status, 200)
    try change(scene.test)
    try ShopScene.expect(scene.refresh(token, flow), code, "invalid_grant")
  }

  @Test("of a refresh token that is none, and of one after the window of its user flow") func otherTokens() throws {
    let scene = try ShopScene()
    try ShopScene.expect(scene.refresh("1.AAAA"), 90087, "invalid_grant")
    let first = try scene.tokens("B2C_1A_TRUST")
    expectEqual(first["refresh_token_expires_in"]?.integer, 2 * 86_400)
    scene.test.advance(by: .hours(47))
    let second = try scene.refresh(first["refresh_token"]?.string ?? "", "B2C_1A_TRUST").json
    // The window of three days is nearly over.
    expectEqual(second["refresh_token_expires_in"]?.integer, 25 * 3_600)
    scene.test.advance(by: .hours(26))
    let late = try scene.refresh(second["refresh_token"]?.string ?? "", "B2C_1A_TRUST")
    try ShopScene.expect(late, 90080, "invalid_grant")
  }

  static let passwords: [(flow: String, changes: [Change], code: Int, error: String)] = [
    ("B2C_1_ropc", [("password", "wrong")], 90225, "access_denied"),
    ("B2C_1_ropc", [("username", "nobody")], 90225, "access_denied"),
    ("B2C_1_ropc", [("username", "max@example.com")], 90225, "access_denied"),
    ("B2C_1_ropc", [("client_id", ShopScene.backOffice)], 90058, "unauthorized_client"),
    ("B2C_1_ropc", [("scope", nil)], 90083, "invalid_request"),
    (ShopScene.susi, [], 90224, "unauthorized_client"),
  ]

  @Test("of a password in the request", arguments: passwords)
  func password(_ flow: String, _ changes: [Change], _ code: Int, _ error: String) throws {
    let form: [Change] = [
      ("grant_type", "password"), ("client_id", ShopScene.store), ("username", "kim@example.com"),
      ("password", SeededDirectory.password), ("scope", "openid \(ShopScene.store)"),
    ]
    try ShopScene.expect(ShopScene().token(flow, form + changes), code, error)
  }

  static let credentials: [(changes: [Change], code: Int, error: String)] = [
    ([("scope", "https://graph.microsoft.com/.default")], 90117, "invalid_request"),
    ([("scope", "https://shop.onmicrosoft.com/orders/Orders.Read")], 90117, "invalid_request"),
    ([("scope", nil)], 90083, "invalid_request"), ([("grant_type", nil)], 90083, "invalid_request"),
    ([("grant_type", "foo")], 90086, "unsupported_grant_type"), ([("client_id", nil)], 90008, "invalid_request"),
    ([("client_secret", nil)], 90079, "invalid_request"),
  ]

  @Test("of client credentials", arguments: credentials)
  func clientCredentials(_ changes: [Change], _ code: Int, _ error: String) throws {
    let form: [Change] = [
      ("grant_type", "client_credentials"), ("client_id", ShopScene.stock), ("client_secret", "stock-secret"),
      ("scope", "https://shop.onmicrosoft.com/orders/.default"),
    ]
    try ShopScene.expect(ShopScene().token(ShopScene.susi, form + changes), code, error)
  }

  // MARK: UserInfo

  @Test("at UserInfo") func userInfo() throws {
    let scene = try ShopScene()
    func ask(_ token: String?, _ flow: String = "B2C_1A_HINT") throws -> TestAnswer {
      let fields = token.map { [("Authorization", "Bearer \($0)")] } ?? []
      return try scene.test.send("GET", ShopScene.url(flow, "openid/v2.0/userinfo"), fields: fields)
    }
    let own: [Change] = [("scope", "openid \(ShopScene.store)")]
    let token = try #require(try scene.tokens(ShopScene.susi, own)["access_token"]?.string)
    try expectEqual(ask(token).status, 200)
    try expectEqual(ask(token, ShopScene.susi).status, 404)
    try ShopScene.expect(ask(nil), 90239, "invalid_request", status: 401)
    try ShopScene.expect(ask(String(token.dropLast(4)) + "AAAA"), 90239, "invalid_request", status: 401)
    scene.browser.forgetCookies()
    let trusted = try #require(try scene.tokens("B2C_1A_TRUST", own)["access_token"]?.string)
    try ShopScene.expect(ask(trusted), 90238, "invalid_request", status: 401)
    scene.test.advance(by: .hours(2))
    try ShopScene.expect(ask(token), 90235, "invalid_request", status: 401)
  }
}
