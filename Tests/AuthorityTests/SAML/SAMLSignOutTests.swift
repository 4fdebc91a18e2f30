import Bytes
import Expectations
import TestSupport
import Testing
import Worlds

/// Sign-out by SAML, in both directions.
struct SAMLSignOutTests {
  private static let board =
    "board: { type: web, identifierUris: [https://board.test/saml], web: { redirectUris: [https://board.test/acs], "
    + "logoutUrl: https://board.test/slo }, saml: {} }"

  private func index(_ answer: TestAnswer) throws -> String {
    let text = try SAMLFixture.response(answer)
    let rest = try #require(text.split(separator: "SessionIndex=\"").dropFirst().first)
    return String(try #require(rest.split(separator: "\"").first))
  }

  @Test func theAppThatAsksIsAnswered() throws {
    let fixture = try SAMLFixture()
    let index = try index(try fixture.send())
    let answer = try fixture.browser.open(
      SAMLText.target(SAMLText.logout(SAMLFixture.wiki, index: index), [("RelayState", "b+c")]))
    expectEqual(answer.status, 302)
    let location = try #require(answer.location)
    #expect(location.hasPrefix("https://wiki.test/saml/slo?SAMLResponse="))
    #expect(location.contains("&RelayState=b%2bc&Signature="), "\(location)")
    #expect(location.hasSuffix("&SigAlg=http%3a%2f%2fwww.w3.org%2f2001%2f04%2fxmldsig-more%23rsa-sha256"))
    #expect(answer.exchange.events.contains(.signOut) && answer.exchange.events.contains(.samlLoggedOut))
    expectEqual(answer.exchange.endpoint, .samlLogout)
    let silent = SAMLText.request(SAMLFixture.wiki, attributes: "IsPassive=\"true\"")
    #expect(try SAMLFixture.response(try fixture.send(silent, as: nil)).contains("NoPassive"))
  }

  @Test func theOthersAreToldInFrames() throws {
    let fixture = try SAMLFixture(apps: Self.board)
    _ = try fixture.send(SAMLText.request("https://board.test/saml"))
    let index = try index(try fixture.send())
    let answer = try fixture.browser.open(SAMLText.target(SAMLText.logout(SAMLFixture.wiki, index: index)))
    #expect(answer.text.contains("<iframe src=\"https://board.test/slo?SAMLRequest="))
    expectEqual(answer.exchange.events.filter { $0 == .samlLogoutSent }.count, 1)
  }

  @Test func signOutByOpenIDConnectTellsThem() throws {
    let fixture = try SAMLFixture()
    _ = try fixture.send()
    let answer = try fixture.browser.open("/common/oauth2/v2.0/logout?logout_hint=nobody")
    let done = answer.form == nil ? answer : try fixture.browser.pick("alice")
    #expect(done.text.contains("<iframe src=\"https://wiki.test/saml/slo?SAMLRequest="), "\(done.text)")
  }

  @Test func aSessionIndexOfNobodyIsRefused() throws {
    let fixture = try SAMLFixture()
    _ = try fixture.send()
    let target = SAMLText.target(SAMLText.logout(SAMLFixture.wiki, index: "_nobody"))
    expectEqual(try fixture.browser.open(target).pageCode, 50070)
    // Without any session it is a success all the same.
    expectEqual(try TestBrowser(fixture.test).open(target).status, 302)
  }
}
