import Bytes
package import Crypto
package import JSON

extension JWS {
  /// Signs `payload` and returns the three parts with dots between them. The header goes out as the caller made it,
  /// with its `alg` and its order of members.
  package static func compact(
    header: JSONValue, payload: JSONValue, key: PrivateKey, algorithm: SignatureAlgorithm = .rs256
  ) throws(CryptoError) -> String {
    var token: [UInt8] = []
    token.reserveCapacity(2_048)
    Base64.appendURL(header.serialized, to: &token)
    token.append(0x2E)
    Base64.appendURL(payload.serialized, to: &token)
    let signature = try key.sign(token, algorithm: algorithm)
    token.append(0x2E)
    Base64.appendURL(signature, to: &token)
    return String(decoding: token, as: UTF8.self)
  }

  /// The value of `at_hash` for that access token, or of `c_hash` for that code: the left half of its SHA-256 in
  /// base64url (OpenID Connect Core §3.1.3.6, §3.3.2.11).
  package static func leftHalfHash(of text: String) -> String {
    Base64.encodeURL(Array(SHA256.hash(text).prefix(16)))
  }
}
