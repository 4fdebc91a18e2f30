import Bytes
import Crypto
import Expectations
import TestSupport
import Testing
import Worlds
import XML

/// Responses that a rule damages. A strict reader and verifier is the judge of signatures; what else is wrong stands in a table.
struct SAMLDamageTests {
  private static let assertion = "urn:oasis:names:tc:SAML:2.0:assertion"

  /// The Response that comes of a rule, and what the provider is sent beside it.
  private static func damaged(_ faults: [SAMLDamage.Fault], app: String = "saml: {}") throws -> (
    text: String, answer: TestAnswer
  ) {
    let with = faults.map(\.rawValue).joined(separator: ", ")
    let rules = "rules: [{ when: { endpoint: saml }, then: [{ damage: samlResponse, with: [\(with)] }] }]"
    let answer = try SAMLFixture(rules, app: app).send()
    return (try SAMLFixture.response(answer), answer)
  }

  /// The certificate in the first signature of a good Response: the one that a provider trusts.
  private static func key(_ app: String = "saml: {}") throws -> PublicKey {
    let text = try SAMLFixture.response(try SAMLFixture(app: app).send())
    let encoded = try #require(SAMLFixture.text("X509Certificate", in: text))
    let bytes = try #require(Base64.decode(encoded))
    return try Certificate.der(bytes).publicKey()
  }

  /// What a strict verifier says of the first assertion: nil when it is rightly signed.
  private static func judge(_ text: String, keys: [PublicKey]) throws -> XMLSignatureError? {
    let document = try XMLDocument(reading: text, keepsComments: true)
    let index = document.root.children.firstIndex { $0.element?.isNamed("Assertion", in: assertion) == true }
    do throws(XMLSignatureError) {
      _ = try XMLVerifier(keys: keys).verified(document, at: index.map { [$0] } ?? [], allowsOthers: true)
      return nil
    } catch {
      return error
    }
  }

  @Test func nothingIsDamagedWithoutARule() throws {
    let text = try SAMLFixture.response(try SAMLFixture().send())
    try expectNil(Self.judge(text, keys: [try Self.key()]))
  }

  // MARK: Signatures

  static let signatures: [(SAMLDamage.Fault, XMLSignatureError)] = [
    (.badSignature, .signature), (.badDigest, .digest), (.unsigned, .missing), (.signatureRemoved, .misplaced),
    (.unknownKey, .signature), (.sha1, .algorithm("http://www.w3.org/2000/09/xmldsig#rsa-sha1")),
    (.hmac, .algorithm("http://www.w3.org/2001/04/xmldsig-more#hmac-sha256")),
    (.wrapped1, .misplaced), (.wrapped2, .misplaced), (.wrapped3, .misplaced), (.wrapped4, .misplaced),
    (.wrapped5, .reference),
    (.wrapped6, .malformed("Signature")), (.wrapped8, .malformed("Signature")), (.sameId, .misplaced),
    (.commentInDigest, .malformed("DigestValue")), (.twoSignedInfos, .malformed("Signature")),
    (.attributePollution, .reference),
  ]

  @Test(arguments: signatures) func aStrictVerifierRefuses(_ fault: SAMLDamage.Fault, _ error: XMLSignatureError) throws
  {
    let (text, answer) = try Self.damaged([fault])
    try expectEqual(Self.judge(text, keys: [try Self.key()]), error)
    #expect(answer.exchange.reasons.contains("damaged: damage samlResponse: \(fault.rawValue)"))
  }

  /// Whose name is in the words of the first assertion, whatever the signatures say.
  @Test(arguments: [
    SAMLDamage.Fault.badDigest, .wrapped1, .wrapped2, .wrapped3, .wrapped4, .wrapped5, .wrapped6, .wrapped8, .sameId,
    .commentInDigest,
    .twoSignedInfos, .attributePollution,
  ]) func somebodyElseIsPutIn(_ fault: SAMLDamage.Fault) throws {
    let (text, _) = try Self.damaged([fault])
    let document = try XMLDocument(reading: text)
    let subject = document.root.first("Assertion", in: Self.assertion)?.first("Subject", in: Self.assertion)
    let name = try #require(subject?.first("NameID", in: Self.assertion)?.text)
    #expect(!name.hasPrefix("alice@"))
    #expect(name.contains("@"))
  }

