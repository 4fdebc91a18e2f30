import Bytes
import Directory
import YAML

extension WorldPatch {
  /// Takes `tenants`, `users`, `groups`, `apps` and `policies` out of a `world` section, and makes the changes in `seeds`, which know
  /// what the file may name from here on.
  init(_ fields: inout FileMapping, changing seeds: inout SeededDirectory) throws(ScenarioError) {
    self.init()
    if let section = try fields.section("tenants") {
      for (key, value) in section.entries {
        let tenant = try TenantPatch.named(key, value, in: seeds.state)
        tenants.append(tenant)
        Self.apply(tenant.patch, to: tenant.alias, in: &seeds)
      }
    }
    if let section = try fields.section("users") {
      for (key, value) in section.entries {
        let user = try UserPatch.named(key, value, in: seeds.state)
        users.append(user)
        // At once, so that what follows cannot take the same name or id.
        Self.apply(user.patch, to: user.alias, in: &seeds)
      }
    }
    if let section = try fields.section("groups") {
      for (key, value) in section.entries {
        let group = try GroupPatch.entry(key, value, in: seeds.state)
        groups.append(group)
        Self.apply(group.patch, to: group.alias, in: &seeds)
      }
    }
    if let section = try fields.section("apps") {
      for (key, value) in section.entries {
        let application = try ApplicationPatch.entry(key, value, in: seeds.state)
        applications.append(application)
        Self.apply(application.patch, to: application.alias, in: &seeds)
      }
    }
    for item in try fields.take("consents")?.list("a list of mappings such as { client: mobile, scopes: [User.Read] }")
      ?? []
    {
      let consent = try SeededDirectory.NewConsent(item, in: seeds.state)
      consents.append(consent)
      seeds.grant(consent)
    }
    for item in try fields.take("policies")?.list("a list of mappings such as { name: mfa, require: mfa }") ?? [] {
      let policy = try AccessPolicy(item, in: seeds.state)
      guard !policies.contains(where: { $0.id == policy.id }) else {
        throw item.error("there are two policies named '\(policy.name)'; give one of them another 'name'")
      }
      policies.append(policy)
      seeds.add(policy)
    }
  }

  /// Adds the changes of a patch that comes after this one; its policies take the place of those of the same name.
  mutating func append(_ other: WorldPatch) {
    tenants += other.tenants
    users += other.users
    groups += other.groups
    applications += other.applications
    consents += other.consents
    policies.removeAll { policy in other.policies.contains { $0.id == policy.id } }
    policies += other.policies
  }

  /// Short names are typed on command lines and stand in URLs.
  static func checkAlias(_ key: FileValue) throws(ScenarioError) {
    let alias = try key.text()
    guard alias.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }) else {
      throw key.error("'\(alias)' is no short name; use letters, digits, '-', '.' and '_'")
    }
  }
}

extension WorldPatch.UserPatch {
  /// One entry of `users`: a seeded user by alias, or a new one, which is told from a slip of the pen by its `displayName`.
  static func named(
    _ key: FileValue, _ value: FileValue, in directory: DirectoryState
  ) throws(ScenarioError) -> WorldPatch.Named<Self> {
    var fields = try FileMapping(value, "a mapping such as { mfa: required }")
    var patch = Self()
    let name = fields.take("userPrincipalName")
    patch.displayName = try fields.take("displayName")?.text()
    let password = fields.take("password")
    patch.password = try password?.text()
    let digest = fields.take("passwordDigest")
    patch.passwordDigest = try digest?.secretDigest()
    if let digest, password != nil {
      throw digest.error("'password' and 'passwordDigest' are two ways to say it; leave one out")
    }
    patch.passwordChangedAt = try fields.take("passwordChangedAt")?.time()
    patch.isAway = try fields.take("trustedLocation")?.bool().negated
    let passwordExpired = fields.take("passwordExpired")
    patch.isPasswordExpired = try passwordExpired?.bool()
    patch.mfa = try fields.take("mfa")?.choice(User.MFA.self)
    patch.isEnabled = try fields.take("enabled")?.bool()
    patch.isLocked = try fields.take("locked")?.bool()
    patch.isDeleted = try fields.take("deleted")?.bool()
    patch.directoryRoles = try fields.take("roles")?.directoryRoles()
    let manager = fields.take("manager")
    patch.manager = try manager?.user(in: directory)
    patch.hasPhoto = try fields.take("photo")?.bool()
    let tenant = try name?.tenantOfSignInName(in: directory)
    try fields.finish()
    let home = directory.user(named: value.key)?.tenant ?? tenant?.id ?? directory.defaultTenant
    if let manager, let alias = patch.manager, directory.user(named: alias)?.tenant != home {
      throw manager.error("'\(alias)' is in another tenant than '\(value.key)'; take a user of the same tenant")
    }
    if let user = directory.user(named: value.key) {
      patch.userPrincipalName = try name?.text()
      if let password = password ?? digest ?? passwordExpired, user.isGuest {
        let home = user.home.flatMap { directory.users[$0.user] }?.alias ?? "the home account"
        throw password.error("'\(user.alias)' signs in with the password of '\(home)'; set it there")
      }
      if let name, let tenant, tenant.id != user.tenant {
        throw name.error("'\(user.alias)' cannot move to another tenant; keep the domain")
      }
      return WorldPatch.Named(alias: user.alias, patch: patch)
    }
    guard let displayName = patch.displayName else {
      throw key.error(
        FileValue.unknown("user", value.key, among: directory.usersInOrder.map(\.alias))
          + ". A new user needs a 'displayName'")
    }
    try WorldPatch.checkAlias(key)
    patch.new = SeededDirectory.NewUser(
      alias: value.key, displayName: displayName,
      userPrincipalName: try name?.text() ?? "\(value.key)@\(directory.defaultDomain)",
      tenant: tenant?.id ?? directory.defaultTenant)
    return WorldPatch.Named(alias: value.key, patch: patch)
  }
}

