/// Writes requests, for the client.
package enum HTTPRequestEncoder {
  /// The whole request. `Host` and `Content-Length` are added where `fields` lacks them. Nil for a method that is no token
  /// and a target that is empty or has a space or control character in it.
  package static func encode(
    method: String, target: String, authority: String, fields: HTTPFields, body: [UInt8], closes: Bool
  ) -> [UInt8]? {
    guard HTTPSyntax.isToken(method), !target.isEmpty, target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return nil
    }
    var output: [UInt8] = []
    output.append(contentsOf: "\(method) \(target) HTTP/1.1".utf8)
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
