package import HTTPWire

/// A complete answer of a server.
package struct HTTPClientResponse: Sendable, Hashable {
  /// The status code of the last answer; interim answers (1xx) are skipped.
  package var status: Int
  /// The header fields; trailers of a chunked body are not in it.
  package var fields: HTTPFields
  /// The body without its framing. After `HTTPClientConnection.follow` with status 200 it has the last piece only.
  package var body: [UInt8]

  /// The body as text; bytes that are not UTF-8 become U+FFFD.
  package var text: String { String(decoding: body, as: UTF8.self) }
}
