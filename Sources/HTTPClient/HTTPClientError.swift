/// Why a request got no answer, in one sentence that names the host and the port.
package struct HTTPClientError: Error, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    case badURL
    /// The certificate authorities given cannot be read.
    case badAuthority
    case unknownHost
    /// Nobody listens there.
    case refused
    case timeout
    /// The handshake failed; a certificate that is not trusted or names another host is one cause.
    case tls
    /// The connection ended, or broke, before the answer was complete.
    case connectionLost
    case badAnswer
  }

  package var kind: Kind
  package var description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
