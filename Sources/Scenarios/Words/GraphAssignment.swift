import Bytes
import Directory

/// An item of `assignments` in the words of Microsoft Graph's `appRoleAssignment`, as `appRoleAssignedTo` of a tenant has it.
enum GraphAssignment {
  /// What Graph shows beside the ids. It follows from them, or belongs to the other directory.
  private static let ignored = [
    "id", "createdDateTime", "deletedDateTime", "principalDisplayName", "principalType", "resourceDisplayName",
  ]

  static let members: [Shape.Member] =
    [
      .init("appRoleId", .guid, "In the place of `role`: its id. That of zeros only gives access."),
      .init(
        "principalId", .text(.plain),
        "Beside `appRoleId`: the id of the user or the group, or the client id of the app."),
      .init("resourceId", .text(.plain), "Beside `appRoleId`: the app itself."),
    ] + ignored.map { .init($0, .text(.free), "Graph says it. It changes nothing.") }

  static func read(
    _ mapping: FileMapping, _ roles: RoleNames, _ place: WordPlace
  ) throws(ScenarioError) -> NewAssignment {
    var fields = mapping
    let id = try fields.require(
      "appRoleId", else: "an assignment of Graph's form needs 'appRoleId'; zeros only give access")
    let role = GUID(try id.text("the id of a role")) == .zero ? nil : try id.role(roles, place)
    let principal = try fields.require("principalId", else: "an assignment of Graph's form needs 'principalId'")
    if let resource = fields.take("resourceId") { try check(resource, place) }
    for name in ignored { _ = fields.take(name) }
    try fields.finish()
    return NewAssignment(role: role?.assignedName, holder: try holder(principal, role, id, roles, place))
  }

  private static func holder(
    _ value: FileValue, _ role: AppRole?, _ id: FileValue, _ roles: RoleNames, _ place: WordPlace
  ) throws(ScenarioError) -> NewAssignment.Holder {
    let name = try value.text("the id of a user, a group or an app")
    let member: Group.Member? =
      if place.directory.user(named: name) != nil {
        .user(try WordType<User.ID>.assigned.read(value, place))
      } else if place.directory.group(named: name) != nil {
        .group(try WordType<Group.ID>.assigned.read(value, place))
      } else {
        nil
      }
    if let member {
      if let role, !role.admitsUsers { throw id.wrongKind(role, "apps", roles) { $0.admitsUsers } }
      return .member(member)
    }
    guard let app = place.directory.application(named: name) else {
      throw value.error(
        "no user, group or app has the id '\(name)'; add it with that 'id', or write the 'clientId' of an app")
    }
    guard let role else {
      throw id.error("an app holds a role, and these zeros are none; write the id of one of 'appRoles'")
    }
    guard role.admitsApplications else { throw id.wrongKind(role, "users and groups", roles) { $0.admitsApplications } }
    return .client(app.id)
  }

  /// A file does not say the ids of service principals, so an id that nothing has may be this app's.
  private static func check(_ value: FileValue, _ place: WordPlace) throws(ScenarioError) {
    let name = try value.text("the id of the app")
    guard let other = place.directory.application(named: name), other.id != place.application?.id else { return }
    throw value.error("the assignment is of '\(other.alias)'; write it there")
  }
}
