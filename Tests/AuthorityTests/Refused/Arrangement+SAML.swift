import Bytes
import TestSupport

/// How a request of SAML is refused.
extension Arrangement {
  private static let wiki = SAMLFixture.wiki

  /// A message by redirect.
  private static func saml(
    _ code: Int, _ how: String, _ text: String, app: String = "saml: {}", users: String = ""
  ) -> Arrangement {
    Arrangement(code, how) { _ in try SAMLFixture(users: users, app: app).send(text) }
  }

  /// An address without a good message.
  private static func open(_ code: Int, _ how: String, _ query: String) -> Arrangement {
    Arrangement(code, how) { _ in try SAMLFixture().browser.open("/\(TestWorld.contoso)/saml2\(query)") }
  }

  static let saml: [Arrangement] = [
    open(750_054, "no message", ""),
    open(750_055, "a message that is not compressed", "?SAMLRequest=PGEvPg%3D%3D"),
    open(75001, "another encoding", "?SAMLRequest=PGEvPg%3D%3D&SAMLEncoding=gzip"),
    open(75005, "not Base64", "?SAMLRequest=%25"),
    saml(7_500_514, "a Response", "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"/>"),
    saml(7_500_525, "no issuer", SAMLText.request("")),
    saml(7_500_529, "an ID that begins with a digit", SAMLText.request(wiki, id: "1")),
    saml(7_500_522, "an address that is not a URI", SAMLText.request(wiki, to: "/acs")),
    saml(7_500_530, "a LogoutRequest without a name", SAMLText.logout(wiki, name: nil)),
    saml(750_032, "artifacts", SAMLText.request(wiki, attributes: "ProtocolBinding=\"urn:artifact\"")),
    saml(75016, "a format of nobody", SAMLText.request(wiki, extra: "<samlp:NameIDPolicy Format=\"urn:x\"/>")),
    saml(900_236, "a subject", SAMLText.request(wiki, extra: "<saml:Subject/>")),
    saml(
      75008, "another destination", SAMLText.request(wiki, attributes: "Destination=\"https://elsewhere.test/\""),
      app: "saml: { checkDestination: true }"),
    saml(
      75011, "Windows Hello where a password is wanted",
      SAMLText.request(wiki, extra: SAMLText.context("PasswordProtectedTransport")),
      users: "alice: { signsInWith: windowsHello }"),
    saml(
      76021, "no signature", SAMLText.request(wiki),
      app: "requestSignatureVerification: { isSignedRequestRequired: true }"),
    Arrangement(76026, "an old request") { _ in
      let fixture = try SAMLFixture(app: "saml: { requestLifetime: 5m }")
      fixture.test.advance(by: .seconds(600))
      return try fixture.send()
    },
    Arrangement(399_274, "OAuth 2.0 for an app of SAML") { _ in
      try SAMLFixture().test.token(
        FormFields([
          ("grant_type", "client_credentials"), ("client_id", "5a310000-0000-4000-8000-000000000001"),
          ("client_secret", "wiki-secret"), ("scope", "https://graph.microsoft.com/.default"),
        ]), tenant: TestWorld.contoso)
    },
  ]
}
