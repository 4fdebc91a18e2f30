package import JSON

/// A document that its members decide, all of them and nothing else, so that it need not be written twice.
package protocol WrittenDocument: Hashable, Sendable {
  var json: JSONValue { get }
}

/// The bodies of documents that tell everybody the same, as they were written last. Clients ask for them at every start.
package struct WrittenDocuments: Sendable {
  /// There are as many as tenants, names of the server and keys in use; who asks under ever new names has each written anew.
  private let bodies = RecentFindings<AnyDocument, [UInt8]>(capacity: 64)

  package func body(of document: some WrittenDocument) -> [UInt8] {
    let key = AnyDocument(document: document)
    if let known = bodies[key] { return known }
    let body = document.json.serialized
    bodies.keep(body, for: key)
    return body
  }

  func forget() { bodies.forget() }
}

/// Documents of one type are compared with each other; those of two differ.
private struct AnyDocument: Hashable, Sendable {
  let document: any WrittenDocument

  static func == (left: AnyDocument, right: AnyDocument) -> Bool { isSame(left.document, right.document) }

  private static func isSame<Document: WrittenDocument>(_ left: Document, _ right: any WrittenDocument) -> Bool {
    (right as? Document) == left
  }

  func hash(into hasher: inout Hasher) { document.hash(into: &hasher) }
}
