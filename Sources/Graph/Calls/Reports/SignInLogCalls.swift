import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// The sign-ins of the caller's tenant as the journal has them (Microsoft: "List signIns", "signIn resource type"). A connector of a security
/// product reads them by a filter on `createdDateTime` and page by page.
enum SignInLogCalls {
  private static let context = "auditLogs/signIns"

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try checkTenant(resource)
    return try resource.page(of: all(resource), .signIn, context: context, &exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try checkTenant(resource)
    let key = resource.keys["signIn"] ?? ""
    let found = all(resource).first { $0["id"]?.string.map { ASCII.equalIgnoringCase($0, key) } == true }
    guard let found else { throw GraphError.notFound(key) }
    exchange.because("→ 200 the sign-in \(key)")
    return try resource.plain(found, .signIn, context: context, exchange)
  }

  /// A tenant without Microsoft Entra ID P1 or P2 has no such reports.
  static func checkTenant(_ resource: ResourceCall) throws(GraphError) {
    guard resource.token.tenant.isPremium else { throw .nonPremiumTenant }
  }

  /// The newest first, as the service sorts them.
  private static func all(_ resource: ResourceCall) -> [JSONObject] {
    resource.call.world.journal.exchanges.reversed().compactMap { shown($0, resource) }
  }

  /// Nil for an exchange in which nobody signed in to the tenant or failed to.
  private static func shown(_ exchange: Exchange, _ resource: ResourceCall) -> JSONObject? {
    guard let user = exchange.user, (exchange.tenant ?? exchange.userTenant)?.id == resource.token.tenant.id.guid,
      exchange.isInteractiveSignIn
    else { return nil }
    let directory = resource.directory
    let known = directory.users[User.ID(user.id)]
    let client = exchange.client.flatMap { directory.applications[Application.ID($0.id)] }
    let api = exchange.resource.flatMap { alias in directory.applicationsInOrder.first { $0.alias == alias } }
    var members: JSONObject = [
      "id": "\(exchange.traceID)", "createdDateTime": .string(exchange.startedAt.iso8601),
      "userDisplayName": .optional(known?.displayName), "userPrincipalName": .optional(known?.userPrincipalName),
      "userId": "\(user.id)",
    ]
    members.append("appId", .optional(exchange.client.map { "\($0.id)" }))
    members.append("appDisplayName", .optional(client?.displayName))
    members.append("ipAddress", "127.0.0.1")
    members.append("clientAppUsed", exchange.grant == nil ? "Browser" : "Mobile Apps and Desktop clients")
    members.append("correlationId", "\(exchange.correlationID)")
    members.append("conditionalAccessStatus", "notApplied")
    members.append("isInteractive", true)
    for name in ["riskDetail", "riskLevelAggregated", "riskLevelDuringSignIn", "riskState"] {
      members.append(name, "none")
    }
    members.append("riskEventTypes", [])
    members.append("riskEventTypes_v2", [])
    members.append("resourceDisplayName", .optional(api?.displayName))
    members.append("resourceId", .optional(api.map { "\($0.id)" }))
    members.append("status", status(exchange))
    members.append("deviceDetail", device)
    members.append("location", location)
    members.append("appliedConditionalAccessPolicies", [])
    return members
  }

  private static func status(_ exchange: Exchange) -> JSONValue {
    let code = exchange.refusal?.code ?? (exchange.events.contains(.signInFailed) ? wrongPassword : 0)
    return [
      "errorCode": .integer(Int64(code)), "failureReason": .string(exchange.refusal?.message ?? "Other."),
      "additionalDetails": nil,
    ]
  }

  /// What a page says of a wrong name or password.
  private static let wrongPassword = 50126

  private static let device: JSONValue = [
    "deviceId": "", "displayName": "", "operatingSystem": "", "browser": "", "isCompliant": false, "isManaged": false,
    "trustType": "",
  ]

  private static let location: JSONValue = [
    "city": "", "state": "", "countryOrRegion": "",
    "geoCoordinates": ["altitude": nil, "latitude": nil, "longitude": nil],
  ]
}

extension GraphError {
  /// The text was observed (2026-05 to 2026-09). Until 2023 it began with "Neither tenant is B2C or".
  static let nonPremiumTenant = Self(
    403, .nonPremiumTenant, "Tenant is not a B2C tenant and doesn't have premium license",
    because:
      "the tenant has no Microsoft Entra ID P1 or P2: its 'premium' or its 'licenses' say so, or it is a tenant of Azure AD B2C"
  )
}

extension ObjectType {
  /// A report: the directory does not answer, and its queries need no switch.
  static let signIn: Self = {
    let names = [
      "id", "createdDateTime", "userDisplayName", "userPrincipalName", "userId", "appId", "appDisplayName", "ipAddress",
      "clientAppUsed", "correlationId", "conditionalAccessStatus", "isInteractive", "riskDetail",
      "riskLevelAggregated", "riskLevelDuringSignIn", "riskState", "riskEventTypes", "riskEventTypes_v2",
      "resourceDisplayName", "resourceId", "status", "deviceDetail", "location", "appliedConditionalAccessPolicies",
    ]
    var type = Self(name: "signIn", names: names)
    type.plainNames = names
    type.isReport = true
    type.filterable = .all(
      "id", "createdDateTime", "userDisplayName", "userPrincipalName", "userId", "appId", "appDisplayName", "ipAddress",
      "clientAppUsed", "correlationId", "conditionalAccessStatus", "isInteractive", "riskLevelAggregated",
      "riskLevelDuringSignIn", "riskState", "resourceDisplayName", "resourceId")
    type.filterablePath = { name in
      ["status/errorCode", "location/city", "location/state", "location/countryOrRegion"]
        .first { ASCII.equalIgnoringCase($0, name) }
    }
    type.orderable = ["createdDateTime"]
    type.pageSize = 1_000
    return type
  }()
}
