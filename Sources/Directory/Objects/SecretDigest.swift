import Bytes
import Crypto

/// A password or client secret as it is kept: salted and digested. One round of HMAC is enough here: the secrets of a test
/// authority are public, and this only keeps them out of stores, snapshots and logs.
package struct SecretDigest: Sendable, Hashable, Codable {
  private let salt: String
  private let digest: String

  package init(_ secret: String, salt: [UInt8]) {
    self.salt = Base64.encodeURL(salt)
    digest = Base64.encodeURL(HMACSHA256.authenticate(Array(secret.utf8), key: salt))
  }

  private static let form = "hmac-sha256"

  /// The way `init(written:)` reads it: `hmac-sha256:SALT:DIGEST`.
  package var written: String { "\(Self.form):\(salt):\(digest)" }

  /// A digest that was written down; nil for a text that is none.
  package init?(written text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts.first == Self.form, let salt = parts.dropFirst().first, let digest = parts.last,
      let key = Base64.decode(salt), !key.isEmpty, Base64.decode(digest)?.count == 32
    else { return nil }
    self.salt = salt
    self.digest = digest
  }

  /// Whether `secret` is the one, decided in constant time over the bytes.
  package func matches(_ secret: String) -> Bool {
    guard let salt = Base64.decode(salt), let digest = Base64.decode(digest) else { return false }
    return ConstantTime.equal(HMACSHA256.authenticate(Array(secret.utf8), key: salt), digest)
  }
}
