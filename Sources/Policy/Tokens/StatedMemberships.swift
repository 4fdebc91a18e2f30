package import Directory
import JSON

/// The memberships of a user that the tokens of one app state (Microsoft: "Configure group claims and app roles in
/// tokens").
package struct StatedMemberships: Sendable, Hashable {
  /// Groups in the form that the app wants, in the order of the directory.
  package var groups: [String] = []
  /// Whether the groups stand in `roles`, in the place of app roles.
  package var areRoles = false
  /// Template ids of directory roles, for `wids`. Nil for a token without the claim.
  package var roles: [String]?
  /// What a filter of groups has done, for the journal. Nil without a filter.
  package var filtered: String?

  /// The property of a registration that asks for memberships, for sentences.
  static let property = "groupMembershipClaims"

  /// Whether the registration asks for groups.
  static func asksForGroups(_ app: Application) -> Bool {
    app.groupMembershipClaims?.words.contains { $0 != .none && $0 != .directoryRole } ?? false
  }

  /// No memberships: what a token of an app states that asks for none.
  package init() {}

  /// The memberships that the registration of `application` asks for (`groupMembershipClaims`), in the form that its
  /// optional claim `groups` for that kind of token says.
  package init(
    of user: User, for application: Application, in directory: DirectoryState,
    token: KeyPath<OptionalClaims, [OptionalClaim]>
  ) {
    let setting = Self.setting(of: application)
    self.init(
      of: .user(user.id), in: user.tenant, setting, for: application, in: directory, token: token)
    if setting.contains(.all) || setting.contains(.directoryRole) { roles = Self.roleTemplates(of: user) }
  }

  /// Leaves out the groups that the filter of the app does not admit (Microsoft: "Configure group claims for applications", group filtering).
  private mutating func filter(_ groups: inout [Group], for application: Application) {
    guard let filter = application.claimsMapping?.groupFilter, !groups.isEmpty else { return }
    let count = groups.count
    guard count <= GroupFilter.mostGroups else {
      filtered =
        "the group filter of '\(application.alias)' does not count: it works for \(GroupFilter.mostGroups) groups at most, and these are \(count)"
      return
    }
    groups = groups.filter(filter.admits)
    filtered =
      "the group filter of '\(application.alias)', \(filter.sentence), leaves \(groups.count) of \(count) groups"
  }

  /// The groups of an app's service principal that tokens for `application` state.
  package init(of client: Application, in tenant: Tenant.ID, for application: Application, in directory: DirectoryState)
  {
    let setting = Self.setting(of: application)
    // Most APIs want none.
    guard setting != .none else {
      self.init()
      return
    }
    self.init(
      of: .client(client.id), in: tenant, setting, for: application, in: directory, token: \.accessToken)
  }

  private static func setting(of application: Application) -> GroupMembershipClaims {
    application.groupMembershipClaims ?? application.claimSet.memberships
  }

  private init(
    of member: Group.Member, in tenant: Tenant.ID, _ setting: GroupMembershipClaims, for application: Application,
    in directory: DirectoryState, token: KeyPath<OptionalClaims, [OptionalClaim]>
  ) {
    var groups: [Group] = []
    if setting.contains(.all) {
      groups = directory.nestedGroups(of: member)
    } else if setting.contains(.securityGroup) {
      groups = directory.nestedGroups(of: member).filter { $0.isSecurityEnabled }
    }
    if setting.contains(.applicationGroup) {
      let principal = directory.servicePrincipal(of: application.id, in: tenant)?.id
      let given = Set(principal.map { directory.assignmentsOfGroups(on: $0).map(\.principal) } ?? [])
      let listed = Set(groups.map(\.id))
      groups += directory.groups(of: member).filter { given.contains(.group($0.id)) && !listed.contains($0.id) }
    }
    if case .user = member { filter(&groups, for: application) }
    let form = GroupClaimForm(application.optionalClaims?[keyPath: token].named("groups"), setting: setting)
    self.groups = groups.compactMap(form.text)
    areRoles = form.isRoles
  }

  /// The same without any groups where they are more than a token lists.
  package func listing(upTo limit: Int) -> StatedMemberships {
    guard groups.count > limit else { return self }
    var copy = self
    copy.groups = []
    return copy
  }

  /// The values of `wids`: the roles that the user holds, and the role that every member or every guest has.
  package static func roleTemplates(of user: User) -> [String] {
    let everybodys = user.isGuest ? DirectoryRole.guest : DirectoryRole.user
    return user.directoryRoles.compactMap { DirectoryRole.named($0)?.templateID } + [everybodys.templateID]
  }
}

extension TokenSubject {
  /// The largest number of groups that a token lists. A token in the fragment of a redirect URI has to be short and
  /// lists fewer.
  package static let groupLimit = 200
  /// The limit for tokens that authorize sends in a fragment.
  package static let groupLimitInFragment = 5
}
