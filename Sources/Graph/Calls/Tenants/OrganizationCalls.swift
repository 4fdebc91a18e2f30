import Bytes
import Directory
import HTTPWire
import JSON
import Time
import Worlds

/// The caller's tenant (Microsoft: "List organizations", "Get organization").
enum OrganizationCalls {
  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let query = try query(resource)
    let selected = query.selected.map { "(\($0.joined(separator: ",")))" } ?? ""
    return resource.list(
      [.object(try shown(resource, query, &exchange))], context: "organization\(selected)", exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let id = resource.keys["organization"] ?? ""
    guard Tenant.ID(id) == resource.token.tenant.id else { throw GraphError.notFound(id) }
    let query = try query(resource)
    let selected = query.selected.map { "(\($0.joined(separator: ",")))" } ?? ""
    return resource.odata(
      try shown(resource, query, &exchange), context: "organization\(selected)/$entity", exchange)
  }

  /// The properties of an organization, in the service's order.
  private static let shownNames = [
    "id", "deletedDateTime", "businessPhones", "city", "country", "countryLetterCode", "createdDateTime",
    "defaultUsageLocation", "displayName", "isMultipleDataLocationsForServicesEnabled", "marketingNotificationEmails",
    "onPremisesLastSyncDateTime", "onPremisesSyncEnabled", "partnerTenantType", "postalCode", "preferredLanguage",
    "securityComplianceNotificationMails", "securityComplianceNotificationPhones", "state", "street",
    "technicalNotificationMails", "tenantType", "directorySizeQuota", "privacyProfile", "assignedPlans",
    "onPremisesSyncStatus", "provisionedPlans", "verifiedDomains",
  ]

  /// Those, and the one that only a selection shows.
  static let names = shownNames + ["mobileDeviceManagementAuthority"]

  private static func query(_ resource: ResourceCall) throws(GraphError) -> ResourceQuery {
    try ResourceQuery(resource.call.request.query, resource.version, .organization)
  }

  private static func shown(
    _ resource: ResourceCall, _ query: ResourceQuery, _ exchange: inout Exchange
  ) throws -> JSONObject {
    let isWhole = GraphPermission.wholeOrganization.isHeld(by: resource.token)
    let tenant = resource.token.tenant
    exchange.because("→ 200 '\(tenant.alias)'" + (isWhole ? "" : ", its names only"))
    return members(tenant, resource, isWhole: isWhole).selecting(query.selected?.filter(names.contains))
  }

  private static func members(_ tenant: Tenant, _ resource: ResourceCall, isWhole: Bool) -> JSONObject {
    JSONObject(shownNames.map { .init(name: $0, value: value(of: $0, tenant, resource, isWhole: isWhole)) })
  }

  /// The value of one property. Those that have a row are shown to a caller alone who may read the whole organization.
  private static func value(
    of name: String, _ tenant: Tenant, _ resource: ResourceCall, isWhole: Bool
  ) -> JSONValue {
    if name == "preferredLanguage", isWhole { return .string(tenant.language) }
    if let row = Tenant.row(name) {
      let usual: JSONValue = row.kind.isCollection ? [] : .null
      return isWhole ? row.value(of: tenant) ?? usual : usual
    }
    switch name {
    case "id": return "\(tenant.id)"
    case "displayName": return .string(tenant.displayName)
    case "countryLetterCode": return tenant.countryLetterCode.map { .string($0) } ?? nil
    case "createdDateTime": return isWhole ? .string(tenant.createdAt.iso8601) : nil
    case "tenantType": return isWhole ? "AAD" : nil
    case "directorySizeQuota":
      guard isWhole else { return nil }
      let used = resource.directory.users.values.count { $0.tenant == tenant.id }
      return ["used": .integer(Int64(used)), "total": 50_000]
    case "assignedPlans", "onPremisesSyncStatus", "provisionedPlans": return []
    case "verifiedDomains": return .array(DomainView.all(of: tenant).map(\.verified))
    default: return nil
    }
  }
}
