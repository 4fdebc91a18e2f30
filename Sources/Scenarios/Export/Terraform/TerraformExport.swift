import Bytes
package import Directory
import JSON
import Time
package import Worlds

/// A tenant of a world as a configuration of Terraform's provider `azuread`, with an `import` block for each object, so that
/// `terraform apply` takes over what is there (HashiCorp: "azuread provider", "import block").
package struct TerraformExport {
  let directory: DirectoryState
  let tenant: Tenant
  var names = TerraformNames()
  /// The blocks so far, in the order of the file.
  private var blocks: [(resource: TerraformBlock, importing: TerraformBlock?)] = []
  /// Service principals and guests that the configuration looks up and does not make, in the order in which they were first named.
  private var sources: [TerraformBlock] = []
  private var sourceAddresses: [String: String] = [:]
  /// The addresses of what the configuration makes.
  private(set) var users: [User.ID: String] = [:]
  private(set) var groups: [Group.ID: String] = [:]
  private(set) var applications: [Application.ID: String] = [:]
  private(set) var principals: [ServicePrincipal.ID: String] = [:]
  /// By their ids in small letters.
  var locations: [String: String] = [:]

  private static let comment = """
    # A tenant of mockidp for Terraform's provider azuread. The import blocks take over what is there, so a first plan has nothing to
    # add. Not in here: passwords and the texts of secrets, and what the provider has no resource for.


    """

  /// The configuration, which ends in a line break. Only objects of `tenant` are in it.
  package static func text(of world: World, tenant: Tenant) -> String {
    var export = TerraformExport(directory: world.directory, tenant: tenant)
    return export.text()
  }

  private init(directory: DirectoryState, tenant: Tenant) {
    self.directory = directory
    self.tenant = tenant
  }

  private mutating func text() -> String {
    let people = directory.usersInOrder.filter { $0.tenant == tenant.id && !$0.isDeleted && !$0.isGuest }
    let teams = directory.groupsInOrder.filter { $0.tenant == tenant.id && !Self.isExchanges($0) }
    let apps = directory.applicationsInOrder.filter { isOwn($0) }
    let holders = directory.applicationsInOrder.compactMap { app in
      isMade(app) ? directory.servicePrincipal(of: app.id, in: tenant.id).map { (app, $0) } : nil
    }
    // Objects name each other, so all of them have their addresses first.
    for user in people { users[user.id] = address("azuread_user", user.alias) }
    for group in teams { groups[group.id] = address("azuread_group", group.alias) }
    for app in apps { applications[app.id] = address("azuread_application", app.alias) }
    for (app, principal) in holders { principals[principal.id] = address("azuread_service_principal", app.alias) }

    for user in people { add(user) }
    for app in apps { add(app) }
    for (app, principal) in holders { add(principal, of: app) }
    for group in teams { add(group) }
    addClaimsPolicies()
    addDirectoryRoles()
    addAssignments()
    addGrants()
    addLocations()
    addPolicies()
    return Self.comment + ([settings, provider] + sources).map { $0.text() }.joined(separator: "\n") + "\n"
      + blocks.map { block in
        block.resource.text() + (block.importing.map { "\n" + $0.text() } ?? "")
      }.joined(separator: "\n")
  }

  /// Whether Exchange makes the group, as distribution lists: the provider refuses such a resource, so the configuration looks it up.
  private static func isExchanges(_ group: Group) -> Bool { group.kind.isMailEnabled && !group.isUnified }

  /// Whether the app is registered in the tenant. A managed identity has a service principal alone.
  private func isOwn(_ app: Application) -> Bool { app.tenant == tenant.id && app.managedIdentityResource == nil }

  /// Whether the configuration makes the app's service principal. Microsoft's are in every tenant, and Azure makes those of managed
  /// identities.
  private func isMade(_ app: Application) -> Bool {
    isOwn(app) || app.tenant.map { directory.tenants[$0] != nil } == true && app.managedIdentityResource == nil
  }

  private var settings: TerraformBlock {
    var source = TerraformBlock("azuread =")
    source.set("source", "hashicorp/azuread")
    source.set("version", "~> 3.0")
    var providers = TerraformBlock("required_providers")
    providers.add(source)
    var block = TerraformBlock("terraform")
    block.set("required_version", ">= 1.5")
    block.add(providers)
    return block
  }

  private var provider: TerraformBlock {
    var block = TerraformBlock("provider", "azuread")
    block.set("tenant_id", "\(tenant.id)")
    return block
  }

  /// The provider's name for a property of Graph's: `mailNickname` is `mail_nickname`, and `onPremises` one word.
  static func attribute(_ name: String) -> String {
    var text = name.hasPrefix("onPremises") ? "onpremises" + name.dropFirst("onPremises".count) : name
    text = text.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.properties.isUppercase { text += "_" }
      text += scalar.properties.lowercaseMapping
    }
    return text
  }

  // MARK: Addresses

  private mutating func address(_ kind: String, _ alias: String) -> String {
    "\(kind).\(names.name(of: kind, like: alias))"
  }

  /// Adds a resource under an address, and the block that imports the object with that id.
  mutating func add(_ block: TerraformBlock, at address: String, id: String) {
    var importing = TerraformBlock("import")
    importing.set("to", .reference(address))
    importing.set("id", id)
    blocks.append((block, importing))
  }

  /// A resource of that address, such as `azuread_user.alice`, without attributes.
  static func resource(_ address: String) -> TerraformBlock {
    let parts = address.split(separator: ".").map(String.init)
    return TerraformBlock("resource", parts[0], parts[1])
  }

  /// A resource of a kind that no other block names: its address and the empty block.
  mutating func resource(_ kind: String, like name: String) -> (address: String, block: TerraformBlock) {
    let address = address(kind, name)
    return (address, Self.resource(address))
  }

  /// The address of a service principal: of the one that the configuration makes, else of one that it looks up. Nil for one that is gone.
  mutating func address(of principal: ServicePrincipal.ID) -> String? {
    if let own = principals[principal] { return own }
    guard let id = directory.servicePrincipals[principal]?.application, let app = directory.applications[id] else {
      return nil
    }
    return source("azuread_service_principal", app.alias, "client_id", "\(app.id)")
  }

  /// The address of an API's service principal; nil where the tenant has none.
  mutating func address(ofAPI app: Application.ID) -> String? {
    directory.servicePrincipal(of: app, in: tenant.id).flatMap { address(of: $0.id) }
  }

  /// The address of a group: of one that the configuration makes, else of one that it looks up.
  mutating func address(of group: Group.ID) -> String? {
    if let own = groups[group] { return own }
    guard let found = directory.groups[group], found.tenant == tenant.id else { return nil }
    return source("azuread_group", found.alias, "object_id", "\(group)")
  }

  /// A user as attributes name one: a reference to its object id. A guest is looked up, because only an invitation makes one.
  mutating func reference(to user: User.ID) -> TerraformBlock.Value? {
    if let own = users[user] { return .reference("\(own).object_id") }
    guard let found = directory.users[user], found.tenant == tenant.id, !found.isDeleted else { return nil }
    return .reference(source("azuread_user", found.alias, "object_id", "\(user)") + ".object_id")
  }

  /// A user, a group or an app's service principal as attributes name one.
  mutating func reference(to member: Group.Member) -> TerraformBlock.Value? {
    switch member {
    case .user(let user): return reference(to: user)
    case .group(let group): return address(of: group).map { .reference("\($0).object_id") }
    case .client(let app): return address(ofAPI: app).map { .reference("\($0).object_id") }
    }
  }

  /// An owner of a registration or a service principal. An app stands here by its id: it may own itself, and a reference would lead back.
  mutating func reference(toOwner owner: Group.Member) -> TerraformBlock.Value? {
    guard case .client(let app) = owner else { return reference(to: owner) }
    return directory.servicePrincipal(of: app, in: tenant.id).map { .text("\($0.id)") }
  }

  private mutating func source(_ kind: String, _ alias: String, _ key: String, _ value: String) -> String {
    if let known = sourceAddresses[kind + value] { return known }
    let name = names.name(of: "data.\(kind)", like: alias)
    var block = TerraformBlock("data", kind, name)
    block.set(key, value)
    sources.append(block)
    let address = "data.\(kind).\(name)"
    sourceAddresses[kind + value] = address
    return address
  }
}
