import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// Shows and changes grants of delegated permissions (Microsoft: "oAuth2PermissionGrant resource type").
enum GrantCalls {
  private static let context = "oauth2PermissionGrants"

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try page(of: grants(resource), resource, &exchange)
  }

  /// The grants that one user alone has consented to.
  static func listOfUser(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    return try page(of: grants(resource).filter { $0.principal == .user(user.id) }, resource, &exchange)
  }

  /// The grants that a client holds.
  static func listOfClient(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let principal = try ApplicationCalls.principal(resource)
    return try page(of: grants(resource).filter { $0.client == principal.id }, resource, &exchange)
  }

  private static func page(
    of grants: [PermissionGrant], _ resource: ResourceCall, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    try resource.page(
      of: grants.map { PermissionGrantView(grant: $0) }, PermissionGrantView.type, context: context, &exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let grant = try grant(resource)
    exchange.because("→ 200 the grant of \(grant.scopes.joined(separator: " "))")
    let view = PermissionGrantView(grant: grant)
    let query = try resource.query(of: view, PermissionGrantView.type)
    return resource.odata(resource.shown(view, query), context: "\(context)\(query.context)/$entity", exchange)
  }

  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.body(of: "oAuth2PermissionGrant")
    let client = try principal(body, "clientId", resource)
    let api = try principal(body, "resourceId", resource)
    let principal: PermissionGrant.Principal
    switch (body["consentType"]?.string, body["principalId"]?.string) {
    case ("AllPrincipals", nil): principal = .everyone
    case ("Principal", let id?):
      guard let user = User.ID(id).flatMap({ resource.directory.users[$0] }), !user.isDeleted,
        user.tenant == resource.token.tenant.id
      else { throw GraphError.notFound(id) }
      principal = .user(user.id)
    default:
      throw GraphError.invalidInput(because: "consentType has to be AllPrincipals, or Principal with a principalId")
    }
    guard let scopes = body["scope"]?.string else {
      throw GraphError.valueRequired("scope", of: PermissionGrantView.type.name)
    }
    let grant = PermissionGrant(
      id: PermissionGrant.ID(resource.call.world.entropy.guid()), client: client.id, principal: principal,
      resource: api.id,
      scopes: words(scopes))
    // Looking for such a grant and adding it is one change, so that two calls at once cannot both make the grant.
    let isNew = try resource.call.world.edit { editor in
      editor.state.settle(client)
      editor.state.settle(api)
      return editor.addIfNew(grant)
    }
    guard isNew else { throw GraphError.duplicateGrant }
    exchange.because("→ 201 the grant of \(scopes)")
    return GraphAnswer.created(
      PermissionGrantView(grant: grant).members, context: context + "/$entity",
      location: "\(resource.call.origin.graph)/v1.0/oauth2PermissionGrants/\(grant.graphID)",
      version: resource.version.rawValue, resource.call, exchange)
  }

  /// A call can change the permissions of a grant and nothing else.
  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let grant = try grant(resource)
    let body = try resource.body(of: "oAuth2PermissionGrant")
    // Clients send back what they read.
    for kept in PermissionGrantView(grant: grant).members.members where kept.name != "scope" {
      guard (body[kept.name] ?? kept.value) == kept.value else { throw GraphError.grantKeeps(kept.name) }
    }
    guard let scopes = body["scope"]?.string else {
      throw GraphError.invalidInput(because: "scope is missing or no text")
    }
    try resource.call.world.edit { try $0.update(grant.id) { $0.scopes = words(scopes) } }
    exchange.because("→ 204 the grant is \(scopes)")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let grant = try grant(resource)
    try resource.call.world.edit { try $0.remove(grant.id) }
    exchange.because("→ 204 the grant of \(grant.scopes.joined(separator: " ")) is withdrawn")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  private static func grant(_ resource: ResourceCall) throws(GraphError) -> PermissionGrant {
    let key = resource.keys["grant"] ?? ""
    guard let grant = grants(resource).first(where: { $0.graphID.hasSameBytes(as: key) }) else {
      throw .notFound(key)
    }
    return grant
  }

  /// The service principal whose id a member of the body gives. It must be in the caller's tenant.
  private static func principal(_ body: JSONObject, _ name: String, _ resource: ResourceCall) throws(GraphError)
    -> ServicePrincipal
  {
    guard let id = body[name]?.string else { throw .valueRequired(name, of: PermissionGrantView.type.name) }
    guard let view = ServicePrincipal.ID(id).flatMap({ ApplicationCalls.principal($0, resource) }) else {
      // Of a client the service says so (observed 2026-10).
      throw name == "clientId" ? .invalidValue(name, of: "OAuth2PermissionGrant") : .notFound(id)
    }
    return view.principal
  }

  /// The scopes in a text, which in real calls often begins with a blank.
  private static func words(_ scopes: String) -> [String] { ASCII.words(scopes) }

  /// The grants of the caller's tenant, in the order of their ids.
  private static func grants(_ resource: ResourceCall) -> [PermissionGrant] {
    let directory = resource.directory
    return directory.grants.values
      .filter { directory.servicePrincipals[$0.client]?.tenant == resource.token.tenant.id }
      .sorted { $0.id < $1.id }
  }
}

extension GraphError {
  /// The text was observed (2023-02).
  static func grantKeeps(_ name: String) -> Self {
    Self(
      400, .malformedRequest, "Property cannot be updated: \(name)",
      because: "of a grant the scope alone can be changed; make another one, or send '\(name)' as it is")
  }

  static let duplicateGrant = Self(
    409, .multipleObjectsWithSameKey, "Permission entry already exists.",
    because: "there is a grant for that client, resource and principal; change it instead")
}
