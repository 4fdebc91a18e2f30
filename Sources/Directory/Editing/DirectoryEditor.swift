package import Bytes
import Crypto
package import Time

/// The one way to change a directory: scenario files, actions, the control API and Graph all make their changes with it.
///
/// Each operation names objects by their ids and throws `NoSuchObject` for an id that the directory does not have. A change that throws
/// leaves a half-changed editor behind; whoever owns the directory then throws the editor away.
package struct DirectoryEditor: Sendable {
  /// The directory with the changes so far.
  package var state: DirectoryState
  /// When the changes are made: new objects were made then, and secrets begin then.
  package let now: UnixTime
  /// Where the ids of new grants and the salts of new secrets come from. Nil: they follow from names, and are the same in every run.
  package let entropy: (any Entropy)?
  /// The passwords that somebody wrote down. A user whose password is known by its digest alone is not among them.
  package internal(set) var passwords: [User.ID: String] = [:]
  /// The client secrets that somebody wrote down.
  package internal(set) var secrets: [Application.ID: String] = [:]

  package init(_ state: DirectoryState, at now: UnixTime, entropy: (any Entropy)? = nil) {
    self.state = state
    self.now = now
    self.entropy = entropy
  }

  /// A password or a client secret, as it is given to a user or an app.
  package enum Secret: Sendable, Hashable {
    case text(String)
    /// Its digest, where nobody wrote the text down.
    case digest(SecretDigest)
  }

  /// There is no object of that id.
  package struct NoSuchObject: Error, Sendable, Hashable, CustomStringConvertible {
    /// What it would be: `user`.
    package let kind: String
    package let id: GUID

    package init(kind: String, id: GUID) {
      self.kind = kind
      self.id = id
    }

    package var description: String { "there is no \(kind) \(id) any more" }
  }

  /// The tenant that new users, groups and apps belong to unless they name another one: Contoso.
  package var homeTenant: Tenant.ID { state.tenant(named: "contoso")?.id ?? SeededDirectory.contoso }

  /// The id of an object that has no name of its own, such as a grant. `path` is what it follows from without entropy.
  func newID<Owner>(_ kind: String, _ path: String) -> Identifier<Owner> {
    Identifier(entropy?.guid() ?? SeededDirectory.derived(kind, path))
  }

  func salt(_ kind: String, _ name: String) -> [UInt8] {
    entropy?.bytes(16) ?? SeededDirectory.derived(kind, name).bytes
  }

  // MARK: Tenants

  package func tenant(_ id: Tenant.ID) throws(NoSuchObject) -> Tenant {
    guard let tenant = state.tenants[id] else { throw NoSuchObject(kind: "tenant", id: id.guid) }
    return tenant
  }

  package mutating func update(_ id: Tenant.ID, _ change: (inout Tenant) -> Void) throws(NoSuchObject) {
    var tenant = try tenant(id)
    change(&tenant)
    state.put(tenant)
  }

  // MARK: Groups

  package func group(_ id: Group.ID) throws(NoSuchObject) -> Group {
    guard let group = state.groups[id] else { throw NoSuchObject(kind: "group", id: id.guid) }
    return group
  }

  /// The group that `add` makes: an empty security group.
  package func made(_ new: NewGroup) -> Group {
    Group(
      id: new.id, tenant: new.tenant, alias: new.alias, displayName: new.displayName, kind: .security, createdAt: now)
  }

  @discardableResult
  package mutating func add(_ new: NewGroup) -> Group.ID {
    state.put(made(new))
    return new.id
  }

  package mutating func update(_ id: Group.ID, _ change: (inout Group) -> Void) throws(NoSuchObject) {
    var group = try group(id)
    change(&group)
    state.put(group)
  }

  /// Takes a group away, out of the groups it is in and with the assignments it holds.
  package mutating func remove(_ id: Group.ID) throws(NoSuchObject) {
    _ = try group(id)
    state.remove(id)
  }

  // MARK: Policies

  /// Puts a Conditional Access policy in force; it replaces the one of its id.
  package mutating func put(_ policy: AccessPolicy) { state.put(policy) }

  package mutating func remove(_ id: AccessPolicy.ID) throws(NoSuchObject) {
    guard state.policies[id] != nil else { throw NoSuchObject(kind: "policy", id: id.guid) }
    state.remove(id)
  }
}
