import Bytes
import Crypto
import Directory
import JSON

/// A directory role as an object of one tenant.
struct RoleView: DirectoryView {
  let role: DirectoryRole
  let tenant: Tenant.ID

  static let names = ["id", "deletedDateTime", "description", "displayName", "roleTemplateId"]

  /// The object id, which is not the id of the role's template. It follows from the tenant and the template.
  var guid: GUID { GUID(random: SHA256.hash("\(tenant)/directoryRole/\(role.templateID)").prefix(16)) }

  func value(of property: String) -> JSONValue {
    switch property {
    case "id": "\(guid)"
    case "description": .string(role.details)
    case "displayName": .string(role.displayName)
    case "roleTemplateId": .string(role.templateID)
    default: nil
    }
  }

  func related(_ name: String, _ resource: ResourceCall) -> Related? {
    name == "members" ? .many(RoleCalls.holders(of: role, resource)) : nil
  }

  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject {
    let names = query.selected.map { $0.filter(Self.names.contains) } ?? Self.names
    return JSONObject(names.map { JSONObject.Member(name: $0, value: value(of: $0)) })
  }
}
