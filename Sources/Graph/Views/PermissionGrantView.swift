import Bytes
import Directory
import JSON

/// A grant of delegated permissions (Microsoft: "oAuth2PermissionGrant resource type").
struct PermissionGrantView: DirectoryView {
  let grant: PermissionGrant

  private static let names = ["clientId", "consentType", "id", "principalId", "resourceId", "scope"]

  static let type: ObjectType = {
    var type = ObjectType(name: "oAuth2PermissionGrant", names: names)
    type.filterable = .all("clientId", "consentType", "principalId", "resourceId")
    return type
  }()

  var guid: GUID { grant.id.guid }

  func value(of property: String) -> JSONValue {
    switch (property, grant.principal) {
    case ("clientId", _): "\(grant.client)"
    case ("consentType", .user): "Principal"
    case ("consentType", .everyone): "AllPrincipals"
    case ("id", _): .string(grant.graphID)
    case ("principalId", .user(let user)): "\(user)"
    case ("resourceId", _): "\(grant.resource)"
    case ("scope", _): .string(grant.scopes.joined(separator: " "))
    default: .null
    }
  }

  /// The members in the order of their names.
  var members: JSONObject { JSONObject(Self.names.map { JSONObject.Member(name: $0, value: value(of: $0)) }) }

  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject {
    let names = query.selected?.filter { Self.names.contains($0) } ?? Self.names
    return JSONObject(names.map { JSONObject.Member(name: $0, value: value(of: $0)) })
  }
}
