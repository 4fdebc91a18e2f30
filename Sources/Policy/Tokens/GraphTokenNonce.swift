import Bytes
import Crypto
package import JSON

/// The `nonce` in the header of Microsoft Graph's tokens (observed). The service signs a header that holds the
/// SHA-256 of the nonce and sends one that holds the nonce itself. So a client that does not know this cannot verify
/// the signature.
package enum GraphTokenNonce {
  /// The header to sign for this header to send. Nil when it has no nonce: both are then the same.
  package static func signedHeader(for sent: JSONObject) -> JSONObject? {
    guard let nonce = sent["nonce"]?.string else { return nil }
    var signed = sent
    signed["nonce"] = .string(Base64.encodeURL(SHA256.hash(Array(nonce.utf8))))
    return signed
  }
}
