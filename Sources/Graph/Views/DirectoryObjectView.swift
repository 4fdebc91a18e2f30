import Bytes
import Directory
import JSON

/// An object in a list of several types. Its first member is the type (`@odata.type`).
enum DirectoryObjectView: DirectoryView {
  case user(UserView)
  case group(GroupView)
  case role(RoleView)
  case application(ApplicationView)
  case servicePrincipal(ServicePrincipalView)

  private var view: any DirectoryView {
    switch self {
    case .user(let view): view
    case .group(let view): view
    case .role(let view): view
    case .application(let view): view
    case .servicePrincipal(let view): view
    }
  }

  /// The type without its namespace, as bodies name it: `user`.
  var type: String {
    switch self {
    case .user: "user"
    case .group: "group"
    case .role: "directoryRole"
    case .application: "application"
    case .servicePrincipal: "servicePrincipal"
    }
  }

  var guid: GUID { view.guid }

  func value(of property: String) -> JSONValue { view.value(of: property) }

  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject {
    let shown: JSONObject
    if case .user(let user) = self, query.selected == nil {
      shown = user.defaultMembersByID
    } else {
      shown = view.members(query, version)
    }
    return JSONObject(
      [JSONObject.Member(name: "@odata.type", value: .string("#microsoft.graph." + type))] + shown.members)
  }

  func related(_ name: String, _ resource: ResourceCall) -> Related? { view.related(name, resource) }
}
