/// Where a world gets documents of other servers from.
package protocol DocumentSource: Sendable {
  /// Does `work` on a thread of the source's own and calls `done` once with its result. All that one piece of work fetches has one
  /// deadline together. When it has passed, `done` is called with a fault that begins with `name`.
  func perform<Value: Sendable>(
    _ name: String, _ work: @escaping @Sendable (any DocumentReader) throws(DocumentFault) -> Value,
    _ done: @escaping @Sendable (Result<Value, DocumentFault>) -> Void)
}

/// What a piece of work fetches documents with.
package protocol DocumentReader: Sendable {
  /// The body that stands at a URL, which `FetchableURL` admits. Waits for the other server, and follows no redirect. The error says in
  /// one sentence what went wrong.
  func document(at url: String) throws(DocumentFault) -> [UInt8]
}

/// Why a document cannot be had, in a sentence.
package struct DocumentFault: Error, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
