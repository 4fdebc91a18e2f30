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

  /// Whether `secret` is the one, decided in constant time over the bytes.
  package func matches(_ secret: String) -> Bool {
    guard let salt = Base64.decode(salt), let digest = Base64.decode(digest) else { return false }
    return ConstantTime.equal(HMACSHA256.authenticate(Array(secret.utf8), key: salt), digest)
  }
}
