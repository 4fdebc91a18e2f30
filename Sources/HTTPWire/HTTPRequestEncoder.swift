import Bytes

/// Header fields as they stand in a request. Requests that have the same ones, one after the other, are written with one of these.
package struct HTTPFieldBlock: Sendable {
  fileprivate let bytes: [UInt8]
  fileprivate let hasLength: Bool
  /// Whether `Connection: close` ends the fields.
  fileprivate let closes: Bool

  /// `Host` is added when `fields` has none; `closes` adds `Connection: close`.
  package init(_ fields: HTTPFields, authority: String, closes: Bool = false) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    if fields["Host"] == nil { HTTPResponseEncoder.appendField("Host", authority, to: &bytes) }
    for (name, value) in fields { HTTPResponseEncoder.appendField(name, value, to: &bytes) }
    self.bytes = bytes
    hasLength = fields["Content-Length"] != nil || fields["Transfer-Encoding"] != nil
    self.closes = closes && fields["Connection"] == nil
  }
}

/// Writes requests, for the HTTP client and for the proxy.
package enum HTTPRequestEncoder {
  /// The bytes of the whole request. `Host` and `Content-Length` are added when `fields` has none; `closes` adds
  /// `Connection: close`. Nil when the method is not a token, or when the target is empty or has a character outside
  /// visible ASCII.
  package static func encode(
    method: String, target: String, authority: String, fields: HTTPFields, body: [UInt8], closes: Bool
  ) -> [UInt8]? {
    encode(
      method: method, target: target, HTTPFieldBlock(fields, authority: authority, closes: closes), body: body)
  }

  /// The same with fields that are written already.
  package static func encode(method: String, target: String, _ fields: HTTPFieldBlock, body: [UInt8]) -> [UInt8]? {
    guard HTTPSyntax.isToken(method), !target.isEmpty, target.utf8.span.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return nil
    }
    var output: [UInt8] = []
    output.reserveCapacity(128 + target.utf8.count + fields.bytes.count + body.count)
    output.append(bytesOf: method)
    output.append(HTTPSyntax.space)
    output.append(bytesOf: target)
    output.append(bytesOf: " HTTP/1.1\r\n")
    output.append(contentsOf: fields.bytes)
    if !fields.hasLength, !body.isEmpty || method == "POST" || method == "PUT" || method == "PATCH" {
      HTTPResponseEncoder.appendField("Content-Length", String(body.count), to: &output)
    }
    if fields.closes { HTTPResponseEncoder.appendField("Connection", "close", to: &output) }
    HTTPResponseEncoder.endLine(&output)
    output.append(contentsOf: body)
    return output
  }
}