extension WorldPatch.TenantPatch {
  /// One entry of `tenants`: a seeded tenant by alias, domain or id.
  static func named(
    _ key: FileValue, _ value: FileValue, in directory: DirectoryState
  ) throws(ScenarioError) -> WorldPatch.Named<Self> {
    let alias = try key.tenant(in: directory)
    var fields = try FileMapping(value, "a mapping such as { userConsent: none }")
    var patch = Self()
    patch.userConsent = try fields.take("userConsent")?.choice(Tenant.UserConsent.self)
    patch.hasAdminConsentWorkflow = try fields.take("adminConsentWorkflow")?.bool()
    try fields.finish()
    return WorldPatch.Named(alias: alias, patch: patch)
  }
}

extension Bool {
  fileprivate var negated: Bool { !self }
}

extension FileValue {
  /// Whether this is `{ removed: true }`, beside which nothing else may stand.
  func isRemoval() throws(ScenarioError) -> Bool {
    guard node["removed"] != nil else { return false }
    var fields = try FileMapping(self)
    guard let removed = fields.take("removed") else { return false }
    guard removed.node.bool == true else { throw removed.mismatch("true; leave it out for what is there") }
    if let other = fields.entries.first {
      throw other.key.error("'\(other.value.key)' says nothing of what is removed; leave one of the two out")
    }
    return true
  }

  /// What an export writes in the place of a secret that it cannot tell.
  func secretDigest() throws(ScenarioError) -> SecretDigest {
    guard let digest = SecretDigest(written: try text()) else {
      throw mismatch("a digest as an export writes it, hmac-sha256:SALT:DIGEST")
    }
    return digest
  }

  /// Directory roles by the names people use for them.
  fileprivate func directoryRoles() throws(ScenarioError) -> [String] {
    var roles: [String] = []
    for item in try list("a list such as [Global Administrator]") {
      let name = try item.text("a list of roles")
      guard let role = DirectoryRole.named(name) else {
        throw item.unknown("role", among: DirectoryRole.all.map(\.displayName))
      }
      roles.append(role.displayName)
    }
    return roles
  }

  /// The tenant that the domain of a sign-in name belongs to.
  fileprivate func tenantOfSignInName(in directory: DirectoryState) throws(ScenarioError) -> Tenant {
    let name = try text("a sign-in name such as carol@contoso.com")
    let parts = name.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw mismatch("a sign-in name such as carol@contoso.com")
    }
    guard directory.user(named: name) == nil else { throw error("'\(name)' is taken; choose another sign-in name") }
    let domain = String(parts[1])
    guard let tenant = directory.tenantsInOrder.first(where: { $0.domains.contains(ASCII.lowercased(domain)) }) else {
      throw error(Self.unknown("domain", domain, among: directory.tenantsInOrder.flatMap(\.domains)))
    }
    return tenant
  }
}

extension DirectoryState {
  /// Contoso, which has an id and a domain of its own in each of several worlds.
  var defaultTenant: Tenant.ID { tenant(named: "contoso")?.id ?? SeededDirectory.contoso }

  fileprivate var defaultDomain: String { tenants[defaultTenant]?.initialDomain ?? "contoso.onmicrosoft.com" }
}
