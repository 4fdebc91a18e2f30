import Crypto
package import HTTPServer
import Policy

/// The certificates of a site that this program serves beside the server: those of the same certificate authority, so that
/// whoever trusts the server trusts the site.
package enum SiteCertificates {
  /// - Parameters:
  ///   - home: the directory with the authority, which is made when there is none.
  ///   - names: further names and addresses beside `localhost`.
  /// - Returns: what chooses the certificate of each handshake.
  /// - Throws: `StartError` when the files cannot be read or written.
  package static func provider(home: String, names: [String]) throws -> any TLSIdentityProvider {
    try CertificateStore(
      directory: home, names: names, hosts: MicrosoftHosts(cloud: .global), clock: SystemClock(),
      entropy: SystemEntropy())
  }
}
