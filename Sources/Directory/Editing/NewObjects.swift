import Bytes

/// An organization's tenant that a scenario adds.
package struct NewTenant: Sendable, Hashable {
  package var id: Tenant.ID
  /// The short name that people type for the tenant.
  package var alias: String
  package var displayName: String
  /// The initial domain comes first.
  package var domains: [String]
  /// The domain of new users; nil for the initial one.
  package var defaultDomain: String?
  /// An organization's own tenant, or one for customers.
  package var kind: Tenant.Kind

  /// `id` is the tenant id; nil for the one that follows from the alias.
  package init(
    alias: String, displayName: String, domains: [String], defaultDomain: String? = nil, id: Tenant.ID? = nil,
    kind: Tenant.Kind = .workforce
  ) {
    self.id = id ?? Tenant.ID(SeededDirectory.derived("tenant", alias))
    self.alias = alias
    self.displayName = displayName
    self.domains = domains
    self.defaultDomain = defaultDomain
    self.kind = kind
  }
}

/// A user that a scenario or an administrator adds.
package struct NewUser: Sendable, Hashable {
  package var id: User.ID
  /// The short name that people type for the user.
  package var alias: String
  package var displayName: String
  package var userPrincipalName: String
  package var tenant: Tenant.ID
  /// The home account of a guest; nil for a member and for a personal account.
  package var home: User.ID?

  /// `id` is the object id; nil for the one that follows from the alias. That of a personal account begins with eight zero bytes.
  package init(
    alias: String, displayName: String, userPrincipalName: String, tenant: Tenant.ID, home: User.ID? = nil,
    id: User.ID? = nil
  ) {
    let derived = SeededDirectory.derived("user", alias)
    self.id = id ?? User.ID(tenant == WellKnown.personalTenant ? derived.ofPersonalAccount : derived)
    self.home = home
    self.alias = alias
    self.displayName = displayName
    self.userPrincipalName = userPrincipalName
    self.tenant = tenant
  }
}

/// A group that a scenario adds.
package struct NewGroup: Sendable, Hashable {
  package var id: Group.ID
  /// The short name that people type for the group.
  package var alias: String
  package var displayName: String
  package var tenant: Tenant.ID

  /// `id` is the object id; nil for the one that follows from the alias.
  package init(alias: String, displayName: String, tenant: Tenant.ID, id: Group.ID? = nil) {
    self.id = id ?? Group.ID(SeededDirectory.derived("group", alias))
    self.alias = alias
    self.displayName = displayName
    self.tenant = tenant
  }
}

/// An app registration that a scenario adds.
package struct NewApplication: Sendable, Hashable {
  /// The kind of client. It decides the platform of the redirect URIs and whether the app has a secret.
  package enum Kind: String, Sendable, CaseIterable {
    case native
    case spa
    case web
    /// An app without users, which acts for itself: its permissions are application permissions.
    case daemon
    /// A registration with nothing in it, as of an API that is not a client: no redirect URI, no secret, no permissions.
    case api

    /// Whether users sign in to the app, so that it has redirect URIs.
    package var hasUsers: Bool { self != .daemon && self != .api }

    /// The platform of the app's redirect URIs. A daemon and an API have none and count as web apps.
    package var platform: RedirectURIRegistration.Platform {
      switch self {
      case .native: .native
      case .spa: .spa
      case .web, .daemon, .api: .web
      }
    }

    /// Whether the app is a confidential client and gets a secret.
    package var keepsSecret: Bool { self == .web || self == .daemon }
  }

  /// The client id.
  package var id: Application.ID
  package var alias: String
  package var kind: Kind
  package var displayName: String
  /// The tenant that owns the registration; nil for the main tenant.
  package var tenant: Tenant.ID?
  /// The app whose place the new one takes; nil for an app of its own.
  package var predecessor: Application.ID?
  /// Whether it is an API of Microsoft's, which belongs to no tenant and which every tenant has.
  package var isMicrosofts = false

  /// `id` is the client id; nil for the one that follows from the alias.
  package init(
    alias: String, kind: Kind, displayName: String, tenant: Tenant.ID? = nil, id: Application.ID? = nil
  ) {
    self.tenant = tenant
    self.id = id ?? Application.ID(SeededDirectory.derived("application", alias))
    self.alias = alias
    self.kind = kind
    self.displayName = displayName
  }

  /// The app's first secret; `setSecret` replaces it.
  var secret: String { "\(alias)-secret" }
}

extension GUID {
  /// The form of the object ids of personal accounts: the first eight bytes are zero.
  var ofPersonalAccount: GUID { GUID(bytes: [UInt8](repeating: 0, count: 8) + bytes.prefix(8)) ?? self }
}

/// The consent to an app in one tenant, as a scenario lists it.
package struct NewConsent: Sendable, Hashable {
  package var client: Application.ID
  package var tenant: Tenant.ID
  /// The user who consents. Nil: an administrator consents for all users.
  package var user: User.ID?
  /// The scopes that the app gets for its users, and the app roles that it gets for itself.
  package var access: [RequiredAccess]

  package init(client: Application.ID, tenant: Tenant.ID, user: User.ID?, access: [RequiredAccess]) {
    self.client = client
    self.tenant = tenant
    self.user = user
    self.access = access
  }
}
