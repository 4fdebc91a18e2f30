import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// Conditional Access policies of the caller's tenant (Microsoft: "conditionalAccessPolicy resource type"). A policy acts on the next
/// sign-in as far as `AccessPolicy` can say it; the rest is kept and given back.
enum PolicyCalls {
  /// The path of the call below the version, without the key: the policies have two addresses.
  private static func context(_ resource: ResourceCall) -> String {
    let isOlder =
      GraphPath.segments(of: resource.call.request.path).dropFirst().first.map(ASCII.lowercased) == "policies"
    return isOlder ? "policies/conditionalAccessPolicies" : "identity/conditionalAccess/policies"
  }

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(
      of: policies(resource).map { PolicyForm.shown($0, resource) }, .accessPolicy, context: context(resource),
      &exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let policy = try policy(resource)
    exchange.because("→ 200 the policy '\(policy.name)'")
    return try resource.plain(PolicyForm.shown(policy, resource), .accessPolicy, context: context(resource), exchange)
  }

  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.body(of: "conditionalAccessPolicy")
    guard let name = body["displayName"]?.string, !name.isEmpty else {
      throw GraphError.valueRequired("displayName", of: "ConditionalAccessPolicy")
    }
    guard body["conditions"]?.object != nil else {
      throw GraphError.valueRequired("conditions", of: "ConditionalAccessPolicy")
    }
    try PolicyForm.check(body, resource)
    let usual = AccessPolicy.ID.named(name)
    let id =
      resource.directory.policies[usual] == nil ? usual : AccessPolicy.ID(resource.call.world.entropy.guid())
    var written = JSONObject([
      .init(name: "createdDateTime", value: .string(resource.call.now.iso8601Ticks)),
      .init(name: "modifiedDateTime", value: .null),
    ])
    PolicyForm.merge(body, into: &written)
    let policy = PolicyForm.policy(id, written, resource)
    try resource.call.world.edit { $0.put(policy) }
    noteInert(policy, &exchange)
    exchange.because("→ 201 the policy '\(name)'")
    return GraphAnswer.created(
      PolicyForm.shown(policy, resource), context: context(resource) + "/$entity",
      location: "\(resource.call.origin.graph)/v1.0/\(context(resource))/\(id)", version: resource.version.rawValue,
      resource.call, exchange)
  }

  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let old = try policy(resource)
    let body = try resource.body(of: "conditionalAccessPolicy")
    try PolicyForm.check(body, resource)
    var written = PolicyForm.shown(old, resource)
    PolicyForm.merge(body, into: &written)
    written["modifiedDateTime"] = .string(resource.call.now.iso8601Ticks)
    let policy = PolicyForm.policy(old.id, written, resource)
    try resource.call.world.edit { $0.put(policy) }
    noteInert(policy, &exchange)
    exchange.because("→ 204 '\(policy.name)': \(body.names.joined(separator: ", "))")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// A policy with a condition that the server does not understand acts on nobody: it must not block everybody.
  private static func noteInert(_ policy: AccessPolicy, _ exchange: inout Exchange) {
    guard let condition = policy.inertBecause else { return }
    exchange.explain("the policy '\(policy.name)' acts on nobody: \(condition) is not understood here")
  }

  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let policy = try policy(resource)
    try resource.call.world.edit { try $0.remove(policy.id) }
    exchange.because("→ 204 the policy '\(policy.name)' is removed")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  private static func policies(_ resource: ResourceCall) -> [AccessPolicy] {
    resource.directory.policies.values.filter { $0.tenant == resource.token.tenant.id }.sorted { $0.id < $1.id }
  }

  private static func policy(_ resource: ResourceCall) throws(GraphError) -> AccessPolicy {
    let key = resource.keys["policy"] ?? ""
    guard let id = AccessPolicy.ID(key), let policy = resource.directory.policies[id],
      policy.tenant == resource.token.tenant.id
    else { throw .notFound(key) }
    return policy
  }
}
