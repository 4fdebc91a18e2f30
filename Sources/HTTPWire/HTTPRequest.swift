import Bytes

/// A request with its whole body, as the handler gets it.
package struct HTTPRequest: Sendable {
  /// As the client sent it; methods are case-sensitive.
  package var method: String
  /// Still percent-encoded. It begins with `/`, or is `*` for `OPTIONS *`.
  package var path: String
  /// Still percent-encoded, without the `?`. Nil when there is no `?`.
  package var query: String?
  /// The fields as the client sent them; values have no blanks at their ends.
  package var fields: HTTPFields
  /// The whole body without its framing; empty when there is none.
  package var body: [UInt8]
  /// Whether the request came over TLS. A trusted proxy in front of the server may say otherwise.
  package var isSecure: Bool
  /// The authority of an absolute URL as the target, else the `Host` field: in small letters, the port as sent. Empty
  /// only for HTTP/1.0 without `Host`.
  package var authority: String
  /// The client's IP address as text, without the port.
  package var peer: String
  /// 1 for HTTP/1.1, 0 for HTTP/1.0.
  package var minorVersion: Int
  /// The fields of the CONNECT that opened the tunnel of this request. Nil when the request came without a tunnel.
  package var tunnel: HTTPFields?
  /// What the server that relayed this request says beside it. Set only when the request came over a connection on which both
  /// servers have proved that they belong together; nil for every request of a client.
  package var relayNote: String?
  /// The number that the servers of a cluster have given to the request. It is the same whichever of them has the request. 0: none has one.
  package var clusterNumber: UInt64 = 0
  /// When the server began to read the end of the request, in nanoseconds since the machine started. 0: no socket brought it.
  package var arrivedAt: UInt64 = 0

  package init(
    method: String = "GET", path: String = "/", query: String? = nil, fields: HTTPFields = .init(), body: [UInt8] = [],
    isSecure: Bool = false, authority: String = "localhost", peer: String = "127.0.0.1",
    minorVersion: Int = 1
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.body = body
    self.isSecure = isSecure
    self.authority = authority
    self.peer = peer
    self.minorVersion = minorVersion
  }

  /// What the client gave to this server as its proxy: in the CONNECT of the tunnel, else with the request itself.
  package var proxyCredentials: ProxyCredentials? { ProxyCredentials(tunnel ?? fields) }

  /// Whether `Content-Type` names that media type, with whatever parameters. Case does not count.
  package func hasBody(of type: String) -> Bool {
    guard let field = fields["Content-Type"] else { return false }
    let bytes = field.utf8.span
    let media = bytes.text(0..<(bytes.firstIndex(of: HTTPSyntax.semicolon) ?? bytes.count))
    return ASCII.equalIgnoringCase(ASCII.trimmed(media), type)
  }

  /// Whether the body is to be read as a form: its media type is that of forms, or the client names none. The HTTP
  /// client of the Azure SDK for Java names none, and the service reads its form (observed: azure-sdk-for-java 41018).
  package var hasForm: Bool {
    fields["Content-Type"] == nil || hasBody(of: "application/x-www-form-urlencoded")
  }

  /// The request that a parsed head and its body make.
  package init(_ head: HTTPRequestHead, body: [UInt8], isSecure: Bool, peer: String) {
    self.init(
      method: head.method, path: head.target.path, query: head.target.query, fields: head.fields, body: body,
      isSecure: isSecure, authority: head.authority, peer: peer, minorVersion: head.minorVersion)
  }
}
