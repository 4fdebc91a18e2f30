import Crypto
import Directory
import JOSE
import Time
import Worlds
import XML

/// The facts that a damaged Response is made of. Its functions are pure: the same facts make the same bytes.
struct SAMLForgery: Sendable {
  typealias Fault = SAMLDamage.Fault

  let damage: SAMLDamage
  /// What the app should get.
  var good: SAMLResponse
  /// The same for somebody else, who has not signed in.
  var evil: SAMLResponse
  let signing: SAMLSettings.Signing
  let algorithm: XMLSignatureAlgorithm
  /// The key that signs now.
  let key: SigningKey
  /// A key of the app's metadata that is not active. Nil when the app has none.
  let inactive: SigningKey?
  /// The certificate of `key`, as it would be if it had ended an hour ago.
  let ended: Certificate
  let now: UnixTime
  /// A part of IDs that no other message has.
  let mark: String
  /// An address of this server where nobody has a reason to ask.
  let trap: String
  let relayState: String?

  func has(_ faults: Fault...) -> Bool { damage.faults.contains(where: faults.contains) }

  /// The form with everything that is wanted in it.
  ///
  /// - Throws: `CryptoError` when a key cannot sign.
  func form() throws(CryptoError) -> SAMLForm {
    var assertion = shaped(assertion(good))
    if signsAssertion { assertion = try sign(assertion) }
    var response = shaped(envelope(good, assertion))
    if has(.twoUsers) {
      let second = shaped(self.assertion(evil))
      response.children.append(.element(signsAssertion ? try sign(second) : second))
    }
    if signsResponse { response = try sign(response) }
    if has(.badDigest) { response = Self.renamed(response, evil) }
    response = wrapped(response)
    var form = SAMLForm(response, relayState: relayState)
    write(response, to: &form)
    return form
  }

  /// Whether the assertion has a signature of its own. Wrapping moves the one that it needs.
  var signsAssertion: Bool {
    if has(.unsigned, .signatureRemoved) { return false }
    if has(.wrapped1, .wrapped2) { return false }
    return movesAssertion || signing != .response
  }

  var signsResponse: Bool {
    if has(.unsigned) { return false }
    if has(.wrapped1, .wrapped2, .signatureRemoved) { return true }
    return !movesAssertion && signing != .assertion
  }

  /// Whether a signed assertion is put elsewhere, or another one beside it, so that a signature of the whole would not hold.
  private var movesAssertion: Bool {
    has(
      .wrapped3, .wrapped4, .wrapped5, .wrapped6, .wrapped7, .wrapped8, .sameId, .attributePollution, .parserDifference)
  }

  // MARK: Signing

  private func sign(_ element: XMLElement) throws(CryptoError) -> XMLElement {
    var element = element
    let place = (element.children.firstIndex { $0.element?.local == "Issuer" } ?? -1) + 1
    var signature: XMLElement
    if has(.voidCanonical) {
      // A canonicaliser that fails at a relative namespace may give nothing, and this is the digest of nothing.
      signature = try signer.signature(digest: signer.algorithm.digest([]), id: element.attribute("ID") ?? "")
    } else {
      signature = try signer.signature(of: element, id: element.attribute("ID") ?? "")
    }
    if has(.commentInDigest, .twoSignedInfos) {
      let forged = Self.renamed(element, evil)
      let digest = try signer.signature(of: forged, id: element.attribute("ID") ?? "")
      signature = forge(signature, withDigestOf: digest)
      element = forged
    }
    if has(.dsX509Data) { signature = Self.prefixedCertificates(signature) }
    element.children.insert(.element(signature), at: place)
    return element
  }

  /// The signature of the true element with the digest of the forged one where careless readers look for it.
  private func forge(_ signature: XMLElement, withDigestOf other: XMLElement) -> XMLElement {
    guard let info = other.elements.first else { return signature }
    if has(.twoSignedInfos) {
      var copy = signature
      copy.children.insert(.element(info), at: 0)
      return copy
    }
    let forged = info.descendant("DigestValue")?.text ?? ""
    var copy = signature
    copy.change("DigestValue") { $0.children.insert(.comment(forged), at: 0) }
    return copy
  }

  private var signer: XMLSigner {
    let usual = has(.sha1) ? XMLSignatureAlgorithm.rsaSHA1 : algorithm
    var signing = key
    if has(.unknownKey), let other = DevelopmentKeys.unpublished { signing = other }
    if has(.inactiveKey), let inactive { signing = inactive }
    var signer = XMLSigner(key: signing.privateKey, certificate: signing.certificate, algorithm: usual)
    signer.prefix = has(.prefixed) ? "ds" : ""
    if has(.expiredCertificate) { signer.certificates = [ended.der] }
    if has(.badSignature) {
      let key = signing.privateKey
      signer.sign = { (bytes: [UInt8]) throws(CryptoError) in try usual.sign(bytes + [0x20], by: key) }
    }
    if has(.hmac) {
      let secret = signing.certificate.der
      signer.algorithm = .rsaSHA256
      signer.signatureMethod = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"
      signer.sign = { (bytes: [UInt8]) throws(CryptoError) in HMACSHA256.authenticate(bytes, key: secret) }
    }
    return signer
  }
}

extension XMLElement {
  /// Changes the first element of that name in it, at whatever depth.
  ///
  /// - Returns: whether there was one.
  @discardableResult mutating func change(_ local: String, _ body: (inout XMLElement) -> Void) -> Bool {
    for index in children.indices {
      guard case .element(var child) = children[index] else { continue }
      if child.local == local {
        body(&child)
      } else if !child.change(local, body) {
        continue
      }
      children[index] = .element(child)
      return true
    }
    return false
  }

  /// Changes each element in it, and itself, from the inside to the outside.
  func mapped(_ body: (XMLElement) -> XMLElement) -> XMLElement {
    var copy = self
    copy.children = children.map { node in
      guard case .element(let child) = node else { return node }
      return .element(child.mapped(body))
    }
    return body(copy)
  }

  /// The first element of that name in it, at whatever depth.
  func descendant(_ local: String) -> XMLElement? { withDescendants.dropFirst().first { $0.local == local } }

  /// Without the elements of that name, at whatever depth.
  func without(_ local: String) -> XMLElement {
    mapped { element in
      var copy = element
      copy.children.removeAll { $0.element?.local == local }
      return copy
    }
  }
}
