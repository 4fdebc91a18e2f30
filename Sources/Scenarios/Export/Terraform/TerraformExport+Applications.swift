import Directory
import JSON
import Time

/// App registrations with what belongs to them.
extension TerraformExport {
  /// The provider's attributes that follow from a property, in its order.
  private static let ofApplications = rows(
    "display_name", "description", "sign_in_audience", "identifier_uris", "fallback_public_client_enabled",
    "device_only_auth_enabled", "group_membership_claims", "notes", "service_management_reference", "tags")
  private static let ofAPIs = rows("requested_access_token_version", "mapped_claims_enabled")
  private static let ofWeb = rows("homepage_url", "logout_url")
  private static let ofImplicitGrants = rows("access_token_issuance_enabled", "id_token_issuance_enabled")

  private static func rows(_ attributes: String...) -> [(row: Property<Application>, attribute: String)] {
    attributes.compactMap { name in Application.rows.first { attribute(of: $0) == name }.map { ($0, name) } }
  }

  /// The provider's name for a property. It calls a flag after what is enabled.
  private static func attribute(of row: Property<Application>) -> String {
    let name = attribute(row.name)
    guard row.kind == .flag else { return name == "home_page_url" ? "homepage_url" : name }
    let words = name.split(separator: "_").filter { !["is", "enable", "accept", "supported"].contains($0) }
    return (words + ["enabled"]).joined(separator: "_")
  }

  /// A registration, its certificates, federated credentials and preauthorized clients.
  mutating func add(_ app: Application) {
    guard let address = applications[app.id] else { return }
    var block = Self.resource(address)
    let properties = app.properties
    for (row, attribute) in Self.ofApplications { block.set(attribute, row, of: app) }
    block.set(
      "oauth2_post_response_required", properties["oauth2RequirePostResponse"]?.bool ?? false, unless: false)
    block.set("owners", .list(app.allOwners.compactMap { reference(toOwner: $0) }))
    for name in ["marketingUrl", "privacyStatementUrl", "supportUrl", "termsOfServiceUrl"] {
      block.set(Self.attribute(name), properties["info"]?[name]?.string)
    }
    for secret in app.secrets where secret.isOfServicePrincipal != true {
      block.add(
        comment: "The secret \(secret.displayName ?? "\(secret.id)") cannot be imported: nobody can read its text.")
    }
    block.add(api(of: app))
    for role in app.appRoles { block.add(Self.block(role)) }
    if let claims = app.optionalClaims { block.add(Self.block(claims)) }
    block.add(redirectURIs("public_client", of: app, .native))
    // Graph shows no API without permissions, and the provider takes none.
    for access in app.requiredAccess where !(access.scopes.isEmpty && access.roles.isEmpty) {
      block.add(required(access))
    }
    for access in properties["requiredResourceAccess"]?.array ?? [] { block.add(Self.required(unknown: access)) }
    block.add(redirectURIs("single_page_application", of: app, .spa))
    block.add(web(of: app))
    block.add(Self.lifecycle(of: app))
    add(block, at: address, id: "/applications/\(app.objectID)")

    for certificate in app.certificates where certificate.isOfServicePrincipal != true {
      addCertificate(
        certificate, like: app.alias, kind: "azuread_application_certificate", "application_id", of: address,
        object: "\(app.objectID)")
    }
    for credential in app.federatedCredentials { add(credential, of: app, at: address) }
    for client in app.preauthorizedClients { add(client, of: app, at: address) }
  }

  private func api(of app: Application) -> TerraformBlock {
    var block = TerraformBlock("api")
    for (row, attribute) in Self.ofAPIs { block.set(attribute, row, of: app) }
    block.set("known_client_applications", (app.knownClients ?? []).map { "\($0)" })
    for permission in app.permissions {
      var scope = TerraformBlock("oauth2_permission_scope")
      scope.set("id", "\(permission.id)")
      scope.set("value", permission.value)
      scope.set("type", permission.needsAdmin ? "Admin" : "User")
      scope.set("enabled", permission.isEnabled, unless: true)
      scope.set("admin_consent_display_name", permission.displayName)
      scope.set("admin_consent_description", permission.details)
      scope.set("user_consent_display_name", permission.userDisplayName)
      scope.set("user_consent_description", permission.userDetails)
      block.add(scope)
    }
    return block
  }

  private static func block(_ role: AppRole) -> TerraformBlock {
    var block = TerraformBlock("app_role")
    block.set("id", "\(role.id)")
    block.set("value", role.value)
    block.set("display_name", role.displayName)
    block.set("description", role.details ?? role.displayName)
    block.set(
      "allowed_member_types", (role.admitsUsers ? ["User"] : []) + (role.admitsApplications ? ["Application"] : []))
    block.set("enabled", role.isEnabled, unless: true)
    return block
  }

  private static func block(_ claims: OptionalClaims) -> TerraformBlock {
    var block = TerraformBlock("optional_claims")
    for (name, list) in [
      ("access_token", claims.accessToken), ("id_token", claims.idToken), ("saml2_token", claims.saml2Token ?? []),
    ] {
      for claim in list {
        var item = TerraformBlock(name)
        item.set("name", claim.name)
        item.set("source", claim.source)
        item.set("essential", claim.isEssential, unless: false)
        item.set("additional_properties", claim.additionalProperties)
        block.add(item)
      }
    }
    return block
  }

