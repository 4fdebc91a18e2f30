import Crypto
import Expectations
import Testing
import Time
import XML

struct XMLSignatureTests {
  static let assertion = "urn:oasis:names:tc:SAML:2.0:assertion"
  static let response = "urn:oasis:names:tc:SAML:2.0:protocol"

  /// A key of this run and its certificate.
  static func signer(_ algorithm: XMLSignatureAlgorithm = .rsaSHA256) throws -> (XMLSigner, PublicKey) {
    let key = try #require(KeyTests.rsa)
    let certificate = try Certificate.tokenSigning(
      for: key, now: UnixTime(seconds: 1_800_000_000), entropy: SeededEntropy(seed: 1))
    return (XMLSigner(key: key, certificate: certificate, algorithm: algorithm), key.publicKey)
  }

  static func element(_ text: String = "alice & <bob>\r\n é") -> XMLElement {
    XMLElement(
      "Assertion", in: assertion, [XMLAttribute("ID", "_1"), .declaring(assertion)],
      [
        .element(XMLElement("Issuer", in: assertion, text: "https://sts.test/")),
        .element(XMLElement("NameID", in: assertion, [XMLAttribute("Format", "a\tb\"c")], text: text)),
      ])
  }

  // MARK: What xmlsec1 signed

  static let samples: [(name: String, text: String, algorithm: XMLSignatureAlgorithm)] = [
    ("exclusive", XMLSignedSamples.exclusive, .rsaSHA256), ("unprefixed", XMLSignedSamples.unprefixed, .rsaSHA256),
    ("prefixList", XMLSignedSamples.prefixList, .rsaSHA256), ("inclusive", XMLSignedSamples.inclusive, .rsaSHA256),
    ("sha1", XMLSignedSamples.sha1, .rsaSHA1),
  ]

