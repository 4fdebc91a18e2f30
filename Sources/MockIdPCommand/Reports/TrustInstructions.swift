/// How each platform and runtime comes to trust a certificate authority, as text for the terminal.
enum TrustInstructions {
  private struct Entry {
    let place: String
    let lines: [String]
    var note: String?

    init(_ place: String, _ lines: String..., note: String? = nil) {
      self.place = place
      self.lines = lines
      self.note = note
    }
  }

  /// `fingerprint` is the SHA-1 of the certificate in hexadecimal, by which Windows finds it again.
  static func text(path: String, fingerprint: String, _ palette: Palette) -> String {
    text(of: entries(path), palette) + "\n" + palette.bold("To take the trust back, later") + "\n"
      + text(of: withdrawals(path, fingerprint), palette)
  }

  private static func text(of entries: [Entry], _ palette: Palette) -> String {
    entries.map { entry in
      ([palette.bold(entry.place)] + entry.lines.map { "  \($0)" }
        + (entry.note.map { Columns.labelled("", $0, indent: 4, width: 80) } ?? []))
        .joined(separator: "\n")
    }
    .joined(separator: "\n") + "\n"
  }

  /// How the trust of the system stores is taken back. The variables of the other entries end with their shell.
  private static func withdrawals(_ path: String, _ fingerprint: String) -> [Entry] {
    [
      Entry(
        "Debian, Ubuntu, Alpine", "sudo rm /usr/local/share/ca-certificates/mockidp.crt",
        "sudo update-ca-certificates --fresh"),
      Entry("Fedora, RHEL", "sudo rm /etc/pki/ca-trust/source/anchors/mockidp.pem", "sudo update-ca-trust"),
      Entry("macOS", "sudo security remove-trusted-cert -d \(path)"),
      Entry("Windows", "certutil -delstore Root \(fingerprint)", note: "With -user for one user."),
      Entry("Java", "keytool -delete -cacerts -storepass changeit -alias mockidp"),
      Entry("Chromium on Linux", "certutil -d sql:$HOME/.pki/nssdb -D -n mockidp"),
      Entry(
        "The authority itself", "rm \(path) \(keyPath(path))",
        note: "The next start makes another one, which nothing trusts yet."),
    ]
  }

  private static func keyPath(_ path: String) -> String {
    path.hasSuffix(".pem") ? String(path.dropLast("pem".count)) + "key" : path + ".key"
  }

  private static func entries(_ path: String) -> [Entry] {
    [
      Entry(
        "Debian, Ubuntu, Alpine", "sudo cp \(path) /usr/local/share/ca-certificates/mockidp.crt",
        "sudo update-ca-certificates"),
      Entry(
        "Fedora, RHEL", "sudo cp \(path) /etc/pki/ca-trust/source/anchors/mockidp.pem", "sudo update-ca-trust"),
      Entry(
        "macOS",
        "sudo security add-trusted-cert -d -r trustRoot \\",
        "  -k /Library/Keychains/System.keychain \(path)"),
      Entry("Windows", "certutil -addstore -f Root \(path)", note: "As administrator; -user trusts it for one user."),
      Entry("iOS simulator", "xcrun simctl keychain booted add-root-cert \(path)", note: "Lasts until it is erased."),
      Entry(
        "Android", "res/raw/mockidp.pem and res/xml/network_security_config.xml:",
        "<network-security-config><debug-overrides><trust-anchors>",
        "  <certificates src=\"@raw/mockidp\"/>",
        "</trust-anchors></debug-overrides></network-security-config>",
        note: "Named in the manifest by android:networkSecurityConfig. Debug builds only, which is what you want."),
      Entry("curl", "curl --cacert \(path) …", note: "Or CURL_CA_BUNDLE. On Windows add --ssl-no-revoke."),
      Entry("Node", "NODE_EXTRA_CA_CERTS=\(path)", note: "Added to the built-in roots; read once, at start."),
      Entry(
        "Python", "REQUESTS_CA_BUNDLE=\(path)",
        note: "For requests, so for MSAL, the Azure SDK and the Azure CLI; httpx and urllib take SSL_CERT_FILE."),
      Entry(
        "Java", "keytool -importcert -cacerts -storepass changeit -noprompt \\", "  -alias mockidp -file \(path)"),
      Entry(
        ".NET", "SSL_CERT_FILE=\(path)", note: "On Linux. On macOS and Windows the system's store counts, see above."),
      Entry(
        "Go, Ruby, PHP, OpenSSL", "SSL_CERT_FILE=\(path)",
        note: "Takes the place of the system's roots. Go on macOS and Windows asks the system's store."),
      Entry("Swift on Linux", "URLSessionCertificateAuthorityInfoFile=\(path)", note: "For Foundation's URLSession."),
      Entry(
        "Chromium on Linux", "certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n mockidp -i \(path)",
        note: "Firefox has a store of its own: Settings, Privacy & Security, View Certificates, Import."),
    ]
  }
}
