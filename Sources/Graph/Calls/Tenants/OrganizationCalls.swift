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

  /// The properties of an organization, in the service's order, and those that only a selection shows.
  static let names = [
    "id", "deletedDateTime", "businessPhones", "city", "country", "countryLetterCode", "createdDateTime",
    "defaultUsageLocation", "displayName", "isMultipleDataLocationsForServicesEnabled", "marketingNotificationEmails",
    "onPremisesLastSyncDateTime", "onPremisesSyncEnabled", "partnerTenantType", "postalCode", "preferredLanguage",
    "securityComplianceNotificationMails", "securityComplianceNotificationPhones", "state", "street",
    "technicalNotificationMails", "tenantType", "directorySizeQuota", "privacyProfile", "assignedPlans",
    "onPremisesSyncStatus", "provisionedPlans", "verifiedDomains", "mobileDeviceManagementAuthority",
  ]

  private static func query(_ resource: ResourceCall) throws(GraphError) -> ResourceQuery {
    try ResourceQuery(resource.call.request.query, resource.version, .organization)
  }

  private static func shown(
    _ resource: ResourceCall, _ query: ResourceQuery, _ exchange: inout Exchange
  ) throws -> JSONObject {
    let isWhole = GraphPermission.wholeOrganization.isHeld(by: resource.token)
    let tenant = resource.token.tenant
    exchange.because("→ 200 \(tenant.alias)" + (isWhole ? "" : ", its names only"))
    return members(tenant, resource, isWhole: isWhole).selecting(query.selected)
  }

  private static func members(_ tenant: Tenant, _ resource: ResourceCall, isWhole: Bool) -> JSONObject {
    let used = isWhole ? resource.directory.users.values.count { $0.tenant == tenant.id } : 0
    func own(_ name: String, else usual: JSONValue = .null) -> JSONValue {
      guard isWhole else { return usual == [] ? [] : .null }
      return tenant.properties[name] ?? usual
    }
    return [
      "id": "\(tenant.id)", "deletedDateTime": nil, "businessPhones": own("businessPhones", else: []),
      "city": own("city"), "country": own("country"),
      "countryLetterCode": tenant.countryLetterCode.map { .string($0) } ?? nil,
      "createdDateTime": isWhole ? .string(tenant.createdAt.iso8601) : nil,
      "defaultUsageLocation": own("defaultUsageLocation"), "displayName": .string(tenant.displayName),
      "isMultipleDataLocationsForServicesEnabled": nil,
      "marketingNotificationEmails": own("marketingNotificationEmails", else: []),
      "onPremisesLastSyncDateTime": own("onPremisesLastSyncDateTime"),
      "onPremisesSyncEnabled": own("onPremisesSyncEnabled"), "partnerTenantType": nil, "postalCode": own("postalCode"),
      "preferredLanguage": own("preferredLanguage", else: "en"),
      "securityComplianceNotificationMails": own("securityComplianceNotificationMails", else: []),
      "securityComplianceNotificationPhones": own("securityComplianceNotificationPhones", else: []),
      "state": own("state"), "street": own("street"),
      "technicalNotificationMails": own("technicalNotificationMails", else: []),
      "tenantType": isWhole ? "AAD" : nil,
      "directorySizeQuota": isWhole ? ["used": .integer(Int64(used)), "total": 50_000] : nil, "privacyProfile": nil,
      "assignedPlans": [], "onPremisesSyncStatus": [], "provisionedPlans": [],
      "verifiedDomains": .array(DomainView.all(of: tenant).map(\.verified)),
    ]
  }
}
