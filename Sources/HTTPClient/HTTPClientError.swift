/// Why a request has no answer.
package struct HTTPClientError: Error, Hashable, CustomStringConvertible {
  /// The cause, for callers that decide by it.
  package enum Kind: Sendable, Hashable {
    /// The URL, or the proxy's URL, is not one of `http` or `https`, or has characters that must be escaped.
    case badURL
    /// The text with the certificate authorities has no PEM certificate in it.
    case badAuthority
    /// The resolver finds no address for the name.
    case unknownHost
    /// No program listens on that port, or the proxy refused the tunnel.
    case refused
    /// Connecting, or one wait for bytes, took longer than the client's timeout.
    case timeout
    /// The handshake failed, for example because the certificate is not trusted or names another host.
    case tls
    /// The connection ended, or broke, before the answer was complete.
    case connectionLost
    /// The answer is not HTTP/1.
    case badAnswer
    /// The answer is longer than the limits allow.
    case tooLarge
  }

  package var kind: Kind
  /// One sentence that names the host and the port.
  package var description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
