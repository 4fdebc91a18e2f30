import Bytes
package import Time

/// An app registration (Microsoft: "Application and service principal objects"). An app, an API and a managed
/// identity all have one. `id` is the application (client) id.
package struct Application: Sendable, Hashable, Codable {
  package typealias ID = Identifier<Application>

  /// The accounts that may sign in to the app (manifest: `signInAudience`). The raw values are those of the manifest.
  package enum Audience: String, Sendable, Codable, CaseIterable {
    /// Accounts of the tenant that owns the registration.
    case singleTenant = "AzureADMyOrg"
    /// Work or school accounts of any tenant.
    case multipleTenants = "AzureADMultipleOrgs"
    /// Work or school accounts of any tenant, and personal accounts.
    case tenantsAndPersonal = "AzureADandPersonalMicrosoftAccount"
    /// Personal accounts only.
    case personal = "PersonalMicrosoftAccount"

    /// Whether personal Microsoft accounts may sign in.
    package var admitsPersonalAccounts: Bool { self == .tenantsAndPersonal || self == .personal }
    /// Whether work or school accounts of tenants other than the owner's may sign in.
    package var admitsOtherTenants: Bool { self == .multipleTenants || self == .tenantsAndPersonal }
  }

  /// The application (client) id: `client_id` in requests, `aud` or `azp` in tokens.
  package var id: ID
  /// The id of the registration as an object in the owner's tenant. Graph paths use it; requests for tokens do not.
  package var objectID: Identifier<ApplicationObject>
  /// The short name that people type for the app, such as `mobile`.
  package var alias: String
  package var displayName: String
  /// The tenant that owns the registration. Nil for Microsoft's own apps and APIs, which every tenant has.
  package var tenant: Tenant.ID?
  package var audience = Audience.singleTenant
  /// False: the owner has disabled the app in every tenant.
  package var isEnabled = true
  /// A request's `redirect_uri` has to match one of these; `RedirectURIRules` says how.
  package var redirectURIs: [RedirectURIRegistration] = []
  /// Several may be valid at a time; the client may use any of them.
  package var secrets: [ClientSecret] = []
  package var certificates: [ClientCertificate] = []
  package var federatedCredentials: [FederatedCredential] = []
  /// App ID URIs, such as `api://contoso`, that a scope may begin with in place of the client id (manifest:
  /// `identifierUris`).
  package var identifierURIs: [String] = []
  /// The delegated permissions (scopes) that this API exposes.
  package var permissions: [DelegatedPermission] = []
  /// Roles that this API defines, for users and for apps.
  package var appRoles: [AppRole] = []
  /// The static list: the permissions that the registration says the app needs. `.default` and admin consent refer to
  /// it.
  package var requiredAccess: [RequiredAccess] = []
  /// Clients that need no consent for some scopes of this API.
  package var preauthorizedClients: [Preauthorization] = []
  /// Clients whose consent page also covers this API's own static list (manifest: `knownClientApplications`). Nil
  /// means none.
  package var knownClients: [ID]?
  /// The version of access tokens for this API: 1 or 2 (manifest: `requestedAccessTokenVersion`).
  package var accessTokenVersion = 2
  /// Whether the app may use the flows of public clients, such as device code and password (manifest:
  /// `isFallbackPublicClient`).
  package var allowsPublicClientFlows = false
  /// Whether authorize may answer with an id_token (manifest: `enableIdTokenIssuance`).
  package var issuesIDTokensFromAuthorize = false
  /// Whether authorize may answer with an access token (manifest: `enableAccessTokenIssuance`).
  package var issuesAccessTokensFromAuthorize = false
  /// The front-channel logout URL. The sign-out page loads it in a frame, with `sid` in its query. Nil: the app is
  /// not told.
  package var logoutURL: String?
  /// `"1"` for Microsoft's family of client ids, whose members may redeem each other's refresh tokens. Nil for any
  /// other app.
  package var family: String?
  /// Nil when the registration lists no optional claims.
  package var optionalClaims: OptionalClaims?
  /// Which memberships the app's tokens state. Nil: none.
  package var groupMembershipClaims: GroupMembershipClaims?
  /// The Azure resource id of a managed identity. Nil for every other app.
  package var managedIdentityResource: String?
  package var createdAt: UnixTime

  /// A single-tenant app without redirect URIs, credentials and permissions.
  package init(
    id: ID, objectID: Identifier<ApplicationObject>, alias: String, displayName: String, tenant: Tenant.ID?,
    createdAt: UnixTime
  ) {
    self.id = id
    self.objectID = objectID
    self.alias = alias
    self.displayName = displayName
    self.tenant = tenant
    self.createdAt = createdAt
  }

  /// Whether the app is Microsoft's own: it belongs to no tenant.
  package var isFirstParty: Bool { tenant == nil }

  /// Whether the registration has a secret, a certificate or a federated credential. Only such an app can
  /// authenticate itself.
  package var hasCredentials: Bool {
    !secrets.isEmpty || !certificates.isEmpty || !federatedCredentials.isEmpty
  }

  /// The part of the static list that is for one API; nil when the list has none.
  package func requiredAccess(to resource: Application.ID) -> RequiredAccess? {
    requiredAccess.first { $0.resource == resource }
  }
}

