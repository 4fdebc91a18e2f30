import Bytes
import HTTPWire

/// A request as a proxy passes it on: in origin form, one for the connection, without the fields that were for the proxy.
enum ForwardedRequest {
  /// Nil when the request cannot be written, which one that was parsed always can.
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

  /// RFC 9110 §7.6.1, and what frames the body anew.
  private static let hopByHop: Set<String> = [
    "connection", "proxy-connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    "proxy-authorization", "content-length", "expect", "host",
  ]
}
