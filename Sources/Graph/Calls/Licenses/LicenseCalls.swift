import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// The products of a tenant and the licenses of its users (Microsoft: "List subscribedSkus", "List licenseDetails", "user: assignLicense").
enum LicenseCalls {
  static func products(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try resource.page(
      of: resource.token.tenant.subscriptions.map { shown($0, resource) }, .product, context: "subscribedSkus",
      &exchange)
  }

  static func product(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let key = resource.keys["product"] ?? ""
    let tenant = resource.token.tenant
    let found = tenant.subscriptions.first {
      ASCII.equalIgnoringCase(LicenseView.id(of: $0.product, in: tenant), key)
    }
    guard let found else { throw GraphError.notFound(key) }
    exchange.because("→ 200 the product \(found.product.partNumber)")
    return try resource.plain(shown(found, resource), .product, context: "subscribedSkus", exchange)
  }

  static func ofUser(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    return try resource.page(
      of: user.licenses.map { LicenseView.details($0, in: resource.token.tenant) }, .license,
      context: context(user, resource), &exchange)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (user, tenant, key) = (try resource.subject, resource.token.tenant, resource.keys["license"] ?? "")
    guard let license = user.licenses.first(where: { LicenseView.detailsID(of: $0, in: tenant) == key }) else {
      throw GraphError.notFound(key)
    }
    exchange.because("→ 200 a license of '\(user.alias)'")
    return try resource.plain(
      LicenseView.details(license, in: tenant), .license, context: context(user, resource), exchange)
  }

  private static func context(_ user: User, _ resource: ResourceCall) -> String {
    "users('\(resource.view(of: user).id)')/licenseDetails"
  }

  private static func shown(_ subscription: Tenant.Subscription, _ resource: ResourceCall) -> JSONObject {
    LicenseView.subscription(
      subscription, in: resource.token.tenant, consumed: consumed(subscription.product.id, resource))
  }

  /// How many users of the tenant have a license of the product.
  private static func consumed(_ product: Product.ID, _ resource: ResourceCall) -> Int {
    resource.directory.usersInOrder.count { user in
      user.tenant == resource.token.tenant.id && !user.isDeleted
        && user.licenses.contains { $0.product == product }
    }
  }

  // MARK: Assigning

  static func assign(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    let change = try LicenseChange(try resource.body)
    var changed = user
    for product in change.removed {
      guard changed.licenses.contains(where: { $0.product == product }) else { throw GraphError.noSuchLicense(product) }
      changed.licenses.removeAll { $0.product == product }
    }
    for license in change.added { try add(license, to: &changed, resource) }
    let licenses = changed.licenses
    try resource.call.world.edit { try $0.update(user.id) { $0.licenses = licenses } }
    let names = licenses.map { resource.token.tenant.product($0.product).partNumber }
    exchange.because("→ 200 '\(user.alias)' has \(names.isEmpty ? "no license" : names.joined(separator: ", "))")
    return resource.acted(
      resource.view(of: changed).members(ResourceQuery(selecting: nil), resource.version), context: "users/$entity",
      exchange)
  }

  /// A license that the user has already takes the place of the old one and costs nothing.
  private static func add(
    _ license: User.License, to user: inout User, _ resource: ResourceCall
  ) throws(GraphError) {
    let subscriptions = resource.token.tenant.subscriptions
    guard let bought = subscriptions.first(where: { $0.product.id == license.product }) else {
      throw .notBought(license.product)
    }
    guard let location = user.properties.text("usageLocation"), !location.isEmpty else { throw .noUsageLocation }
    if let place = user.licenses.firstIndex(where: { $0.product == license.product }) {
      user.licenses[place] = license
      return
    }
    guard Int64(consumed(license.product, resource)) < bought.units else { throw .noLicenseLeft(license.product) }
    user.licenses.append(license)
  }
}
