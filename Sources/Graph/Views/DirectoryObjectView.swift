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
  /// An app or a service principal that the caller has no permission for: its type and its id, and null for everything else (Microsoft: "Limited
  /// information returned for inaccessible member objects").
  indirect case limited(DirectoryObjectView)

  private var view: any DirectoryView {
    switch self {
    case .user(let view): view
    case .group(let view): view
    case .role(let view): view
    case .application(let view): view
    case .servicePrincipal(let view): view
    case .limited(let view): view
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
    case .limited(let view): view.type
    }
  }

  var guid: GUID { view.guid }

  var keptNames: [String] { view.keptNames }

  func value(of property: String) -> JSONValue { view.value(of: property) }

  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject {
    if case .limited(let whole) = self {
      return JSONObject(
        whole.members(query, version).members.map { member in
          ["id", "@odata.type"].contains(member.name) ? member : .init(name: member.name, value: .null)
        })
    }
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

  /// An app as the caller may see it, whom a list leads to it without the permission for apps. Views of users and groups know by
  /// themselves what the caller may see.
  func seen(_ resource: ResourceCall) -> Self {
    switch self {
    case .application, .servicePrincipal: resource.holds(.readApplications) ? self : .limited(self)
    case .user, .group, .role, .limited: self
    }
  }
}
