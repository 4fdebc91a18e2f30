package import HTTPWire

/// A complete answer of a server.
package struct HTTPClientResponse: Sendable, Hashable {
  package var status: Int
  package var fields: HTTPFields
  /// The body without its framing. After `HTTPClientConnection.follow` with status 200 it has the last piece only.
  package var body: [UInt8]

  /// The body as text; bytes that are not UTF-8 become U+FFFD.
  package var text: String { String(decoding: body, as: UTF8.self) }
}
