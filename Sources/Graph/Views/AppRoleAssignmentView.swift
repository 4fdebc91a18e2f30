import Bytes
import Directory
import JSON
import Time

/// An app role that somebody holds, as Graph shows it (Microsoft: "appRoleAssignment resource type"; order observed).
struct AppRoleAssignmentView: DirectoryView {
  let assignment: RoleAssignment
  /// The app that defines the role.
  let application: Application
  let principal: (type: String, id: GUID, name: String)

  /// Nil when the app or the holder is gone.
  init?(_ assignment: RoleAssignment, in directory: DirectoryState) {
    guard
      let application = directory.servicePrincipals[assignment.resource].flatMap({
        directory.applications[$0.application]
      })
    else { return nil }
    self.assignment = assignment
    self.application = application
    switch assignment.principal {
    case .user(let id):
      guard let user = directory.users[id], !user.isDeleted else { return nil }
      principal = ("User", id.guid, user.displayName)
    case .group(let id):
      guard let group = directory.groups[id] else { return nil }
      principal = ("Group", id.guid, group.displayName)
    case .client(let id):
      guard let client = directory.servicePrincipals[id].flatMap({ directory.applications[$0.application] }) else {
        return nil
      }
      principal = ("ServicePrincipal", id.guid, client.displayName)
    }
  }

  static let names = [
    "id", "deletedDateTime", "appRoleId", "createdDateTime", "principalDisplayName", "principalId", "principalType",
    "resourceDisplayName", "resourceId",
  ]

  var guid: GUID { assignment.id.guid }

  var id: String { assignment.graphID }

  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject {
    JSONObject((query.selected ?? Self.names).map { .init(name: $0, value: value(of: $0)) })
  }

  func value(of property: String) -> JSONValue {
    switch property {
    case "id": return .string(id)
    case "appRoleId":
      let role = assignment.role.flatMap(application.role(named:))
      return "\(role?.id.guid ?? .zero)"
    case "createdDateTime": return .string((assignment.createdAt ?? application.createdAt).iso8601Ticks)
    case "principalDisplayName": return .string(principal.name)
    case "principalId": return "\(principal.id)"
    case "principalType": return .string(principal.type)
    case "resourceDisplayName": return .string(application.displayName)
    case "resourceId": return "\(assignment.resource)"
    default: return nil
    }
  }
}
