/// The signatures a JWT here may carry (RFC 7518 §3.1), all over SHA-256.
package enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// RSASSA-PKCS1-v1_5.
  case rs256 = "RS256"
  /// RSASSA-PSS with a salt as long as the hash.
  case ps256 = "PS256"
  /// ECDSA on P-256, the two numbers of 32 bytes side by side instead of DER (RFC 7518 §3.4).
  case es256 = "ES256"
}
