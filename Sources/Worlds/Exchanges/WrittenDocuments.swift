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
  package func body<Document: WrittenDocument>(of document: Document) -> [UInt8] {
    let key = KeyOf(document)
    if let known = bodies[key] { return known }
    let body = document.json.serialized
    bodies.keep(body, for: key)
    return body
  }

  func forget() { bodies.forget() }
}

/// A document of any type as a key. Documents of different types are never equal. It is a class, since a document in a box would be copied
/// for each comparison, and every client asks for one.
private class AnyDocument: Hashable, @unchecked Sendable {
  static func == (left: AnyDocument, right: AnyDocument) -> Bool { left === right || left.isSame(as: right) }

  func isSame(as other: AnyDocument) -> Bool { false }

  func hash(into hasher: inout Hasher) {}
}

/// Sendable, as its base class has to say of itself: nothing of it changes.
private final class KeyOf<Document: WrittenDocument>: AnyDocument, @unchecked Sendable {
  private let document: Document

  init(_ document: Document) { self.document = document }

  override func isSame(as other: AnyDocument) -> Bool {
    (other as? KeyOf<Document>).map { $0.document == document } ?? false
  }

  override func hash(into hasher: inout Hasher) { document.hash(into: &hasher) }
}
