import Bytes
import Crypto

/// The salted digest of a password or client secret. The server keeps it in the place of the text. One round of HMAC
/// is enough: the secrets of a test authority are public, and the digest only keeps them out of stores, snapshots and
/// logs.
package struct SecretDigest: Sendable, Hashable, Codable {
  private let salt: String
  private let digest: String

  /// The salt may be any bytes, 16 by custom. The same secret and salt give the same digest.
  package init(_ secret: String, salt: [UInt8]) {
    self.salt = Base64.encodeURL(salt)
    digest = Base64.encodeURL(HMACSHA256.authenticate(Array(secret.utf8), key: salt))
  }

  /// The digest in the place of one that nobody will look at. No secret matches it.
  static let none = SecretDigest()

  private init() {
    salt = ""
    digest = ""
  }

  private static let form = "hmac-sha256"

  /// The digest as text for scenario files: `hmac-sha256:SALT:DIGEST`, both parts in base64url. `init(written:)`
  /// reads it back.
  package var written: String { "\(Self.form):\(salt):\(digest)" }

  /// Reads what `written` gives. Nil for any other text: a wrong prefix, an empty salt, or a digest that is not 32
  /// bytes.
  package init?(written text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts.first == Self.form, let salt = parts.dropFirst().first, let digest = parts.last,
      let key = Base64.decode(salt), !key.isEmpty, Base64.decode(digest)?.count == 32
    else { return nil }
    self.salt = salt
    self.digest = digest
  }

  /// Whether `secret` is the text behind the digest. The digests are compared in constant time.
  package func matches(_ secret: String) -> Bool {
    guard let salt = Base64.decode(salt), let digest = Base64.decode(digest) else { return false }
    return ConstantTime.equal(HMACSHA256.authenticate(Array(secret.utf8), key: salt), digest)
  }
}
