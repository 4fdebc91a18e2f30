import Directory
import HTTPWire
import JSON
import Time
import Worlds

/// The caller's tenant (Microsoft: "List organizations").
enum OrganizationCalls {
  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let held = resource.token.user == nil ? resource.token.roles : resource.token.scopes
    let isWhole = held.contains(where: GraphPermission.wholeOrganization.contains)
    let tenant = resource.token.tenant
    exchange.because("→ 200 \(tenant.alias)" + (isWhole ? "" : ", its names only"))
    return resource.list(
      [.object(members(tenant, resource, isWhole: isWhole))], context: "organization", exchange)
  }

  private static func members(_ tenant: Tenant, _ resource: ResourceCall, isWhole: Bool) -> JSONObject {
    let used = resource.directory.users.values.count { $0.tenant == tenant.id }
    return [
      "id": "\(tenant.id)", "deletedDateTime": nil, "businessPhones": [], "city": nil, "country": nil,
      "countryLetterCode": tenant.countryLetterCode.map { .string($0) } ?? nil,
      "createdDateTime": isWhole ? .string(tenant.createdAt.iso8601) : nil,
      "defaultUsageLocation": nil, "displayName": .string(tenant.displayName),
      "isMultipleDataLocationsForServicesEnabled": nil, "marketingNotificationEmails": [],
      "onPremisesLastSyncDateTime": nil, "onPremisesSyncEnabled": nil, "partnerTenantType": nil, "postalCode": nil,
      "preferredLanguage": isWhole ? "en" : nil, "securityComplianceNotificationMails": [],
      "securityComplianceNotificationPhones": [], "state": nil, "street": nil, "technicalNotificationMails": [],
      "tenantType": isWhole ? "AAD" : nil,
      "directorySizeQuota": isWhole ? ["used": .integer(Int64(used)), "total": 50_000] : nil, "privacyProfile": nil,
      "assignedPlans": [], "onPremisesSyncStatus": [], "provisionedPlans": [],
      "verifiedDomains": .array(tenant.domains.map { domain($0, of: tenant) }),
    ]
  }

  private static func domain(_ name: String, of tenant: Tenant) -> JSONValue {
    [
      "capabilities": "Email, OfficeCommunicationsOnline", "isDefault": .bool(name == tenant.defaultDomain),
      "isInitial": .bool(name == tenant.initialDomain), "name": .string(name), "type": "Managed",
    ]
  }
}
