package import Bytes
package import HTTPWire
package import Metrics
package import Policy
package import Scenarios
package import Worlds

/// What the program tells the control API when it puts a server together.
package struct ControlConfiguration: Sendable {
  /// The version of this program, which `health` and exported archives show.
  package var version: String
  /// The control token, which every caller has to send. Nil or empty: programs on this machine need none, and the API
  /// is closed to all others.
  package var token: String?
  /// Names of this server beside those of the loopback interface, such as `mockidp`. Each is a host without a port.
  package var hostNames: [String]
  /// The addresses of reverse proxies. A call from such an address counts as one from another machine.
  package var trustedProxies: [IPNetwork]
  /// The certificate (PEM) that people add to their trust stores. Nil for a server without TLS.
  package var certificateAuthorityPEM: String?
  /// The worlds of the server. Nil for an API that only has the world of its calls.
  package var worlds: WorldRegistry?
  /// The URLs of the worlds. Nil: the origin that the caller used serves for all of them.
  package var addresses: WorldAddresses?
  /// The origin for clients that reach the server by a host, with or without a port, over TLS or not. Nil: a test cannot
  /// order tokens for another name than that of its call.
  package var origin: (@Sendable (_ authority: String, _ isSecure: Bool) -> Origin)?
  /// The name by which apps reach the server when the world says none, as `WorldSettings.issuer`. Nil: tokens that a test makes are from
  /// the origin of its call.
  package var issuer: String?
  /// The names of Microsoft's that the server answers, as `MicrosoftHosts.patterns`.
  package var hosts: [String] = []
  /// Answers the request of a user's browser in the world of a control call. The persona answers the pages. Nil as the answer: the host
  /// is none of this server's. Nil as a whole: an API without a server.
  package var browse: (@Sendable (HTTPRequest, _ for: Call, _ as: Persona) throws -> (HTTPResponse, Exchange)?)?

  /// The text for scrapers of metrics. Nil: an API without a server.
  package var metrics: (@Sendable (Exposition.Format) -> [UInt8])?
  /// The conditions for being ready, at this moment.
  package var readiness: @Sendable () -> [ReadinessState] = { [] }

  /// The client libraries that the program can write a configuration for. None in a server that another program embeds.
  package var snippets: [ClientSnippet] = []

  package init(
    version: String, token: String? = nil, hostNames: [String] = [], trustedProxies: [IPNetwork] = [],
    certificateAuthorityPEM: String? = nil,
    worlds: WorldRegistry? = nil, addresses: WorldAddresses? = nil
  ) {
    self.version = version
    self.token = token
    self.hostNames = hostNames
    self.trustedProxies = trustedProxies
    self.certificateAuthorityPEM = certificateAuthorityPEM
    self.worlds = worlds
    self.addresses = addresses
  }
}
