import Bytes
import Directory
import Expectations
import HTTPWire
import Policy
import TestSupport
import Testing
import Worlds

/// Every cookie that the login host sets on any way through its pages.
struct CookieTests {
  @Test(arguments: [true, false])
  func areForThisHostAndNoScript(_ isSecure: Bool) throws {
    let test = try TestWorld(scenario: { $0.settings.asksToStaySignedIn = true })
    let alice = try test.user("alice").id
    try test.change { directory in directory.updateUser(alice) { $0.mfa = .required } }
    let browser = TestBrowser(test, isSecure: isSecure)
    var set: [String] = []
    func keep(_ answer: TestAnswer) { set += answer.fields.all("Set-Cookie") }
    keep(try browser.open(AuthorizeQuery(.web, [("prompt", "consent")])))
    keep(try browser.enter("alice"))
    keep(try browser.submit([("otc", "123456")]))
    keep(try browser.submit())
    keep(try browser.submit([("DontShowAgain", "true")]))
    keep(try browser.open(AuthorizeQuery(.spa, [("prompt", "none")])))
    keep(try browser.open(LogoutTests.path))
    keep(try browser.open("/devicelogin"))
    keep(try browser.open("/common/oauth2/checksession"))
    let names = Set(set.filter { !$0.contains("=estsfd;") }.map { String($0.prefix { $0 != "=" }) })
    expectEqual(
      Set(names.filter { !$0.hasPrefix("esctx-") }),
      [
        "buid", "ESTSAUTH", "ESTSAUTHPERSISTENT", "staysignedin", "ESTSAUTHLIGHT", "SignInStateCookie", "fpc", "esctx",
      ])
    // What the service's gateway sets is in small letters, and says nothing.
    for cookie in set where !cookie.contains("=estsfd;") {
      let parts = cookie.split(separator: ";").map { ASCII.trimmed($0) }
      expectEqual(parts.contains("HttpOnly"), !cookie.hasPrefix("ESTSAUTHLIGHT="), "\(cookie)")
      #expect(parts.contains("path=/"), "\(cookie)")
      expectEqual(parts.contains("secure"), isSecure, "\(cookie)")
      // On https cookies go into frames of other sites, where apps renew tokens; forms have tokens of their own.
      #expect(parts.contains(isSecure ? "SameSite=None" : "SameSite=Lax"), "\(cookie)")
      #expect(!parts.contains { ASCII.lowercased($0).hasPrefix("domain=") }, "\(cookie)")
      #expect(!cookie.utf8.contains { $0 < 0x20 || $0 > 0x7E }, "\(cookie)")
    }
    // Handles are chance alone, long enough not to be guessed.
    for name in ["buid", "ESTSAUTH"] {
      let value = try #require(set.first { $0.hasPrefix("\(name)=") && !$0.hasPrefix("\(name)=;") })
      #expect(value.dropFirst(name.utf8.count + 1).prefix { $0 != ";" }.utf8.count >= 43)
    }
  }
}
