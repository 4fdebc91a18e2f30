package import Bytes
package import HTTPWire

/// Decides what happens to a request for another host, for a server that is also a forward proxy: a CONNECT, or a request in
/// clear text whose target is an absolute URL (RFC 9112 §3.2.2).
package protocol ProxyPolicy: Sendable {
  func decide(on target: ProxyTarget) -> ProxyDecision
}

/// Where a client wants to go through a proxy.
package struct ProxyTarget: Sendable, Hashable {
  /// `CONNECT`, or the method of the request itself.
  package var method: String
  package var authority: HTTPAuthority
  /// Of the URL, without the query; empty for CONNECT.
  package var path: String
  /// Whether this server listens on the port.
  package var isOwnPort: Bool
  /// The port that is meant when none is named.
  package var defaultPort: UInt16 = 443

  package var port: UInt16 { authority.port ?? defaultPort }

  package init(
    method: String, authority: HTTPAuthority, path: String = "", isOwnPort: Bool = false, defaultPort: UInt16 = 443
  ) {
    self.method = method
    self.authority = authority
    self.path = path
    self.isOwnPort = isOwnPort
    self.defaultPort = defaultPort
  }
}

package enum ProxyDecision: Sendable {
  /// This server answers in the other's place, over TLS or in clear as the client begins.
  case serve
  case refuse(HTTPResponse)
  /// Bytes are carried to the host asked for and back.
  case tunnel(TunnelPermit)
}

/// Where a tunnel may lead. A name can lead anywhere, so the addresses count that it had when it was looked up. Both closures
/// are called off the event loops.
package struct TunnelPermit: Sendable {
  package var admits: @Sendable (IPAddress) -> Bool
  /// The answer when the host has addresses and none is admitted.
  package var refuse: @Sendable ([IPAddress]) -> HTTPResponse

  package init(
    admits: @escaping @Sendable (IPAddress) -> Bool, refuse: @escaping @Sendable ([IPAddress]) -> HTTPResponse
  ) {
    self.admits = admits
    self.refuse = refuse
  }
}
