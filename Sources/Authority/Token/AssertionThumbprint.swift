import Bytes
import Crypto
import Directory
import JSON

/// The thumbprint of the certificate that an assertion names in its header: `x5t#S256` or `x5t`, else the first
/// certificate of `x5c`. A `kid` alone names none (observed: keycloak 19425).
struct AssertionThumbprint: CustomStringConvertible {
  /// A SHA-1 or SHA-256 digest; its length tells which.
  let bytes: [UInt8]

  /// Nil when the header names no certificate.
  init?(_ header: JSONValue) {
    if let text = header["x5t#S256"]?.string ?? header["x5t"]?.string {
      bytes = Self.decode(text)
    } else if let leaf = header["x5c"]?.array?.first.flatMap(AssertionCertificate.der) {
      bytes = SHA1.hash(leaf)
    } else {
      return nil
    }
  }

  /// Libraries send both alphabets of base64, padding, and even a line feed at the end (observed); some send
  /// hexadecimal digits.
  private static func decode(_ text: String) -> [UInt8] {
    let text = text.filter { $0 != "=" && !$0.isWhitespace }
    if text.utf8.count == 40 || text.utf8.count == 64, let bytes = Hex.decode(text) { return bytes }
    return Base64.decode(text) ?? []
  }

  /// Whether the thumbprint is that of the certificate.
  func names(_ certificate: ClientCertificate) -> Bool {
    let text = description
    return text == certificate.sha1Thumbprint || text == certificate.sha256Thumbprint
  }

  /// Hexadecimal digits with capital letters.
  var description: String { Hex.encode(bytes, uppercase: true) }
}
