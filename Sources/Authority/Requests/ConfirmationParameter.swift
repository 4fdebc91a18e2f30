import Bytes
import JOSE
import JSON
import Policy

/// `token_type` and `req_cnf`: the client asks for a token that is bound to a key of its own (Microsoft: "Access tokens in
/// the Microsoft identity platform", proof of possession; MSAL for .NET, Android and JavaScript send them).
enum ConfirmationParameter {
  /// The key in `req_cnf`, which is JSON in base64url: the thumbprint in `kid`, or the key itself. Nil for a bearer
  /// token.
  ///
  /// - Throws: AADSTS392196 for a token that is bound to a certificate; AADSTS900144 without `req_cnf`; AADSTS90023 for one that names no key, and for types of tokens that this
  ///   server does not make.
  static func read(_ form: FormFields) throws(Refusal) -> KeyConfirmation? {
    // `req_cnf` alone means `pop` (observed 2026-09: remote desktop client).
    guard let type = form.nonEmpty("token_type") ?? (form.nonEmpty("req_cnf") == nil ? nil : "pop"),
      !ASCII.equalIgnoringCase(type, "Bearer")
    else { return nil }
    // No API here has opted in to tokens that are bound to a certificate.
    if ASCII.equalIgnoringCase(type, "mtls_pop") { throw Refusal(.certificateBoundUnsupported) }
    guard ASCII.equalIgnoringCase(type, "pop") else { throw .tokenTypeUnsupported }
    guard let text = form.nonEmpty("req_cnf") else { throw .missingParameter("req_cnf") }
    guard let bytes = Base64.decode(text), let key = try? JSONValue.parse(bytes),
      let id = key["kty"] == nil ? key["kid"]?.string : JWK.thumbprint(of: key), !id.isEmpty
    else { throw .confirmationUnreadable }
    return KeyConfirmation(keyID: id, storage: key["xms_ksl"]?.string)
  }
}
