import Bytes
import Directory
import JSON

/// An object of the directory in the form that Graph shows to this caller.
protocol DirectoryView: Sendable {
  /// The id by which a `$skiptoken` names the object.
  var guid: GUID { get }
  /// The value of a property in its declared spelling; null when the object has none of that name.
  func value(of property: String) -> JSONValue
  /// The members of the object: those that the call selected, else the default ones.
  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject
}

/// An object in a list of several types. Its first member is the type (`@odata.type`).
enum DirectoryObjectView: DirectoryView {
  case user(UserView)
  case group(GroupView)
  case role(RoleView)

  private var view: any DirectoryView {
    switch self {
    case .user(let view): view
    case .group(let view): view
    case .role(let view): view
    }
  }

  var type: String {
    switch self {
    case .user: "#microsoft.graph.user"
    case .group: "#microsoft.graph.group"
    case .role: "#microsoft.graph.directoryRole"
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
    return JSONObject([JSONObject.Member(name: "@odata.type", value: .string(type))] + shown.members)
  }
}
