package import JSON

/// A JSON document that follows from the members of its type and from nothing else. Two equal values have the same
/// text, so the text can be kept.
package protocol WrittenDocument: Hashable, Sendable {
  var json: JSONValue { get }
}

/// The bodies of public documents, such as the OpenID configuration and the keys, as they were last written. Many
/// clients ask for them at every start.
package struct WrittenDocuments: Sendable {
  /// There is one for each tenant, name of the server and set of keys in use. A client that calls the server by ever new names only
  /// makes it write each document anew.
  private let bodies = RecentFindings<AnyDocument, [UInt8]>(capacity: 64)

  /// The body in JSON, from the cache or written now.
  package func body(of document: some WrittenDocument) -> [UInt8] {
    let key = AnyDocument(document: document)
    if let known = bodies[key] { return known }
    let body = document.json.serialized
    bodies.keep(body, for: key)
    return body
  }

  func forget() { bodies.forget() }
}

/// A document of any type as a key. Documents of different types are never equal.
private struct AnyDocument: Hashable, Sendable {
  let document: any WrittenDocument

  static func == (left: AnyDocument, right: AnyDocument) -> Bool { isSame(left.document, right.document) }

  private static func isSame<Document: WrittenDocument>(_ left: Document, _ right: any WrittenDocument) -> Bool {
    (right as? Document) == left
  }

  func hash(into hasher: inout Hasher) { document.hash(into: &hasher) }
}
