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

  static func text(path: String, _ palette: Palette) -> String {
    entries(path).map { entry in
      ([palette.bold(entry.place)] + entry.lines.map { "  \($0)" }
        + (entry.note.map { Columns.labelled("", $0, indent: 4, width: 80) } ?? []))
        .joined(separator: "\n")
    }
    .joined(separator: "\n") + "\n"
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
