import Bytes
import Directory
import Expectations
import Policy
import TestSupport
import Testing
import Worlds

/// Sign-in by SAML: what the Response says, by the state that decides.
struct SAMLSignInTests {
  @Test func aResponseHasTheServicesBytes() throws {
    let fixture = try SAMLFixture()
    let answer = try fixture.send(SAMLText.request(SAMLFixture.wiki, to: SAMLFixture.acs), [("RelayState", "a+b&c")])
    expectEqual(answer.delivered?["RelayState"], "a+b&c")
    let text = try SAMLFixture.response(answer)
    let tenant = TestWorld.contoso
    #expect(text.hasPrefix("<samlp:Response ID=\"_"))
    let head = [
      " Version=\"2.0\" IssueInstant=\"2026-01-31T10:20:30.123Z\" Destination=\"\(SAMLFixture.acs)\" InResponseTo=\"_4f2b\" ",
      "xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\"><Issuer xmlns=\"urn:oasis:names:tc:SAML:2.0:assertion\">",
      "https://sts.windows.net/\(tenant)/</Issuer><samlp:Status><samlp:StatusCode ",
      "Value=\"urn:oasis:names:tc:SAML:2.0:status:Success\"/></samlp:Status><Assertion ID=\"_\(answer.exchange.traceID)\" ",
    ]
    #expect(text.contains(head.joined()))
    #expect(
      text.contains("<Conditions NotBefore=\"2026-01-31T10:15:30.123Z\" NotOnOrAfter=\"2026-01-31T11:20:30.123Z\">"))
    #expect(
      text.contains(
        "<SubjectConfirmationData InResponseTo=\"_4f2b\" NotOnOrAfter=\"2026-01-31T11:20:30.123Z\" Recipient=\"\(SAMLFixture.acs)\"/>"
      ))
    #expect(text.hasSuffix("</AuthnContextClassRef></AuthnContext></AuthnStatement></Assertion></samlp:Response>"))
    expectEqual(SAMLFixture.values("name", in: text), ["alice@contoso.onmicrosoft.com"])
    expectEqual(SAMLFixture.values("identityprovider", in: text), ["https://sts.windows.net/\(tenant)/"])
    expectEqual(SAMLFixture.values("authnmethodsreferences", in: text)?.count, 1)
    #expect(answer.exchange.events.contains(.samlIssued))
  }

  @Test(
    "names guests by their provider",
    arguments: [
      ("member", "alice", "alice@contoso.onmicrosoft.com", "https://sts.windows.net/\(TestWorld.contoso)/"),
      ("of another tenant", "guest", "gina@fabrikam.onmicrosoft.com", "https://sts.windows.net/\(TestWorld.fabrikam)/"),
    ])
  func people(_ what: String, _ user: String, _ name: String, _ provider: String) throws {
    let text = try SAMLFixture.response(try SAMLFixture().send(as: user))
    expectEqual(SAMLFixture.text("NameID", in: text), name)
    expectEqual(SAMLFixture.values("identityprovider", in: text), [provider])
    expectEqual(SAMLFixture.values("tenantid", in: text), [TestWorld.contoso])
  }

  private static let format = "urn:oasis:names:tc:SAML:2.0:nameid-format:"

  @Test(arguments: [
    ("saml: {}", "1.1:nameid-format:emailAddress", "alice@contoso.onmicrosoft.com"),
    ("saml: { nameId: { source: givenname } }", "2.0:nameid-format:persistent", nil),
    ("saml: { nameId: { format: persistent } }", "2.0:nameid-format:persistent", nil),
    ("saml: { nameId: { format: persistent, source: employeeid } }", "2.0:nameid-format:persistent", nil),
    ("saml: { nameId: { format: unspecified, source: givenname } }", "1.1:nameid-format:unspecified", "Alice"),
    ("saml: { nameId: { format: WindowsDomainQualifiedName } }", "2.0:nameid-format:persistent", nil),
  ]) func names(_ app: String, _ format: String, _ value: String?) throws {
    let fixture = try SAMLFixture(app: app)
    let text = try SAMLFixture.response(try fixture.send())
    #expect(text.contains("<NameID Format=\"urn:oasis:names:tc:SAML:\(format)\">"), "\(text)")
    if let value {
      expectEqual(SAMLFixture.text("NameID", in: text), value)
    } else {
      expectEqual(SAMLFixture.text("NameID", in: text)?.utf8.count, 43)
    }
  }

  @Test func anEmptySourceIsNoAttribute() throws {
    let fixture = try SAMLFixture(users: "nemo: { displayName: Nemo, mail: null }")
    let answer = try fixture.send(as: "nemo")
    let text = try SAMLFixture.response(answer)
    expectNil(SAMLFixture.values("emailaddress", in: text))
    expectNil(SAMLFixture.values("givenname", in: text))
    #expect(answer.exchange.causes.contains { $0.contains("no attribute givenname") })
  }

  @Test(
    "says how somebody signed in",
    arguments: [
      ("password", "Password", "classes:Password"), ("windows", "WindowsIntegrated", "authentication:windows"),
      ("certificate", "X509, MultiFactor", "classes:Password"),
      ("windowsHello", "X509, MultiFactor, X509Device", "classes:Password"),
      ("passkey", "MultiFactor, Fido", "classes:Password"),
      ("oneTimePasscode", "MultiFactor, OneTimePasscode", "classes:Password"),
      ("federatedPassword", "Password, ProtectedTransport", "classes:PasswordProtectedTransport"),
    ])
  func methods(_ word: String, _ methods: String, _ contextClass: String) throws {
    let fixture = try SAMLFixture(users: "alice: { signsInWith: \(word) }")
    let text = try SAMLFixture.response(try fixture.send())
    #expect(SAMLFixture.text("AuthnContextClassRef", in: text)?.hasSuffix(contextClass) == true)
    let asked = SAMLText.request(SAMLFixture.wiki, extra: SAMLText.context("PasswordProtectedTransport"))
    let answer = try fixture.send(asked)
    guard !methods.hasPrefix("Password") else { return #expect(answer.delivered?["SAMLResponse"] != nil) }
    expectEqual(answer.pageCode, 75011)
    #expect(
      answer.exchange.refusal?.message.contains(
        "'\(methods)' by which the user authenticated with the service doesn't match requested authentication method "
          + "'Password, ProtectedTransport'") == true, "\(answer.exchange.refusal?.message ?? "")")
  }

  @Test(
    "an address may have a number",
    arguments: [("", "acs/1"), ("1", "acs/1"), ("3", "acs/3"), ("0", "acs/1"), ("9", "acs/1")])
  func numbers(_ index: String, _ address: String) throws {
    let fixture = try SAMLFixture(
      apps: """
        many: { type: web, identifierUris: [https://many.test], saml: {}, web: { redirectUris: [https://many.test/acs/1, https://many.test/acs/3], \
        redirectUriSettings: [{ uri: https://many.test/acs/1, index: 1 }, { uri: https://many.test/acs/3, index: 3 }] } }
        """)
    let attributes = index.isEmpty ? "" : "AssertionConsumerServiceIndex=\"\(index)\""
    let text = try SAMLFixture.response(
      try fixture.send(SAMLText.request("https://many.test", attributes: attributes)))
    #expect(text.contains(" Destination=\"https://many.test/\(address)\""), "\(text.prefix(300))")
  }

  /// An app is called by an identifier as it is spelled, or by its client id.
  @Test(arguments: [
    (SAMLFixture.wiki, nil), ("https://WIKI.test/saml", 700_016), ("https://wiki.test/saml/", 700_016),
    ("5a310000-0000-4000-8000-000000000001", nil), ("spn:5a310000-0000-4000-8000-000000000001", nil),
    ("00000003-0000-0000-c000-000000000000", 700_016), ("https://graph.microsoft.com", 700_016),
  ]) func identifiers(_ issuer: String, _ refusal: Int?) throws {
    let answer = try SAMLFixture().send(SAMLText.request(issuer))
    expectEqual(answer.pageCode, refusal)
    guard refusal == nil else { return }
    let text = try SAMLFixture.response(answer)
    #expect(text.contains(" Destination=\"\(SAMLFixture.acs)\""), "\(text.prefix(300))")
  }

  @Test func aRuleTakesTheAppFromAUser() throws {
    let fixture = try SAMLFixture(
      """
      rules:
          - when: { event: saml.issued, occurrence: 1 }
            then: { unassign: alice, client: wiki }
      """, app: "saml: {}\n      assignmentRequired: true\n      assignedUsers: [alice]")
    #expect(try fixture.send().delivered?["SAMLResponse"] != nil)
    expectEqual(try fixture.send().pageCode, 50105)
  }

  @Test func aRuleChangesHowSomebodySignsIn() throws {
    let fixture = try SAMLFixture(
      """
      rules:
          - when: { endpoint: saml, occurrence: 1 }
            then: { setMethod: alice, to: passkey }
      """)
    let text = try SAMLFixture.response(try fixture.send())
    expectEqual(
      SAMLFixture.values("authnmethodsreferences", in: text), ["http://schemas.microsoft.com/claims/multipleauthn"])
  }

  @Test func anAppOfWhichNobodyHasSaidAnythingSignsInWithTheTenantsKey() throws {
    let answer = try SAMLFixture().send(SAMLText.request("https://plain.test/saml"))
    #expect(try SAMLFixture.response(answer).contains("<Audience>https://plain.test/saml</Audience>"))
    #expect(answer.exchange.reasons.contains { $0.contains("signed by the tenant's key") })
  }

  @Test func theClientIDNamesTheAppToo() throws {
    let text = try SAMLFixture.response(
      try SAMLFixture().send(SAMLText.request("5a310000-0000-4000-8000-000000000001")))
    #expect(text.contains("<Audience>spn:5a310000-0000-4000-8000-000000000001</Audience>"))
  }

  @Test func thePagesAreThoseOfEverySignIn() throws {
    let fixture = try SAMLFixture(signIn: "pages")
    let first = try fixture.send(as: nil)
    expectEqual(first.pageID, "ConvergedSignIn")
    let answer = try fixture.browser.enter("alice")
    expectEqual(SAMLFixture.text("NameID", in: try SAMLFixture.response(answer)), "alice@contoso.onmicrosoft.com")
    // The session is one for all protocols.
    let next = try fixture.send(as: nil)
    #expect(next.delivered?["SAMLResponse"] != nil)
    let left = try fixture.send(SAMLText.request(SAMLFixture.wiki, attributes: "ForceAuthn=\"true\""), as: nil)
    expectEqual(left.heading, "Enter password")
  }
}
