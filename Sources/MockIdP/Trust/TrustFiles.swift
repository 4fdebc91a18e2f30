import Crypto

/// The paths of files that make other programs trust the server. The files hold no secrets.
package struct TrustFiles: Sendable, Hashable {
  /// PEM with the certificate of the authority alone.
  package let authority: String
  /// PEM with the system's roots and the authority, for programs that read one file in the place of the system's
  /// roots.
  package let bundle: String
  /// The same certificates as a Java trust store (PKCS #12).
  package let trustStore: String

  package init(authority: String, bundle: String, trustStore: String) {
    self.authority = authority
    self.bundle = bundle
    self.trustStore = trustStore
  }

  /// The password of the Java trust store, the same as that of Java's own. Java does not read the file without a
  /// password; the password protects nothing.
  package static let password = "changeit"

  /// Where systems keep their roots: Debian and Alpine, Fedora, SUSE, macOS and BSD.
  private static let systemRoots = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  /// Writes the files into a directory, which is made when it is missing. The roots come from the file that
  /// `SSL_CERT_FILE` names, else from the system's. Where neither exists, the files have the authority's certificate
  /// only. Files that are complete already are left as they are.
  ///
  /// - Throws: `StartError` when a file cannot be written.
  package static func write(
    authorityPEM: String, in directory: String, environment: [String: String]
  ) throws -> TrustFiles {
    try Files.makeDirectory(directory)
    let files = TrustFiles(
      authority: directory + "/ca.pem", bundle: directory + "/bundle.pem", trustStore: directory + "/truststore.p12")
    let candidates = [environment["SSL_CERT_FILE"]].compactMap(\.self) + systemRoots
    let roots = candidates.lazy.filter { $0 != files.bundle && !$0.isEmpty }
      .compactMap { (try? Files.read($0)) ?? nil }.first
    let certificates = PEMText.certificates(in: roots.map { String(decoding: $0, as: UTF8.self) } ?? "")
    let bundle = (certificates.filter { $0 != authorityPEM } + [authorityPEM]).joined()
    let isKnown = try Files.read(files.bundle).map { String(decoding: $0, as: UTF8.self) == bundle } ?? false
    if isKnown, try Files.read(files.authority) != nil, try Files.read(files.trustStore) != nil { return files }
    // A certificate that this program cannot read is left out of the trust store.
    let known = PEMText.certificates(in: bundle).compactMap { try? Certificate.pem($0) }
    try Files.write(authorityPEM, to: files.authority)
    try Files.write(bytes: try TrustStore.pkcs12(known, password: password), to: files.trustStore)
    try Files.write(bundle, to: files.bundle)
    return files
  }
}
