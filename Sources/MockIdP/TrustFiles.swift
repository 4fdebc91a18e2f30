import Crypto

/// Files by which runtimes are told to trust the server. Nothing in them is secret.
package struct TrustFiles: Sendable, Hashable {
  /// The authority's certificate alone, as PEM.
  package let authority: String
  /// The system's roots and the authority, for those that read one file in place of their roots.
  package let bundle: String
  /// The same as a Java trust store (PKCS #12).
  package let trustStore: String

  package init(authority: String, bundle: String, trustStore: String) {
    self.authority = authority
    self.bundle = bundle
    self.trustStore = trustStore
  }

  /// The password of Java's own trust store. Without one Java does not read the file; it protects nothing.
  package static let password = "changeit"

  /// Where systems keep their roots: Debian and Alpine, Fedora, SUSE, macOS and BSD.
  private static let systemRoots = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  /// Writes the files into a directory, which is made if it is missing. What `SSL_CERT_FILE` names counts as the system's roots;
  /// on a system without any the files hold the authority's alone.
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
    // What cannot be read as a certificate is of no use in the trust store either.
    let known = PEMText.certificates(in: bundle).compactMap { try? Certificate.pem($0) }
    try Files.write(authorityPEM, to: files.authority)
    try Files.write(bytes: try TrustStore.pkcs12(known, password: password), to: files.trustStore)
    try Files.write(bundle, to: files.bundle)
    return files
  }
}
