import Directory

/// The files with the published certificate and key of the seeded app `daemon`, so that a client can prove itself with
/// them.
package struct AppFiles: Sendable, Hashable {
  /// PEM with the key, then the certificate.
  package let pem: String
  /// The same as PKCS #12, with an empty password.
  package let pfx: String

  package init(pem: String, pfx: String) {
    self.pem = pem
    self.pfx = pfx
  }

  /// Writes the files into a directory, which is made when it is missing. They hold no secrets: the key is in the source.
  /// - Throws: `StartError` when a file cannot be written.
  package static func write(in directory: String) throws -> AppFiles {
    try Files.makeDirectory(directory)
    let files = AppFiles(pem: directory + "/daemon.pem", pfx: directory + "/daemon.pfx")
    try Files.write(DaemonCertificate.privateKeyPEM + "\n" + DaemonCertificate.certificatePEM + "\n", to: files.pem)
    try Files.write(bytes: DaemonCertificate.pfx, to: files.pfx)
    return files
  }
}
