import Bytes
import Directory
import Expectations
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// Wrong passwords on the pages lock an account, and the password grant sees the same lock.
struct LockoutPageTests {
  static func passwordGrant(_ test: TestWorld, _ password: String = SeededDirectory.password) throws -> TestAnswer {
    try test.token(
      FormFields([
        ("client_id", TestClient.mobile.id), ("grant_type", "password"), ("scope", "User.Read"),
        ("username", "alice@contoso.onmicrosoft.com"), ("password", password),
      ]), tenant: "contoso.com")
  }

  @Test func tenWrongPasswordsLock() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    for _ in 0..<10 {
      try expectEqual(browser.enter("alice", password: "wrong").exchange.refusal?.code, 50126)
    }
    let locked = try browser.enter("alice")
    expectEqual(locked.heading, "Enter password")
    #expect(locked.text.contains("50053"))
    expectEqual(locked.exchange.refusal?.code, 50053)
    #expect(locked.exchange.events.contains(.signInFailed))
    try expectEqual(Self.passwordGrant(test).errorCode, 50053)
    // Others are not locked, and neither is alice after a minute.
    try TestBrowser(test).signIn("bob")
    test.advance(by: .minutes(1))
    try expectNotNil(browser.enter("alice").delivered?["code"])
  }

  @Test func theTwoCountTogether() throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    for _ in 0..<5 { try browser.enter("alice", password: "wrong") }
    for _ in 0..<5 { try expectEqual(Self.passwordGrant(test, "wrong").errorCode, 50126) }
    try expectEqual(browser.enter("alice").exchange.refusal?.code, 50053)
  }

  @Test func aRightPasswordEndsTheRow() throws {
    let test = try TestWorld()
    for _ in 0..<2 {
      let browser = TestBrowser(test)
      try browser.open(AuthorizeQuery(.mobile))
      for _ in 0..<9 { try browser.enter("alice", password: "wrong") }
      try expectNotNil(browser.enter("alice").delivered?["code"])
    }
  }
}
