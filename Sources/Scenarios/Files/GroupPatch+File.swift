import Bytes
import Directory

extension WorldPatch.GroupPatch {
  private static let mostCopies = 5_000

  /// One entry of a file, which may also take away what there is.
  static func entry(
    _ key: FileValue, _ value: FileValue, in directory: DirectoryState
  ) throws(ScenarioError) -> WorldPatch.Named<Self> {
    if let removal = try removal(key, value, in: directory) { return removal }
    return try named(key, value, in: directory)
  }

  /// An entry that takes a group away; nil for every other.
  private static func removal(
    _ key: FileValue, _ value: FileValue, in directory: DirectoryState
  ) throws(ScenarioError) -> WorldPatch.Named<Self>? {
    guard try value.isRemoval() else { return nil }
    var patch = Self()
    patch.isRemoved = true
    return WorldPatch.Named(alias: try key.group(in: directory), patch: patch)
  }

  /// One entry of `groups`: a seeded group by alias, or a new one, which is told from a slip of the pen by its `displayName`.
  static func named(
    _ key: FileValue, _ value: FileValue, in directory: DirectoryState
  ) throws(ScenarioError) -> WorldPatch.Named<Self> {
    var fields = try FileMapping(value, "a mapping such as { members: [alice] }")
    var patch = Self()
    patch.displayName = try fields.take("displayName")?.text()
    patch.details = try fields.take("description")?.text()
    patch.kind = try fields.take("type")?.choice(Group.Kind.self)
    let id = fields.take("id")
    let count = fields.take("count")
    let tenant = fields.take("tenant")
    let members = fields.take("members")
    try fields.finish()

    let known = directory.group(named: value.key)
    var home = directory.defaultTenant
    if let known {
      if let new = [id, count, tenant].compactMap({ $0 }).first {
        throw new.error("'\(known.alias)' is there already and keeps its '\(new.key)'; add a group of another name")
      }
      home = known.tenant
    } else {
      guard let displayName = patch.displayName else {
        throw key.error(
          FileValue.unknown("group", value.key, among: directory.groupsInOrder.map(\.alias))
            + ". A new group needs a 'displayName'")
      }
      try WorldPatch.checkAlias(key)
      if let id, count != nil { throw id.error("several groups cannot have one 'id'; leave out 'id' or 'count'") }
      if let name = try tenant?.tenant(in: directory), let tenant = directory.tenant(named: name) { home = tenant.id }
      var new = SeededDirectory.NewGroup(alias: value.key, displayName: displayName, tenant: home)
      new.id = try id?.groupID(unusedIn: directory)
      patch.new = new
      patch.count = try count?.number(in: 1...mostCopies)
    }
    patch.members = try members?.members(of: home, in: directory)
    return WorldPatch.Named(alias: known?.alias ?? value.key, patch: patch)
  }
}

extension FileValue {
  fileprivate func groupID(unusedIn directory: DirectoryState) throws(ScenarioError) -> GUID {
    guard let id = GUID(try text("a GUID")) else { throw mismatch("a GUID") }
    if let other = directory.groups[Group.ID(id)] { throw error("'\(other.alias)' has that id; choose another one") }
    return id
  }

  /// Aliases of users and groups, which must be of the group's tenant.
  fileprivate func members(of tenant: Tenant.ID, in directory: DirectoryState) throws(ScenarioError) -> [String] {
    var members: [String] = []
    for item in try list("a list such as [alice, engineers]") {
      let name = try item.text("a list of users and groups")
      let user = directory.user(named: name)
      let group = directory.group(named: name)
      guard let home = user?.tenant ?? group?.tenant, let alias = user?.alias ?? group?.alias else {
        throw item.unknown(
          "user or group", among: directory.usersInOrder.map(\.alias) + directory.groupsInOrder.map(\.alias))
      }
      guard home == tenant else {
        throw item.error("'\(alias)' is in another tenant than the group; take an object of the same tenant")
      }
      if !members.contains(alias) { members.append(alias) }
    }
    return members
  }

  /// The alias of a group, given by alias or object id.
  func group(in directory: DirectoryState) throws(ScenarioError) -> String {
    let name = try text("a group's name")
    guard let group = directory.group(named: name) else {
      throw unknown("group", among: directory.groupsInOrder.map(\.alias))
    }
    return group.alias
  }

  /// Optional claims by the kind of token: `{ idToken: [email], accessToken: [ipaddr] }`.
  func optionalClaims() throws(ScenarioError) -> OptionalClaims {
    var fields = try FileMapping(self, "a mapping such as { idToken: [email] }")
    let claims = OptionalClaims(
      idToken: try fields.take("idToken")?.claimNames() ?? [],
      accessToken: try fields.take("accessToken")?.claimNames() ?? [])
    try fields.finish()
    return claims
  }

  private func claimNames() throws(ScenarioError) -> [String] {
    var names: [String] = []
    for item in try list("a list such as [email, ipaddr]") {
      let name = try item.text("a list of claims")
      guard OptionalClaims.known.contains(name) else {
        throw item.unknown("optional claim", among: OptionalClaims.known)
      }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
