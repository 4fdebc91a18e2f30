import Bytes

/// A request with its whole body, as handlers see it.
package struct HTTPRequest: Sendable {
  /// As sent; methods are case-sensitive.
  package var method: String
  /// Still percent-encoded and starting with `/`; `*` for `OPTIONS *`.
  package var path: String
  /// Without the `?` and still percent-encoded; nil when there is no `?`.
  package var query: String?
  package var fields: HTTPFields
  package var body: [UInt8]
  /// Whether it arrived over TLS.
  package var isSecure: Bool
  /// The authority of an absolute-form target, else Host: small letters, port as sent; empty for HTTP/1.0 without Host.
  package var authority: String
  /// The client's IP address in figures.
  package var peer: String

  package init(
    method: String = "GET", path: String = "/", query: String? = nil, fields: HTTPFields = .init(), body: [UInt8] = [],
    isSecure: Bool = false, authority: String = "localhost", peer: String = "127.0.0.1"
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.body = body
    self.isSecure = isSecure
    self.authority = authority
    self.peer = peer
  }

  /// Whether `Content-Type` names that media type, whatever its parameters.
  package func hasBody(of type: String) -> Bool {
    guard let field = fields["Content-Type"] else { return false }
    let bytes = field.utf8.span
    let media = bytes.text(0..<(bytes.firstIndex(of: HTTPSyntax.semicolon) ?? bytes.count))
    return ASCII.equalIgnoringCase(ASCII.trimmed(media), type)
  }

  package init(_ head: HTTPRequestHead, body: [UInt8], isSecure: Bool, peer: String) {
    self.init(
      method: head.method, path: head.target.path, query: head.target.query, fields: head.fields, body: body,
      isSecure: isSecure, authority: head.authority, peer: peer)
  }
}
