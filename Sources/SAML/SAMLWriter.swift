import Authority
import Crypto
import Directory
import JOSE
import Policy
import Time
import Worlds
import XML

/// Writes a Response with its signatures (Microsoft: "Advanced certificate signing options in a SAML token"), whole or as a rule wants it.
struct SAMLWriter {
  let identity: SAMLIdentity
  let damage: SAMLDamage
  let relayState: String?
  /// The same Response for somebody else, for damages that put another user in.
  let other: () -> SAMLResponse

  /// The Response as it is sent.
  ///
  /// - Throws: `CryptoError` when there is no key.
  func write(_ response: SAMLResponse, _ call: Call, _ exchange: inout Exchange) throws(CryptoError) -> SAMLForm {
    guard damage.isNone else { return try forge(response, call, &exchange) }
    let signing = identity.party.settings.signing
    let signer = try identity.signer(call)
    var assertion = response.assertion
    if signing != .response { assertion = try signer.signed(assertion, at: 1) }
    let whole = response.tree(assertion: assertion)
    return SAMLForm(signing == .assertion ? whole : try signer.signed(whole, at: 1), relayState: relayState)
  }

  private func forge(
    _ response: SAMLResponse, _ call: Call, _ exchange: inout Exchange
  ) throws(CryptoError) -> SAMLForm {
    let key = try identity.key(call)
    let entropy = call.world.entropy
    let mark = "\(entropy.guid())"
    let forgery = SAMLForgery(
      damage: damage, good: response, evil: other(), signing: identity.party.settings.signing,
      algorithm: identity.algorithm, key: key, inactive: try inactive(call),
      ended: try Certificate.plain(
        for: key.privateKey, named: SAMLCertificate.usualSubject, from: call.now - .days(2), to: call.now - .hours(1),
        entropy: entropy),
      now: call.now, mark: mark, trap: "\(call.origin.login)/mockidp-entity/\(mark)", relayState: relayState)
    if damage.faults.contains(.inactiveKey), forgery.inactive == nil {
      exchange.explain("the app has no inactive certificate, so the active one signs")
    }
    exchange.because("damaged: \(SAMLDamageAction(damage).summary)")
    return try forgery.form()
  }

  /// The key of the app's first certificate that does not sign now.
  private func inactive(_ call: Call) throws(CryptoError) -> SigningKey? {
    let active = identity.activeCertificate(at: call.now)?.thumbprint
    guard let spare = identity.party.application.saml?.certificates.first(where: { $0.thumbprint != active }) else {
      return nil
    }
    return try call.world.appKeys.key(spare)
  }
}
