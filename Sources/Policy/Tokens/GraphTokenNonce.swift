import Bytes
import Crypto
package import JSON

/// The `nonce` in the header of Microsoft Graph's tokens (observed): what is signed is not the header as it is sent but one with
/// the nonce's digest in its place, so that only those who know can verify the signature.
package enum GraphTokenNonce {
  /// The header that is signed for the one that is sent; nil when that has no nonce.
  package static func signedHeader(for sent: JSONObject) -> JSONObject? {
    guard let nonce = sent["nonce"]?.string else { return nil }
    var signed = sent
    signed["nonce"] = .string(Base64.encodeURL(SHA256.hash(Array(nonce.utf8))))
    return signed
  }
}
