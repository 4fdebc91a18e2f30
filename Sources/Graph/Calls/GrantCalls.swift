import Bytes
import Directory
import HTTPWire
import JSON
import Scenarios

/// What was consented to (Microsoft: "List oauth2PermissionGrants", "Delete oauth2PermissionGrant").
enum GrantCalls {
  private static let properties = ["clientId", "consentType", "id", "principalId", "resourceId", "scope"]

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard let options = FormFields(parsing: resource.call.request.query ?? "") else { throw GraphError.malformedQuery }
    let text = options.fields.first { ASCII.equalIgnoringCase($0.name, "$filter") }?.value
    let filter = try text.map { text throws(GraphError) in
      try FilterParser.parse(
        text,
        FilterParser.Target(
          type: "oAuth2PermissionGrant",
          declaredName: { name in properties.first { ASCII.equalIgnoringCase($0, name) } },
          filterable: ["clientId", "consentType", "principalId"]))
    }
    let found = grants(resource).map(members).filter { item in filter?.matches { item[$0] ?? .null } ?? true }
    exchange.because("→ 200 \(found.count) grants")
    return resource.list(found.map { .object($0) }, context: "oauth2PermissionGrants", exchange)
  }

  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let key = resource.key ?? ""
    guard let grant = grants(resource).first(where: { objectID(of: $0).hasSameBytes(as: key) }) else {
      throw GraphError.notFound(key)
    }
    try resource.call.world.change { $0.remove(grant.id) }
    exchange.because("→ 204 the grant of \(grant.scopes.joined(separator: " ")) is withdrawn")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// The grants of the caller's tenant, always in one order.
  private static func grants(_ resource: ResourceCall) -> [PermissionGrant] {
    let directory = resource.directory
    return directory.grants.values
      .filter { directory.servicePrincipals[$0.client]?.tenant == resource.token.tenant.id }
      .sorted { $0.id < $1.id }
  }

  private static func members(_ grant: PermissionGrant) -> JSONObject {
    var principal: JSONValue = nil
    if case .user(let user) = grant.principal { principal = "\(user)" }
    return [
      "clientId": "\(grant.client)", "consentType": principal == nil ? "AllPrincipals" : "Principal",
      "id": .string(objectID(of: grant)), "principalId": principal, "resourceId": "\(grant.resource)",
      "scope": .string(grant.scopes.joined(separator: " ")),
    ]
  }

  /// The ids of client, resource and principal in a row (observed).
  private static func objectID(of grant: PermissionGrant) -> String {
    var guids = [grant.client.guid, grant.resource.guid]
    if case .user(let user) = grant.principal { guids.append(user.guid) }
    return Base64.encodeURL(guids.flatMap(littleEndian))
  }

  /// The bytes with those of the first three groups turned round, as Windows stores a GUID.
  private static func littleEndian(_ guid: GUID) -> [UInt8] {
    let bytes = Array(guid.bytes)
    return [3, 2, 1, 0, 5, 4, 7, 6].map { bytes[$0] } + bytes.dropFirst(8)
  }
}
