import Bytes
import Directory
import JSON
import Policy
import Time

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
    for comment in samlComments(of: app, principal) { block.add(comment: comment) }
    add(block, at: address, id: "/servicePrincipals/\(principal.id)")
    for certificate in app.saml?.certificates ?? [] {
      var (own, block) = resource(
        "azuread_service_principal_token_signing_certificate", like: "\(app.alias)_\(certificate.name)")
      block.set("service_principal_id", .reference("\(address).id"))
      block.set("display_name", "CN=\(certificate.name)")
      block.set("end_date", certificate.endsAt.iso8601)
      add(block, at: own, id: "\(principal.id)/tokenSigningCertificate/\(certificate.verifyID)")
    }
    for certificate in app.certificates where certificate.isOfServicePrincipal == true {
      addCertificate(
        certificate, like: app.alias, kind: "azuread_service_principal_certificate", "service_principal_id",
        of: address, object: "\(principal.id)")
    }
  }

  /// What the provider has no attribute for, of an app that signs in by SAML.
  private func samlComments(of app: Application, _ principal: ServicePrincipal) -> [String] {
    guard let settings = app.saml else { return [] }
    let usual = SAMLSettings()
    var comments: [String] = []
    let preferred = principal.properties.text("preferredTokenSigningKeyThumbprint")
    if let active = settings.certificates.first(where: { $0.thumbprint == preferred }) {
      comments.append(
        "'\(active.name)' signs. The provider cannot say so; Graph does, by preferredTokenSigningKeyThumbprint \(active.thumbprint)."
      )
    }
    if settings.signing != usual.signing || settings.algorithm != usual.algorithm {
      comments.append(
        "Signed: \(settings.signing.rawValue), \(settings.algorithm.rawValue). The provider has no resource for token issuance policies."
      )
    }
    if settings.nameFormat != usual.nameFormat || settings.nameSource != nil {
      comments.append(
        "NameID: \(settings.nameFormat.rawValue)\(settings.nameSource.map { " of user.\($0)" } ?? ""). The provider cannot say so."
      )
    }
    if app.properties["requestSignatureVerification"]?["isSignedRequestRequired"] == true {
      comments.append("Requests have to be signed (requestSignatureVerification). The provider cannot say so.")
    }
    return comments
  }

  /// Claims mapping policies, and the service principals that have them.
  mutating func addClaimsPolicies() {
    for policy in directory.claimsPolicies(in: tenant.id) {
      let name = policy.displayName.string ?? "\(policy.id)"
      var (address, block) = resource("azuread_claims_mapping_policy", like: name)
      block.set("display_name", name)
      block.set("definition", policy.definition.strings ?? [])
      add(block, at: address, id: "/policies/claimsMappingPolicies/\(policy.id)")
      for app in policy.applications {
        guard let principal = directory.servicePrincipal(of: app, in: tenant.id), let holder = principals[principal.id]
        else { continue }
        var (own, assignment) = resource(
          "azuread_service_principal_claims_mapping_policy_assignment", like: directory.applications[app]?.alias ?? name
        )
        assignment.set("claims_mapping_policy_id", .reference("\(address).id"))
        assignment.set("service_principal_id", .reference("\(holder).id"))
        add(assignment, at: own, id: "/servicePrincipals/\(principal.id)/claimsMappingPolicies/\(policy.id)")
      }
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
      if let role, let valueless = app.role(named: role), valueless.value.isEmpty {
        block.set("app_role_id", "\(valueless.id)", note: valueless.displayName)
      } else if let role {
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
