import Directory
import JSON
import YAML

/// `world.users`: people who are different from the seeds, or new.
extension WorldExport {
  mutating func users() throws(ScenarioError) -> JSONObject {
    var section = JSONObject()
    func isNew(_ user: User) -> Bool { seeds.state.user(named: user.alias) == nil }
    let new = Self.ordered(directory.usersInOrder.filter(isNew)) { user in
      user.alias
    } needs: { user in
      [manager(of: user, directory)].compactMap(\.self)
    }
    let known = directory.usersInOrder.filter { !isNew($0) }
    for user in new + known {
      let members = self.members(of: user)
      guard !members.isEmpty else { continue }
      section.append(user.alias, .object(members))
      try read(members) { node, directory throws(ScenarioError) in
        try PatchDecoder.user(user.alias, from: node, file: "export", in: directory)
      }
    }
    return section
  }

  private func manager(of user: User, _ directory: DirectoryState) -> String? {
    user.manager.flatMap { directory.users[$0]?.alias }
  }

  private func members(of user: User) -> JSONObject {
    var members = JSONObject()
    let base: User
    let knownPassword = world.template.seeds.credentials.first { $0.alias == user.alias }?.password
    if let seeded = seeds.state.user(named: user.alias) {
      base = seeded
      if user.displayName != base.displayName { members.append("displayName", user.displayName) }
      let domains = Set(seeds.state.tenantsInOrder.filter { $0.kind == .workforce }.flatMap(\.domains))
      let own = world.identity?.own(base, domains: domains) ?? base
      if user.userPrincipalName != own.userPrincipalName {
        members.append("userPrincipalName", written(name: user.userPrincipalName))
      }
    } else {
      var scratch = seeds
      let name = written(name: user.userPrincipalName)
      scratch.add(
        SeededDirectory.NewUser(
          alias: user.alias, displayName: user.displayName, userPrincipalName: name, tenant: SeededDirectory.contoso))
      base = scratch.state.user(named: user.alias) ?? user
      members.append("displayName", user.displayName)
      if name != "\(user.alias)@contoso.onmicrosoft.com" { members.append("userPrincipalName", name) }
    }
    if let digest = user.password, !digest.matches(SeededDirectory.password) {
      if let knownPassword, digest.matches(knownPassword) {
        members.append("password", knownPassword)
      } else {
        members.append("passwordDigest", digest.written)
      }
    }
    if user.passwordChangedAt != user.createdAt {
      members.append("passwordChangedAt", Self.text(user.passwordChangedAt))
    }
    if user.isPasswordExpired != base.isPasswordExpired {
      members.append("passwordExpired", .bool(user.isPasswordExpired))
    }
    if user.mfa != base.mfa { members.append("mfa", user.mfa.rawValue) }
    if user.isEnabled != base.isEnabled { members.append("enabled", .bool(user.isEnabled)) }
    if user.isLocked != base.isLocked { members.append("locked", .bool(user.isLocked)) }
    if user.isDeleted != base.isDeleted { members.append("deleted", .bool(user.isDeleted)) }
    if user.directoryRoles != base.directoryRoles { members.append("roles", .strings(user.directoryRoles)) }
    let manager = self.manager(of: user, directory)
    if manager != self.manager(of: base, seeds.state) { members.append("manager", manager) }
    if (user.photo != nil) != (base.photo != nil) { members.append("photo", .bool(user.photo != nil)) }
    if user.isAwayFromTrustedLocations == true { members.append("trustedLocation", false) }
    return members
  }
}
