import Bytes
import HTTPWire

/// A request as the proxy passes it on: the target is a path and not a URL, the connection ends after the answer, and
/// the fields for the proxy are left out.
enum ForwardedRequest {
  /// Nil when the request cannot be written. That does not happen to a request that the parser has read.
  static func encode(_ head: HTTPRequestHead, body: [UInt8]) -> [UInt8]? {
    var fields = HTTPFields()
    for (name, value) in head.fields
    where !hopByHop.contains(ASCII.lowercased(name)) && !head.fields.hasListToken("Connection", name) {
      fields.append(name, value)
    }
    // The whole body is here, however it was framed.
    if !body.isEmpty { fields.append("Content-Length", "\(body.count)") }
    fields.set("Host", head.target.authority ?? head.authority)
    return HTTPRequestEncoder.encode(
      method: head.method, target: head.target.path + (head.target.query.map { "?\($0)" } ?? ""),
      authority: head.authority, fields: fields, body: body, closes: true)
  }

  /// Fields that are not passed on: those of one connection (RFC 9110 §7.6.1), and those that this proxy writes anew.
  private static let hopByHop: Set<String> = [
    "connection", "proxy-connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    "proxy-authorization", "content-length", "expect", "host",
  ]
}
