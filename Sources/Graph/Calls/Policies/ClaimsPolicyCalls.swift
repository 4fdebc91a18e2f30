import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// Claims mapping policies of the caller's tenant and the service principals that have them (Microsoft: "claimsMappingPolicy resource
/// type", "Assign claimsMappingPolicy"). What a policy says is in force as the claims mapping of an app of the tenant, and of an app of another
/// one in this tenant alone. The mapping that a file gave an app is a policy here, too.
enum ClaimsPolicyCalls {
  private static let context = "policies/claimsMappingPolicies"

  private static func shown(_ policy: ClaimsPolicy) -> JSONObject {
    [
      "id": "\(policy.id)", "deletedDateTime": nil, "definition": policy.definition, "displayName": policy.displayName,
      "isOrganizationDefault": false,
    ]
  }

  // MARK: Policies

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(
      of: resource.directory.claimsPolicies(in: resource.token.tenant.id).map(shown), .claimsMappingPolicy,
      context: context, &exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let found = try policy(resource)
    exchange.because("→ 200 the claims mapping policy \(found.displayName.text)")
    return try resource.plain(shown(found), .claimsMappingPolicy, context: context, exchange)
  }

  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.body(of: "claimsMappingPolicy")
    for name in ["definition", "displayName"] where body[name] ?? .null == .null {
      throw GraphError.valueRequired(name, of: "ClaimsMappingPolicy")
    }
    var made = ClaimsPolicy(id: resource.call.world.entropy.guid(), definition: .null)
    try set(body, of: &made)
    let new = made
    try resource.call.world.edit { try keep(new, as: new.id, in: resource.token.tenant.id, &$0) }
    exchange.because("→ 201 the claims mapping policy \(new.displayName.text), which no app has yet")
    return GraphAnswer.created(
      shown(new), context: context + "/$entity", location: "\(resource.call.origin.graph)/v1.0/\(context)/\(new.id)",
      version: resource.version.rawValue, resource.call, exchange)
  }

  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.body(of: "claimsMappingPolicy")
    let new = try resource.call.world.edit { editor in
      var changed = try policy(resource, in: editor.state)
      try set(body, of: &changed)
      let mapping = try mapping(changed.definition)
      try keep(changed, as: changed.id, in: resource.token.tenant.id, &editor)
      try give(mapping, to: changed.applications, in: resource.token.tenant.id, &editor)
      return changed
    }
    exchange.because(
      "→ 204 the claims mapping policy \(new.displayName.text), which \(new.applications.count) apps have")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let old = try resource.call.world.edit { editor in
      let old = try policy(resource, in: editor.state)
      try keep(nil, as: old.id, in: resource.token.tenant.id, &editor)
      try give(nil, to: old.applications, in: resource.token.tenant.id, &editor)
      return old
    }
    exchange.because("→ 204 the claims mapping policy \(old.displayName.text) is gone, and no app has it")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// The service principals that have the policy.
  static func appliesTo(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let views = try policy(resource).applications.compactMap { resource.view(of: .client($0)) }
    return try resource.page(of: views, .directoryObject, context: "directoryObjects", &exchange)
  }

  // MARK: Service principals

  static func listOfPrincipal(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let app = try ApplicationCalls.principalView(resource).application
    let own = resource.directory.claimsPolicies(in: resource.token.tenant.id).filter {
      $0.applications.contains(app.id)
    }
    return try resource.page(of: own.map(shown), .claimsMappingPolicy, context: context, &exchange)
  }

  /// The body names the policy by an address, whose last part is its id. A service principal has one policy at most.
  static func assign(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let view = try ApplicationCalls.principalView(resource)
    try check(view, resource)
    guard let address = try resource.body["@odata.id"]?.string else {
      throw GraphError.invalidInput(because: "@odata.id is missing or no text")
    }
    let key = GraphPath.segments(of: String(address.prefix { $0 != "?" })).flatMap(GraphPath.split).last ?? ""
    guard let id = GUID(key) else { throw GraphError.targetIsNoEntity(address) }
    let (app, tenant) = (view.application, resource.token.tenant.id)
    let new = try resource.call.world.edit { editor in
      let all = editor.state.claimsPolicies(in: tenant)
      guard var given = all.first(where: { $0.id == id }) else { throw GraphError.notFound(key) }
      if let held = all.first(where: { $0.applications.contains(app.id) }) {
        throw held.id == id ? GraphError.alreadyHasPolicy : GraphError.hasAnotherPolicy("\(held.id)")
      }
      let mapping = try mapping(given.definition)
      given.applications.append(app.id)
      try keep(given, as: id, in: tenant, &editor)
      try give(mapping, to: [app.id], in: tenant, &editor)
      return given
    }
    exchange.because("→ 204 '\(app.alias)' has the claims mapping policy \(new.displayName.text)")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func withdraw(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let view = try ApplicationCalls.principalView(resource)
    try check(view, resource)
    let app = view.application
    try resource.call.world.edit { editor in
      var held = try policy(resource, in: editor.state)
      guard held.applications.contains(app.id) else { throw GraphError.notFound("\(held.id)") }
      held.applications.removeAll { $0 == app.id }
      try keep(held, as: held.id, in: resource.token.tenant.id, &editor)
      try give(nil, to: [app.id], in: resource.token.tenant.id, &editor)
    }
    exchange.because("→ 204 '\(app.alias)' has no claims mapping policy any more")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// An app with the permission for policies gives them to every app, as Terraform's provider is documented to.
  private static func check(_ view: ServicePrincipalView, _ resource: ResourceCall) throws(GraphError) {
    let token = resource.token
    guard token.user != nil || !token.permissions.contains("Policy.ReadWrite.ApplicationConfiguration") else { return }
    try Administration.check(view, resource)
  }

  // MARK: State

  /// The policy of the path, as the call began; what changes one asks the directory that it changes.
  private static func policy(
    _ resource: ResourceCall, in state: DirectoryState? = nil
  ) throws(GraphError) -> ClaimsPolicy {
    let key = resource.keys["policy"] ?? ""
    let all = state?.claimsPolicies(in: resource.token.tenant.id)
    guard let id = GUID(key),
      let found = (all ?? resource.directory.claimsPolicies(in: resource.token.tenant.id)).first(where: { $0.id == id })
    else { throw .notFound(key) }
    return found
  }

  private static func set(_ body: JSONObject, of policy: inout ClaimsPolicy) throws(GraphError) {
    for member in body.members where !ODataAnnotation.isNamed(member.name) {
      switch member.name {
      case "definition":
        _ = try mapping(member.value)
        policy.definition = member.value
      case "displayName":
        guard let name = member.value.string, !name.isEmpty else {
          throw .invalidValue("displayName", of: "ClaimsMappingPolicy")
        }
        policy.displayName = member.value
      case "isOrganizationDefault":
        guard let flag = member.value.bool else { throw .invalidValue(member.name, of: "ClaimsMappingPolicy") }
        guard !flag else { throw .notServed("a claims mapping policy for all apps of the organization") }
      case "id", "deletedDateTime", "description", "type", "keyCredentials", "alternativeIdentifier": break
      default: throw .unknownMember(member.name)
      }
    }
  }

  private static func mapping(_ definition: JSONValue) throws(GraphError) -> ClaimsMapping {
    do throws(ClaimsPolicyDefinition.Mistake) { return try ClaimsPolicyDefinition.mapping(definition) } catch {
      var refusal = GraphError.invalidValue("definition", of: "ClaimsMappingPolicy")
      refusal.reason = error.sentence
      throw refusal
    }
  }

  /// Puts the policy in the place of that of its id; nil takes that one away.
  private static func keep(
    _ policy: ClaimsPolicy?, as id: GUID, in tenant: Tenant.ID, _ editor: inout DirectoryEditor
  ) throws {
    try editor.update(tenant) { tenant in
      tenant.claimsPolicies = tenant.claimsPolicies.filter { $0.id != id } + [policy].compactMap(\.self)
    }
  }

  /// The registration has the mapping of its own tenant. For an app of another tenant the policy of the tenant says it by itself.
  private static func give(
    _ mapping: ClaimsMapping?, to applications: [Application.ID], in tenant: Tenant.ID, _ editor: inout DirectoryEditor
  ) throws {
    for id in applications where editor.state.applications[id]?.tenant == tenant {
      try editor.update(id) { $0.claimsMapping = mapping }
    }
  }
}

extension GraphError {
  fileprivate static let alreadyHasPolicy = Self(
    400, .malformedRequest,
    "One or more added object references already exist for the following modified properties: 'policies'.",
    because: "the service principal has the policy already")

  fileprivate static func hasAnotherPolicy(_ id: String) -> Self {
    Self(
      409, .multipleObjectsWithSameKey,
      "Another object with the same value for property claimsMappingPolicies already exists.",
      because: "the service principal has the policy \(id), and one is the most; remove it first")
  }
}
