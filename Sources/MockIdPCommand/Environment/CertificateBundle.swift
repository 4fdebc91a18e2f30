/// One file with the system's certificate authorities and the server's, for runtimes that read one file only.
enum CertificateBundle {
  /// Where systems keep their roots: Debian and Alpine, Fedora, SUSE, macOS and BSD.
  private static let systemRoots = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  /// Writes the file into the home directory and returns its path. What `SSL_CERT_FILE` names counts as the system's roots;
  /// on a system without any the file holds the server's alone.
  static func write(authorityPEM: String, in home: String, environment: [String: String]) throws(CommandError) -> String
  {
    let path = home + "/ca-bundle.pem"
    let candidates = [environment["SSL_CERT_FILE"]].compactMap(\.self) + systemRoots
    let roots = candidates.lazy.filter { $0 != path }.compactMap { try? TextFile.read($0) }.first ?? ""
    let text = roots.contains(authorityPEM) ? roots : lines(roots) + authorityPEM
    if (try? TextFile.read(path)) != text { try TextFile.replace(path, with: text) }
    return path
  }

  private static func lines(_ text: String) -> String { text.isEmpty || text.hasSuffix("\n") ? text : text + "\n" }
}
