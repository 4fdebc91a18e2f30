import Bytes
package import JSON
package import Time

/// An app registration (Microsoft: "Application and service principal objects"). An app, an API and a managed
/// identity all have one. `id` is the application (client) id.
package struct Application: PropertyHolder, Hashable, Codable {
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
  /// The short name of the seeded app in whose place this app stands. It finds this app too. Nil for every other app.
  package var standsFor: String?
  /// The client ids of the apps in whose place this app stands. A rule that was written for one of them means this app. Nil means none.
  package var predecessors: [ID]?
  package var displayName: String
  /// The tenant that owns the registration. Nil for Microsoft's own apps and APIs, which every tenant has.
  package var tenant: Tenant.ID?
  package var audience = Audience.singleTenant
  /// False: the owner has disabled the app in every tenant.
  package var isEnabled = true
  /// Whether the service takes the app for a risky one, to which only administrators may consent. Nil counts as false.
  private var risk: Bool?
  package var isRisky: Bool {
    get { risk ?? false }
    set { risk = newValue ? true : nil }
  }
  /// A request's `redirect_uri` has to match one of these; `RedirectURIRules` says how.
  package var redirectURIs: [RedirectURIRegistration] = []
  /// Several may be valid at a time; the client may use any of them.
  package var secrets: [ClientSecret] = []
  package var certificates: [ClientCertificate] = []
  /// Certificates of these names prove the app too, without being registered themselves. Nil means none.
  package var trustedSubjects: [TrustedSubject]?
  package var federatedCredentials: [FederatedCredential] = []
  /// Makes the app an agent identity: it proves itself by what its blueprint, this app, asks for with `fmi_path`. Nil for every other
  /// app.
  package var agentBlueprint: ID?
  /// The user in whose name the agent identity gets tokens; nil for none.
  package var agentUser: User.ID?
  /// App ID URIs, such as `api://contoso`, that a scope may begin with in place of the client id (manifest:
  /// `identifierUris`).
  package var identifierURIs: [String] = []
  /// App ID URIs of an API of Microsoft's in which `*` stands for one label of a host, such as `https://*.vault.azure.net`. Nil means
  /// none.
  package var identifierPatterns: [String]?
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
  /// Whether tokens of the app may hold claims of a claims mapping although the app has no signing key of its own
  /// (manifest: `acceptMappedClaims`). Nil means false.
  package var acceptsMappedClaims: Bool?
  /// The key that signs tokens for the app. Nil: the keys of the tenant do.
  package var signingKey: AppSigningKey?
  /// Whether tokens leave out an `email` of a domain that nobody has verified (Graph: `authenticationBehaviors`). Nil: the audience decides.
  package var removesUnverifiedEmailClaim: Bool?
  /// Whether the app may use the flows of public clients, such as device code and password (manifest:
  /// `isFallbackPublicClient`).
  package var allowsPublicClientFlows = false
  /// Whether authorize may answer with an id_token (manifest: `enableIdTokenIssuance`).
  package var issuesIDTokensFromAuthorize = false
  /// Whether authorize may answer with an access token (manifest: `enableAccessTokenIssuance`).
  package var issuesAccessTokensFromAuthorize = false
  /// The user flow of a tenant of External ID by which people sign in to the app. Nil: the tenant's first.
  package var userFlow: String?
  /// The front-channel logout URL. The sign-out page loads it in a frame, with `sid` in its query. Nil: the app is
  /// not told.
  package var logoutURL: String?
  /// The address of the app's home page (manifest: `homePageUrl`).
  package var homePage: String?
  /// The users who own the registration. Nil means none.
  package var owners: [User.ID]?
  /// The apps whose service principals own the registration. Nil means none.
  package var owningApps: [ID]?
  /// Nil when there is none, as in stores that are older than the properties of apps.
  private var plain: PlainProperties?
  /// How long tokens for the app live, where that differs from the world's lifetimes.
  package var tokenLifetimes: TokenLifetimes?
  /// `"1"` for Microsoft's family of client ids, whose members may redeem each other's refresh tokens. Nil for any
  /// other app.
  package var family: String?
  /// Nil when the registration lists no optional claims.
  package var optionalClaims: OptionalClaims?
  /// The memberships that the app's tokens state. Nil: none.
  package var groupMembershipClaims: GroupMembershipClaims?
  /// How an administrator has changed the claims of tokens for the app. Nil: not at all.
  package var claimsMapping: ClaimsMapping?
  /// The API that is asked for claims before a token for the app is issued. Nil: none.
  package var claimsProvider: ClaimsProvider?
  /// Claims that all tokens for the app state, whatever the service would say. Null takes a claim away. Nil: none.
  package var statedClaims: JSONObject?
  /// The Azure resource id of a managed identity: of the identity itself when it is user-assigned, of the machine or
  /// service that it belongs to when it is system-assigned. Nil for every other app.
  package var managedIdentityResource: String?
  /// The users and groups to whose mailboxes the app is kept when it calls for itself. Nil: it reaches every mailbox.
  package var mailboxes: [Group.Member]?
  /// How users and groups are written into the app. Nil: they are not.
  package var provisioning: ProvisioningSettings?
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

  /// The properties that decide nothing, such as the tags.
  package var properties: PlainProperties {
    get { plain ?? PlainProperties() }
    set { plain = newValue.isEmpty ? nil : newValue }
  }

  /// Whether the app may use the native authentication API.
  package var allowsNativeAuthentication: Bool { properties.text("nativeAuthenticationApisEnabled") == "all" }

  /// Whether the app is Microsoft's own: it belongs to no tenant.
  package var isFirstParty: Bool { tenant == nil }

  /// Whether the registration has a secret, a certificate or a federated credential. Only such an app can
  /// authenticate itself.
  package var hasCredentials: Bool {
    !secrets.isEmpty || !certificates.isEmpty || !federatedCredentials.isEmpty || trustedSubjects?.isEmpty == false
  }

  /// The short names that find the app: its own, and that of the seeded app in whose place it stands.
  package var names: [String] { [alias] + [standsFor].compactMap(\.self) }

  /// The part of the static list that is for one API; nil when the list has none.
  package func requiredAccess(to resource: Application.ID) -> RequiredAccess? {
    requiredAccess.first { $0.resource == resource }
  }
}

/// The tag type of an app registration's object id, so that the compiler tells it from the client id.
package enum ApplicationObject {}
