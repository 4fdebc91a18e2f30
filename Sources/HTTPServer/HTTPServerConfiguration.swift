package import Time

/// Where a server listens and how.
package struct HTTPServerConfiguration: Sendable {
  /// A numeric address of this machine, or `localhost` for both loopback addresses as far as there are two.
  package var host = "127.0.0.1"
  /// Nil for no plain listener, 0 for any free port.
  package var httpPort: UInt16?
  /// Nil for no TLS listener, 0 for any free port. Needs `tls`.
  package var httpsPort: UInt16?
  package var limits = HTTPLimits()
  package var tls: (any TLSIdentityProvider)?
  /// Nil for a server that refuses CONNECT and takes every absolute URL for one of its own.
  package var proxy: (any ProxyPolicy)?
  /// Event loops, at least one; best one for each core.
  package var loops: Int
  /// Dates the answers that have no `Date` of their own.
  package var clock: any WallClock
  /// What the person who starts the server calls these settings, for the remedy in an error.
  package var hostOption = "--host"
  package var httpPortOption = "--http-port"
  package var httpsPortOption = "--https-port"

  package init(
    host: String = "127.0.0.1", httpPort: UInt16? = 0, httpsPort: UInt16? = nil, limits: HTTPLimits = HTTPLimits(),
    tls: (any TLSIdentityProvider)? = nil, proxy: (any ProxyPolicy)? = nil, loops: Int = 2, clock: any WallClock
  ) {
    self.host = host
    self.httpPort = httpPort
    self.httpsPort = httpsPort
    self.limits = limits
    self.tls = tls
    self.proxy = proxy
    self.loops = loops
    self.clock = clock
  }
}
