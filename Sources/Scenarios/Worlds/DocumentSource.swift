/// Where a world gets documents of other servers from.
package protocol DocumentSource: Sendable {
  /// The body that stands at a URL, which `FetchableURL` admits. Waits some seconds at most; follows no redirect. The error says in
  /// one sentence what went wrong.
  func document(at url: String) throws(DocumentFault) -> [UInt8]
}

/// Why a document cannot be had, in a sentence.
package struct DocumentFault: Error, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
