package import Bytes
package import HTTPWire

/// Decides about requests for other hosts, for a server that is also a forward proxy. Such a request is a CONNECT, or
/// clear text with an absolute URL as its target (RFC 9112 §3.2.2).
package protocol ProxyPolicy: Sendable {
  /// Called on an event loop, so it must not block.
  func decide(on target: ProxyTarget) -> ProxyDecision
}

/// The host and port that a client wants to reach through the proxy.
package struct ProxyTarget: Sendable {
  /// `CONNECT`, or the method of the request itself.
  package var method: String
  /// The host as the client named it, with the port when it named one.
  package var authority: HTTPAuthority
  /// The path of the URL without the query; empty for CONNECT.
  package var path: String
  /// Whether this server listens on that port number, whatever the host.
  package var isOwnPort: Bool
  /// The port of the scheme, for an authority that names none: 443, or 80 for an `http` URL. A CONNECT names its port.
  package var defaultPort: UInt16 = 443
  /// The request to the proxy without its body. It tells who asks, and with which name and password.
  package var request = HTTPRequest()

  /// The port to connect to.
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

/// What the proxy does with a request for another host.
package enum ProxyDecision: Sendable {
  /// This server answers in the place of the other host, over TLS or in clear text, as the client begins.
  case serve
  /// The client gets this answer.
  case refuse(HTTPResponse)
  /// The proxy connects to the host and copies bytes both ways.
  case tunnel(TunnelPermit)
}

/// Why the server makes no tunnel although the policy granted one.
package enum TunnelRefusal: Sendable, Hashable {
  /// The look-up gave these addresses, and the permit admits none of them.
  case notAdmitted([IPAddress])
  /// The name leads to this address, which is this server itself. The server takes whoever comes from this machine for a
  /// local program, and through a tunnel everybody would come from here.
  case ownPort(IPAddress)
  /// There are as many tunnels as the server has places for, at most this many.
  case tooMany(Int)
}

/// Which addresses a tunnel may lead to. A name can resolve to any address, so the decision is about the addresses
/// that the look-up gave. All closures are called on an event loop, so they must not block.
package struct TunnelPermit: Sendable {
  /// Whether the proxy may connect to that address.
  package var admits: @Sendable (IPAddress) -> Bool
  /// Called when the tunnel has a place and the look-up begins.
  package var began: @Sendable () -> Void
  /// The answer to a client that gets no tunnel.
  package var refuse: @Sendable (TunnelRefusal) -> HTTPResponse

  package init(
    admits: @escaping @Sendable (IPAddress) -> Bool, began: @escaping @Sendable () -> Void = {},
    refuse: @escaping @Sendable (TunnelRefusal) -> HTTPResponse
  ) {
    self.admits = admits
    self.began = began
    self.refuse = refuse
  }
}