  /// The signed original is there, whole, where wrapping has put it.
  @Test(arguments: [SAMLDamage.Fault.wrapped3, .wrapped4, .wrapped7, .sameId]) func theSignedOneIsThere(
    _ fault: SAMLDamage.Fault
  ) throws {
    let document = try XMLDocument(reading: try Self.damaged([fault]).text)
    let verifier = XMLVerifier(keys: [try Self.key()])
    func find(_ element: XMLElement, _ path: [Int]) -> [[Int]] {
      element.children.indices.flatMap { index -> [[Int]] in
        guard let child = element.children[index].element else { return [] }
        let here = path + [index]
        return (child.first("Signature", in: XMLNamespace.signature) == nil ? [] : [here]) + find(child, here)
      }
    }
    let path = try #require(find(document.root, []).last)
    if fault == .sameId {
      #expect(throws: XMLSignatureError.reference) { try verifier.verified(document, at: path, allowsOthers: true) }
      return
    }
    let signed = try verifier.verified(document, at: path, allowsOthers: true)
    expectEqual(
      signed.first("Subject", in: Self.assertion)?.first("NameID", in: Self.assertion)?.text,
      "alice@contoso.onmicrosoft.com")
  }

  @Test(arguments: [SAMLDamage.Fault.parserDifference, .externalEntity, .entityBomb]) func aDocumentTypeIsRefused(
    _ fault: SAMLDamage.Fault
  ) throws {
    let (text, _) = try Self.damaged([fault])
    #expect(text.hasPrefix("<!DOCTYPE samlp:Response ["))
    #expect(
      throws: XMLError(reason: .refused("a document type is not read here"), place: XMLPlace(line: 1, position: 1))
    ) {
      try XMLDocument(reading: text)
    }
    #expect(fault == .parserDifference || text.contains("&x;</NameID>"))
  }

  @Test func aRelativeNamespaceIsRefused() throws {
    let (text, _) = try Self.damaged([.voidCanonical])
    do throws(XMLError) {
      _ = try XMLDocument(reading: text)
      Issue.record("It was read.")
    } catch {
      expectEqual(error.reason, .namespace("the namespace 1 is relative"))
    }
    // The digest of nothing.
    #expect(text.contains("<DigestValue>47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=</DigestValue>"))
  }

  // MARK: Words

  /// What is in the text, and what is not. All of these are rightly signed.
  static let words: [(SAMLDamage.Fault, there: String, absent: String)] = [
    (.wrongAudience, "<Audience>https://another.invalid/saml</Audience>", "<Audience>https://wiki.test"),
    (.noAudience, "<Conditions ", "<AudienceRestriction>"),
    (.wrongRecipient, "Recipient=\"https://another.invalid/saml/acs\"", "Recipient=\"https://wiki.test"),
    (.wrongDestination, "Destination=\"https://another.invalid/saml/acs\"", "Destination=\"https://wiki.test"),
    (.wrongInResponseTo, "InResponseTo=\"_never-sent-", "_4f2b"), (.unsolicited, "<samlp:Response ", "InResponseTo"),
    (.wrongIssuer, "<Issuer>https://idp.invalid/</Issuer>", ">https://sts.windows.net/\(TestWorld.contoso)/</Issuer>"),
    (
      .wrongTenant, "<Issuer>https://sts.windows.net/99999999-",
      ">https://sts.windows.net/\(TestWorld.contoso)/</Issuer>"
    ),
    (.expired, "NotBefore=\"2026-01-31T08:20:30.123Z\" NotOnOrAfter=\"2026-01-31T09:20:30.123Z\"", "10:15:30"),
    (.notYetValid, "NotBefore=\"2026-01-31T11:20:30.123Z\" NotOnOrAfter=\"2026-01-31T12:20:30.123Z\"", "10:15:30"),
    (
      .confirmationExpired, "SubjectConfirmationData InResponseTo=\"_4f2b\" NotOnOrAfter=\"2026-01-31T09:20:30.123Z\"",
      "T12:"
    ),
    (.noConfirmation, "<Subject><NameID ", "SubjectConfirmation"), (.holderOfKey, "cm:holder-of-key", "cm:bearer"),
    (.failedStatus, "status:Responder", "status:Success"),
    (.emptyNameId, "emailAddress\"/>", ">alice@contoso.onmicrosoft.com</NameID>"),
    (.noAttributes, "<AuthnStatement ", "AttributeStatement"),
    (.authnContext, "ac:classes:unspecified", "ac:classes:Password"),
    (.commentInNameId, "<!---->.evil.test</NameID>", ">alice@contoso.onmicrosoft.com</NameID>"),
    (.expiredCertificate, "<X509Certificate>", "<ds:"), (.inactiveKey, "<X509Certificate>", "<ds:"),
    (.twoUsers, "</Assertion><Assertion ", "<ds:"), (.replay, "<Assertion ID=\"_", "<ds:"),
    (.prefixed, "<saml:Assertion ID=", "<Assertion"), (.prefixed, "<ds:SignatureValue>", "<SignatureValue>"),
    (.indented, "\n    <Subject>\n      <NameID ", "><Subject>"), (.extraNamespaces, " xsi:type=\"xs:string\"", "<ds:"),
    (.dsX509Data, "<KeyInfo><ds:X509Data xmlns:ds=", "<X509Certificate>"),
    (.longValues, " 150</AttributeValue>", " 151<"),
    (.nonAscii, "Ёлка Ж", "<ds:"), (.characterReferences, "&#97;lice@", ">alice@"),
  ]

  @Test(arguments: words.indices) func saysOtherWordsRightlySigned(_ row: Int) throws {
    let (fault, there, absent) = Self.words[row]
    let (text, _) = try Self.damaged([fault])
    #expect(text.contains(there), "\(fault): \(text)")
    #expect(!text.contains(absent), "\(fault): \(text)")
    try expectNil(Self.judge(text, keys: [try Self.key()]), "\(fault)")
  }

  @Test func theOtherKeyOfTheAppSignsOnceThereIsOne() throws {
    let app = "saml: { certificates: [{ name: old, expiresIn: 90d, active: true }, { name: new, expiresIn: 900d }] }"
    let (text, _) = try Self.damaged([.inactiveKey], app: app)
    try expectEqual(Self.judge(text, keys: [try Self.key(app)]), .signature)
  }

  @Test func aReplayHasTheSameIDsEachTime() throws {
    func ids() throws -> [String] {
      let root = try XMLDocument(reading: try Self.damaged([.replay]).text).root
      return root.withDescendants.compactMap { $0.attribute("ID") }
    }
    let first = try ids()
    expectEqual(first.count, 2)
    try expectEqual(ids(), first)
  }

  @Test func aBombIsSmallUntilItIsUnpacked() throws {
    let answer = try SAMLFixture("rules: [{ when: { endpoint: saml }, then: [{ damage: samlResponse, with: bomb }] }]")
      .send()
    let encoded = try #require(answer.delivered?["SAMLResponse"])
    #expect(encoded.utf8.count < 100_000)
    #expect(try #require(Base64.decode(encoded)).first != 0x3C)
  }

  @Test(arguments: [
    ("", "plus=a+b&equals=c=d"), ("opaque", "opaque"), ("/home", "/home?plus=a+b&equals=c=d"),
    ("https://app.test/?x=1", "https://app.test/?x=1&plus=a+b&equals=c=d"),
  ]) func theStateGetsSigns(_ state: String, _ expected: String) throws {
    let rules = "rules: [{ when: { endpoint: saml }, then: [{ damage: samlResponse, with: plusInRelayState }] }]"
    let answer = try SAMLFixture(rules).send(SAMLText.request(SAMLFixture.wiki), [("RelayState", state)])
    expectEqual(answer.delivered?["RelayState"], expected)
  }

  @Test func attributesAreChangedAndLeftOut() throws {
    let rules = """
      rules:
        - when: { endpoint: saml }
          then:
            - damage: samlResponse
              attributes: { "https://wiki.test/claims/level": [gold, silver] }
              without: ["http://schemas.microsoft.com/identity/claims/displayname"]
      """
    let text = try SAMLFixture.response(try SAMLFixture(rules).send())
    expectEqual(SAMLFixture.values("level", in: text), ["gold", "silver"])
    expectNil(SAMLFixture.values("displayname", in: text))
    try expectNil(Self.judge(text, keys: [try Self.key()]))
  }

  /// Every word makes a Response, with every way to sign.
  @Test(arguments: ["assertion", "response", "both"]) func everyWordGoesWithEverySignature(_ signing: String) throws {
    let good = try SAMLFixture.response(try SAMLFixture(app: "saml: { signing: \(signing) }").send())
    var without: Set<SAMLDamage.Fault> = [.bomb, .inactiveKey, .plusInRelayState]
    // Where the Response alone is signed, the assertion has no signature that could be gone.
    if signing == "response" { without.insert(.signatureRemoved) }
    for fault in SAMLDamage.Fault.allCases where !without.contains(fault) {
      let (text, _) = try Self.damaged([fault], app: "saml: { signing: \(signing) }")
      #expect(text != good, "\(fault)")
    }
  }
}
