/// The answer of another server, whatever its status.
package struct OutgoingAnswer: Sendable {
  package let status: Int
  /// The value of `Content-Type`; nil when the answer has none.
  package let contentType: String?
  package let body: [UInt8]

  package init(status: Int, contentType: String?, body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }
}
