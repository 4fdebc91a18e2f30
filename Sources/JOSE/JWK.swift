import Bytes
package import Crypto
package import JSON

/// An RSA public key from JSON (RFC 7517, RFC 7518 §6.3).
package struct JWK: Sendable {
  /// `kid`; nil when the JSON has none.
  package var id: String?
  /// `use`: `sig`, `enc`, or nil when the JSON has none.
  package var use: String?
  /// `alg`, which nothing here depends on; nil when the JSON has none.
  package var algorithm: String?
  /// `x5t`, the SHA-1 thumbprint of the key's certificate in base64url. Nil when the JSON has none.
  package var thumbprint: String?
  package var key: PublicKey

  /// The SHA-256 thumbprint of an RSA key as JSON, in base64url (RFC 7638 §3). Nil for JSON that is not an RSA key.
  package static func thumbprint(of key: JSONValue) -> String? {
    guard key["kty"]?.string == "RSA", let n = key["n"]?.string, let e = key["e"]?.string else { return nil }
    let members: JSONValue = ["e": .string(e), "kty": "RSA", "n": .string(n)]
    return Base64.encodeURL(SHA256.hash(members.serialized))
  }

  /// Reads one key and ignores members that it does not know.
  /// - Throws: `unusableKey` for another type than RSA, and for numbers that `PublicKey.rsa` refuses.
  package init(_ value: JSONValue) throws(JOSEError) {
    guard value["kty"]?.string == "RSA" else { throw .unusableKey("its kty is not RSA") }
    guard let n = value["n"]?.string, let e = value["e"]?.string else { throw .unusableKey("n or e is missing") }
    guard let modulus = Base64.decode(n), let exponent = Base64.decode(e) else {
      throw .unusableKey("n or e is not base64url")
    }
    do throws(CryptoError) {
      key = try PublicKey.rsa(modulus: modulus, exponent: exponent)
    } catch { throw .unusableKey(error.description) }
    id = value["kid"]?.string
    use = value["use"]?.string
    algorithm = value["alg"]?.string
    thumbprint = value["x5t"]?.string
  }
}
