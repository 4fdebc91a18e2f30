import Bytes
import COpenSSL

/// What a server needs to prove to another one that both belong to the same cluster, and to have that proved to it.
///
/// Sendable because nothing changes it after `init`, and OpenSSL counts references atomically (openssl-threads(7)).
final class RelayTrust: @unchecked Sendable {
  let serverName: String
  private let identity: TLSIdentity
  private let roots: OpaquePointer
  private let client: OpaquePointer

  /// - Throws: `TLSError` when a certificate or the key cannot be read.
  init(_ configuration: RelayConfiguration) throws(TLSError) {
    mockidp_OPENSSL_begin()
    serverName = ASCII.lowercased(configuration.serverName)
    identity = try TLSIdentity(
      certificateChainPEM: configuration.certificateChainPEM, privateKeyPEM: configuration.privateKeyPEM)
    let certificates = try TLSIdentity.readCertificates(configuration.authorityPEM)
    defer { TLSIdentity.free(certificates) }
    guard let roots = X509_STORE_new() else { throw .drainingQueue("No memory for the cluster's authority") }
    for index in 0..<OPENSSL_sk_num(certificates) {
      X509_STORE_add_cert(roots, TLSIdentity.certificate(certificates, index))
    }
    guard let client = mockidp_ssl_demanding_client(roots) else {
      X509_STORE_free(roots)
      throw .drainingQueue("TLS between servers cannot be set up")
    }
    self.roots = roots
    self.client = client
  }

  deinit {
    SSL_CTX_free(client)
    X509_STORE_free(roots)
  }

  /// Prepares the server's side of a handshake in which the client asked for `serverName`. False when OpenSSL refuses, which ends the
  /// handshake.
  func demand(in session: OpaquePointer) -> Bool {
    identity.use(in: session) && mockidp_ssl_demand_certificate(session, roots, serverName) == 1
  }

  /// A new session as the client of another server. Nil when memory runs out.
  func makeClient() -> OpaquePointer? {
    guard let session = SSL_new(client) else { return nil }
    guard identity.use(in: session), mockidp_ssl_set_server_name(session, serverName) == 1,
      SSL_set1_host(session, serverName) == 1
    else {
      SSL_free(session)
      return nil
    }
    SSL_set_connect_state(session)
    return session
  }
}
