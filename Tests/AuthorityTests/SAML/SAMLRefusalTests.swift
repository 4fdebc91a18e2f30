import Bytes
import Directory
import Expectations
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// Requests of SAML that are refused, and who hears of it.
struct SAMLRefusalTests {
  struct Row: Sendable, CustomStringConvertible {
    let what: String
    let request: String
    let code: Int
    /// The second status code of the Response; nil for a page.
    var told: String?

    init(_ what: String, _ request: String, _ code: Int, told: String? = nil) {
      self.what = what
      self.request = request
      self.code = code
      self.told = told
    }

    var description: String { what }
  }

  private static let wiki = SAMLFixture.wiki

  static let rows: [Row] = [
    Row("another app", SAMLText.request("https://nobody.test"), 700016),
    Row("an identifier with a slash more", SAMLText.request(wiki + "/"), 700016),
    Row("an ID that begins with a digit", SAMLText.request(wiki, id: "1"), 7_500_529),
    Row("an ID with a slash", SAMLText.request(wiki, id: "_a/b"), 7_500_529),
    Row("an address of somebody else", SAMLText.request(wiki, to: "https://evil.test/"), 50011),
    Row("the address in another case", SAMLText.request(wiki, to: "https://wiki.test/SAML/acs"), 50011),
    Row("a relative address", SAMLText.request(wiki, to: "/acs"), 7_500_522),
    Row("no issuer", SAMLText.request(""), 7_500_525),
    Row("an element of nobody", SAMLText.request(wiki, extra: "<samlp:Colour/>"), 7_500_525),
    Row("a document type", "<!DOCTYPE a>" + SAMLText.request(wiki), 7_500_525),
    Row("a processing instruction", "<?php ?>" + SAMLText.request(wiki), 7_500_525),
    Row(
      "another binding",
      SAMLText.request(wiki, attributes: "ProtocolBinding=\"urn:oasis:names:tc:SAML:2.0:bindings:PAOS\""),
      750_032),
    Row(
      "a context that is not a URI",
      SAMLText.request(
        wiki,
        extra:
          "<samlp:RequestedAuthnContext><saml:AuthnContextClassRef>Password</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>"
      ), 7_500_522),
    Row(
      "a format of nobody", SAMLText.request(wiki, extra: "<samlp:NameIDPolicy Format=\"urn:x\"/>"), 75016,
      told: "InvalidNameIDPolicy"),
    Row(
      "a comparison",
      SAMLText.request(wiki, extra: "<samlp:RequestedAuthnContext Comparison=\"minimum\"/>"), 900_236,
      told: "RequestUnsupported"),
    Row(
      "scoping", SAMLText.request(wiki, extra: "<samlp:Scoping ProxyCount=\"1\"/>"), 900_236, told: "RequestUnsupported"
    ),
    Row("a Response", "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"/>", 7_500_514),
    Row("a LogoutResponse", "<samlp:LogoutResponse xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"/>", 75005),
    Row("a LogoutRequest without a name", SAMLText.logout(wiki, name: nil), 7_500_530),
    Row("a LogoutRequest of nobody", SAMLText.logout("https://nobody.test"), 700016),
  ]

  @Test(arguments: rows) func isRefused(_ row: Row) throws {
    let answer = try SAMLFixture().send(row.request, as: nil)
    expectEqual(answer.exchange.refusal?.code, row.code)
    #expect(answer.exchange.events.contains(.samlRefused))
    guard let told = row.told else { return expectEqual(answer.pageCode, row.code) }
    let text = try SAMLFixture.response(answer)
    #expect(text.contains(":status:\(told)\"/>") && text.contains("AADSTS\(row.code): "), "\(text)")
    #expect(!text.contains("<Assertion") && !text.contains("<Signature"))
  }

  @Test func personalAccountsHaveNoSAML() throws {
    let answer = try SAMLFixture().send(as: nil, tenant: "consumers")
    expectEqual(answer.pageCode, 9_002_332)
    #expect(answer.exchange.refusal?.message.contains("'5a310000-0000-4000-8000-000000000001'(wiki)") == true)
    expectEqual(
      try SAMLFixture().send(SAMLText.request("https://nobody.test"), as: nil, tenant: "consumers").pageCode, 700016)
  }

  @Test func whoIsSilentHearsOfEverything() throws {
    let fixture = try SAMLFixture(signIn: "pages")
    let passive = SAMLText.request(SAMLFixture.wiki, attributes: "IsPassive=\"true\"")
    let text = try SAMLFixture.response(try fixture.send(passive, as: nil))
    #expect(text.contains(":status:NoPassive\"/>") && text.contains("AADSTS50058: "))
  }

  @Test func assignmentIsAskedFor() throws {
    let fixture = try SAMLFixture(app: "assignmentRequired: true\n      saml: {}")
    expectEqual(try fixture.send().pageCode, 50105)
    let (alice, wiki) = (try fixture.test.user("alice").id, try fixture.test.app("wiki").id)
    _ = try fixture.test.world.edit { editor in try editor.assign(.user(alice), to: wiki) }
    #expect(try fixture.send().delivered?["SAMLResponse"] != nil)
  }

  @Test func aRuleSendsARefusalToTheApp() throws {
    let fixture = try SAMLFixture(
      """
      rules:
          - when: { endpoint: saml, client: wiki }
            then: { refuse: AADSTS75011, as: response }
      """)
    let text = try SAMLFixture.response(try fixture.send())
    #expect(text.contains(":status:NoAuthnContext\"/>"), "\(text)")
  }

  @Test func theSettingsOfAnAppRefuse() throws {
    let fixture = try SAMLFixture(app: "saml: { requestLifetime: 5m, checkDestination: true }")
    fixture.test.advance(by: .minutes(10))
    expectEqual(try fixture.send().pageCode, 76026)
    let other = try SAMLFixture(app: "saml: { checkDestination: true }")
    let request = SAMLText.request(SAMLFixture.wiki, attributes: "Destination=\"https://elsewhere.test/saml2\"")
    expectEqual(try other.send(request).pageCode, 75008)
  }

  @Test func aSignedRequestIsWanted() throws {
    let fixture = try SAMLFixture(
      app: "requestSignatureVerification: { isSignedRequestRequired: true }\n      saml: {}")
    expectEqual(try fixture.send().pageCode, 76021)
    let signed = try fixture.send(
      as: nil, [("SigAlg", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"), ("Signature", "AAAA")])
    #expect(signed.exchange.refusal?.message.contains("there is no certificate for verification") == true)
    expectEqual(try fixture.browser.open("/signin/5a310000-0000-4000-8000-000000000001").pageCode, 76021)
  }

  @Test func oAuthDoesNotServeTheApp() throws {
    let fixture = try SAMLFixture()
    let answer = try fixture.test.token(
      FormFields([
        ("grant_type", "client_credentials"), ("client_id", "5a310000-0000-4000-8000-000000000001"),
        ("client_secret", "wiki-secret"), ("scope", "https://graph.microsoft.com/.default"),
      ]), tenant: TestWorld.contoso)
    expectEqual(answer.errorCode, 399_274)
  }
}
