import Bytes
package import Time

/// An app registration (Microsoft: "Application and service principal objects"); `id` is the application (client) id.
package struct Application: Sendable, Hashable, Codable {
  package typealias ID = Identifier<Application>

  /// Who may sign in (manifest: `signInAudience`).
  package enum Audience: String, Sendable, Codable, CaseIterable {
    case singleTenant = "AzureADMyOrg"
    case multipleTenants = "AzureADMultipleOrgs"
    case tenantsAndPersonal = "AzureADandPersonalMicrosoftAccount"
    case personal = "PersonalMicrosoftAccount"

    package var admitsPersonalAccounts: Bool { self == .tenantsAndPersonal || self == .personal }
    package var admitsOtherTenants: Bool { self == .multipleTenants || self == .tenantsAndPersonal }
  }

  package var id: ID
  /// The object id in the owner's tenant.
  package var objectID: Identifier<ApplicationObject>
  /// What a person types for the app: `mobile`.
  package var alias: String
  package var displayName: String
  /// The owner; nil for Microsoft's own apps and APIs, which every tenant has.
  package var tenant: Tenant.ID?
  package var audience = Audience.singleTenant
  package var isEnabled = true
  package var redirectURIs: [RedirectURIRegistration] = []
  package var secrets: [ClientSecret] = []
  package var certificates: [ClientCertificate] = []
  package var federatedCredentials: [FederatedCredential] = []
  package var identifierURIs: [String] = []
  /// The delegated permissions (scopes) that this API exposes.
  package var permissions: [DelegatedPermission] = []
  package var appRoles: [AppRole] = []
  /// The static list: what the registration says the app needs.
  package var requiredAccess: [RequiredAccess] = []
  package var preauthorizedClients: [Preauthorization] = []
  /// Clients whose consent page covers this API's own static list too (manifest: `knownClientApplications`).
  package var knownClients: [ID]?
  /// Which shape access tokens for this API have: 1 or 2 (manifest: `requestedAccessTokenVersion`).
  package var accessTokenVersion = 2
  package var allowsPublicClientFlows = false
  package var issuesIDTokensFromAuthorize = false
  package var issuesAccessTokensFromAuthorize = false
  package var logoutURL: String?
  /// `"1"` for Microsoft's family of client ids, whose refresh tokens are shared.
  package var family: String?
  package var optionalClaims: OptionalClaims?
  /// Which memberships its tokens state; nil for none.
  package var groupMembershipClaims: GroupMembershipClaims?
  /// What a managed identity is in Azure: its resource id. Nil for every other app.
  package var managedIdentityResource: String?
  package var createdAt: UnixTime

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

  /// Microsoft's own: needs no consent and belongs to no tenant.
  package var isFirstParty: Bool { tenant == nil }

  /// Whether the app is registered with anything to prove itself by.
  package var hasCredentials: Bool {
    !secrets.isEmpty || !certificates.isEmpty || !federatedCredentials.isEmpty
  }

  package func permission(named value: String) -> DelegatedPermission? {
    // By index, since Graph has many permissions and an element taken out is a dozen references counted up and down.
    permissions.indices.first { ASCII.equalIgnoringCase(permissions[$0].value, value) }.map { permissions[$0] }
  }

  package func requiredAccess(to resource: Application.ID) -> RequiredAccess? {
    requiredAccess.first { $0.resource == resource }
  }
}

/// The tag of an application's object id, which is not its client id.
package enum ApplicationObject {}

/// A redirect URI and the platform it was registered for, which decides what kind of client redeems the code.
package struct RedirectURIRegistration: Sendable, Hashable, Codable {
  /// The platform of a registration (Microsoft: "Redirect URI (reply URL) best practices and limitations").
  package enum Platform: String, Sendable, Codable, CaseIterable {
    case web
    case spa
    /// "Mobile and desktop applications": `InstalledClient` in manifests.
    case native
  }

  package var uri: String
  package var platform: Platform

  package init(uri: String, platform: Platform) {
    self.uri = uri
    self.platform = platform
  }
}

/// A client secret; only its digest and its first characters are kept.
package struct ClientSecret: Sendable, Hashable, Codable {
  package var id: Identifier<ClientSecret>
  package var hint: String
  package var digest: SecretDigest
  package var startsAt: UnixTime
  package var expiresAt: UnixTime

  package init(id: Identifier<ClientSecret>, secret: String, salt: [UInt8], startsAt: UnixTime, expiresAt: UnixTime) {
    self.id = id
    hint = String(secret.prefix(3))
    digest = SecretDigest(secret, salt: salt)
    self.startsAt = startsAt
    self.expiresAt = expiresAt
  }

  /// A secret of which nobody knows more than the digest.
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
  /// What stands in `scp`: `User.Read`.
  package var value: String
  package var needsAdmin: Bool
  package var displayName: String
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

/// A role of an API, held by users or by apps (manifest: `appRoles`).
package struct AppRole: Sendable, Hashable, Codable {
  package var id: Identifier<AppRole>
  package var value: String
  package var displayName: String
  package var admitsUsers: Bool
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

/// What a registration says the app needs from one API (manifest: `requiredResourceAccess`).
package struct RequiredAccess: Sendable, Hashable, Codable {
  package var resource: Application.ID
  package var scopes: [String]
  package var roles: [String]

  package init(resource: Application.ID, scopes: [String], roles: [String] = []) {
    self.resource = resource
    self.scopes = scopes
    self.roles = roles
  }
}

/// A client that an API lets in without asking for consent (manifest: `preAuthorizedApplications`).
package struct Preauthorization: Sendable, Hashable, Codable {
  package var client: Application.ID
  package var scopes: [String]

  package init(client: Application.ID, scopes: [String]) {
    self.client = client
    self.scopes = scopes
  }
}
