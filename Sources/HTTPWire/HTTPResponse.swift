/// An answer, and how it is to be delivered.
package struct HTTPResponse: Sendable {
  package var status: Int
  /// `Content-Length`, `Transfer-Encoding` and `Connection` are the connection's own; what stands here for them is
  /// replaced, except that `Connection: close` is obeyed.
  package var fields: HTTPFields
  package var body: [UInt8]
  package var delivery = Delivery.prompt
  /// When set, the body is what the stream produces and `body` is left out.
  package var stream: (any ResponseStream)?

  package init(status: Int, fields: HTTPFields = .init(), body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// A short sentence for a person.
  package static func plain(_ status: Int, _ sentence: String) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: ["Content-Type": "text/plain; charset=utf-8"], body: Array((sentence + "\n").utf8))
  }
}
