import Bytes
import Crypto
package import Directory
package import JSON
package import Time

/// The facts that the claims of one answer's tokens are made of.
package struct TokenSubject: Sendable {
  /// The user object in `tenant`: for a guest the guest object.
  package var user: User
  /// The tenant that the user signed in to; for a guest not the home tenant.
  package var tenant: Tenant
  package var client: Application
  /// The API that the access token is for. It decides on the shape of the token.
  package var resource: Application
  /// The permissions in `scp`, and their spelling in the answer.
  package var granted: GrantedScopes
  /// The resource in the client's spelling: `aud` of a v1.0 token. Graph's client id when the client left the resource out.
  package var resourceIdentifier: String
  /// The OpenID scopes of the request; they decide which claims the id_token has.
  package var openID: Set<OpenIDScope>
  package var signIn: SignInFacts
  package var issuer: Issuer
  /// The time of the answer; `iat` states an earlier one (`backdating`).
  package var issuedAt: UnixTime
  /// How long the tokens of this answer live, with the access token's own lifetime.
  package var lifetimes: Lifetimes
  /// `nonce` of the authorize request; nil when the client sent none.
  package var nonce: String?
  /// How the client authenticated itself, for `azpacr` or `appidacr`.
  package var clientAuthentication: ClientAuthenticationStrength
  /// The client's IP address, for `ipaddr`.
  package var clientAddress: String
  /// Client capabilities from `claims` (`cp1`); empty for a user whose tokens state none.
  package var capabilities: [String]
  package var marks: TokenMarks
  /// Whether the request went to a v1.0 endpoint.
  package var isLegacyRequest = false
  /// Whether a refresh token brings the tokens.
  package var isRenewal = false
  /// The key that the access token is bound to; nil for a bearer token.
  package var confirmation: KeyConfirmation?
  /// The claims that the request asked for with `claims`.
  package var claims = ClaimsRequest()
  /// Values of the app roles that the user holds on the client, for the id_token.
  package var clientRoles: [String] = []
  /// Values of the app roles that the user holds on the resource, for the access token.
  package var resourceRoles: [String] = []
  /// The memberships that the client wants in the id_token.
  package var clientMemberships = StatedMemberships()
  /// The memberships that the resource wants in the access token.
  package var resourceMemberships = StatedMemberships()
  /// The account behind a guest, else the user.
  package var account: User
  /// The verified domains of the account's tenant.
  package var accountDomains: [String] = []
  /// The client's service principal in the tenant.
  package var clientPrincipal: ServicePrincipal.ID?
  /// The resource's service principal in the tenant.
  package var resourcePrincipal: ServicePrincipal.ID?
  /// The claims of custom claims providers, by the token that they are for.
  package var provided: [TokenKind: JSONObject] = [:]
  /// The address where an app reads groups that are too many for a token.
  package var membershipsEndpoint = ""
  /// Whether authorize sends the tokens in the fragment of the redirect URI.
  package var travelsInFragment = false
  /// `c_hash` of an id_token next to a code in the answer of authorize.
  package var codeHash: String?
  /// `at_hash` of an id_token next to an access token there.
  package var accessTokenHash: String?

  package init(
    user: User, tenant: Tenant, client: Application, resource: Application, granted: GrantedScopes,
    resourceIdentifier: String, openID: Set<OpenIDScope>, signIn: SignInFacts, issuer: Issuer, issuedAt: UnixTime,
    lifetimes: Lifetimes, nonce: String?, clientAuthentication: ClientAuthenticationStrength, clientAddress: String,
    capabilities: [String], marks: TokenMarks
  ) {
    self.user = user
    account = user
    self.tenant = tenant
    self.client = client
    self.resource = resource
    self.granted = granted
    self.resourceIdentifier = resourceIdentifier
    self.openID = openID
    self.signIn = signIn
    self.issuer = issuer
    self.issuedAt = issuedAt
    self.lifetimes = lifetimes
    self.nonce = nonce
    self.clientAuthentication = clientAuthentication
    self.clientAddress = clientAddress
    self.capabilities = capabilities
    self.marks = marks
  }

  /// `iat` and `nbf` state a time five minutes before the issue, so that a client whose clock is slow accepts the
  /// token (observed).
  package static let backdating = Duration.minutes(5)

  /// The `sub` of a user for one recipient. It differs from app to app, so that apps cannot compare their users
  /// (observed: 43 characters).
  package static func pairwise(user: User.ID, tenant: Tenant.ID, recipient: Application.ID) -> String {
    var name = HMACSHA256.authenticate(user.guid.bytes + recipient.guid.bytes, key: tenant.guid.bytes)
    if tenant == WellKnown.personalTenant {
      // `sub` of a personal account begins with 21 times `A`, which are zero bits (observed).
      for index in 0..<15 { name[index] = 0 }
      name[15] &= 0b11
    }
    return Base64.encodeURL(name)
  }

  /// The claims of a token in the service's order (Microsoft: "Access token claims reference", "ID token claims reference"; the order is
  /// observed), before an administrator or a scenario changes them. For an access token of a personal account for Graph they are the claims
  /// inside an `OpaqueAccessToken`.
  package func claims(of kind: TokenKind) -> JSONObject { ClaimSource(self, kind).claims }

  /// The objects that the claims of one token may speak of.
  package func facts(_ kind: TokenKind) -> ClaimsFacts {
    ClaimsFacts(
      kind: kind, tenant: tenant, user: user, roles: kind == .idToken ? clientRoles : resourceRoles,
      memberships: (kind == .idToken ? clientMemberships : resourceMemberships).listing(
        upTo: travelsInFragment ? Self.groupLimitInFragment : Self.groupLimit),
      client: ClaimsFacts.Party(client, principal: clientPrincipal),
      resource: ClaimsFacts.Party(resource, principal: resourcePrincipal))
  }

  func pairwise(for recipient: Application.ID) -> String {
    Self.pairwise(user: user.id, tenant: tenant.id, recipient: recipient)
  }
}

