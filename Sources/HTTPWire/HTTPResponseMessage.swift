/// An answer as a client receives it, with its whole body.
package struct HTTPResponseMessage: Sendable, Hashable {
  /// From 100 to 999; the parser never gives an interim status but 101.
  package var status: Int
  /// 1 for HTTP/1.1, 0 for HTTP/1.0.
  package var minorVersion = 1
  package var fields = HTTPFields()
  /// Without its framing. Empty for an answer to HEAD.
  package var body: [UInt8] = []

  /// Whether the server takes another request on this connection. False when only the end of the connection ends the
  /// body.
  package var keepsAlive: Bool {
    if fields.hasListToken("Connection", "close") { return false }
    let isDelimited =
      fields["Content-Length"] != nil || fields["Transfer-Encoding"] != nil || HTTPStatus.isBodiless(status)
    return isDelimited && (minorVersion == 1 || fields.hasListToken("Connection", "keep-alive"))
  }
}
