import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// What the users of a tenant may do who hold no directory role (Microsoft: "authorizationPolicy resource type"). The switches are
/// properties of the tenant.
enum AuthorizationPolicyCalls {
  /// The members of `defaultUserRolePermissions` that are switches of the tenant.
  private static let switches = ["allowedToCreateApps", "allowedToCreateSecurityGroups", "allowedToReadOtherUsers"]
  private static let consent = "ManagePermissionGrantsForSelf.microsoft-user-default-"

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    exchange.because("→ 200 what ordinary users may do")
    // The policy has an address of the older API among its members (observed).
    let tenant = resource.token.tenant
    let address = "\(resource.call.origin.graph)/v2/\(tenant.id)/authorizationPolicy/authorizationPolicy"
    let members = JSONObject([.init(name: "@odata.id", value: .string(address))] + shown(tenant).members)
    return resource.odata(members, context: "policies/authorizationPolicy/$entity", exchange)
  }

  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.body(of: "authorizationPolicy")
    var changed = resource.token.tenant
    for member in body.members where !ODataAnnotation.isNamed(member.name) { try set(member, of: &changed) }
    let (properties, userConsent) = (changed.properties, changed.userConsent)
    try resource.call.world.edit {
      try $0.update(changed.id) { tenant in
        tenant.properties = properties
        tenant.userConsent = userConsent
      }
    }
    exchange.because("→ 204 \(body.names.joined(separator: ", "))")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  private static func set(_ member: JSONObject.Member, of tenant: inout Tenant) throws(GraphError) {
    switch member.name {
    case "allowInvitesFrom":
      guard let word = member.value.string, InvitationRule(rawValue: word) != nil else {
        throw .invalidValue(member.name, of: "AuthorizationPolicy")
      }
      tenant.properties[member.name] = member.value
    case "defaultUserRolePermissions":
      for permission in member.value.object?.members ?? [] {
        if switches.contains(permission.name) {
          guard permission.value.bool != nil else { throw .invalidValue(permission.name, of: "AuthorizationPolicy") }
          tenant.properties[permission.name] = permission.value
        } else if permission.name == "permissionGrantPoliciesAssigned" {
          let policies = permission.value.strings ?? []
          tenant.userConsent =
            policies.contains(consent + "legacy") ? .all : policies.contains(consent + "low") ? .lowRisk : .none
        }
      }
    default:
      guard shown(tenant)[member.name] != nil else { throw .unknownMember(member.name) }
    }
  }

  /// The members in the order of the page. What the server does not act on has the service's default.
  private static func shown(_ tenant: Tenant) -> JSONObject {
    let granted: [String] =
      switch tenant.userConsent {
      case .all: [consent + "legacy"]
      case .lowRisk: [consent + "low"]
      case .none: []
      }
    var permissions: JSONObject = ["permissionGrantPoliciesAssigned": .strings(granted)]
    for name in ["allowedToCreateApps", "allowedToCreateSecurityGroups"] {
      permissions.append(name, tenant.properties[name] ?? true)
    }
    permissions.append("allowedToCreateTenants", true)
    permissions.append("allowedToReadBitlockerKeysForOwnedDevice", true)
    permissions.append("allowedToReadOtherUsers", tenant.properties["allowedToReadOtherUsers"] ?? true)
    return [
      "id": "authorizationPolicy", "displayName": "Authorization Policy",
      "description": "Used to manage authorization related settings across the company.",
      "allowInvitesFrom": .string(InvitationRule(of: tenant).rawValue), "allowedToSignUpEmailBasedSubscriptions": true,
      "allowedToUseSSPR": true, "allowEmailVerifiedUsersToJoinOrganization": false,
      "allowUserConsentForRiskyApps": nil, "blockMsolPowerShell": false,
      "guestUserRoleId": "10dae51f-b6af-4016-8d66-8c2a99b929b3",
      "defaultUserRolePermissions": .object(permissions),
    ]
  }
}
