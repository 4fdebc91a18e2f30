import Bytes
import Directory
import JSON
import YAML

/// An app given to somebody, with one of its roles or without.
struct NewAssignment: Hashable, Sendable {
  enum Holder: Hashable, Sendable {
    case member(Group.Member)
    case client(Application.ID)
  }

  /// Nil: the default assignment, which only gives access.
  let role: String?
  let holder: Holder
}

extension WordType where Value == [NewAssignment] {
  /// Roles with those who get them.
  static let assignments = Self(
    .list(
      .object(
        [
          .init("role", .text(.plain), "The value of the role; without it only access is given."),
          .init("users", .oneOrMany(.text(.plain)), "Users who get it."),
          .init("groups", .oneOrMany(.text(.plain)), "Groups whose direct members get it."),
          .init("apps", .oneOrMany(.text(.plain)), "Apps that get it for themselves."),
        ] + GraphAssignment.members)),
    label: "list of mappings with `role` and `users`, `groups` or `apps`, or of Graph's `appRoleAssignment`",
    absent: [],
    read: { value, place throws(ScenarioError) in
      var assignments: [NewAssignment] = []
      let roles = RoleNames(place.application?.appRoles ?? [])
      for item in try value.list("a list of mappings such as { role: Approver, users: [alice] }") {
        assignments += try item.assignments(roles, place)
      }
      return assignments
    },
    write: { assignments, names in
      GivenRole.written(
        assignments.map { assignment in
          switch assignment.holder {
          case .member(.user(let id)): GivenRole(role: assignment.role, key: "users", name: names.user(id))
          case .member(.group(let id)):
            GivenRole(role: assignment.role, key: "groups", name: names.member(.group(id)))
          case .client(let id), .member(.client(let id)):
            GivenRole(role: assignment.role, key: "apps", name: names.application(id))
          }
        })
    })
}

/// An assignment by names, which are the same in every world.
struct GivenRole: Hashable {
  let role: String?
  /// The key of a file: `users`, `groups` or `apps`.
  let key: String
  let name: String

  /// One mapping for each role.
  static func written(_ given: [GivenRole]) -> JSONValue {
    var roles: [String?] = []
    var names: [String?: [String: [String]]] = [:]
    for item in given {
      if names[item.role] == nil { roles.append(item.role) }
      names[item.role, default: [:]][item.key, default: []].append(item.name)
    }
    return .array(
      roles.map { role in
        var members = JSONObject()
        members.append("role", role)
        for key in ["users", "groups", "apps"] {
          if let names = names[role]?[key] { members.append(key, .strings(names)) }
        }
        return .object(members)
      })
  }
}

/// The roles of an app by their values and ids, for a list that names many.
struct RoleNames {
  let roles: [AppRole]
  private let places: [String: Int]

  init(_ roles: [AppRole]) {
    self.roles = roles
    // A value comes before an id.
    places = Dictionary(
      roles.indices.map { (roles[$0].assignedName, $0) } + roles.indices.map { ("\(roles[$0].id)", $0) }
    ) {
      first, _ in first
    }
  }

  subscript(_ name: String) -> AppRole? { places[name].map { roles[$0] } }
}

extension FileValue {
  fileprivate func assignments(_ roles: RoleNames, _ place: WordPlace) throws(ScenarioError) -> [NewAssignment] {
    var fields = try FileMapping(self, "a mapping such as { role: Approver, users: [alice] }")
    if fields.has("principalId") || fields.has("appRoleId") { return [try GraphAssignment.read(fields, roles, place)] }
    let role = try fields.take("role").map { value throws(ScenarioError) in try value.role(roles, place) }
    let directory = place.directory
    var holders: [NewAssignment.Holder] = []
    for (key, isUser) in [("users", true), ("groups", false)] {
      guard let value = fields.take(key) else { continue }
      if let role, !role.admitsUsers { throw value.wrongKind(role, "apps", roles) { $0.admitsUsers } }
      for item in value.oneOrMany() {
        let member: Group.Member =
          isUser
          ? .user(try WordType<User.ID>.assigned.read(item, place))
          : .group(try WordType<Group.ID>.assigned.read(item, place))
        holders.append(.member(member))
      }
    }
    if let value = fields.take("apps") {
      guard let role else { throw value.error("an app holds a role; write 'role' beside 'apps'") }
      guard role.admitsApplications else {
        throw value.wrongKind(role, "users and groups", roles) { $0.admitsApplications }
      }
      for item in value.oneOrMany() { holders.append(.client(try item.existingApplication(in: directory).id)) }
    }
    guard !holders.isEmpty else {
      throw fields.missing("users", else: "an assignment needs 'users', 'groups' or 'apps'")
    }
    try fields.finish()
    return holders.map { NewAssignment(role: role?.assignedName, holder: $0) }
  }

  /// A role of the app, by its value or its id.
  func role(_ names: RoleNames, _ place: WordPlace) throws(ScenarioError) -> AppRole {
    let roles = names.roles
    let text = try text("a role's value")
    guard let role = names[text] else {
      guard !roles.isEmpty else { throw error("'\(place.alias)' defines no role; give it 'appRoles'") }
      throw unknown("role", among: roles.map(\.assignedName))
    }
    guard role.isEnabled else { throw error("the role '\(role.assignedName)' is disabled; enable it among 'appRoles'") }
    return role
  }

  func wrongKind(
    _ role: AppRole, _ whom: String, _ names: RoleNames, _ fits: (AppRole) -> Bool
  ) -> ScenarioError {
    let others = names.roles.filter(fits).map(\.assignedName)
    let advice =
      others.isEmpty ? "change its 'allowedMemberTypes'" : "take another role: \(others.joined(separator: ", "))"
    return error("'\(role.assignedName)' is a role for \(whom), and '\(key)' cannot hold it; \(advice)")
  }
}

extension DirectoryState {
  /// The roles of an app that users and groups hold, in the order of the roles and of the directory.
  func rolesGiven(of app: Application.ID) -> [GivenRole] {
    var roles: [RoleAssignment.Principal: Set<String>] = [:]
    for assignment in servicePrincipals(of: app).flatMap({ assignments(on: $0.id) }) {
      guard let role = assignment.role else { continue }
      if case .client = assignment.principal { continue }
      roles[assignment.principal, default: []].insert(role)
    }
    guard !roles.isEmpty else { return [] }
    var given: [String: [GivenRole]] = [:]
    func note(_ holder: RoleAssignment.Principal, _ key: String, _ name: String) {
      for role in roles[holder] ?? [] {
        given[role, default: []].append(GivenRole(role: role, key: key, name: name))
      }
    }
    for user in usersInOrder { note(.user(user.id), "users", user.alias) }
    for group in groupsInOrder { note(.group(group.id), "groups", group.alias) }
    return given.keys.sorted().flatMap { given[$0] ?? [] }
  }
}
