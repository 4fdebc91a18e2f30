package import Scenarios

/// What the control API is told when a server is put together.
package struct ControlConfiguration: Sendable {
  /// The version of this program.
  package var version: String
  /// What opens the API to callers on other machines; nil keeps it closed to them.
  package var token: String?
  /// Names of this server besides those of the loopback interface, such as `mockidp`: as `Host`, without a port.
  package var hostNames: [String]
  /// The certificate that people put in their trust stores; nil when there is none to hand out.
  package var certificateAuthorityPEM: String?
  /// The worlds of the server; nil for an API that has the one of its calls only.
  package var worlds: WorldRegistry?
  /// How worlds are reached.
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
