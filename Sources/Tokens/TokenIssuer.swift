import Bytes
import Crypto
package import Directory
import HTTPWire
import JOSE
import JSON
package import Policy
import Time
package import Worlds

/// Makes the signed tokens of one answer, for one user and one client. `TokenTerms` decided before whether there are
/// tokens, what they contain and how long they live.
package struct TokenIssuer {
  private let call: Call
  private let user: User
  private let tenant: Tenant
  private let client: Application
  private let openID: Set<OpenIDScope>
  private let signIn: SignInFacts
  private let nonce: String?
  private let clientAuthentication: ClientAuthenticationStrength
  /// What the client demanded through `claims`. The sign-in meets those demands already.
  private let claims: ClaimsRequest
  /// Whether authorize sends the tokens in the fragment of the redirect URI.
  private let travelsInFragment: Bool
  /// Whether the answer goes to a v1.0 endpoint.
  private let isLegacy: Bool
  /// The defects that rules put into tokens.
  package var shape: AnswerShape
  /// The key that the access token is bound to; nil for a bearer token.
  package var confirmation: KeyConfirmation?
  /// Whether a refresh token brings the tokens.
  package var isRenewal = false

  /// The tokens are for this user of this tenant and for this client. `openID` are the OpenID scopes that were asked for, `nonce`
  /// is that of the authorization request. `clientAuthentication` says how the client proved who it is.
  package init(
    call: Call, user: User, tenant: Tenant, client: Application, openID: Set<OpenIDScope>, signIn: SignInFacts,
    nonce: String?, clientAuthentication: ClientAuthenticationStrength, claims: ClaimsRequest = ClaimsRequest(),
    travelsInFragment: Bool = false, isLegacy: Bool = false, shape: AnswerShape = AnswerShape()
  ) {
    self.call = call
    self.user = user
    self.tenant = tenant
    self.client = client
    self.openID = openID
    self.signIn = signIn
    self.nonce = nonce
    self.clientAuthentication = clientAuthentication
    self.claims = claims
    self.travelsInFragment = travelsInFragment
    self.isLegacy = isLegacy
    self.shape = shape
  }

  /// An access token, with the scopes and the lifetime that the answer states.
  package struct AccessToken {
    /// The signed token, or the opaque one of a personal account.
    package let token: String
    /// The `scope` of the answer.
    package let scope: String
    /// How long the token is good for.
    package let lifetime: Duration
  }

  /// An access token for the API of `subject`. A token of a personal account for Microsoft Graph is opaque.
  package func accessToken(for subject: TokenSubject) throws -> AccessToken {
    let isForGraph = subject.resource.id == WellKnown.graph
    var claims = subject.claims(of: .accessToken)
    customize(&claims, subject, .accessToken)
    let signed = try sign(
      claims, for: subject.resource, showsThumbprint: subject.resource.accessTokenVersion < 2,
      hidesSignature: subject.resource.claimSet.hasNonce && call.world.settings.graphTokenNonce,
      damage: shape.accessTokenDamage)
    call.world.noteIssue(of: subject.marks.accessTokenUTI, at: max(call.now, signIn.authenticatedAt))
    let token = isForGraph && tenant.kind == .personal ? OpaqueAccessToken.seal(signed) : signed
    return AccessToken(
      token: token, scope: isLegacy ? subject.granted.claim : subject.granted.response,
      lifetime: subject.lifetimes.accessToken)
  }

  /// An id_token. With a code or an access token next to it in the answer of authorize, it has their hashes.
  package func idToken(for subject: TokenSubject, code: String? = nil, accessToken: String? = nil) throws -> String {
    var subject = subject
    subject.codeHash = code.map(JWS.leftHalfHash)
    subject.accessTokenHash = accessToken.map(JWS.leftHalfHash)
    var claims = subject.claims(of: .idToken)
    customize(&claims, subject, .idToken)
    return try sign(claims, for: client, showsThumbprint: isLegacy, damage: shape.idTokenDamage)
  }

  private func customize(_ claims: inout JSONObject, _ subject: TokenSubject, _ kind: TokenKind) {
    ClaimsCustomization.apply(to: &claims, subject.facts(kind), provided: subject.provided[kind] ?? [:])
  }

  /// Decides whether the tokens of those kinds may be issued with the claims that their audiences want, and asks the custom claims
  /// providers. It waits for them, so no event loop may call it in a world with such a provider; see `Endpoint.mayWait`.
  ///
  /// - Throws: AADSTS50146 or AADSTS501461 for an app that does not accept mapped claims, AADSTS1100001 for a provider that gave none.
  package func askProviders(
    _ kinds: [TokenKind], for subject: inout TokenSubject, in directory: DirectoryState, _ exchange: inout Exchange
  ) throws {
    for kind in kinds {
      let facts = subject.facts(kind)
      // Few apps have a mapping. For the others no claim is made here.
      let provided = try ClaimsCallout(call: call, directory: directory).provided(
        facts, audience: subject.claims(of: kind)["aud"]?.string ?? "", &exchange)
      subject.provided[kind] = provided
    }
  }

  /// What all tokens of the answer say: the terms, the user's roles and memberships, and new ids.
  package func subject(_ terms: TokenTerms, in directory: DirectoryState) -> TokenSubject {
    let client = directory.mapped(client, in: tenant.id)
    let resource = directory.mapped(terms.resource, in: tenant.id)
    let bearer = tenant.kind == .personal ? OpaqueValues.Bearer.personalAccount : .user
    // The roles that the user holds by groups are the user's in every claim.
    let user = directory.withRolesOfGroups(user)
    var subject = TokenSubject(
      user: user, tenant: tenant, client: client, resource: resource, granted: terms.granted,
      resourceIdentifier: terms.resourceIdentifier, openID: openID, signIn: signIn,
      issuer: call.origin.issuer(of: tenant),
      issuedAt: call.now, lifetimes: terms.lifetimes, nonce: nonce, clientAuthentication: clientAuthentication,
      clientAddress: call.request.peer, capabilities: terms.capabilities,
      marks: OpaqueValues.marks(
        of: bearer, idToken: call.world.newTokenID(), accessToken: call.world.newTokenID(),
        call.world.entropy.bytes(bearer.byteCount)))
    subject.isLegacyRequest = isLegacy
    subject.isRenewal = isRenewal
    subject.claims = claims
    subject.confirmation = confirmation
    subject.clientRoles = directory.roles(of: user.id, on: client.id, in: tenant.id)
    subject.resourceRoles = directory.roles(of: user.id, on: resource.id, in: tenant.id)
    subject.clientMemberships = StatedMemberships(of: user, for: client, in: directory, token: \.idToken)
    subject.resourceMemberships = StatedMemberships(
      of: user, for: resource, in: directory, token: \.accessToken)
    subject.account = directory.account(of: user)
    subject.accountDomains = directory.tenants[subject.account.tenant]?.domains ?? []
    subject.clientPrincipal = directory.servicePrincipal(of: client.id, in: tenant.id)?.id
    subject.resourcePrincipal = directory.servicePrincipal(of: resource.id, in: tenant.id)?.id
    // Tokens for Microsoft's own APIs name the Graph before this one (observed 2026-03).
    subject.membershipsEndpoint =
      resource.isFirstParty && resource.id != WellKnown.graph
      ? "https://\(call.origin.cloud.directoryGraphHost)/\(tenant.id)/users/\(user.id)/getMemberObjects"
      : "\(call.origin.graph)/v1.0/users/\(user.id)/getMemberObjects"
    subject.travelsInFragment = travelsInFragment
    return subject
  }

  private func sign(
    _ claims: JSONObject, for app: Application, showsThumbprint: Bool, hidesSignature: Bool = false, damage: TokenDamage
  ) throws -> String {
    try TokenSigner.sign(
      claims, for: app, in: tenant, showsThumbprint: showsThumbprint, hidesSignature: hidesSignature, damage: damage,
      by: call.world)
  }
}
