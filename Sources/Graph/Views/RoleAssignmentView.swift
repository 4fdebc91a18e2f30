import Bytes
import Directory
import JSON

/// Who holds a directory role (Microsoft: "unifiedRoleAssignment resource type").
struct RoleAssignmentView: DirectoryView {
  /// The object id of the holder.
  let holder: GUID
  let role: DirectoryRole

  private static let names = ["id", "principalId", "directoryScopeId", "roleDefinitionId"]

  static let type: ObjectType = {
    let relations = ["principal", "roleDefinition", "directoryScope", "appScope"]
    var type = ObjectType(name: "unifiedRoleAssignment", names: names + ["resourceScope", "appScopeId"] + relations)
    type.filterable = Dictionary(names.map { ($0, .undocumented) }) { first, _ in first }
    type.expandable = ["principal", "roleDefinition"]
    return type
  }()

  /// An assignment has no GUID in Graph. This one is another for each pair of holder and role, for `$skiptoken`.
  var guid: GUID {
    let role = GUID(role.templateID) ?? .zero
    return GUID(bytes: zip(holder.bytes, role.bytes).map { $0 ^ $1 }) ?? .zero
  }

  func value(of property: String) -> JSONValue {
    switch property {
    case "id": .string(role.assignmentID(of: holder))
    case "principalId": "\(holder)"
    case "directoryScopeId": "/"
    case "roleDefinitionId": .string(role.templateID)
    default: .null
    }
  }

  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject {
    let names = query.selected?.filter { Self.names.contains($0) } ?? Self.names
    return JSONObject(names.map { JSONObject.Member(name: $0, value: value(of: $0)) })
  }

  func related(_ name: String, _ resource: ResourceCall) -> Related? {
    switch name {
    case "principal": .one(ObjectCalls.objects([holder], resource).first?.seen(resource))
    case "roleDefinition": .value(RoleAssignmentCalls.definition(role))
    default: nil
    }
  }
}
