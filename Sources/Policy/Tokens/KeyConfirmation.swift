package import JSON

/// The key that an access token is bound to (RFC 7800 §3.4, `cnf`). Only who holds the key can use such a token.
package struct KeyConfirmation: Sendable, Hashable {
  /// The SHA-256 thumbprint of the key, in base64url.
  package let keyID: String
  /// Where the client keeps the key (`xms_ksl`), such as `sw` for software. Nil when the client did not say it.
  package let storage: String?

  package init(keyID: String, storage: String?) {
    self.keyID = keyID
    self.storage = storage
  }

  /// The value of the claim `cnf`.
  package var claim: JSONValue {
    var claim: JSONObject = ["kid": .string(keyID)]
    claim.append("xms_ksl", storage)
    return .object(claim)
  }
}
