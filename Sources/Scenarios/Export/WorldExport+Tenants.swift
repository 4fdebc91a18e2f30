import Bytes
import Directory
import JSON
import Worlds

/// `world.tenants` and `world.users`.
extension WorldExport {
  mutating func tenants() throws(ScenarioError) -> JSONObject {
    var section = JSONObject()
    for tenant in directory.tenantsInOrder {
      if let base = reader.state.tenant(named: tenant.alias) {
        try append(tenant, like: base, to: &section)
      } else {
        try add(tenant, to: &section)
      }
    }
    return section
  }

  private mutating func add(_ tenant: Tenant, to section: inout JSONObject) throws(ScenarioError) {
    let domains = VerifiedDomains(tenant, Names(directory, isForFile: true))
    // A world with ids of its own keeps the id of the file behind the domains of the file.
    let id = tenant.writtenNames?.last.flatMap { Tenant.ID($0) } ?? tenant.id
    let new = NewTenant(
      alias: tenant.alias, displayName: tenant.displayName, domains: domains.names, defaultDomain: domains.defaultName,
      id: id, kind: tenant.kind)
    var beginning = JSONObject()
    if NewTenant(alias: tenant.alias, displayName: "", domains: []).id != id { beginning.append("id", "\(id)") }
    beginning.append("displayName", tenant.displayName)
    if domains != VerifiedDomains(of: tenant.alias) { beginning.append("domains", domains.written) }
    if tenant.kind != .workforce { beginning.append("kind", tenant.kind.rawValue) }
    try append(tenant, like: reader.made(new), beginning: beginning, to: &section)
  }

  mutating func users() throws(ScenarioError) -> JSONObject {
    var section = JSONObject()
    let new = directory.usersInOrder.filter { reader.state.user(named: $0.alias) == nil }
    let known = directory.usersInOrder.filter { reader.state.user(named: $0.alias) != nil }
    let names = Names(directory)
    let needs = { (user: User) in [user.manager, user.home?.user].compactMap { $0.map(names.user) } }
    for user in Self.ordered(new, \.alias, needs: needs) { try add(user, to: &section) }
    try appendChanges(of: known, to: &section)
    return section
  }

  private mutating func add(_ user: User, to section: inout JSONObject) throws(ScenarioError) {
    let name = Names(directory, isForFile: true).signInName(user.userPrincipalName)
    let alias = directory.tenants[user.tenant]?.alias ?? ""
    guard let tenant = reader.state.tenant(named: alias), let main = reader.state.mainTenant else {
      throw cannotSay("the tenant of the user '\(user.alias)'")
    }
    let account = user.home.flatMap { directory.users[$0.user] }.flatMap { reader.state.user(named: $0.alias) }
    if user.isGuest, account == nil { throw cannotSay("the home account of the guest '\(user.alias)'") }
    let id = writtenID(of: user)
    var beginning: JSONObject = ["displayName": .string(user.displayName)]
    beginning.append("id", id.map { "\($0)" })
    // The tenant that the reader takes without the word `tenant`.
    var found = Optional(main)
    if name != tenant.signInName(ofNew: user.alias, guest: account) || (account == nil && tenant.id != main.id) {
      beginning.append("userPrincipalName", name)
      found = reader.state.tenant(ofDomain: ASCII.lowercased(SignInName.domain(of: name)))
    }
    if found?.id != tenant.id { beginning.append("tenant", tenant.alias) }
    beginning.append("home", account?.alias)
    let new = NewUser(
      alias: user.alias, displayName: user.displayName, userPrincipalName: name, tenant: tenant.id, home: account?.id,
      id: id)
    try append(user, like: reader.made(new), beginning: beginning, to: &section)
  }

  /// The id that somebody chose; nil for one that follows from the alias.
  private func writtenID(of user: User) -> User.ID? {
    let seeds = world.template.seeds.state
    let id = seeds.user(named: user.alias)?.id ?? user.id
    let tenant = seeds.user(named: user.alias)?.tenant ?? user.tenant
    return NewUser(alias: user.alias, displayName: "", userPrincipalName: "", tenant: tenant).id == id ? nil : id
  }
}
