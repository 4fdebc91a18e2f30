import Bytes
package import Crypto

/// Makes enveloped signatures (XML-DSig): the signature stands in the element that it signs.
package struct XMLSigner: Sendable {
  package var algorithm: XMLSignatureAlgorithm
  /// Certificates in DER, each an `X509Certificate`; none for no `KeyInfo`.
  package var certificates: [[UInt8]]
  /// `SignatureMethod`, which is the algorithm's unless something else is to be said.
  package var signatureMethod: String
  /// The prefix of all elements of the signature; empty for the default namespace, as Entra writes.
  package var prefix = ""
  /// Signs the canonical form of `SignedInfo`.
  package var sign: @Sendable (_ signedInfo: [UInt8]) throws(CryptoError) -> [UInt8]

  package init(key: PrivateKey, certificate: Certificate, algorithm: XMLSignatureAlgorithm = .rsaSHA256) {
    self.algorithm = algorithm
    certificates = [certificate.der]
    signatureMethod = algorithm.rawValue
    sign = { (bytes: [UInt8]) throws(CryptoError) in try algorithm.sign(bytes, by: key) }
  }

  /// The element with its signature as its child at `index`: 1 is the place after the issuer.
  /// - Throws: `CryptoError` when the key cannot sign.
  package func signed(_ element: XMLElement, id attribute: String = "ID", at index: Int) throws(CryptoError)
    -> XMLElement
  {
    var copy = element
    let signature = try signature(of: element, id: element.attribute(attribute) ?? "")
    copy.children.insert(.element(signature), at: min(max(index, 0), element.children.count))
    return copy
  }

  /// The `Signature` of an element that is not yet in it.
  package func signature(of element: XMLElement, id: String) throws(CryptoError) -> XMLElement {
    try signature(digest: algorithm.digest(XMLCanonicalForm().bytes(of: element)), id: id)
  }

  /// The `Signature` of a digest.
  package func signature(digest: [UInt8], id: String) throws(CryptoError) -> XMLElement {
    let info = signedInfo(digest: digest, id: id)
    let value = try sign(XMLCanonicalForm().bytes(of: info))
    let namespace = XMLAttribute.declaring(prefix, XMLNamespace.signature)
    var children: [XMLNode] = [
      .element(info), .element(element("SignatureValue", text: Base64.encode(value))),
    ]
    if !certificates.isEmpty {
      let certificates = certificates.map { XMLNode.element(element("X509Certificate", text: Base64.encode($0))) }
      children.append(.element(element("KeyInfo", [], [.element(element("X509Data", [], certificates))])))
    }
    return element("Signature", [namespace], children)
  }

  private func signedInfo(digest: [UInt8], id: String) -> XMLElement {
    let form = XMLCanonicalForm().algorithm
    let transforms = [XMLSignature.enveloped, form].map { XMLNode.element(method("Transform", $0)) }
    let reference = element(
      "Reference", [XMLAttribute("URI", "#" + id)],
      [
        .element(element("Transforms", [], transforms)), .element(method("DigestMethod", algorithm.digestMethod)),
        .element(element("DigestValue", text: Base64.encode(digest))),
      ])
    return element(
      "SignedInfo", [],
      [
        .element(method("CanonicalizationMethod", form)), .element(method("SignatureMethod", signatureMethod)),
        .element(reference),
      ])
  }

  private func method(_ name: String, _ algorithm: String) -> XMLElement {
    element(name, [XMLAttribute("Algorithm", algorithm)], [])
  }

  private func element(_ name: String, _ attributes: [XMLAttribute], _ children: [XMLNode]) -> XMLElement {
    XMLElement(prefix.isEmpty ? name : prefix + ":" + name, in: XMLNamespace.signature, attributes, children)
  }

  private func element(_ name: String, text: String) -> XMLElement { element(name, [], [.text(text)]) }
}

/// Names of XML-DSig that signer and verifier share.
enum XMLSignature {
  static let enveloped = XMLNamespace.signature + "enveloped-signature"
}
