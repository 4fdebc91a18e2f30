import JSON

/// What the organization of a tenant has bought.
extension Tenant {
  /// A product and the number of its licenses.
  package struct Subscription: Sendable, Hashable {
    package let product: Product
    package let units: Int64
  }

  /// The products that the tenant says it has, in the order of their part numbers.
  package var subscriptions: [Subscription] {
    (properties["licenses"]?.object?.members ?? []).map {
      Subscription(product: Product(partNumber: $0.name), units: $0.value.integer ?? 0)
    }
  }

  /// The product of that id, with the part number that the tenant gives it.
  package func product(_ id: Product.ID) -> Product {
    subscriptions.first { $0.product.id == id }?.product ?? Product(id: id)
  }

  /// Whether the tenant has Microsoft Entra ID P1 or P2: it says so, or one of its products has it. A tenant that says nothing has it; one of
  /// Azure AD B2C never has (Microsoft: "Supported Microsoft Entra ID features", reports).
  package var isPremium: Bool {
    guard kind != .b2c else { return false }
    if let stated = properties["premium"]?.bool { return stated }
    return properties["licenses"] == nil || subscriptions.contains { $0.units > 0 && $0.product.isPremium }
  }
}

extension User {
  /// A product that the user has a license of, and the plans of it that are switched off.
  package struct License: Sendable, Hashable {
    package let product: Product.ID
    package var disabledPlans: [Product.Plan.ID]

    package init(of product: Product.ID, without disabledPlans: [Product.Plan.ID]) {
      self.product = product
      self.disabledPlans = disabledPlans
    }
  }

  /// The licenses of the user, in the order in which they were given.
  package var licenses: [License] {
    get {
      (properties["assignedLicenses"]?.array ?? []).compactMap { license in
        license["skuId"]?.string.flatMap { Product.ID($0) }.map { id in
          License(of: id, without: (license["disabledPlans"]?.strings ?? []).compactMap { Product.Plan.ID($0) })
        }
      }
    }
    set {
      let licenses = newValue.map { license -> JSONValue in
        ["disabledPlans": .strings(license.disabledPlans.map { "\($0)" }), "skuId": "\(license.product)"]
      }
      properties["assignedLicenses"] = licenses.isEmpty ? Optional.none : .array(licenses)
    }
  }
}
