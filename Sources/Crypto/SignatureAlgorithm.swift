/// The algorithms that this server can sign and verify a JWT with (RFC 7518 §3.1), all with SHA-256. The raw value is
/// `alg`.
package enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// RSASSA-PKCS1-v1_5.
  case rs256 = "RS256"
  /// RSASSA-PSS with a salt of 32 bytes, as long as the hash.
  case ps256 = "PS256"
  /// ECDSA on P-256. The signature is two numbers of 32 bytes side by side, not DER (RFC 7518 §3.4).
  case es256 = "ES256"
}
