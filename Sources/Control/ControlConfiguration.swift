package import Scenarios

/// What the program tells the control API when it puts a server together.
package struct ControlConfiguration: Sendable {
  /// The version of this program, which `health` and exported archives show.
  package var version: String
  /// The control token, which callers on other machines send. Nil or empty: the API is closed to them.
  package var token: String?
  /// Names of this server beside those of the loopback interface, such as `mockidp`. Each is a host without a port.
  package var hostNames: [String]
  /// The certificate (PEM) that people add to their trust stores. Nil for a server without TLS.
  package var certificateAuthorityPEM: String?
  /// The worlds of the server. Nil for an API that only has the world of its calls.
  package var worlds: WorldRegistry?
  /// The URLs of the worlds. Nil: the origin that the caller used serves for all of them.
  package var addresses: WorldAddresses?

  package init(
    version: String, token: String? = nil, hostNames: [String] = [], certificateAuthorityPEM: String? = nil,
    worlds: WorldRegistry? = nil, addresses: WorldAddresses? = nil
  ) {
    self.version = version
    self.token = token
    self.hostNames = hostNames
    self.certificateAuthorityPEM = certificateAuthorityPEM
    self.worlds = worlds
    self.addresses = addresses
  }
}
