import Bytes

/// Writes requests, for the HTTP client and for the proxy.
package enum HTTPRequestEncoder {
  /// The bytes of the whole request. `Host` and `Content-Length` are added when `fields` has none; `closes` adds
  /// `Connection: close`. Nil when the method is not a token, or when the target is empty or has a character outside
  /// visible ASCII.
  package static func encode(
    method: String, target: String, authority: String, fields: HTTPFields, body: [UInt8], closes: Bool
  ) -> [UInt8]? {
    guard HTTPSyntax.isToken(method), !target.isEmpty, target.utf8.span.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return nil
    }
    var output: [UInt8] = []
    output.reserveCapacity(512 + target.utf8.count + body.count)
    output.append(bytesOf: method)
    output.append(HTTPSyntax.space)
    output.append(bytesOf: target)
    output.append(bytesOf: " HTTP/1.1")
    HTTPResponseEncoder.endLine(&output)
    if fields["Host"] == nil { HTTPResponseEncoder.appendField("Host", authority, to: &output) }
    for (name, value) in fields { HTTPResponseEncoder.appendField(name, value, to: &output) }
    let hasLength = fields["Content-Length"] != nil || fields["Transfer-Encoding"] != nil
    if !hasLength, !body.isEmpty || method == "POST" || method == "PUT" || method == "PATCH" {
      HTTPResponseEncoder.appendField("Content-Length", String(body.count), to: &output)
    }
    if closes, fields["Connection"] == nil { HTTPResponseEncoder.appendField("Connection", "close", to: &output) }
    HTTPResponseEncoder.endLine(&output)
    output.append(contentsOf: body)
    return output
  }
}
