import Bytes
import Directory
import JSON
import Time

/// Products and licenses as Graph shows them (Microsoft: "subscribedSku resource type", "licenseDetails resource type").
enum LicenseView {
  /// A product that the tenant has bought, with the number of its licenses that users have.
  static func subscription(_ subscription: Tenant.Subscription, in tenant: Tenant, consumed: Int) -> JSONObject {
    let product = subscription.product
    let isEnabled = subscription.units > 0
    return [
      "accountName": .string(tenant.alias), "accountId": "\(tenant.id)", "appliesTo": "User",
      "capabilityStatus": isEnabled ? "Enabled" : "Suspended", "consumedUnits": .integer(Int64(consumed)),
      "id": .string(id(of: product, in: tenant)), "skuId": "\(product.id)",
      "skuPartNumber": .string(product.partNumber), "subscriptionIds": [],
      "prepaidUnits": ["enabled": .integer(subscription.units), "suspended": 0, "warning": 0, "lockedOut": 0],
      "servicePlans": plans(of: product, without: []),
    ]
  }

  static func id(of product: Product, in tenant: Tenant) -> String { "\(tenant.id)_\(product.id)" }

  /// The names of the members of a product, in their order.
  static let names = [
    "accountName", "accountId", "appliesTo", "capabilityStatus", "consumedUnits", "id", "skuId", "skuPartNumber",
    "subscriptionIds", "prepaidUnits", "servicePlans",
  ]

  /// A license of a user with the plans of its product.
  static func details(_ license: User.License, in tenant: Tenant) -> JSONObject {
    let product = tenant.product(license.product)
    return [
      "id": .string(detailsID(of: license, in: tenant)), "skuId": "\(product.id)",
      "skuPartNumber": .string(product.partNumber),
      "servicePlans": plans(of: product, without: license.disabledPlans),
    ]
  }

  /// The ids of the tenant and of the product, each with the order of bytes of .NET, in Base64 (observed).
  static func detailsID(of license: User.License, in tenant: Tenant) -> String {
    Base64.encodeURL(tenant.id.guid.windowsBytes + license.product.guid.windowsBytes)
  }

  private static func plans(of product: Product, without disabled: [Product.Plan.ID]) -> JSONValue {
    .array(
      product.plans.map { plan in
        [
          "servicePlanId": "\(plan.id)", "servicePlanName": .string(plan.name),
          "provisioningStatus": disabled.contains(plan.id) ? "Disabled" : "Success",
          "appliesTo": plan.isOfCompany ? "Company" : "User",
        ]
      })
  }

  // MARK: Members of users

  static func assignedPlans(of user: User) -> JSONValue {
    .array(
      enabledPlans(of: user).map { plan in
        [
          "assignedDateTime": .string(user.createdAt.iso8601), "capabilityStatus": "Enabled",
          "service": .string(service(of: plan)), "servicePlanId": "\(plan.id)",
        ]
      })
  }

  static func provisionedPlans(of user: User) -> JSONValue {
    .array(
      enabledPlans(of: user).map { plan in
        [
          "capabilityStatus": "Enabled", "provisioningStatus": "Success", "service": .string(service(of: plan)),
        ]
      })
  }

  static func states(of user: User) -> JSONValue {
    .array(
      user.licenses.map { license in
        [
          "skuId": "\(license.product)", "disabledPlans": .strings(license.disabledPlans.map { "\($0)" }),
          "assignedByGroup": nil, "state": "Active", "error": "None",
          "lastUpdatedDateTime": .string(user.createdAt.iso8601),
        ]
      })
  }

  private static func enabledPlans(of user: User) -> [Product.Plan] {
    var plans: [Product.Plan] = []
    for license in user.licenses {
      for plan in Product(id: license.product).plans
      where !license.disabledPlans.contains(plan.id) && !plans.contains(plan) {
        plans.append(plan)
      }
    }
    return plans
  }

  private static func service(of plan: Product.Plan) -> String {
    switch plan.name {
    case "AAD_PREMIUM", "AAD_PREMIUM_P2": "AADPremiumService"
    case "BI_AZURE_P0": "PowerBI"
    case "INTUNE_A": "SCO"
    case "MFA_PREMIUM": "MultiFactorService"
    case "SHAREPOINTENTERPRISE", "SHAREPOINTSTANDARD": "SharePoint"
    case "SWAY": "Sway"
    case "TEAMS1": "TeamspaceAPI"
    case "YAMMER_ENTERPRISE": "YammerEnterprise"
    default: "exchange"
    }
  }
}

extension ObjectType {
  /// A product that the tenant has bought. Its list comes on one page.
  static let product: Self = {
    var type = Self(name: "subscribedSku", names: LicenseView.names)
    type.plainNames = LicenseView.names
    type.hasFixedPages = true
    return type
  }()

  /// A license of a user.
  static let license: Self = {
    let names = ["id", "skuId", "skuPartNumber", "servicePlans"]
    var type = Self(name: "licenseDetails", names: names)
    type.plainNames = names
    return type
  }()
}