/// The base URLs in the place of `https://login.microsoftonline.com` (v2.0) and of `https://sts.windows.net` (v1.0).
package struct Issuer: Sendable, Hashable {
  /// Without a slash at the end.
  package var base: String
  /// Without a slash at the end.
  package var legacyBase: String
  /// What follows the tenant id in the host of v2.0 issuers: `.ciamlogin.com` of External ID, whatever host was called (observed). Nil:
  /// issuers have `base`.
  package var tenantHost: String?

  package init(base: String, legacyBase: String) {
    self.base = base
    self.legacyBase = legacyBase
  }

  /// `iss` of v2.0 tokens: `https://…/TENANT/v2.0`.
  package func v2(_ tenant: Tenant.ID) -> String {
    "\(tenantHost.map { "https://\(tenant)\($0)" } ?? base)/\(tenant)/v2.0"
  }
  /// `iss` of v1.0 tokens: `https://…/TENANT/`, with a slash at the end.
  package func v1(_ tenant: Tenant.ID) -> String { "\(legacyBase)/\(tenant)/" }

  /// The same for a token that is for that API. Tokens for Azure Storage name the service's own issuer, whatever name the
  /// server was called by: Azurite takes no other one (its `BlobTokenAuthenticator.ts`).
  func v1(_ tenant: Tenant.ID, for api: Application) -> String {
    let isService = legacyBase.hasPrefix("https://sts.")
    return api.id == WellKnown.storage && !isService
      ? "https://\(Cloud.global.legacyIssuerHost)/\(tenant)/" : v1(tenant)
  }
}

/// How the client authenticated itself at the token endpoint. The raw value is `azpacr` or `appidacr`.
package enum ClientAuthenticationStrength: String, Sendable {
  /// A public client.
  case none = "0"
  /// A client secret.
  case secret = "1"
  /// A client assertion, signed with a certificate or by a federated issuer.
  case certificate = "2"
}

/// The opaque values of one answer, from the world's entropy.
package struct TokenMarks: Sendable, Hashable {
  /// The token's unique id (`uti`): 22 characters, another one for each token.
  package var idTokenUTI: String
  /// Another one than `idTokenUTI`.
  package var accessTokenUTI: String
  /// `aio`, which only the service can read.
  package var aio: String
  /// The bytes in `xms_ftd`.
  package var mark: [UInt8]

  package init(idTokenUTI: String, accessTokenUTI: String, aio: String, mark: [UInt8]) {
    self.idTokenUTI = idTokenUTI
    self.accessTokenUTI = accessTokenUTI
    self.aio = aio
    self.mark = mark
  }
}
