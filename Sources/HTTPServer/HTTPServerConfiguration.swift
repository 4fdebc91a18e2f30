package import Time

/// Where a server listens, and with which limits, certificates and proxy rules.
package struct HTTPServerConfiguration: Sendable {
  /// A numeric address of this machine, or `localhost`, which binds 127.0.0.1 and, where the machine has it, ::1.
  package var host = "127.0.0.1"
  /// Nil for no plain listener, 0 for any free port.
  package var httpPort: UInt16?
  /// Nil for no TLS listener, 0 for any free port. Needs `tls`.
  package var httpsPort: UInt16?
  /// How much of the server one client may use, and for how long.
  package var limits = HTTPLimits()
  /// Counts connections, for whoever watches the server.
  package var counters = ServerCounters()
  /// Chooses the certificate of each TLS handshake. The HTTPS listener needs it.
  package var tls: (any TLSIdentityProvider)?
  /// Decides about requests for other hosts. Nil for a server that is not a proxy: it answers CONNECT with 501 and takes
  /// every absolute URL for one of its own.
  package var proxy: (any ProxyPolicy)?
  /// Lets the servers of a cluster relay requests to each other over the HTTPS port. Nil for a server that is alone.
  package var relay: RelayConfiguration?
  /// Finds the addresses of a host that a tunnel or a relayed request leads to. It may wait; it runs on a thread of its own.
  var lookUp: @Sendable (_ host: String, _ port: UInt16) -> [SocketAddress] = { SocketAddress.lookUp($0, port: $1) }
  /// How many event loops share the connections, at least one. One for each core is best.
  package var loops: Int
  /// The time of the `Date` field, for answers that the handler gave none.
  package var clock: any WallClock
  /// What the program that starts the server calls these three settings. `HTTPServerError` names them in its remedy.
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
