import Bytes
package import Crypto

/// Verifies enveloped signatures of the one form that SAML has (saml-core-2.0 §5.4), and refuses every other. What it returns is the
/// tree over which the digest was computed: only values of that tree were signed.
package struct XMLVerifier: Sendable {
  /// The keys that are trusted. `KeyInfo` of the message is never looked at.
  package var keys: [PublicKey]
  package var algorithms: Set<XMLSignatureAlgorithm>
  /// How many elements stand before the signature: 1 in SAML, where it follows the issuer; 0 in metadata.
  package var elementsBefore: Int

  package init(
    keys: [PublicKey], algorithms: Set<XMLSignatureAlgorithm> = [.rsaSHA256], elementsBefore: Int = 1
  ) {
    self.keys = keys
    self.algorithms = algorithms
    self.elementsBefore = elementsBefore
  }

  /// Verifies the signature of one element of a document, and gives the element without its signature. `path` has the indices into
  /// `children` that lead to the element, none for the root. `allowsOthers` says whether other elements may have signatures of their own, as
  /// an assertion in a signed response has.
  ///
  /// - Throws: `XMLSignatureError` for what does not hold.
  package func verified(
    _ document: XMLDocument, at path: [Int] = [], allowsOthers: Bool = false
  ) throws(XMLSignatureError) -> XMLElement {
    if document.hasCDATA { throw .malformed("a text stands in CDATA") }
    if document.hasDroppedComments { throw .malformed("there are comments") }
    guard let element = document.root.at(path) else { throw .missing }
    let all = document.root.withDescendants
    let place = try place(of: element, among: all, allowsOthers: allowsOthers)
    guard case .element(let signature) = element.children[place] else { throw .missing }
    let parts = try Parts(signature)
    guard parts.reference.isEmpty && path.isEmpty || isOnly(parts.reference, of: element, among: all) else {
      throw .reference
    }
    guard let algorithm = XMLSignatureAlgorithm(rawValue: parts.signatureMethod), algorithms.contains(algorithm) else {
      throw .algorithm(parts.signatureMethod)
    }
    guard let digest = algorithms.first(where: { $0.digestMethod == parts.digestMethod }) else {
      throw .algorithm(parts.digestMethod)
    }
    if (parts.form.isInclusive || parts.infoForm.isInclusive) && all.contains(where: \.hasXMLAttributes) {
      throw .algorithm(XMLCanonicalForm(isInclusive: true).algorithm)
    }
    let scope = scope(of: document.root, to: path)
    var content = element
    content.children.remove(at: place)
    guard digest.digest(parts.form.bytes(of: content, scope: scope)) == parts.digest else { throw .digest }
    let inner = scope.merging(element.declarations) { $1 }.merging(signature.declarations) { $1 }
    let signed = parts.infoForm.bytes(of: parts.info, scope: inner)
    guard keys.contains(where: { algorithm.verify(parts.value, of: signed, by: $0) }) else { throw .signature }
    return content
  }

  /// The index of the signature among the element's children.
  private func place(
    of element: XMLElement, among all: [XMLElement], allowsOthers: Bool
  ) throws(XMLSignatureError) -> Int {
    let places = element.children.indices.filter { element.children[$0].element?.isSignature == true }
    let count = all.count { $0.isSignature }
    guard let place = places.first else { throw count == 0 ? .missing : .misplaced }
    guard places.count == 1, allowsOthers || count == 1,
      element.children[..<place].count(where: { $0.element != nil }) == elementsBefore
    else { throw .misplaced }
    return place
  }

  /// Whether the reference is to the element's ID, and no other element has that ID under whatever name of the attribute.
  private func isOnly(_ reference: String, of element: XMLElement, among all: [XMLElement]) -> Bool {
    guard let id = element.attribute("ID"), XMLCharacters.isName(id), reference.utf8.elementsEqual(("#" + id).utf8)
    else {
      return false
    }
    let bearers = all.reduce(0) { count, element in
      count
        + element.attributes.count { attribute in
          !attribute.isDeclaration && attribute.value == id
            && ["ID", "Id", "id"].contains(attribute.local)
        }
    }
    return bearers == 1
  }

  /// The namespaces that are declared above an element.
  private func scope(of root: XMLElement, to path: [Int]) -> [String: String] {
    var scope: [String: String] = [:]
    for length in path.indices {
      if let above = root.at(Array(path[..<length])) { scope.merge(above.declarations) { $1 } }
    }
    return scope
  }

  /// What a `Signature` says, after it was found to be of the one form.
  private struct Parts {
    let info: XMLElement
    let infoForm: XMLCanonicalForm
    let signatureMethod: String
    let reference: String
    let form: XMLCanonicalForm
    let digestMethod: String
    let digest: [UInt8]
    let value: [UInt8]

    init(_ signature: XMLElement) throws(XMLSignatureError) {
      let parts = try Self.children(of: signature, ["SignedInfo", "SignatureValue"], optional: "KeyInfo")
      info = parts[0]
      value = try Self.bytes(parts[1])
      let infos = try Self.children(of: info, ["CanonicalizationMethod", "SignatureMethod", "Reference"])
      infoForm = try Self.form(infos[0])
      signatureMethod = infos[1].attribute("Algorithm") ?? ""
      let named = infos[2].attribute("URI")
      guard infos[1].children.isEmpty, let named else { throw .malformed("SignatureMethod or Reference") }
      reference = named
      let references = try Self.children(of: infos[2], ["Transforms", "DigestMethod", "DigestValue"])
      let transforms = try Self.children(of: references[0], ["Transform", "Transform"])
      guard transforms[0].attribute("Algorithm") == XMLSignature.enveloped, transforms[0].children.isEmpty else {
        throw .malformed("the first Transform")
      }
      form = try Self.form(transforms[1])
      digestMethod = references[1].attribute("Algorithm") ?? ""
      digest = try Self.bytes(references[2])
    }

    /// The children, when they are these elements in this order, and nothing else but white space.
    private static func children(
      of element: XMLElement, _ names: [String], optional: String? = nil
    ) throws(XMLSignatureError) -> [XMLElement] {
      let children = element.elements
      let isExpected =
        !element.hasTextOrComments && children.map(\.local).starts(with: names)
        && children.allSatisfy { $0.namespace == XMLNamespace.signature }
        && children.dropFirst(names.count).map(\.local).elementsEqual(
          children.count > names.count ? [optional ?? ""] : [])
      guard isExpected else { throw .malformed(element.local) }
      return children
    }

    /// The bytes of a text in Base64, which has no elements and comments in it.
    private static func bytes(_ element: XMLElement) throws(XMLSignatureError) -> [UInt8] {
      guard element.children.count == 1 else { throw .malformed(element.local) }
      let text = element.text.utf8.filter { !XMLCharacters.isSpace($0) }
      let characters = String(decoding: text, as: UTF8.self)
      // In the standard alphabet, with its padding: another text of the same bytes is refused.
      guard let bytes = Base64.decode(characters), !bytes.isEmpty, Base64.encode(bytes) == characters else {
        throw .malformed(element.local)
      }
      return bytes
    }

    private static func form(_ element: XMLElement) throws(XMLSignatureError) -> XMLCanonicalForm {
      let name = element.attribute("Algorithm") ?? ""
      guard var form = XMLCanonicalForm.named(name), !form.keepsComments else { throw .algorithm(name) }
      guard !element.hasTextOrComments else { throw .malformed(element.local) }
      let elements = element.elements
      guard let list = elements.first else { return form }
      guard elements.count == 1, !form.isInclusive, list.children.isEmpty,
        list.isNamed("InclusiveNamespaces", in: XMLCanonicalForm().algorithm),
        let prefixes = list.attribute("PrefixList")
      else { throw .malformed(element.local) }
      form.inclusivePrefixes = Set(ASCII.words(prefixes).map { $0 == "#default" ? "" : $0 })
      return form
    }
  }
}

extension XMLElement {
  fileprivate var isSignature: Bool { isNamed("Signature", in: XMLNamespace.signature) }

  fileprivate var hasTextOrComments: Bool {
    hasText
      || children.contains { node in
        if case .comment = node { true } else { false }
      }
  }

  fileprivate var hasXMLAttributes: Bool { attributes.contains { $0.namespace == XMLNamespace.xml } }
}
