package import JSON
import Time

/// A Conditional Access policy with the parts that tests need: users or workloads, resources, and the control that it
/// demands (Microsoft: "Building a Conditional Access policy").
package struct AccessPolicy: Sendable, Hashable, Codable {
  package typealias ID = Identifier<AccessPolicy>

  /// The control that a sign-in has to meet before the server issues tokens.
  package enum Control: String, Sendable, Codable, CaseIterable {
    /// A second factor; the only control that a user of this server can meet on a page.
    case mfa
    /// No sign-in meets the policy.
    case block
    /// Sign-ins from a compliant `User.Device` meet the policy.
    case compliantDevice
    /// Sign-ins from a joined `User.Device` meet the policy.
    case domainJoined
    case approvedApp
    case appProtection
  }

  /// A way in which a sign-in goes from one device to another (Microsoft: "Conditional Access: Authentication flows").
  package enum Flow: String, Sendable, Codable, CaseIterable {
    case deviceCode
    case transfer
  }

  /// The kind of client that a sign-in comes from (Microsoft: "Conditional Access: Conditions", client apps). The words are Graph's. The other
  /// two words of Graph's are for clients that this server does not serve.
  package enum ClientKind: String, Sendable, Codable, CaseIterable {
    case browser
    case mobileAppsAndDesktopClients
  }

  /// Where a sign-in comes from, as far as a policy can tell: the trusted locations, or anywhere else.
  package enum Place: String, Sendable, Codable, CaseIterable {
    case trusted
    case elsewhere
  }

  /// The apps that a policy for workload identities is about (Microsoft: "Conditional Access for workload
  /// identities").
  package enum Workloads: Sendable, Hashable, Codable {
    /// Every app registered in the tenant.
    case all
    case some([Application.ID])
  }

  /// Whether a sign-in has to meet one of several controls or all of them. The words are Graph's.
  package enum Operator: String, Sendable, Codable, CaseIterable {
    case any = "OR"
    case all = "AND"
  }

  /// The user of a sign-in, as far as policies look at users.
  package struct Person: Sendable, Hashable {
    package var id: User.ID
    /// The groups that the user is in, through other groups too.
    package var groups: Set<Group.ID>
    /// The display names of the directory roles.
    package var roles: [String]
    package var isGuest: Bool

    package init(_ id: User.ID, groups: Set<Group.ID> = [], roles: [String] = [], isGuest: Bool = false) {
      self.id = id
      self.groups = groups
      self.roles = roles
      self.isGuest = isGuest
    }
  }

  /// The policy's id. A claims challenge lists it in `capolids`.
  package var id: ID
  package var name: String
  /// The policy concerns sign-ins to this tenant only.
  package var tenant: Tenant.ID
  /// Nil: every user, unless groups, roles or guests are named.
  package var users: [User.ID]?
  /// Groups whose members the policy concerns, beside `users`.
  package var groups: [Group.ID]?
  /// Display names of directory roles whose holders the policy concerns, beside `users`.
  package var roles: [String]?
  /// Whether the policy concerns guests, beside `users`.
  package var includesGuests: Bool?
  /// Whom the policy concerns in no case: an exclusion comes before everything else.
  package var excludedUsers: [User.ID]?
  package var excludedGroups: [Group.ID]?
  package var excludedRoles: [String]?
  package var excludesGuests: Bool?
  /// Nil: every resource.
  package var resources: [Application.ID]?
  /// Resources that the policy does not guard, though `resources` has them.
  package var excludedResources: [Application.ID]?
  /// Values of the delegated permissions that this policy guards. The policy then applies only to requests that ask
  /// for one of them, and the server leaves them out of tokens whose request did not name them. Nil: every
  /// permission.
  package var scopes: [String]?
  /// Apps that sign in as themselves. With this list the policy is about apps and about no user. Nil: the policy is
  /// about users.
  package var workloads: Workloads?
  /// The ways of signing in that the policy is about. Nil: every way.
  package var flows: [Flow]?
  /// The kinds of clients that the policy is about. Nil: every kind.
  package var clientKinds: [ClientKind]?
  /// The places that the policy is about. Nil: every place.
  package var places: [Place]?
  /// The condition of Graph's form that the server does not understand. The policy then acts on nobody. Nil for a policy that is understood.
  package var inertBecause: String?
  /// Authentication contexts (`c1` … `c99`) that this policy guards. With them the policy applies only to a request
  /// that asks for one of them.
  package var authenticationContexts: [String] = []
  /// Nil: the policy demands no control, only a recent sign-in (`signInFrequency`).
  package var control: Control?
  /// More controls beside `control`.
  package var furtherControls: [Control]?
  /// How several controls count. Nil counts as `any`.
  package var controlOperator: Operator?
  /// How old a sign-in may be; zero for "every time". Nil: any age.
  package var signInFrequency: TimeSpan?
  package var isEnabled = true
  /// The policy as a client of Microsoft Graph wrote it, with what the server does not act on. Nil for a policy of a file.
  package var written: JSONValue?

  package init(id: ID, name: String, tenant: Tenant.ID) {
    self.id = id
    self.name = name
    self.tenant = tenant
  }

  /// The apps that the policy names: resources and workloads.
  var references: [Application.ID] {
    let resources = (resources ?? []) + (excludedResources ?? [])
    guard case .some(let clients)? = workloads else { return resources }
    return resources + clients
  }

  /// Every control that the policy names.
  package var controls: [Control] {
    get { (control.map { [$0] } ?? []) + (furtherControls ?? []) }
    set {
      control = newValue.first
      furtherControls = newValue.count > 1 ? Array(newValue.dropFirst()) : nil
    }
  }

  /// Whether the policy looks at groups, so that somebody has to find those of the user.
  package var looksAtGroups: Bool { groups != nil || excludedGroups != nil }

  /// Whether the policy is enabled and concerns this user. Always false for a policy for workloads.
  package func concerns(_ user: Person) -> Bool {
    isEnabled && inertBecause == nil && workloads == nil && includes(user) && !excludes(user)
  }

  private func includes(_ user: Person) -> Bool {
    if users == nil, groups == nil, roles == nil, includesGuests != true { return true }
    return users?.contains(user.id) == true || groups?.contains(where: user.groups.contains) == true
      || roles?.contains(where: user.roles.contains) == true || includesGuests == true && user.isGuest
  }

  private func excludes(_ user: Person) -> Bool {
    excludedUsers?.contains(user.id) == true || excludedGroups?.contains(where: user.groups.contains) == true
      || excludedRoles?.contains(where: user.roles.contains) == true || excludesGuests == true && user.isGuest
  }

  private func guards(_ resource: Application.ID) -> Bool {
    excludedResources?.contains(resource) != true && resources.map { $0.contains(resource) } ?? true
  }

  /// Whether the policy is about sign-ins from that kind of client and from that place.
  package func isAbout(_ kind: ClientKind, from place: Place) -> Bool {
    (clientKinds?.contains(kind) ?? true) && (places?.contains(place) ?? true)
  }

  /// Whether the policy applies to this user's request for this resource.
  /// `values` are the delegated permissions that the request asks for; nil counts as all of them. A policy with `scopes`
  /// applies only when one of its own is among them. `contexts` are the authentication contexts that the request asks
  /// for. A policy with contexts looks at these and not at the resource.
  /// `flow` is the way of the sign-in, nil for a usual one.
  package func applies(
    to user: Person, resource: Application.ID, values: [String]?, contexts: [String], flow: Flow? = nil
  ) -> Bool {
    guard concerns(user), flows.map({ flows in flow.map(flows.contains) ?? false }) ?? true else { return false }
    if let scopes, let values, !scopes.contains(where: values.contains) { return false }
    if !authenticationContexts.isEmpty { return authenticationContexts.contains(where: contexts.contains) }
    return guards(resource)
  }

  /// Whether the policy applies to this app when it asks for an app-only token. A policy means only apps that are
  /// registered in its own tenant, and no managed identities (Microsoft: "Conditional Access for workload
  /// identities").
  package func applies(toWorkload client: Application, resource: Application.ID) -> Bool {
    concerns(workload: client) && guards(resource)
  }

  /// Whether the policy is enabled and concerns this app when it signs in as itself.
  package func concerns(workload client: Application) -> Bool {
    guard isEnabled, inertBecause == nil, let workloads, client.tenant == tenant, client.managedIdentityResource == nil
    else { return false }
    if case .some(let clients) = workloads { return clients.contains(client.id) }
    return true
  }
}
