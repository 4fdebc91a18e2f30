package import HTTPWire

/// What a server answered.
package struct HTTPClientResponse: Sendable, Hashable {
  package var status: Int
  package var fields: HTTPFields
  package var body: [UInt8]

  /// The body as text; bytes that are not UTF-8 become U+FFFD.
  package var text: String { String(decoding: body, as: UTF8.self) }
}
