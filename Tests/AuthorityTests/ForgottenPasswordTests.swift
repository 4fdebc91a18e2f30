import Directory
import Expectations
import Policy
import TestSupport
import Testing
import Worlds

/// "Reset it now" leads to a new password where the user can prove who it is, and is not there for others.
struct ForgottenPasswordTests {
  @Test func aForgottenPasswordIsSetAnewByWhoeverHasAMethod() throws {
    let test = try SignInPagesTests.patched("alice") { $0.mfa = .required }
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    let fault = try browser.enter("alice", password: "wrong")
    #expect(
      fault.text.contains(
        #""strServiceExceptionMessage":"Your account or password is incorrect. If you don\u0027t remember your password, reset it now.""#
      ))
    let page = try browser.submit(pressing: "resetPassword")
    expectEqual(page.heading, "Get back into your account")
    #expect(
      page.exchange.reasons.contains("'alice' has forgotten the password, and has a method that proves who it is"))
    func reset(_ code: String, _ new: String, _ again: String) throws -> TestAnswer {
      try browser.submit([("otc", code), ("newPassword", new), ("confirmNewPassword", again)])
    }
    try expectEqual(reset("000000", "N3w!", "N3w!").pageCode, 500121)
    try expectEqual(reset("123456", "N3w!", "other").heading, "Get back into your account")
    try expectEqual(reset("123456", "", "").heading, "Get back into your account")
    let old = SeededDirectory.password
    try expectEqual(reset("123456", old, old).heading, "Get back into your account")
    let done = try reset("123456", "N3w!", "N3w!")
    expectEqual(done.heading, "Enter password")
    #expect(done.text.contains("Your password has been reset."))
    #expect(done.exchange.reasons.contains("the one-time code is right, and 'alice' has set a new password"))
    try expectEqual(browser.submit([("passwd", old)]).pageCode, 50126)
    try expectEqual(browser.submit([("passwd", "N3w!")]).pageID, "ConvergedTFA")
    try expectNotNil(browser.submit([("otc", "123456")]).delivered?["code"])
  }

  @Test(arguments: [User.MFA.none, .unregistered])
  func withoutAMethodNothingLeadsToANewPassword(_ mfa: User.MFA) throws {
    let test = try SignInPagesTests.patched("alice") { $0.mfa = mfa }
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.mobile))
    let fault = try browser.enter("alice", password: "wrong")
    expectEqual(fault.pageCode, 50126)
    #expect(!fault.text.contains("reset it now") && !fault.text.contains("resetPassword"))
    // The button of another page is pressed all the same.
    let forged = try browser.submit([("action", "resetPassword")])
    expectEqual(forged.heading, "Enter password")
    expectEqual(try test.user("alice").password?.matches(SeededDirectory.password), true)
  }
}
