package import Bytes
import Crypto
package import Time

/// The only way to change a directory. Scenario files, actions, the control API and Graph all use it.
///
/// Every operation names objects by their ids and throws `NoSuchObject` for an id that the directory does not have.
/// An operation that throws may have changed something already, so the world throws such an editor away.
package struct DirectoryEditor: Sendable {
  /// The directory with the changes so far.
  package var state: DirectoryState
  /// When the changes are made: the creation time of new objects and the start of new secrets.
  package let now: UnixTime
  /// The source of the ids of new grants and the salts of new secrets. Nil: both follow from names, the same in every
  /// run.
  package let entropy: (any Entropy)?
  /// Whether the editor serves only to look up names. It then gives every password and secret one and the same digest, because a reader
  /// of a file needs none: a file with ten thousand users would take a second for them alone.
  package var isForNames = false
  /// The passwords that are known as text. A user whose password is known by its digest only is not among them.
  package internal(set) var passwords: [User.ID: String] = [:]
  /// Those among them that a test has chosen by a call or a rule, and nobody has typed. They are public.
  package private(set) var publicPasswords: [User.ID: String] = [:]
  /// The client secrets that are known as text.
  package internal(set) var secrets: [Application.ID: String] = [:]

  /// Begins with `state`; the editor knows no passwords and secrets of it.
  package init(_ state: DirectoryState, at now: UnixTime, entropy: (any Entropy)? = nil) {
    self.state = state
    self.now = now
    self.entropy = entropy
  }

  /// An editor that only looks up names in `state`. Its times are those of 1970, and its digests are worth nothing.
  package init(forNamesOf state: DirectoryState) {
    self.init(state, at: UnixTime(seconds: 0))
    isForNames = true
  }

  /// A password or client secret that is given to a user or an app.
  package enum Secret: Sendable, Hashable {
    case text(String)
    /// The digest alone, when a scenario file does not hold the text.
    case digest(SecretDigest)
  }

  /// The directory has no object of this kind and id.
  package struct NoSuchObject: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of object, for the message: `user`.
    package let kind: String
    package let id: GUID

    package init(kind: String, id: GUID) {
      self.kind = kind
      self.id = id
    }

    package var description: String { "there is no \(kind) \(id) any more" }
  }

  /// The tenant of new apps, users and groups that name no other: the main tenant of the directory.
  package var homeTenant: Tenant.ID { state.mainTenant?.id ?? WellKnown.personalTenant }

  /// The id of an object that has no name, such as a grant. Without entropy it follows from `path`.
  func newID<Owner>(_ kind: String, _ path: String) -> Identifier<Owner> {
    Identifier(entropy?.guid() ?? SeededDirectory.derived(kind, path))
  }

  /// The digest of a password or a secret. Without entropy the salt follows from the name.
  func digest(_ secret: String, _ kind: String, _ name: String) -> SecretDigest {
    if isForNames { return SecretDigest.none }
    return SecretDigest(secret, salt: entropy?.bytes(16) ?? SeededDirectory.derived(kind, name).bytes)
  }

  /// Marks the password of that user as one that a test has chosen, and that the world may tell.
  package mutating func tellPassword(_ password: String, of id: User.ID) { publicPasswords[id] = password }

  // MARK: Tenants

  /// The tenant of that id.
  /// - Throws: `NoSuchObject` when there is none.
  package func tenant(_ id: Tenant.ID) throws(NoSuchObject) -> Tenant {
    guard let tenant = state.tenants[id] else { throw NoSuchObject(kind: "tenant", id: id.guid) }
    return tenant
  }

  /// Changes a stored tenant.
  /// - Throws: `NoSuchObject` when there is none of that id.
  package mutating func update(_ id: Tenant.ID, _ change: (inout Tenant) -> Void) throws(NoSuchObject) {
    var tenant = try tenant(id)
    change(&tenant)
    state.put(tenant)
  }

  /// The tenant that `add` stores: users may consent for themselves, and there is no admin consent workflow.
  package func made(_ new: NewTenant) -> Tenant {
    var tenant = Tenant(
      id: new.id, alias: new.alias, displayName: new.displayName, domains: [], createdAt: now)
    tenant.setDomains(new.domains, default: new.defaultDomain)
    tenant.kind = new.kind
    return tenant
  }

  /// Adds an organization's tenant. It has Microsoft's own apps; what its clients get without consent is the same in every tenant, and
  /// the catalogue says it. Returns the tenant id.
  @discardableResult
  package mutating func add(_ new: NewTenant) -> Tenant.ID {
    state.put(made(new))
    for application in state.applicationsInOrder where application.isFirstParty {
      _ = principal(of: application.id, in: new.id)
    }
    if new.kind.isForCustomers { addExtensionsApp(of: new.id) }
    return new.id
  }

  /// A tenant for customers begins with the app that holds its own attributes (Microsoft: "Azure AD B2C: Extensions app").
  private mutating func addExtensionsApp(of id: Tenant.ID) {
    guard let tenant = state.tenants[id], state.applications[tenant.extensionsApp] == nil else { return }
    let name = "b2c-extensions-app"
    var app = newRegistration(tenant.extensionsApp, like: name, in: id)
    app.displayName = name + ". Do not modify. Used by AADB2C for storing user data."
    add(app)
  }

  // MARK: Groups

  /// The group of that object id.
  /// - Throws: `NoSuchObject` when there is none.
  package func group(_ id: Group.ID) throws(NoSuchObject) -> Group {
    guard let group = state.groups[id] else { throw NoSuchObject(kind: "group", id: id.guid) }
    return group
  }

  /// The group that `add` stores: a security group without members.
  package func made(_ new: NewGroup) -> Group {
    Group(
      id: new.id, tenant: new.tenant, alias: new.alias, displayName: new.displayName, kind: .security, createdAt: now)
  }

  /// Adds a security group without members. Returns the object id.
  @discardableResult
  package mutating func add(_ new: NewGroup) -> Group.ID {
    state.put(made(new))
    return new.id
  }

  /// Changes a stored group.
  /// - Throws: `NoSuchObject` when there is none of that id.
  package mutating func update(_ id: Group.ID, _ change: (inout Group) -> Void) throws(NoSuchObject) {
    var group = try group(id)
    change(&group)
    state.put(group)
  }

  /// Removes a group, also from the groups that it is a member of, and with the assignments that it holds.
  package mutating func remove(_ id: Group.ID) throws(NoSuchObject) {
    _ = try group(id)
    state.remove(id)
  }

  // MARK: Policies

  /// Stores a Conditional Access policy. It replaces the one of its id.
  package mutating func put(_ policy: AccessPolicy) { state.put(policy) }

  /// Removes a Conditional Access policy.
  /// - Throws: `NoSuchObject` when there is none of that id.
  package mutating func remove(_ id: AccessPolicy.ID) throws(NoSuchObject) {
    guard state.policies[id] != nil else { throw NoSuchObject(kind: "policy", id: id.guid) }
    state.remove(id)
  }
}
