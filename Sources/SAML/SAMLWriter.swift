import Crypto
import Policy
import Worlds
import XML

/// Writes a Response with its signatures (Microsoft: "Advanced certificate signing options in a SAML token").
struct SAMLWriter {
  let identity: SAMLIdentity
  let damage: SAMLDamage

  /// The Response as it is sent. `response` becomes what was written.
  ///
  /// - Throws: `CryptoError` when there is no key.
  func write(_ response: inout SAMLResponse, _ call: Call, _ exchange: inout Exchange) throws -> XMLElement {
    let signing = identity.party.settings.signing
    let signer = try identity.signer(call)
    var assertion = response.assertion
    if signing != .response { assertion = try signer.signed(assertion, at: 1) }
    let whole = response.tree(assertion: assertion)
    return signing == .assertion ? whole : try signer.signed(whole, at: 1)
  }
}
