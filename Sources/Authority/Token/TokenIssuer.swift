import Bytes
import Crypto
import Directory
import HTTPWire
import JOSE
import JSON
import Policy
import Scenarios
import Time

/// Makes signed tokens for one user and client. Whether they may be made was decided before.
struct TokenIssuer {
  let call: Call
  let user: User
  let tenant: Tenant
  let client: Application
  let openID: Set<OpenIDScope>
  let signIn: SignInFacts
  let nonce: String?
  let clientAuthentication: ClientAuthenticationStrength
  let capabilities: [String]
  /// What the request asked for through `claims`; the policies are known to be met.
  var claims = ClaimsRequest()
  /// No access token lasts longer; nil for the world's lifetime.
  var latestEnd: UnixTime?
  /// Whether authorize sends the tokens in the fragment of the redirect URI.
  var travelsInFragment = false
  /// Whether the answer goes to a v1.0 endpoint.
  var isLegacy = false
  /// What rules want to be wrong.
  var shape = AnswerShape()
  /// Whether consent is not asked: the tokens carry what was asked, no more and no less.
  var grantsWhatIsAsked = false
  /// How long the tokens live; nil for the world's lifetimes.
  var lifetime: Duration?

  /// An access token with what the answer says about it.
  struct AccessToken {
    let token: String
    let scope: String
    let lifetime: Duration
  }

  /// An access token for the subject's resource.
  func accessToken(for subject: TokenSubject) throws -> AccessToken {
    let isForGraph = subject.resource.id == WellKnown.graph
    let signed = try sign(
      AccessTokenClaims.make(subject), showsThumbprint: isLegacyShape(subject.resource),
      hidesSignature: isForGraph && call.world.settings.graphTokenNonce, damage: shape.accessTokenDamage)
    let token = isForGraph && tenant.kind == .personal ? OpaqueAccessToken.seal(signed) : signed
    return AccessToken(
      token: token, scope: isLegacy ? subject.granted.claim : subject.granted.response,
      lifetime: subject.lifetimes.accessToken)
  }

  /// An id_token; `code` and `accessToken` are the ones it travels with from authorize, whose hashes it then carries.
  func idToken(for subject: TokenSubject, code: String? = nil, accessToken: String? = nil) throws -> String {
    var claims = isLegacy ? IDTokenClaims.makeLegacy(subject) : IDTokenClaims.make(subject)
    if let code { claims.append("c_hash", .string(JWS.leftHalfHash(of: code))) }
    if let accessToken { claims.append("at_hash", .string(JWS.leftHalfHash(of: accessToken))) }
    return try sign(claims, showsThumbprint: isLegacy, damage: shape.idTokenDamage)
  }

  /// `client_info`: the account as MSAL keys its cache, base64url without padding (observed).
  var clientInfo: String {
    let home = user.homeAccount
    let info: JSONValue = ["uid": "\(home.user)", "utid": "\(home.tenant)"]
    return Base64.encodeURL(info.serialized)
  }

  private func isLegacyShape(_ resource: Application) -> Bool { resource.accessTokenVersion < 2 }

  /// What the tokens of one answer are about: all of them are made of it. Throws AADSTS65001 when nothing is granted on the
  /// resource.
  func subject(for asked: ResourceScopes) throws -> TokenSubject {
    let directory = call.world.directory
    guard let resource = directory.applications[asked.resource] else {
      throw Refusal.resourceNotFound(asked.identifier, tenant: "\(tenant.id)")
    }
    let held =
      grantsWhatIsAsked && !asked.isDefault
      ? asked.values + asked.unknownValues
      : EffectivePermissions.values(
        client: client, resource: resource, user: user.id, tenant: tenant.id, in: directory)
    let withheld = ConditionalAccess.withheld(
      held, asked: asked,
      ConditionalAccess.Attempt(
        tenant: tenant.id, user: user.id, resources: [], contexts: claims.contexts, methods: signIn.methods,
        authenticatedAt: signIn.authenticatedAt, now: call.now), policies: directory.policies.values)
    let effective = grantsWhatIsAsked ? held : held.filter { !withheld.contains($0) }
    let granted = GrantedScopes(effective: effective, asked: asked, openID: openID)
    // An app's token for itself carries no permissions.
    guard !granted.values.isEmpty || resource.id == client.id || grantsWhatIsAsked else {
      throw Refusal.consentRequired(clientID: "\(client.id)", name: client.displayName)
    }
    let entropy = call.world.entropy
    let capabilities = ContinuousAccess.capabilities(self.capabilities, of: user)
    var lifetimes = call.world.settings.lifetimes
    if ContinuousAccess.applies(to: resource, capabilities: capabilities) {
      lifetimes.accessToken = lifetimes.continuousAccessToken
    }
    if let lifetime {
      lifetimes.accessToken = lifetime
      lifetimes.idToken = lifetime
    }
    if let latestEnd { lifetimes.accessToken = min(lifetimes.accessToken, latestEnd - call.now) }
    var subject = TokenSubject(
      user: user, tenant: tenant, client: client, resource: resource, granted: granted,
      resourceIdentifier: asked.identifier, openID: openID, signIn: signIn, issuer: call.origin.issuer,
      issuedAt: call.now, lifetimes: lifetimes, nonce: nonce,
      clientAuthentication: clientAuthentication, clientAddress: call.request.peer, capabilities: capabilities,
      marks: TokenMarks(
        idTokenUTI: entropy.token(16), accessTokenUTI: entropy.token(16), aio: entropy.token(48),
        rh: "1.A" + entropy.token(33) + "."))
    subject.isLegacyRequest = isLegacy
    subject.claims = claims
    subject.clientRoles = directory.roles(of: user.id, on: client.id, in: tenant.id)
    subject.resourceRoles = directory.roles(of: user.id, on: resource.id, in: tenant.id)
    subject.clientMemberships = StatedMemberships(of: user, for: client, in: directory)
    subject.resourceMemberships = StatedMemberships(of: user, for: resource, in: directory)
    subject.membershipsEndpoint = "\(call.origin.graph)/v1.0/users/\(user.id)/getMemberObjects"
    subject.travelsInFragment = travelsInFragment
    return subject
  }

  private func sign(
    _ claims: JSONObject, showsThumbprint: Bool, hidesSignature: Bool = false, damage: TokenDamage
  ) throws -> String {
    try TokenSigner.sign(
      claims, for: tenant, showsThumbprint: showsThumbprint, hidesSignature: hidesSignature, damage: damage,
      in: call.world)
  }
}
