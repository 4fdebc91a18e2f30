import Bytes
import Crypto
package import Directory
package import Time

/// All that the claims of one answer's tokens are made of.
package struct TokenSubject: Sendable {
  package var user: User
  /// The tenant signed in to, which is not the home of a guest.
  package var tenant: Tenant
  package var client: Application
  package var resource: Application
  package var granted: GrantedScopes
  /// The resource as the client spelled it.
  package var resourceIdentifier: String
  package var openID: Set<OpenIDScope>
  package var signIn: SignInFacts
  package var issuer: Issuer
  package var issuedAt: UnixTime
  package var lifetimes: Lifetimes
  package var nonce: String?
  package var clientAuthentication: ClientAuthenticationStrength
  package var clientAddress: String
  /// Client capabilities sent in `claims` (`cp1`), as far as the user's tokens may have them.
  package var capabilities: [String]
  package var marks: TokenMarks
  /// Whether the API was named by a v1.0 `resource`, which Graph's tokens then repeat in `aud`.
  package var isLegacyRequest = false
  /// What the request asked for through `claims`.
  package var claims = ClaimsRequest()
  /// Values of the app roles that the user holds on the client, for the id_token.
  package var clientRoles: [String] = []
  /// The same on the resource, for the access token.
  package var resourceRoles: [String] = []
  /// What the client wants to know of groups and directory roles, for the id_token.
  package var clientMemberships = StatedMemberships()
  /// The same for the resource and the access token.
  package var resourceMemberships = StatedMemberships()
  /// Where an app asks for the groups that are too many for a token.
  package var membershipsEndpoint = ""
  /// Whether the tokens reach the app in the fragment of its redirect URI.
  package var travelsInFragment = false

  package init(
    user: User, tenant: Tenant, client: Application, resource: Application, granted: GrantedScopes,
    resourceIdentifier: String, openID: Set<OpenIDScope>, signIn: SignInFacts, issuer: Issuer, issuedAt: UnixTime,
    lifetimes: Lifetimes, nonce: String?, clientAuthentication: ClientAuthenticationStrength, clientAddress: String,
    capabilities: [String], marks: TokenMarks
  ) {
    self.user = user
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

  /// Tokens say they were issued five minutes ago, so that a client whose clock is behind takes them (observed).
  package static let backdating = Duration.minutes(5)

  var statedIssueTime: UnixTime { issuedAt - Self.backdating }

  /// The user's name for one recipient: the same user is somebody else to every app (observed: 43 characters).
  package static func pairwise(user: User.ID, tenant: Tenant.ID, recipient: Application.ID) -> String {
    var name = HMACSHA256.authenticate(user.guid.bytes + recipient.guid.bytes, key: tenant.guid.bytes)
    if tenant == WellKnown.personalTenant {
      // Names of personal accounts begin with 21 times `A`: zeros (observed).
      for index in 0..<15 { name[index] = 0 }
      name[15] &= 0b11
    }
    return Base64.encodeURL(name)
  }

  func pairwise(for recipient: Application.ID) -> String {
    Self.pairwise(user: user.id, tenant: tenant.id, recipient: recipient)
  }
}

/// Who issues: the origin that stands for `https://login.microsoftonline.com`, and the one for `https://sts.windows.net`.
package struct Issuer: Sendable, Hashable {
  package var base: String
  package var legacyBase: String

  package init(base: String, legacyBase: String) {
    self.base = base
    self.legacyBase = legacyBase
  }

  package func v2(_ tenant: Tenant.ID) -> String { "\(base)/\(tenant)/v2.0" }
  package func v1(_ tenant: Tenant.ID) -> String { "\(legacyBase)/\(tenant)/" }
}

/// How the client proved itself at the token endpoint: the digit of `azpacr` and `appidacr`.
package enum ClientAuthenticationStrength: String, Sendable {
  case none = "0"
  case secret = "1"
  case certificate = "2"
}

/// The opaque strings of one answer, made by the world's entropy.
package struct TokenMarks: Sendable, Hashable {
  /// 22 characters, one per token.
  package var idTokenUTI: String
  package var accessTokenUTI: String
  package var aio: String
  package var rh: String

  package init(idTokenUTI: String, accessTokenUTI: String, aio: String, rh: String) {
    self.idTokenUTI = idTokenUTI
    self.accessTokenUTI = accessTokenUTI
    self.aio = aio
    self.rh = rh
  }
}
