import JSON
import Policy
import SCIM

/// App roles as a mapping sends them. The forms differ between new users and changes, and between the dialects (Microsoft: "Provisioning roles
/// to a SCIM application").
struct RoleValues: Sendable, Hashable {
  /// One role, by `SingleAppRoleAssignment`. False: all of them, by `AppRoleAssignmentsComplex`.
  let isSingle: Bool
  /// Each with `id`, `value` and `displayName`.
  private let roles: [JSONValue]
  private let path: SCIMPath

  /// Nil when the row is not about roles of the app, or the user has none.
  init?(_ value: JSONValue?, of row: Mapping.Row) {
    guard case .expression(let expression, _) = row.source else { return nil }
    switch (expression.outermost, value) {
    case ("SingleAppRoleAssignment", let role?):
      (isSingle, roles) = (true, [role])
    case ("AppRoleAssignmentsComplex", .array(let list)):
      (isSingle, roles) = (false, list)
    default: return nil
    }
    guard let path = SCIMPath("roles") else { return nil }
    self.path = path
  }

  /// For a digest.
  var text: String { JSONValue.array(roles).text }

  var ofNewUser: SCIMValue { SCIMValue(path, .array(plain)) }

  private var plain: [JSONValue] {
    roles.map { role in
      var members: JSONObject = ["primary": .bool(isSingle), "type": .string(SCIMNames.roleType)]
      if !isSingle { members.append("displayName", role["displayName"]?.string) }
      members.append("value", role["value"]?.string)
      return .object(members)
    }
  }

  /// What is sent so that a user of the app has these roles; nil when the user has them.
  func change(of resource: SCIMResource, _ form: SCIMForm) -> (SCIMOperation, SCIMDifference)? {
    let old = path.value(in: resource.object)
    let held = Set(old?.array?.compactMap { $0["value"]?.string } ?? [])
    let isThere = roles.allSatisfy { role in
      held.contains(role["value"]?.string ?? "") || held.contains(Self.inText(role))
    }
    guard !isThere else { return nil }
    // The standard dialect has the one role as JSON inside a text.
    let value: JSONValue =
      isSingle && form.dialect == .standard
      ? .array(roles.map { ["value": .string(Self.inText($0))] }) : .array(plain)
    return (SCIMOperation(.add, path.description, value), SCIMDifference(path, value, old: old))
  }

  private static func inText(_ role: JSONValue) -> String { role.text }
}
