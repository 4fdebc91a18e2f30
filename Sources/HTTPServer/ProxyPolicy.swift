package import HTTPWire

/// Decides what happens to a CONNECT, for a server that is also a forward proxy.
package protocol ProxyPolicy: Sendable {
  func decide(on authority: HTTPAuthority) -> ProxyDecision
}

package enum ProxyDecision: Sendable {
  /// This server answers in the other's place, over TLS or in clear as the client begins.
  case serve
  case refuse(HTTPResponse)
  /// Bytes are carried to the host asked for, port 443 when none was named, and back.
  case tunnel
}
