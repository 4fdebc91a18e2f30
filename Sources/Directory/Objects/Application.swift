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
  package var id: ID {
    get { kept.facts.id }
    set { own().facts.id = newValue }
  }
  /// The id of the registration as an object in the owner's tenant. Graph paths use it; requests for tokens do not.
  package var objectID: Identifier<ApplicationObject> {
    get { kept.facts.objectID }
    set { own().facts.objectID = newValue }
  }
  /// The short name that people type for the app, such as `mobile`.
  package var alias: String {
    get { kept.facts.alias }
    set { own().facts.alias = newValue }
  }
  /// The short name of the seeded app in whose place this app stands. It finds this app too. Nil for every other app.
  package var standsFor: String? {
    get { kept.facts.standsFor }
    set { own().facts.standsFor = newValue }
  }
  /// The client ids of the apps in whose place this app stands. A rule that was written for one of them means this app. Nil means none.
  package var predecessors: [ID]? {
    get { kept.facts.predecessors }
    set { own().facts.predecessors = newValue }
  }
  package var displayName: String {
    get { kept.facts.displayName }
    set { own().facts.displayName = newValue }
  }
  /// The tenant that owns the registration. Nil for Microsoft's own apps and APIs, which every tenant has.
  package var tenant: Tenant.ID? {
    get { kept.facts.tenant }
    set { own().facts.tenant = newValue }
  }
  package var audience: Audience {
    get { kept.facts.audience }
    set { own().facts.audience = newValue }
  }
  /// False: the owner has disabled the app in every tenant.
  package var isEnabled: Bool {
    get { kept.facts.isEnabled }
    set { own().facts.isEnabled = newValue }
  }
  package var isRisky: Bool {
    get { kept.facts.risk ?? false }
    set { own().facts.risk = newValue ? true : nil }
  }
  /// A request's `redirect_uri` has to match one of these; `RedirectURIRules` says how.
  package var redirectURIs: [RedirectURIRegistration] {
    get { kept.facts.redirectURIs }
    set { own().facts.redirectURIs = newValue }
  }
  /// Several may be valid at a time; the client may use any of them.
  package var secrets: [ClientSecret] {
    get { kept.facts.secrets }
    set { own().facts.secrets = newValue }
  }
  package var certificates: [ClientCertificate] {
    get { kept.facts.certificates }
    set { own().facts.certificates = newValue }
  }
  /// Certificates of these names prove the app too, without being registered themselves. Nil means none.
  package var trustedSubjects: [TrustedSubject]? {
    get { kept.facts.trustedSubjects }
    set { own().facts.trustedSubjects = newValue }
  }
  package var federatedCredentials: [FederatedCredential] {
    get { kept.facts.federatedCredentials }
    set { own().facts.federatedCredentials = newValue }
  }
  /// Makes the app an agent identity: it proves itself by what its blueprint, this app, asks for with `fmi_path`. Nil for every other
  /// app.
  package var agentBlueprint: ID? {
    get { kept.facts.agentBlueprint }
    set { own().facts.agentBlueprint = newValue }
  }
  /// The user in whose name the agent identity gets tokens; nil for none.
  package var agentUser: User.ID? {
    get { kept.facts.agentUser }
    set { own().facts.agentUser = newValue }
  }
  /// App ID URIs, such as `api://contoso`, that a scope may begin with in place of the client id (manifest:
  /// `identifierUris`).
  package var identifierURIs: [String] {
    get { kept.facts.identifierURIs }
    set { own().facts.identifierURIs = newValue }
  }
  /// App ID URIs of an API of Microsoft's in which `*` stands for one label of a host, such as `https://*.vault.azure.net`. Nil means
  /// none.
  package var identifierPatterns: [String]? {
    get { kept.facts.identifierPatterns }
    set { own().facts.identifierPatterns = newValue }
  }
  /// The delegated permissions (scopes) that this API exposes.
  package var permissions: [DelegatedPermission] {
    get { kept.facts.permissions }
    set { own().facts.permissions = newValue }
  }
  /// Roles that this API defines, for users and for apps.
  package var appRoles: [AppRole] {
    get { kept.facts.appRoles }
    set { own().facts.appRoles = newValue }
  }
  /// The static list: the permissions that the registration says the app needs. `.default` and admin consent refer to
  /// it.
  package var requiredAccess: [RequiredAccess] {
    get { kept.facts.requiredAccess }
    set { own().facts.requiredAccess = newValue }
  }
  /// Clients that need no consent for some scopes of this API.
  package var preauthorizedClients: [Preauthorization] {
    get { kept.facts.preauthorizedClients }
    set { own().facts.preauthorizedClients = newValue }
  }
  /// Clients whose consent page also covers this API's own static list (manifest: `knownClientApplications`). Nil
  /// means none.
  package var knownClients: [ID]? {
    get { kept.facts.knownClients }
    set { own().facts.knownClients = newValue }
  }
  /// The version of access tokens for this API: 1 or 2 (manifest: `requestedAccessTokenVersion`).
  package var accessTokenVersion: Int {
    get { kept.facts.accessTokenVersion }
    set { own().facts.accessTokenVersion = newValue }
  }
  /// Whether tokens of the app may hold claims of a claims mapping although the app has no signing key of its own
  /// (manifest: `acceptMappedClaims`). Nil means false.
  package var acceptsMappedClaims: Bool? {
    get { kept.facts.acceptsMappedClaims }
    set { own().facts.acceptsMappedClaims = newValue }
  }
  /// The key that signs tokens for the app. Nil: the keys of the tenant do.
  package var signingKey: AppSigningKey? {
    get { kept.facts.signingKey }
    set { own().facts.signingKey = newValue }
  }
  /// Whether tokens leave out an `email` of a domain that nobody has verified (Graph: `authenticationBehaviors`). Nil: the audience decides.
  package var removesUnverifiedEmailClaim: Bool? {
    get { kept.facts.removesUnverifiedEmailClaim }
    set { own().facts.removesUnverifiedEmailClaim = newValue }
  }
  /// Whether the app may use the flows of public clients, such as device code and password (manifest:
  /// `isFallbackPublicClient`).
  package var allowsPublicClientFlows: Bool {
    get { kept.facts.allowsPublicClientFlows }
    set { own().facts.allowsPublicClientFlows = newValue }
  }
  /// Whether authorize may answer with an id_token (manifest: `enableIdTokenIssuance`).
  package var issuesIDTokensFromAuthorize: Bool {
    get { kept.facts.issuesIDTokensFromAuthorize }
    set { own().facts.issuesIDTokensFromAuthorize = newValue }
  }
  /// Whether authorize may answer with an access token (manifest: `enableAccessTokenIssuance`).
  package var issuesAccessTokensFromAuthorize: Bool {
    get { kept.facts.issuesAccessTokensFromAuthorize }
    set { own().facts.issuesAccessTokensFromAuthorize = newValue }
  }
  /// The user flow of a tenant of External ID by which people sign in to the app. Nil: the tenant's first.
  package var userFlow: String? {
    get { kept.facts.userFlow }
    set { own().facts.userFlow = newValue }
  }
  /// The front-channel logout URL. The sign-out page loads it in a frame, with `sid` in its query. Nil: the app is
  /// not told.
  package var logoutURL: String? {
    get { kept.facts.logoutURL }
    set { own().facts.logoutURL = newValue }
  }
  /// The address of the app's home page (manifest: `homePageUrl`).
  package var homePage: String? {
    get { kept.facts.homePage }
    set { own().facts.homePage = newValue }
  }
  /// The users who own the registration. Nil means none.
  package var owners: [User.ID]? {
    get { kept.facts.owners }
    set { own().facts.owners = newValue }
  }
  /// The apps whose service principals own the registration. Nil means none.
  package var owningApps: [ID]? {
    get { kept.facts.owningApps }
    set { own().facts.owningApps = newValue }
  }
  /// How the app signs in by SAML 2.0. Nil: as an app of which nobody has said anything.
  package var saml: SAMLSettings? {
    get { kept.facts.saml }
    set { own().facts.saml = newValue }
  }
  /// How long tokens for the app live, where that differs from the world's lifetimes.
  package var tokenLifetimes: TokenLifetimes? {
    get { kept.facts.tokenLifetimes }
    set { own().facts.tokenLifetimes = newValue }
  }
  /// `"1"` for Microsoft's family of client ids, whose members may redeem each other's refresh tokens. Nil for any
  /// other app.
  package var family: String? {
    get { kept.facts.family }
    set { own().facts.family = newValue }
  }
  /// Nil when the registration lists no optional claims.
  package var optionalClaims: OptionalClaims? {
    get { kept.facts.optionalClaims }
    set { own().facts.optionalClaims = newValue }
  }
  /// The memberships that the app's tokens state. Nil: none.
  package var groupMembershipClaims: GroupMembershipClaims? {
    get { kept.facts.groupMembershipClaims }
    set { own().facts.groupMembershipClaims = newValue }
  }
  /// How an administrator has changed the claims of tokens for the app. Nil: not at all.
  package var claimsMapping: ClaimsMapping? {
    get { kept.facts.claimsMapping }
    set { own().facts.claimsMapping = newValue }
  }
  /// The API that is asked for claims before a token for the app is issued. Nil: none.
  package var claimsProvider: ClaimsProvider? {
    get { kept.facts.claimsProvider }
    set { own().facts.claimsProvider = newValue }
  }
  /// Claims that all tokens for the app state, whatever the service would say. Null takes a claim away. Nil: none.
  package var statedClaims: JSONObject? {
    get { kept.facts.statedClaims }
    set { own().facts.statedClaims = newValue }
  }
  /// The Azure resource id of a managed identity: of the identity itself when it is user-assigned, of the machine or
  /// service that it belongs to when it is system-assigned. Nil for every other app.
  package var managedIdentityResource: String? {
    get { kept.facts.managedIdentityResource }
    set { own().facts.managedIdentityResource = newValue }
  }
  /// The users and groups to whose mailboxes the app is kept when it calls for itself. Nil: it reaches every mailbox.
  package var mailboxes: [Group.Member]? {
    get { kept.facts.mailboxes }
    set { own().facts.mailboxes = newValue }
  }
  /// How users and groups are written into the app. Nil: they are not.
  package var provisioning: ProvisioningSettings? {
    get { kept.facts.provisioning }
    set { own().facts.provisioning = newValue }
  }
  package var createdAt: UnixTime {
    get { kept.facts.createdAt }
    set { own().facts.createdAt = newValue }
  }

  /// A single-tenant app without redirect URIs, credentials and permissions.
  package init(
    id: ID, objectID: Identifier<ApplicationObject>, alias: String, displayName: String, tenant: Tenant.ID?,
    createdAt: UnixTime
  ) {
    kept = Kept(
      Facts(
        id: id, objectID: objectID, alias: alias, displayName: displayName, tenant: tenant, createdAt: createdAt))
  }

  // MARK: One reference

  /// What is known, in the order in which stores write it. Who reads or changes a member goes through the one of the same name above.
  private struct Facts: Sendable, Hashable, Codable {
    var id: ID
    var objectID: Identifier<ApplicationObject>
    var alias: String
    var standsFor: String?
    var predecessors: [ID]?
    var displayName: String
    var tenant: Tenant.ID?
    var audience = Audience.singleTenant
    var isEnabled = true
    /// Nil counts as false.
    var risk: Bool?
    var redirectURIs: [RedirectURIRegistration] = []
    var secrets: [ClientSecret] = []
    var certificates: [ClientCertificate] = []
    var trustedSubjects: [TrustedSubject]?
    var federatedCredentials: [FederatedCredential] = []
    var agentBlueprint: ID?
    var agentUser: User.ID?
    var identifierURIs: [String] = []
    var identifierPatterns: [String]?
    var permissions: [DelegatedPermission] = []
    var appRoles: [AppRole] = []
    var requiredAccess: [RequiredAccess] = []
    var preauthorizedClients: [Preauthorization] = []
    var knownClients: [ID]?
    var accessTokenVersion = 2
    var acceptsMappedClaims: Bool?
    var signingKey: AppSigningKey?
    var removesUnverifiedEmailClaim: Bool?
    var allowsPublicClientFlows = false
    var issuesIDTokensFromAuthorize = false
    var issuesAccessTokensFromAuthorize = false
    var userFlow: String?
    var logoutURL: String?
    var homePage: String?
    var owners: [User.ID]?
    var owningApps: [ID]?
    /// Nil when there is none, as in stores that are older than plain properties.
    var plain: PlainProperties?
    var saml: SAMLSettings?
    var tokenLifetimes: TokenLifetimes?
    var family: String?
    var optionalClaims: OptionalClaims?
    var groupMembershipClaims: GroupMembershipClaims?
    var claimsMapping: ClaimsMapping?
    var claimsProvider: ClaimsProvider?
    var statedClaims: JSONObject?
    var managedIdentityResource: String?
    var mailboxes: [Group.Member]?
    var provisioning: ProvisioningSettings?
    var createdAt: UnixTime
  }

  private final class Kept: @unchecked Sendable {
    /// Changed only while one holder has the reference.
    var facts: Facts

    init(_ facts: Facts) { self.facts = facts }
  }

  /// Dozens of values hold a registration, and each copy of one would copy every member. So a copy is one reference, until somebody changes it.
  private var kept: Kept

  private mutating func own() -> Kept {
    if !isKnownUniquelyReferenced(&kept) { kept = Kept(kept.facts) }
    return kept
  }

  package init(from decoder: any Decoder) throws { kept = Kept(try Facts(from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try kept.facts.encode(to: encoder) }

  package static func == (left: Self, right: Self) -> Bool {
    left.kept === right.kept || left.kept.facts == right.kept.facts
  }

  package func hash(into hasher: inout Hasher) { kept.facts.hash(into: &hasher) }

  /// The properties that decide nothing, such as the tags.
  package var properties: PlainProperties {
    get { kept.facts.plain ?? PlainProperties() }
    set { own().facts.plain = newValue.isEmpty ? nil : newValue }
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
