import Crypto
import XML

extension FuzzTarget {
  /// Messages of SAML: a mistake has a place; what is read and written again means the same; nothing is verified that was not signed.
  static let xml = FuzzTarget(name: "xml", summary: "a message of SAML", maximumBytes: 2_048) { bytes in
    let document: XMLDocument
    do throws(XMLError) {
      document = try XMLDocument(reading: bytes, keepsComments: true)
    } catch {
      let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
      try require((1...lines).contains(error.place.line), "the error is in line \(error.place.line)")
      try require(
        (1...bytes.count + 1).contains(error.place.position), "the error is at position \(error.place.position)")
      return
    }
    try require(document.steps <= 40 * (bytes.count + 1), "\(document.steps) steps for \(bytes.count) bytes")
    let form = XMLCanonicalForm(keepsComments: true)
    let canonical = form.bytes(of: document.root)
    for text in [document.root.wireBytes, canonical] {
      guard let again = try? XMLDocument(reading: text, keepsComments: true) else {
        throw FuzzFinding("\(FuzzInput.text(text)) is not read back")
      }
      try require(form.bytes(of: again.root) == canonical, "\(FuzzInput.text(text)) means something else")
    }
    let names = document.root.withDescendants.flatMap { element in
      [element.name] + element.attributes.map(\.name)
    }
    try require(names.allSatisfy { !$0.isEmpty }, "a name is empty")
    let found = try? XMLVerifier(keys: [], algorithms: [.rsaSHA256, .rsaSHA1]).verified(document, allowsOthers: true)
    try require(found == nil, "without a key something was verified")
  }
}
