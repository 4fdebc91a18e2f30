/// A request that a world sends to another server: a `POST` with a body.
package struct OutgoingRequest: Sendable {
  /// An address that `FetchableURL` admits.
  package let url: String
  /// The header fields but for those of the connection and of the body's length.
  package let fields: [(String, String)]
  package let body: [UInt8]
  /// How long the body of the answer may be.
  package let maximumBodyBytes: Int
  /// The trace that the request belongs to. Nil: it tells the other server of none.
  package var trace: OutgoingTrace?

  package init(url: String, fields: [(String, String)], body: [UInt8], maximumBodyBytes: Int) {
    self.url = url
    self.fields = fields
    self.body = body
    self.maximumBodyBytes = maximumBodyBytes
  }
}
