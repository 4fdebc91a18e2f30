/// How the servers of one cluster prove to each other that they belong together. Each has a certificate of the same authority for the
/// same name, and nobody else has.
package struct RelayConfiguration: Sendable, Hashable {
  /// The roots of the cluster. They sign nothing else than certificates of its servers.
  package var authorityPEM: String
  /// This server's certificate for `serverName` first, then the intermediate certificates. Its extended key usage allows both servers
  /// and clients, or it has none.
  package var certificateChainPEM: String
  /// The key of the first certificate, not encrypted.
  package var privateKeyPEM: String
  /// The name by which the HTTPS port is asked for this certificate (SNI), and that the other's certificate must have.
  package var serverName: String
  /// How long it may take to connect with another server, for all of its addresses together, with the handshake.
  package var openingTime = Duration.seconds(2)

  package init(
    authorityPEM: String, certificateChainPEM: String, privateKeyPEM: String,
    serverName: String = "relay.mockidp.internal"
  ) {
    self.authorityPEM = authorityPEM
    self.certificateChainPEM = certificateChainPEM
    self.privateKeyPEM = privateKeyPEM
    self.serverName = serverName
  }
}
