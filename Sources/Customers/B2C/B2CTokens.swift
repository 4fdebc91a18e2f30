import Authority
import Bytes
import Directory
import JOSE
import JSON
import Policy
import Time
import Tokens
import Worlds

/// Makes the signed tokens of one answer of Azure AD B2C.
struct B2CTokens {
  let call: Call
  let address: B2CAddress
  let user: User
  let client: Application
  let signIn: SignInFacts
  /// The defects that rules put into tokens.
  let shape: AnswerShape
  var nonce: String?

  private var subject: UserFlowSubject {
    var subject = UserFlowSubject(
      user: user, tenant: address.tenant, flow: address.flow, client: client, issuer: address.issuer(call.origin),
      issuedAt: call.now, authenticatedAt: signIn.authenticatedAt)
    subject.nonce = nonce
    subject.identityProvider = signIn.customer?.provider
    subject.isNew = signIn.customer?.isNew ?? false
    return subject
  }

  /// How long the tokens are good for.
  var lifetime: Duration { subject.lifetime }

  /// An id_token. With a code or an access token next to it in the answer of authorize, it has their hashes.
  func idToken(code: String? = nil, accessToken: String? = nil) throws -> String {
    var subject = subject
    subject.codeHash = code.map(JWS.leftHalfHash)
    subject.accessTokenHash = accessToken.map(JWS.leftHalfHash)
    return try sign(subject.claims(of: .idToken), shape.idTokenDamage)
  }

  /// An access token for an API of the tenant, or for the app itself.
  func accessToken(for id: Application.ID, _ values: [String], in directory: DirectoryState) throws -> String {
    var subject = subject
    subject.api = directory.applications[id]
    subject.scopes = values
    return try sign(subject.claims(of: .accessToken), shape.accessTokenDamage)
  }

  private func sign(_ claims: JSONObject, _ damage: TokenDamage) throws -> String {
    try TokenSigner.sign(
      claims, for: client, in: address.tenant, showsThumbprint: false, damage: damage, by: call.world)
  }

  /// `client_info`: MSAL keeps the accounts of user flows apart by the flow in `uid` (client).
  var clientInfo: String { Self.clientInfo(of: user, address) }

  static func clientInfo(of user: User, _ address: B2CAddress) -> String {
    let info: JSONValue = [
      "uid": "\(user.id)-\(ASCII.lowercased(address.flow.name))", "utid": "\(address.tenant.id)",
    ]
    return Base64.encodeURL(info.serialized)
  }

  /// `profile_info`, from which older libraries read the customer.
  var profileInfo: String {
    let info: JSONValue = [
      "ver": "1.0", "tid": "\(address.tenant.id)", "sub": .null, "name": .string(user.displayName),
      "preferred_username": .null, "idp": .string(signIn.customer?.provider ?? "LocalAccount"),
    ]
    return Base64.encodeURL(info.serialized)
  }
}
