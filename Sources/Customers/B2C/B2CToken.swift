import Authority
import Bytes
import Crypto
import Directory
import JOSE
import JSON
import Policy
import Time
import Worlds

/// Tokens of a user flow that come back: as a hint, or at UserInfo.
enum B2CToken {
  /// The payload of a token with a right signature; nil for every other text.
  static func verified(_ text: String, _ call: Call) -> JSONValue? {
    guard let token = try? JWS.parse(text), let id = token.keyID, let key = call.world.keys.published(id: id),
      token.verify(with: key.publicKey, algorithm: .rs256)
    else { return nil }
    return token.payload
  }

  /// The payload of `id_token_hint`; nil without one.
  ///
  /// - Throws: AADB2C90210 for a hint that is not an id_token of this tenant, AADB2C90272 for none where one is required.
  static func hint(
    _ fields: FormFields, _ address: B2CAddress, _ call: Call, isRequired: Bool
  ) throws(Refusal) -> JSONValue? {
    guard let text = fields.nonEmpty("id_token_hint") else {
      if isRequired { throw Refusal(.b2cHintMissing) }
      return nil
    }
    guard let payload = verified(text, call),
      payload["iss"]?.string.map({ $0.firstPlace(of: "\(address.tenant.id)") != nil }) == true
    else { throw Refusal(.b2cHintInvalid) }
    return payload
  }

  /// The customer of the hint of an authorize request; nil without one, and where the user flow does not look at it.
  ///
  /// - Throws: as `hint`, and AADB2C90208 for one that has ended, AADB2C90209 for one of another app.
  static func hintedCustomer(_ request: B2CRequest, _ call: Call) throws(Refusal) -> User? {
    let use = request.address.flow.hintUse
    guard use != .ignored,
      let payload = try hint(request.fields, request.address, call, isRequired: use == .required)
    else { return nil }
    if let end = payload["exp"]?.integer, call.now.seconds >= end { throw Refusal(.b2cHintExpired) }
    guard payload["aud"]?.string.map({ ASCII.equalIgnoringCase($0, "\(request.client.id)") }) == true else {
      throw Refusal(.b2cHintOfAnotherApp, [.audience: "\(request.client.id)"])
    }
    return customer(of: payload, in: request.address.tenant, call)
  }

  static func customer(of payload: JSONValue, in tenant: Tenant, _ call: Call) -> User? {
    let id = (payload["oid"] ?? payload["sub"])?.string.flatMap { User.ID($0) }
    return id.flatMap { call.directory.users[$0] }.flatMap { $0.tenant == tenant.id && !$0.isDeleted ? $0 : nil }
  }
}
