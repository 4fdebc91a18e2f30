import Bytes
import Crypto
import HTTPServer
import Time

/// The local certificate authority, kept in a directory, and the certificate this server shows.
final class CertificateStore: TLSIdentityProvider {
  /// The authority's certificate, which people put in their trust stores.
  let authorityPath: String
  let authorityPEM: String
  private let identity: TLSIdentity

  /// Loads the authority of `directory`, or makes and keeps one; then makes the server's own certificate for `names`.
  init(directory: String, names: [String], clock: any WallClock, entropy: any Entropy) throws {
    authorityPath = directory + "/ca.pem"
    let keyPath = directory + "/ca.key"
    let authority: CertificateAuthority
    if let certificate = try Files.read(authorityPath), let key = try Files.read(keyPath) {
      do {
        authority = try CertificateAuthority.load(
          certificatePEM: String(decoding: certificate, as: UTF8.self),
          privateKeyPEM: String(decoding: key, as: UTF8.self))
      } catch {
        throw StartError(
          "\(authorityPath) and \(keyPath) are no certificate authority (\(error)); remove both to have a new one made")
      }
    } else {
      try Files.makeDirectory(directory)
      authority = try CertificateAuthority.create(now: clock.now, entropy: entropy)
      try Files.write(try authority.key.pem(), to: keyPath, mode: 0o600)
      try Files.write(try authority.certificate.pem(), to: authorityPath)
    }
    authorityPEM = try authority.certificate.pem()
    let leaf = try authority.issueLeaf(
      names: ["localhost", "*.localhost"] + names.filter { !Self.isAddress($0) },
      addresses: ["127.0.0.1", "::1"] + names.filter(Self.isAddress), now: clock.now, entropy: entropy)
    identity = try TLSIdentity(
      certificateChainPEM: leaf.certificateChainPEM, privateKeyPEM: leaf.privateKeyPEM)
  }

  func identity(forServerName name: String?) -> TLSIdentity? { identity }

  private static func isAddress(_ name: String) -> Bool {
    name.contains(":") || name.utf8.allSatisfy { ASCII.isDigit($0) || $0 == 0x2E }
  }
}