  @Test(arguments: samples) func verifiesWhatXMLSecHasSigned(
    _ name: String, _ text: String, _ algorithm: XMLSignatureAlgorithm
  ) throws {
    let verifier = XMLVerifier(keys: [try PublicKey.pem(XMLSignedSamples.key)], algorithms: [algorithm])
    let request = try verifier.verified(XMLDocument(reading: text))
    expectEqual(request.attribute("ID"), "_a1")
    expectNil(request.first("Signature", in: XMLNamespace.signature))
    expectEqual(request.first("NameIDPolicy", in: Self.response)?.attribute("x"), "a\nb")
    let changed = text.replacing("AllowCreate=\"true\"", with: "AllowCreate=\"false\"")
    #expect(throws: XMLSignatureError.digest) { try verifier.verified(XMLDocument(reading: changed)) }
    let other = XMLVerifier(keys: [try Self.signer().1], algorithms: [algorithm])
    #expect(throws: XMLSignatureError.signature) { try other.verified(XMLDocument(reading: text)) }
    let otherAlgorithm = XMLVerifier(
      keys: verifier.keys, algorithms: Set(XMLSignatureAlgorithm.allCases).subtracting([algorithm]))
    #expect(throws: XMLSignatureError.algorithm(algorithm.rawValue)) {
      try otherAlgorithm.verified(XMLDocument(reading: text))
    }
  }

  // MARK: What is signed here

  @Test(arguments: XMLSignatureAlgorithm.allCases, ["", "ds"])
  func verifiesWhatItHasSigned(_ algorithm: XMLSignatureAlgorithm, _ prefix: String) throws {
    var (signer, key) = try Self.signer(algorithm)
    signer.prefix = prefix
    let signed = try signer.signed(Self.element(), at: 1)
    let verifier = XMLVerifier(keys: [key], algorithms: [algorithm])
    let verified = try verifier.verified(XMLDocument(reading: signed.wire))
    expectEqual(verified.wire, Self.element().wire)
    // In a response, which has a signature of its own.
    let response = XMLElement(
      "samlp:Response", in: Self.response, [XMLAttribute("ID", "_2"), .declaring("samlp", Self.response)],
      [.element(XMLElement("Issuer", in: Self.assertion, [.declaring(Self.assertion)])), .element(signed)])
    let both = try XMLDocument(reading: try signer.signed(response, at: 1).wire)
    try expectEqual(verifier.verified(both, allowsOthers: true).wire, response.wire)
    try expectEqual(verifier.verified(both, at: [2], allowsOthers: true).wire, Self.element().wire)
    #expect(throws: XMLSignatureError.misplaced) { try verifier.verified(both) }
  }

  /// The bytes that Entra sends, and their order.
  @Test func theSignatureIsWrittenAsEntraDoes() throws {
    let (signer, _) = try Self.signer()
    let signed = try signer.signed(Self.element(), at: 1)
    let signature = try #require(signed.first("Signature", in: XMLNamespace.signature)).wire
    let head =
      "<Signature xmlns=\"http://www.w3.org/2000/09/xmldsig#\"><SignedInfo>"
      + "<CanonicalizationMethod Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#\"/>"
      + "<SignatureMethod Algorithm=\"http://www.w3.org/2001/04/xmldsig-more#rsa-sha256\"/><Reference URI=\"#_1\"><Transforms>"
      + "<Transform Algorithm=\"http://www.w3.org/2000/09/xmldsig#enveloped-signature\"/>"
      + "<Transform Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#\"/></Transforms>"
      + "<DigestMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"/><DigestValue>"
    #expect(signature.hasPrefix(head))
    #expect(signature.contains("=</DigestValue></Reference></SignedInfo><SignatureValue>"))
    #expect(signature.contains("</SignatureValue><KeyInfo><X509Data><X509Certificate>MII"))
    #expect(signature.hasSuffix("</X509Certificate></X509Data></KeyInfo></Signature>"))
  }

  // MARK: What is refused

  struct Tampered: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let error: XMLSignatureError
    let tamper: @Sendable (String) -> String

    init(_ testDescription: String, _ error: XMLSignatureError, _ tamper: @escaping @Sendable (String) -> String) {
      self.testDescription = testDescription
      self.error = error
      self.tamper = tamper
    }

    /// One piece in the place of another, the first time that it is there.
    init(_ testDescription: String, _ error: XMLSignatureError, _ piece: String, _ other: String) {
      self.init(testDescription, error) { $0.replacing(piece, with: other, maxReplacements: 1) }
    }
  }

  static let tampered: [Tampered] = [
    .init("a text changed", .digest, "alice", "mallory"),
    .init("an attribute changed", .digest, "Format=\"a", "Format=\"b"),
    .init("an element added", .digest, "</Assertion>", "<NameID/></Assertion>"),
    .init("white space added", .digest, "</Assertion>", " </Assertion>"),
    .init("a comment", .malformed("there are comments"), "alice", "alice<!-- -->"),
    .init("CDATA", .malformed("a text stands in CDATA"), "alice", "<![CDATA[alice]]>"),
    .init("another ID", .reference, "ID=\"_1\"", "ID=\"_2\""),
    .init("the ID twice", .reference, "<NameID ", "<NameID ID=\"_1\" "),
    .init("the ID twice, in small letters", .reference, "<NameID ", "<NameID id=\"_1\" "),
    .init("the ID twice, with a prefix", .reference, "<NameID ", "<NameID xml:id=\"_1\" "),
    .init("no reference", .malformed("SignatureMethod or Reference"), " URI=\"#_1\"", ""),
    .init("a reference elsewhere", .reference, "URI=\"#_1\"", "URI=\"#xpointer(id('_1'))\""),
    .init("no signature", .missing, { $0.replacing(/<Signature .*<\/Signature>/.dotMatchesNewlines(), with: "") }),
    .init(
      "twice", .misplaced,
      { text in
        guard let match = text.firstMatch(of: /<Signature .*<\/Signature>/) else { return text }
        return text.replacing("</Assertion>", with: match.output + "</Assertion>")
      }),
    .init(
      "deeper", .misplaced,
      { text in
        guard let match = text.firstMatch(of: /<Signature .*<\/Signature>/) else { return text }
        return text.replacing(match.output, with: "<Advice>" + match.output + "</Advice>")
      }),
    .init(
      "before the issuer", .misplaced,
      { text in
        guard let match = text.firstMatch(of: /<Signature .*<\/Signature>/) else { return text }
        return text.replacing(match.output, with: "").replacing("<Issuer>", with: match.output + "<Issuer>")
      }),
    .init(
      "SHA-1", .algorithm("http://www.w3.org/2000/09/xmldsig#rsa-sha1"),
      "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
      "http://www.w3.org/2000/09/xmldsig#rsa-sha1"),
    .init(
      "HMAC", .algorithm("http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"), "xmldsig-more#rsa-sha256",
      "xmldsig-more#hmac-sha256"),
    .init(
      "another digest", .algorithm("http://www.w3.org/2000/09/xmldsig#sha1"), "http://www.w3.org/2001/04/xmlenc#sha256",
      "http://www.w3.org/2000/09/xmldsig#sha1"),
    .init(
      "with comments", .algorithm("http://www.w3.org/2001/10/xml-exc-c14n#WithComments"), "xml-exc-c14n#",
      "xml-exc-c14n#WithComments"),
    .init("another transform", .malformed("the first Transform"), "xmldsig#enveloped-signature", "xmldsig#base64"),
    .init("a third transform", .malformed("Transforms"), "</Transforms>", "<Transform Algorithm=\"x\"/></Transforms>"),
    .init("two SignedInfos", .malformed("Signature"), "<SignedInfo>", "<SignedInfo/><SignedInfo>"),
    .init("two references", .malformed("SignedInfo"), "</Reference>", "</Reference><Reference/>"),
    .init("an element in the digest", .malformed("DigestValue"), "</DigestValue>", "<x/></DigestValue>"),
    .init("a text in SignedInfo", .malformed("SignedInfo"), "<SignedInfo>", "<SignedInfo>x"),
    .init("another Base64 of the same bytes", .malformed("DigestValue"), "=</DigestValue>", "</DigestValue>"),
    .init("Object", .malformed("Signature"), "</Signature>", "<Object/></Signature>"),
    .init("SignedInfo changed", .signature, "<CanonicalizationMethod ", "<CanonicalizationMethod Id=\"x\" "),
    .init(
      "InclusiveNamespaces with a child", .malformed("Transform"),
      "<Transform Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#\"/>",
      "<Transform Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#\"><x/></Transform>"),
  ]

  @Test(arguments: tampered) func refuses(_ row: Tampered) throws {
    let (signer, key) = try Self.signer()
    let text = try signer.signed(Self.element(), at: 1).wire
    let changed = row.tamper(text)
    #expect(changed != text)
    #expect(throws: row.error) { try XMLVerifier(keys: [key]).verified(XMLDocument(reading: changed)) }
  }

  /// A comment within the signature's own values, where comments are kept.
  @Test func aCommentInTheDigestIsRefused() throws {
    let (signer, key) = try Self.signer()
    let text = try signer.signed(Self.element(), at: 1).wire.replacing("<DigestValue>", with: "<DigestValue><!---->")
    let document = try XMLDocument(reading: text, keepsComments: true)
    #expect(throws: XMLSignatureError.malformed("DigestValue")) { try XMLVerifier(keys: [key]).verified(document) }
  }

  /// A signature of one byte changed is never accepted.
  @Test func noChangedByteOfTheSignatureIsAccepted() throws {
    let (signer, key) = try Self.signer()
    let text = try signer.signed(Self.element(), at: 1).wire
    let start = try #require(text.firstRange(of: "<SignatureValue>")).upperBound
    for offset in stride(from: 0, to: 340, by: 17) {
      var changed = Array(text)
      let index = text.distance(from: text.startIndex, to: start) + offset
      changed[index] = changed[index] == "A" ? "B" : "A"
      let document = try XMLDocument(reading: String(changed))
      #expect(throws: XMLSignatureError.signature) { try XMLVerifier(keys: [key]).verified(document) }
    }
  }
}
