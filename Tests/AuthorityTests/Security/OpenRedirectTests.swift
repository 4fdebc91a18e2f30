import Bytes
import Directory
import Expectations
import HTTPWire
import Policy
import TestSupport
import Testing
import Worlds

/// No parameter makes the login host send a browser to an address that nobody registered.
struct OpenRedirectTests {
  static let elsewhere = [
    "https://evil.test/", "//evil.test/", "/\\evil.test/", "https:evil.test", "https:/evil.test", "http:evil.test",
    "https://localhost@evil.test/", "https://evil.test#http://localhost",
    "https://evil.test?http://localhost/auth/callback",
    "http://localhost.evil.test/auth/callback", "http://localhost:80@evil.test/auth/callback",
    "http://localhost/auth/callback@evil.test", "http://localhost/auth/callback.evil.test",
    "http://localhost/auth/callback/../evil",
    "http://localhost/auth/callback\r\nLocation: https://evil.test/",
    "http://localhost/auth/callback%0d%0aSet-Cookie: a=b",
    "http://localhost\\@evil.test/auth/callback", "http://localhost/auth/callback\u{0}.evil.test",
    "http://loc\u{430}lhost/auth/callback",
    "javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x", "file:///etc/passwd", " ", "evil",
    "HTTP://EVIL.TEST",
  ]

  @Test(arguments: elsewhere)
  func theSignInReturnsToRegisteredAddressesOnly(_ address: String) throws {
    let test = try TestWorld()
    let browser = TestBrowser(test)
    for mode in ["query", "fragment", "form_post"] {
      for changes: [(String, String?)] in [[], [("prompt", "none")], [("response_type", "nonsense")], [("scope", nil)]]
      {
        let answer = try browser.open(
          AuthorizeQuery(.web, [("redirect_uri", address), ("response_mode", mode)] + changes))
        try Self.check(answer, address)
        expectEqual(answer.pageID, "ConvergedError")
      }
    }
  }

  @Test(arguments: elsewhere)
  func theSignOutReturnsToRegisteredAddressesOnly(_ address: String) throws {
    let test = try TestWorld()
    for parameters in [[("client_id", TestClient.web.id)], [], [("client_id", TestClient.web.id), ("state", address)]] {
      let browser = try LogoutTests.browser(test)
      let answer = try browser.open(LogoutTests.target(parameters + [("post_logout_redirect_uri", address)]))
      try Self.check(answer, address)
      expectEqual(answer.pageID, "ConvergedSignOut")
      #expect(!answer.text.contains("http-equiv=\"refresh\""))
    }
  }

  @Test(arguments: elsewhere)
  func theConsentOfAdministratorsReturnsToRegisteredAddressesOnly(_ address: String) throws {
    let browser = TestBrowser(try TestWorld())
    for isLegacy in [false, true] {
      try Self.check(
        try browser.open(AdminConsentTests.target(isLegacy: isLegacy, [("redirect_uri", address)])), address)
    }
  }

  /// Parameters that other products redirect by are nothing here.
  @Test(arguments: [
    "next", "returnUrl", "return_to", "url", "redirect", "continue", "wreply", "target_link_uri", "RelayState",
    "ReturnUrl",
  ])
  func noOtherParameterLeadsAnywhere(_ name: String) throws {
    let browser = TestBrowser(try TestWorld())
    let page = try browser.open(AuthorizeQuery(.mobile, [(name, "https://evil.test/")]))
    expectNil(page.location)
    let answer = try browser.submit([
      ("loginfmt", "alice@contoso.onmicrosoft.com"), ("passwd", SeededDirectory.password), (name, "https://evil.test/"),
    ])
    expectEqual(answer.delivered?.address, "http://localhost/")
    for path in ["/devicelogin", LogoutTests.path, "/common/oauth2/nativeclient"] {
      let answer = try browser.open(path + "?" + FormFields([(name, "https://evil.test/")]).query)
      #expect(answer.location == nil && !answer.text.contains("evil.test"), "\(path)")
    }
  }

  /// `state` is the app's: it comes back as one value and changes neither the address nor the answer's fields.
  @Test(
    arguments: elsewhere + [
      "\r\nSet-Cookie: a=b", "x&code=evil", "x#code=evil", "x;code=evil", "%0d%0aX: y", "\u{2028}",
    ])
  func stateIsAValue(_ state: String) throws {
    let test = try TestWorld()
    for mode in ["query", "fragment", "form_post"] {
      let browser = TestBrowser(test)
      try browser.open(AuthorizeQuery(.web, [("state", state), ("response_mode", mode)]))
      let answer = try browser.enter("alice")
      let delivered = try #require(answer.delivered)
      expectEqual(delivered.address, TestClient.web.redirectURI)
      expectEqual(delivered["state"], state)
      expectEqual(delivered.parameters.fields.count { $0.name == "code" }, 1)
      for (name, value) in answer.fields {
        #expect(!value.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "\(name)")
      }
    }
  }

  private static func check(_ answer: TestAnswer, _ address: String) throws {
    expectEqual(answer.status, 200)
    expectNil(answer.location)
    expectNil(answer.fields["Refresh"])
    try PageSafety.check(answer)
    // What is named is text, never where a form or link leads.
    for tag in PageSafety.skeleton(of: answer.text)
    where tag.contains("action=") || tag.contains("href=") || tag.contains("src=") {
      #expect(!tag.contains("evil") && !tag.contains("javascript"), "\(tag)")
    }
  }
}