  /// The provider refuses a redirect URI without a path, such as `http://localhost`. The configuration leaves it out, and Terraform compares
  /// none of that list.
  private static func isSayable(_ uri: RedirectURIRegistration) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: uri.uri.hasPrefix) else { return true }
    return uri.uri.dropFirst(scheme.count).contains("/")
  }

  private static let holders: [(platform: RedirectURIRegistration.Platform, block: String)] = [
    (.native, "public_client"), (.spa, "single_page_application"), (.web, "web"),
  ]

  private static func lifecycle(of app: Application) -> TerraformBlock {
    var block = TerraformBlock("lifecycle")
    let ignored = holders.filter { holder in
      app.redirectURIs.contains { $0.platform == holder.platform && !isSayable($0) }
    }
    block.set("ignore_changes", .list(ignored.map { .reference("\($0.block)[0].redirect_uris") }))
    return block
  }

  private func redirectURIs(
    _ name: String, of app: Application, _ platform: RedirectURIRegistration.Platform
  ) -> TerraformBlock {
    var block = TerraformBlock(name)
    let uris = app.redirectURIs.filter { $0.platform == platform }
    block.set("redirect_uris", uris.filter(Self.isSayable).map(\.uri))
    // The block has to be there for what Terraform is told to pass over.
    if block.isEmpty, !uris.isEmpty { block.set("redirect_uris", .empty) }
    return block
  }

  private func web(of app: Application) -> TerraformBlock {
    var block = TerraformBlock("web")
    for (row, attribute) in Self.ofWeb { block.set(attribute, row, of: app) }
    let uris = app.redirectURIs.filter { $0.platform == .web }
    block.set("redirect_uris", uris.filter(Self.isSayable).map(\.uri))
    if block.isEmpty, !uris.isEmpty { block.set("redirect_uris", .empty) }
    var implicit = TerraformBlock("implicit_grant")
    for (row, attribute) in Self.ofImplicitGrants { implicit.set(attribute, row, of: app) }
    block.add(implicit)
    return block
  }

  /// The permissions of one API in the static list. The ids of an API of the tenant stand here as they are: a reference from one
  /// registration to another could lead back to it.
  private mutating func required(_ access: RequiredAccess) -> TerraformBlock {
    var block = TerraformBlock("required_resource_access")
    guard let api = directory.applications[access.resource] else { return block }
    let source = api.tenant == tenant.id ? nil : address(ofAPI: api.id)
    block.set("resource_app_id", source.map { .reference("\($0).client_id") } ?? .text("\(api.id)"))
    func add(_ value: String, _ id: String?, _ type: String, _ map: String) {
      guard let id else { return }
      var item = TerraformBlock("resource_access")
      if let source {
        item.set("id", .reference("\(source).\(map)[\(TerraformBlock.quoted(value))]"))
      } else {
        item.set("id", id, note: value)
      }
      item.set("type", type)
      block.add(item)
    }
    for value in access.scopes {
      add(value, api.permission(named: value).map { "\($0.id)" }, "Scope", "oauth2_permission_scope_ids")
    }
    for value in access.roles { add(value, api.role(named: value).map { "\($0.id)" }, "Role", "app_role_ids") }
    return block
  }

  /// Permissions of an API that the directory does not know, as a client of Graph wrote them.
  private static func required(unknown access: JSONValue) -> TerraformBlock {
    var block = TerraformBlock("required_resource_access")
    block.set("resource_app_id", access["resourceAppId"]?.string)
    for permission in access["resourceAccess"]?.array ?? [] {
      var item = TerraformBlock("resource_access")
      item.set("id", permission["id"]?.string)
      item.set("type", permission["type"]?.string)
      block.add(item)
    }
    return block
  }

  private mutating func add(_ credential: FederatedCredential, of app: Application, at owner: String) {
    var (address, block) = resource(
      credential.expression == nil
        ? "azuread_application_federated_identity_credential"
        : "azuread_application_flexible_federated_identity_credential", like: "\(app.alias)_\(credential.name)")
    block.set("application_id", .reference("\(owner).id"))
    block.set("display_name", credential.name)
    block.set("description", credential.details)
    block.set("issuer", credential.issuer)
    if let expression = credential.expression {
      block.set("claims_matching_expression", expression)
      block.set("audience", credential.audience)
    } else {
      block.set("subject", credential.subject)
      block.set("audiences", [credential.audience])
    }
    add(block, at: address, id: "\(app.objectID)/federatedIdentityCredential/\(credential.id)")
  }

  private mutating func add(_ client: Preauthorization, of app: Application, at owner: String) {
    var (address, block) = resource(
      "azuread_application_pre_authorized",
      like: "\(app.alias)_\(directory.applications[client.client]?.alias ?? "\(client.client)")")
    block.set("application_id", .reference("\(owner).id"))
    block.set(
      "authorized_client_id",
      applications[client.client].map { .reference("\($0).client_id") } ?? .text("\(client.client)"))
    block.set(
      "permission_ids",
      client.scopes.compactMap { value in app.permission(named: value).map { "\($0.id)" } })
    add(block, at: address, id: "\(app.objectID)/preAuthorizedApplication/\(client.client)")
  }

  /// A certificate. Graph does not give its text back, so Terraform must not compare it.
  mutating func addCertificate(
    _ certificate: ClientCertificate, like alias: String, kind: String, _ owner: String, of ownerAddress: String,
    object: String
  ) {
    var (address, block) = resource(kind, like: "\(alias)_\(certificate.displayName ?? "\(certificate.id)")")
    block.set(owner, .reference("\(ownerAddress).id"))
    block.set("type", "AsymmetricX509Cert")
    block.set("key_id", "\(certificate.id)")
    block.set("encoding", "base64")
    block.set("value", certificate.document)
    block.set("end_date", certificate.expiresAt.iso8601)
    var lifecycle = TerraformBlock("lifecycle")
    lifecycle.set("ignore_changes", .list([.reference("encoding"), .reference("value")]))
    block.add(lifecycle)
    add(block, at: address, id: "\(object)/certificate/\(certificate.id)")
  }
}
