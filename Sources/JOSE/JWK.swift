import Bytes
package import Crypto
package import JSON

/// An RSA public key as JSON (RFC 7517, RFC 7518 §6.3).
package struct JWK: Sendable {
  package var id: String?
  /// What the key is for: `sig`, `enc`, or nothing said.
  package var use: String?
  package var algorithm: String?
  /// The SHA-1 thumbprint of the key's certificate, base64url.
  package var thumbprint: String?
  package var key: PublicKey

  /// Reads one key. Members that have no meaning here are passed over.
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
