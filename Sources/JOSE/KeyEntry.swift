import Bytes
package import Crypto
package import JSON

/// The public half of a signing key, as a key document lists it.
package struct KeyEntry: Sendable, Hashable {
  /// The SHA-1 thumbprint of the certificate in base64url. It is `kid` and `x5t`, as with Entra's keys (observed).
  package let id: String
  private let modulus: String
  private let exponent: String
  /// The certificate in DER and base64, for `x5c`.
  private let certificateText: String

  /// - Throws: `CryptoError` when the certificate's key is not an RSA key.
  package init(_ certificate: Certificate) throws(CryptoError) {
    let key = try certificate.publicKey()
    guard let modulus = key.modulus, let exponent = key.exponent else {
      throw CryptoError("use a signing key", reasons: ["the key is not RSA"])
    }
    id = Base64.encodeURL(certificate.sha1Thumbprint)
    self.modulus = Base64.encodeURL(modulus)
    self.exponent = Base64.encodeURL(exponent)
    certificateText = Base64.encode(certificate.der)
  }

  /// The key as Entra publishes it, with the members in Entra's order and without `alg` (observed). A nil argument
  /// leaves its member out.
  package func jwk(issuer: String? = nil, cloudInstanceName: String? = nil) -> JSONValue {
    var members = JSONObject()
    members.append("kty", "RSA" as JSONValue)
    members.append("use", "sig" as JSONValue)
    members.append("kid", .string(id))
    members.append("x5t", .string(id))
    members.append("n", .string(modulus))
    members.append("e", .string(exponent))
    members.append("x5c", .array([.string(certificateText)]))
    members.append("cloud_instance_name", cloudInstanceName)
    members.append("issuer", issuer)
    return .object(members)
  }

  package static func == (left: KeyEntry, right: KeyEntry) -> Bool { left.id == right.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
