package import HTTPWire
package import JOSE

/// Where a world gets documents of other servers from, such as the keys of an issuer that an app trusts.
package protocol DocumentSource: Sendable {
  /// The keys of that issuer when it is this server itself, by any of its names and in any of its worlds. They are known
  /// without a request. `keyID` is the `kid` of a token, which picks one of them. Nil: the issuer is another server.
  func ownKeys(ofIssuer issuer: String, signing keyID: String?) -> [SigningKey]?

  /// Does `work` on a thread of the source's own, and calls `done` once with its result. All documents that one piece
  /// of work fetches share one deadline. When the deadline has passed, the source calls `done` with a fault that begins
  /// with `name`. `trace` is passed on to the other servers as it came; several requests may wait for the same work, and the first one's counts.
  func perform<Value: Sendable>(
    _ name: String, trace: TraceContext?,
    _ work: @escaping @Sendable (any DocumentReader) throws(DocumentFault) -> Value,
    _ done: @escaping @Sendable (Result<Value, DocumentFault>) -> Void)

  /// Sends a request and waits for the answer, on the thread that calls. No event loop may call it. It follows no redirect.
  /// - Throws: `OutgoingFault` when no complete answer has come within `time`.
  func answer(to request: OutgoingRequest, within time: Duration) throws(OutgoingFault) -> OutgoingAnswer

  /// What provisions the apps of worlds that have this source. Nil: no app is provisioned.
  var provisioner: (any Provisioner)? { get }
}

extension DocumentSource {
  package var provisioner: (any Provisioner)? { nil }

  package func ownKeys(ofIssuer issuer: String, signing keyID: String?) -> [SigningKey]? { nil }

  /// A source that only reads documents reaches no server with a request.
  package func answer(to request: OutgoingRequest, within time: Duration) throws(OutgoingFault) -> OutgoingAnswer {
    throw OutgoingFault(.noAnswer, "nothing is sent to \(request.url) here")
  }
}

/// What a piece of work fetches documents with. It is of use only while that work runs.
package protocol DocumentReader: Sendable {
  /// The body at a URL that `FetchableURL` admits. It waits for the other server, and follows no redirect.
  /// - Throws: `DocumentFault`, which says in one sentence what went wrong.
  func document(at url: String) throws(DocumentFault) -> [UInt8]
}

/// Why a document cannot be had.
package struct DocumentFault: Error, Sendable, CustomStringConvertible {
  /// One sentence, which the journal shows.
  package let description: String
  /// Whether the document came, and cannot be read as what it should be.
  package let isUnreadable: Bool

  package init(_ description: String, isUnreadable: Bool = false) {
    self.description = description
    self.isUnreadable = isUnreadable
  }
}
