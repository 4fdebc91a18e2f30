import Directory
import JSON
import YAML

/// How values of one type are read, described, written and made a world's own. A word binds such a type to a member of an object.
struct WordType<Value: Hashable & Sendable>: Sendable {
  /// What may stand in a file, but for `null`.
  var shape: Shape
  /// What an answer shows.
  var shown: Shape
  /// The type as the tables of the documentation name it.
  var label: String
  /// Reads what a file says; `null` comes here only where it cannot take the value away.
  var read: @Sendable (FileValue, WordPlace) throws(ScenarioError) -> Value
  /// As a file says it; nil where there is nothing to say.
  var write: @Sendable (Value, Names) -> JSONValue?
  /// What `null` leaves; nil where an object is never without a value.
  var absent: Value?
  /// For a value with references in it: the value in a world of its own.
  var owned: (@Sendable (Value, Ownership) -> Value)?

  init(
    _ shape: Shape, shown: Shape? = nil, label: String, absent: Value? = nil,
    owned: (@Sendable (Value, Ownership) -> Value)? = nil,
    read: @escaping @Sendable (FileValue, WordPlace) throws(ScenarioError) -> Value,
    write: @escaping @Sendable (Value, Names) -> JSONValue?
  ) {
    self.shape = shape
    self.shown = shown ?? shape
    self.label = label
    self.read = read
    self.write = write
    self.absent = absent
    self.owned = owned
  }

  /// What may stand in a file.
  var written: Shape {
    guard absent != nil else { return shape }
    return .either([shape, .null], expected: shape.expected)
  }

  /// The same type where an object may be without a value.
  static func optional<Wrapped>(_ type: WordType<Wrapped>) -> Self where Value == Wrapped? {
    let (read, write) = (type.read, type.write)
    var owned: (@Sendable (Wrapped?, Ownership) -> Wrapped?)?
    if let own = type.owned {
      owned = { value, ownership in value.map { own($0, ownership) } }
    }
    return Self(
      type.shape, shown: type.shown, label: type.label, absent: .some(nil), owned: owned,
      read: { value, place throws(ScenarioError) in try read(value, place) },
      write: { value, names in value.flatMap { write($0, names) } })
  }
}

/// What a word knows of the place where it is read.
struct WordPlace: Sendable {
  /// The directory as the file has made it so far.
  let directory: DirectoryState
  /// The short name of the object that the word belongs to.
  var alias = ""
  /// Its tenant, whose objects it may name.
  var tenant: Tenant.ID?
  /// Of an app: whether it has no users, so that its permissions are application permissions.
  var holdsRoles = false
  /// Of an app: the registration as the words before have made it.
  var application: Application?
  /// Of an app: the tenants that have it, whose users and groups may be given it.
  var tenantsWithApp: Set<Tenant.ID> = []
}

/// What makes the values of one world its own.
package struct Ownership: Sendable {
  let identity: WorldIdentity
  /// The domains of the seeds that become the world's own.
  let domains: Set<String>
  /// The client ids of the seeds that become the world's own, with those in their place. Empty when client ids stay.
  let clients: [Application.ID: Application.ID]

  /// The client id in this world.
  func own(client id: Application.ID) -> Application.ID { clients[id] ?? id }
}
