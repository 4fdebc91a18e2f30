import Bytes
package import Crypto
package import JSON

extension JWS {
  /// Signs `payload` and writes the three parts. The header is taken as it is, its `alg` included, so the order of its
  /// members is the caller's.
  package static func compact(
    header: JSONValue, payload: JSONValue, key: PrivateKey, algorithm: SignatureAlgorithm = .rs256
  ) throws(CryptoError) -> String {
    let input = Base64.encodeURL(header.serialized) + "." + Base64.encodeURL(payload.serialized)
    let signature = try key.sign(Array(input.utf8), algorithm: algorithm)
    return input + "." + Base64.encodeURL(signature)
  }

  /// The value of `at_hash` or `c_hash` for that access token or code: the left half of its SHA-256, base64url
  /// (OpenID Connect Core §3.1.3.6, §3.3.2.11).
  package static func leftHalfHash(of text: String) -> String {
    Base64.encodeURL(Array(SHA256.hash(text).prefix(16)))
  }
}
