import Bytes
import Directory
import JSON

/// Service principals, and what users, groups and clients were granted.
extension TerraformExport {
  /// The service principal of an app: the tenant's own, or one of another tenant of the world.
  mutating func add(_ principal: ServicePrincipal, of app: Application) {
    guard let address = principals[principal.id] else { return }
    var block = Self.resource(address)
    let properties = principal.properties
    block.set("client_id", applications[app.id].map { .reference("\($0).client_id") } ?? .text("\(app.id)"))
    block.set("account_enabled", principal.isEnabled, unless: true)
    block.set("app_role_assignment_required", principal.requiresAssignment, unless: false)
    for name in [
      "description", "loginUrl", "notes", "preferredSingleSignOnMode", "alternativeNames", "notificationEmailAddresses",
      "tags",
    ] { block.set(Self.attribute(name), ServicePrincipal.row(name)?.get(principal)) }
    block.set(
      "owners", .list(principal.owners(orThoseOf: app).compactMap { reference(toOwner: $0) }))
    var saml = TerraformBlock("saml_single_sign_on")
    saml.set("relay_state", properties["samlSingleSignOnSettings"]?["relayState"]?.string)
    block.add(saml)
    add(block, at: address, id: "/servicePrincipals/\(principal.id)")
    for certificate in app.certificates where certificate.isOfServicePrincipal == true {
      addCertificate(
        certificate, like: app.alias, kind: "azuread_service_principal_certificate", "service_principal_id",
        of: address, object: "\(principal.id)")
    }
  }

  /// The app roles that somebody holds, in the order of holders.
  mutating func addAssignments() {
    let all = directory.roleAssignments.values.filter { directory.servicePrincipals[$0.resource]?.tenant == tenant.id }
    for assignment in all.sorted(by: { $0.graphID < $1.graphID }) {
      guard let holder = holder(of: assignment), let api = address(of: assignment.resource),
        let id = directory.servicePrincipals[assignment.resource]?.application, let app = directory.applications[id]
      else { continue }
      let role = assignment.role
      var (address, block) = resource(
        "azuread_app_role_assignment", like: "\(holder.name)_\(app.alias)_\(role ?? "default")")
      if let role {
        block.set("app_role_id", .reference("\(api).app_role_ids[\(TerraformBlock.quoted(role))]"))
      } else {
        block.set("app_role_id", "\(GUID.zero)", note: "no role, only access")
      }
      block.set("principal_object_id", holder.reference)
      block.set("resource_object_id", .reference("\(api).object_id"))
      add(
        block, at: address, id: "/servicePrincipals/\(assignment.resource)/appRoleAssignedTo/\(assignment.graphID)")
    }
  }

  private mutating func holder(of assignment: RoleAssignment) -> (name: String, reference: TerraformBlock.Value)? {
    switch assignment.principal {
    case .user(let id):
      guard let user = directory.users[id], let reference = reference(to: id) else { return nil }
      return (user.alias, reference)
    case .group(let id):
      guard let group = directory.groups[id], let address = address(of: id) else { return nil }
      return (group.alias, .reference("\(address).object_id"))
    case .client(let id):
      guard let client = directory.servicePrincipals[id]?.application, let app = directory.applications[client],
        let address = address(of: id)
      else { return nil }
      return (app.alias, .reference("\(address).object_id"))
    }
  }

  /// The delegated permissions that clients were granted, for everybody or for one user.
  mutating func addGrants() {
    let all = directory.grants.values.filter { directory.servicePrincipals[$0.client]?.tenant == tenant.id }
    for grant in all.sorted(by: { $0.graphID < $1.graphID }) where !grant.scopes.isEmpty {
      guard let client = address(of: grant.client), let api = address(of: grant.resource) else { continue }
      var name = "\(Self.lastPart(client))_\(Self.lastPart(api))"
      var user: TerraformBlock.Value?
      if case .user(let id) = grant.principal {
        guard let found = directory.users[id], let reference = reference(to: id) else { continue }
        name += "_\(found.alias)"
        user = reference
      }
      var (address, block) = resource("azuread_service_principal_delegated_permission_grant", like: name)
      block.set("service_principal_object_id", .reference("\(client).object_id"))
      block.set("resource_service_principal_object_id", .reference("\(api).object_id"))
      block.set("claim_values", grant.scopes)
      block.set("user_object_id", user)
      add(block, at: address, id: "/oauth2PermissionGrants/\(grant.graphID)")
    }
  }

  private static func lastPart(_ address: String) -> String {
    address.split(separator: ".").last.map(String.init) ?? ""
  }
}
