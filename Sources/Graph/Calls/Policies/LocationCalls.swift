import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// Named locations of the caller's tenant (Microsoft: "namedLocation resource type"). The server keeps them and does not look at
/// addresses; `away` of a user says whether the user is outside the trusted ones.
enum LocationCalls {
  /// The tenant's property that has them.
  private static let property = "namedLocations"
  private static let context = "identity/conditionalAccess/namedLocations"

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(
      of: locations(resource.token.tenant).compactMap(\.object), .namedLocation, context: context, &exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let found = try location(resource)
    exchange.because("→ 200 \(found["displayName"]?.string ?? "")")
    return try resource.plain(found.object ?? [:], .namedLocation, context: context, exchange)
  }

  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.body
    guard let type = body["@odata.type"]?.string, types.contains(type) else {
      throw GraphError.invalidInput(because: "@odata.type is none of \(types.joined(separator: ", "))")
    }
    try LocationCheck.run(body, type: type, isNew: true)
    let now = resource.call.now.iso8601Ticks
    let made = JSONObject(
      [
        .init(name: "@odata.type", value: .string(type)),
        .init(name: "id", value: "\(resource.call.world.entropy.guid())"),
        .init(name: "createdDateTime", value: .string(now)), .init(name: "modifiedDateTime", value: .string(now)),
      ] + body.members.filter { !readOnly.contains($0.name) })
    try change(resource) { $0.append(.object(made)) }
    exchange.because("→ 201 \(body["displayName"]?.string ?? "")")
    return GraphAnswer.created(
      made, context: context + "/$entity",
      location: "\(resource.call.origin.graph)/v1.0/\(context)/\(made["id"]?.string ?? "")",
      version: resource.version.rawValue, resource.call, exchange)
  }

  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let old = try location(resource)
    let body = try resource.body
    try LocationCheck.run(body, type: old["@odata.type"]?.string ?? "", isNew: false)
    try change(resource) { all in
      guard let place = all.firstIndex(where: { $0["id"] == old["id"] }) else {
        throw GraphError.notFound(resource.keys["location"] ?? "")
      }
      var members = all[place].object ?? [:]
      for member in body.members where !readOnly.contains(member.name) { members[member.name] = member.value }
      members["modifiedDateTime"] = .string(resource.call.now.iso8601Ticks)
      all[place] = .object(members)
    }
    exchange.because("→ 204 \(body.names.joined(separator: ", "))")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// A trusted location has to lose the trust first.
  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let old = try location(resource)
    guard old["isTrusted"] != true else {
      let error = GraphError.trustedLocation
      throw resource.version == .beta ? error.told(by: GraphError.malformedPolicy) : error
    }
    try change(resource) { $0.removeAll { $0["id"] == old["id"] } }
    exchange.because("→ 204 the named location is removed")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  private static let types = ["#microsoft.graph.ipNamedLocation", "#microsoft.graph.countryNamedLocation"]
  private static let readOnly = ["@odata.type", "id", "createdDateTime", "modifiedDateTime"]

  private static func locations(_ tenant: Tenant) -> [JSONValue] { tenant.properties[property]?.array ?? [] }

  static func exists(_ id: String, in tenant: Tenant) -> Bool {
    locations(tenant).contains { $0["id"]?.string == ASCII.lowercased(id) }
  }

  private static func location(_ resource: ResourceCall) throws(GraphError) -> JSONValue {
    let key = resource.keys["location"] ?? ""
    guard let found = locations(resource.token.tenant).first(where: { $0["id"]?.string == ASCII.lowercased(key) })
    else { throw .notFound(key) }
    return found
  }

  private static func change(_ resource: ResourceCall, _ body: (inout [JSONValue]) throws -> Void) throws {
    try resource.call.world.edit { editor in
      let tenant = try editor.tenant(resource.token.tenant.id)
      var all = locations(tenant)
      try body(&all)
      let changed = all
      try editor.update(tenant.id) { $0.properties[property] = changed.isEmpty ? nil : .array(changed) }
    }
  }
}

extension GraphError {
  static let trustedLocation = Self(
    400, .badRequest, "1041: Trusted locations cannot be deleted. Set isTrusted to false first.",
    because: "the named location is trusted")
}
