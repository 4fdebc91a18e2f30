/// An answer, and how the connection delivers it.
package struct HTTPResponse: Sendable {
  /// The connection adds the reason phrase (`HTTPStatus.reason`).
  package var status: Int
  /// The connection writes `Content-Length`, `Transfer-Encoding` and `Connection` itself and replaces what `fields`
  /// has for them. Two exceptions: `Connection: close` ends the connection, and the answer to a HEAD request with an
  /// empty `body` keeps its `Content-Length`.
  package var fields: HTTPFields
  /// The whole body; the connection leaves it out for HEAD, 204 and 304.
  package var body: [UInt8]
  /// At once by default; rules set a delay or a fault here.
  package var delivery = Delivery.prompt
  /// When it is set, the stream produces the body, and `body` is not sent.
  package var stream: (any ResponseStream)?

  package init(status: Int, fields: HTTPFields = .init(), body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// An answer with one sentence as `text/plain`, for developers who read it in a terminal or a log.
  package static func plain(_ status: Int, _ sentence: String) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: ["Content-Type": "text/plain; charset=utf-8"], body: Array((sentence + "\n").utf8))
  }
}
