import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// Shows and changes grants of delegated permissions (Microsoft: "oAuth2PermissionGrant resource type").
enum GrantCalls {
  private static let typeName = "oAuth2PermissionGrant"
  private static let properties = ["clientId", "consentType", "id", "principalId", "resourceId", "scope"]

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard let options = resource.call.query else { throw GraphError.malformedQuery }
    let text = options.fields.first { ASCII.equalIgnoringCase($0.name, "$filter") }?.value
    let filter = try text.map { text throws(GraphError) in
      try FilterParser.parse(
        text,
        FilterParser.Target(
          type: typeName, version: resource.version,
          declaredName: { name in properties.first { ASCII.equalIgnoringCase($0, name) } },
          filterable: ["clientId", "consentType", "principalId", "resourceId"], collections: [],
          filterablePath: { _ in nil }))
    }
    let found = grants(resource).map(members).filter { item in filter?.matches { item[$0] ?? .null } ?? true }
    exchange.because("→ 200 \(found.count) grants")
    return resource.list(found.map { .object($0) }, context: "oauth2PermissionGrants", exchange)
  }

  /// The grants that one user alone has consented to.
  static func listOfUser(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    let found = grants(resource).filter { $0.principal == .user(user.id) }
    exchange.because("→ 200 \(found.count) grants of \(user.alias)")
    return resource.list(found.map { .object(members($0)) }, context: "oauth2PermissionGrants", exchange)
  }

  /// The grants that a client holds.
  static func listOfClient(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let principal = try ApplicationCalls.principal(resource)
    let found = grants(resource).filter { $0.client == principal.id }
    exchange.because("→ 200 \(found.count) grants")
    return resource.list(found.map { .object(members($0)) }, context: "oauth2PermissionGrants", exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let grant = try grant(resource)
    exchange.because("→ 200 the grant of \(grant.scopes.joined(separator: " "))")
    return resource.odata(members(grant), context: "oauth2PermissionGrants/$entity", exchange)
  }

  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.body
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
    guard let scopes = body["scope"]?.string else { throw GraphError.valueRequired("scope", of: typeName) }
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
      members(grant), context: "oauth2PermissionGrants/$entity",
      location: "\(resource.call.origin.graph)/v1.0/oauth2PermissionGrants/\(grant.graphID)",
      version: resource.version.rawValue, resource.call, exchange)
  }

  /// A call can change the permissions of a grant and nothing else.
  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let grant = try grant(resource)
    guard let scopes = try resource.body["scope"]?.string else {
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
    guard let id = body[name]?.string else { throw .valueRequired(name, of: typeName) }
    guard let view = ServicePrincipal.ID(id).flatMap({ ApplicationCalls.principal($0, resource) }) else {
      throw .notFound(id)
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
      .inOrder { $0.id < $1.id }
  }

  private static func members(_ grant: PermissionGrant) -> JSONObject {
    var principal: JSONValue = nil
    if case .user(let user) = grant.principal { principal = "\(user)" }
    return [
      "clientId": "\(grant.client)", "consentType": principal == nil ? "AllPrincipals" : "Principal",
      "id": .string(grant.graphID), "principalId": principal, "resourceId": "\(grant.resource)",
      "scope": .string(grant.scopes.joined(separator: " ")),
    ]
  }
}

extension GraphError {
  static let duplicateGrant = Self(
    409, .multipleObjectsWithSameKey, "Permission entry already exists.",
    because: "there is a grant for that client, resource and principal; change it instead")
}
