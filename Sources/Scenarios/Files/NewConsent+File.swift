import Bytes
import Directory

extension SeededDirectory.NewConsent {
  /// `{ client: mobile, user: alice, scopes: [User.Read, api://contoso/Orders.Read] }`. Without a user an administrator grants for
  /// everybody; `roles` are held by the app itself.
  init(_ value: FileValue, in directory: DirectoryState) throws(ScenarioError) {
    var fields = try FileMapping(value, "a mapping such as { client: mobile, scopes: [User.Read] }")
    let client = try fields.require("client", else: "a consent needs 'client', the app that has it")
      .application(in: directory)
    let user = try fields.take("user")?.user(in: directory)
    let tenantName = fields.take("tenant")
    let scopes = fields.take("scopes")
    let roles = fields.take("roles")
    var access: [RequiredAccess] = []
    for item in scopes?.oneOrMany() ?? [] { access.add(try item.permission(isRole: false, in: directory, only: true)) }
    for item in roles?.oneOrMany() ?? [] { access.add(try item.permission(isRole: true, in: directory, only: true)) }
    guard !access.isEmpty else { throw fields.missing("scopes", else: "a consent needs 'scopes' or 'roles'") }
    if let roles, user != nil { throw roles.error("roles are held by the app itself; leave 'user' or 'roles' out") }
    try fields.finish()
    let home = user.flatMap { directory.user(named: $0)?.tenant } ?? directory.defaultTenant
    let tenant = try tenantName?.tenant(in: directory) ?? directory.tenants[home]?.alias ?? ""
    if let tenantName, user != nil, directory.tenant(named: tenant)?.id != home {
      throw tenantName.error("a user consents in the own tenant; leave 'tenant' out")
    }
    self.init(client: client, tenant: tenant, user: user, access: access)
  }
}

extension FileValue {
  /// A permission as scopes are written: Graph's by its name, others behind an App ID URI of their API. Of two kinds of one name
  /// the one that `isRole` says is meant; with `only` the other kind is none.
  func permission(
    isRole: Bool, in directory: DirectoryState, only: Bool = false
  ) throws(ScenarioError) -> RequiredAccess {
    let text = try text("a permission such as User.Read")
    var name = text
    var resource = directory.applications[WellKnown.graph]
    if let slash = text.lastIndex(of: "/") {
      name = String(text[text.index(after: slash)...])
      resource = directory.resource(named: String(text[..<slash]))
    }
    guard let resource else { throw error("'\(text)' names no API; write it as api://contoso/Orders.Read") }
    let scopes = resource.permissions.map(\.value)
    let roles = resource.appRoles.filter(\.admitsApplications).map(\.value)
    let scope = scopes.first { ASCII.equalIgnoringCase($0, name) }
    let role = roles.first { ASCII.equalIgnoringCase($0, name) }
    if let role, isRole || (scope == nil && !only) {
      return RequiredAccess(resource: resource.id, scopes: [], roles: [role])
    }
    if let scope, !isRole || !only { return RequiredAccess(resource: resource.id, scopes: [scope]) }
    throw error(
      Self.unknown(isRole ? "application permission" : "permission", name, among: isRole ? roles : scopes))
  }
}
