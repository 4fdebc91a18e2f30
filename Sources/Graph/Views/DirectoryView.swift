import Bytes
import Directory
import JSON

/// An object of the directory in the form that Graph shows to this caller.
protocol DirectoryView: Sendable {
  /// The id by which a `$skiptoken` names the object.
  var guid: GUID { get }
  /// The stored value of a property in its declared spelling; null when the object has none of that name. `$filter`,
  /// `$search` and `$orderby` look at it, also where `members` hides it from this caller.
  func value(of property: String) -> JSONValue
  /// The members of the object: those that the call selected, else the default ones. A member that the caller may not
  /// see is null.
  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject
  /// The names of what clients of `beta` wrote into the object and its type does not name.
  var keptNames: [String] { get }
  /// What a relationship of that name leads to, for `$expand`. Nil for a name that `$expand` cannot have.
  func related(_ name: String, _ resource: ResourceCall) -> Related?
}

extension DirectoryView {
  var keptNames: [String] { [] }

  func related(_ name: String, _ resource: ResourceCall) -> Related? { nil }
}

extension DirectoryView {
  /// A list with as many elements as the relationship leads to objects, for `$filter`.
  func counted(_ relationship: String, _ resource: ResourceCall) -> JSONValue {
    switch related(relationship, resource) {
    case .many(let objects): .array(objects.map { .string("\($0.guid)") })
    case .values(let values): .array(values)
    case .one(let object): object == nil ? [] : [.null]
    case .value: [.null]
    case nil: []
    }
  }
}

/// What a relationship of an object leads to.
enum Related {
  /// One object; nil for a relationship that leads nowhere.
  case one(DirectoryObjectView?)
  case many([DirectoryObjectView])
  /// Things that are not directory objects, such as open extensions.
  case values([JSONValue])
  /// One such thing.
  case value(JSONValue)

  /// The directory objects.
  var objects: [DirectoryObjectView] {
    switch self {
    case .one(let object): object.map { [$0] } ?? []
    case .many(let objects): objects
    case .value, .values: []
    }
  }
}
