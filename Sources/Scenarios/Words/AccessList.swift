import Bytes
import Directory

/// A static list that is read permission by permission. Each permission costs the same, however many the list has.
struct AccessList {
  /// One entry for each API, in the order in which the APIs came, with each of its permissions once.
  private(set) var all: [RequiredAccess] = []
  private var places: [Application.ID: Int] = [:]
  private var scopes: [SeenWords] = []
  private var roles: [SeenWords] = []

  /// Adds the permissions that the list does not have yet.
  mutating func add(_ access: RequiredAccess) {
    let place = places[access.resource, default: all.count]
    if place == all.count {
      places[access.resource] = place
      all.append(RequiredAccess(resource: access.resource, scopes: []))
      scopes.append(SeenWords())
      roles.append(SeenWords())
    }
    for scope in access.scopes where scopes[place].insert(scope) { all[place].scopes.append(scope) }
    for role in access.roles where roles[place].insert(role) { all[place].roles.append(role) }
  }
}