/// The tag type of an app registration's object id, so that the compiler tells it from the client id.
package enum ApplicationObject {}

/// A redirect URI with the platform that it was registered for. The platform decides what the client must send when
/// it redeems the code.
package struct RedirectURIRegistration: Sendable, Hashable, Codable {
  /// The platform of a registration (Microsoft: "Redirect URI (reply URL) best practices and limitations").
  package enum Platform: String, Sendable, Codable, CaseIterable {
    /// Redeemed by a confidential client, with its secret or certificate.
    case web
    /// A single-page app: the browser redeems the code, with an `Origin` header and without a secret.
    case spa
    /// "Mobile and desktop applications": `InstalledClient` in manifests.
    case native
  }

  /// As the administrator registered it; `RedirectURIRules` compares it with the URI of a request.
  package var uri: String
  package var platform: Platform

  package init(uri: String, platform: Platform) {
    self.uri = uri
    self.platform = platform
  }
}

/// A client secret. Only its digest and its first characters are kept.
package struct ClientSecret: Sendable, Hashable, Codable {
  package var id: Identifier<ClientSecret>
  /// The first three characters, which the portal shows so that the owner knows the secret again; dots when they are
  /// unknown.
  package var hint: String
  package var digest: SecretDigest
  package var startsAt: UnixTime
  /// The server refuses the secret afterwards, with a number of its own.
  package var expiresAt: UnixTime

  /// Keeps the digest and the first characters of `secret`, not the text.
  package init(id: Identifier<ClientSecret>, secret: String, salt: [UInt8], startsAt: UnixTime, expiresAt: UnixTime) {
    self.id = id
    hint = String(secret.prefix(3))
    digest = SecretDigest(secret, salt: salt)
    self.startsAt = startsAt
    self.expiresAt = expiresAt
  }

  /// A secret that a scenario file gives by its digest. Its first characters are unknown, so the hint is dots.
  package init(id: Identifier<ClientSecret>, digest: SecretDigest, startsAt: UnixTime, expiresAt: UnixTime) {
    self.id = id
    hint = "•••"
    self.digest = digest
    self.startsAt = startsAt
    self.expiresAt = expiresAt
  }
}

/// A delegated permission that an API exposes (manifest: `oauth2PermissionScopes`).
package struct DelegatedPermission: Sendable, Hashable, Codable {
  package var id: Identifier<DelegatedPermission>
  /// The text in a request's `scope` after the resource, and in `scp` of tokens: `User.Read`.
  package var value: String
  /// Whether only an administrator may consent.
  package var needsAdmin: Bool
  package var displayName: String
  /// The longer text that the consent page shows beside `displayName`.
  package var details: String

  package init(
    id: Identifier<DelegatedPermission>, value: String, needsAdmin: Bool, displayName: String, details: String
  ) {
    self.id = id
    self.value = value
    self.needsAdmin = needsAdmin
    self.displayName = displayName
    self.details = details
  }
}

/// An app role that an API defines (manifest: `appRoles`).
package struct AppRole: Sendable, Hashable, Codable {
  package var id: Identifier<AppRole>
  /// The text in `roles` of tokens, such as `Orders.Process`.
  package var value: String
  package var displayName: String
  /// Users and groups may hold it (`allowedMemberTypes` has `User`).
  package var admitsUsers: Bool
  /// Apps may hold it for themselves: it is an application permission (`allowedMemberTypes` has `Application`).
  package var admitsApplications: Bool

  package init(
    id: Identifier<AppRole>, value: String, displayName: String, admitsUsers: Bool, admitsApplications: Bool
  ) {
    self.id = id
    self.value = value
    self.displayName = displayName
    self.admitsUsers = admitsUsers
    self.admitsApplications = admitsApplications
  }
}

/// The permissions that a registration says the app needs on one API (manifest: `requiredResourceAccess`), by value.
package struct RequiredAccess: Sendable, Hashable, Codable {
  package var resource: Application.ID
  /// Values of delegated permissions.
  package var scopes: [String]
  /// Values of app roles that the app needs for itself.
  package var roles: [String]

  package init(resource: Application.ID, scopes: [String], roles: [String] = []) {
    self.resource = resource
    self.scopes = scopes
    self.roles = roles
  }
}

/// A client that needs no consent for these scopes of an API (manifest: `preAuthorizedApplications`).
package struct Preauthorization: Sendable, Hashable, Codable {
  package var client: Application.ID
  /// Values of the delegated permissions that the client gets without consent.
  package var scopes: [String]

  package init(client: Application.ID, scopes: [String]) {
    self.client = client
    self.scopes = scopes
  }
}
