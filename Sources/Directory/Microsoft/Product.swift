import Bytes

/// A product that organizations buy licenses of (Microsoft: "Product names and service plan identifiers for licensing").
package struct Product: Sendable, Hashable {
  package typealias ID = Identifier<Product>

  /// A service that is part of products.
  package struct Plan: Sendable, Hashable {
    package typealias ID = Identifier<Plan>

    package let id: ID
    /// Such as `AAD_PREMIUM`.
    package let name: String
    /// Whether the whole organization has it, and not each user.
    package let isOfCompany: Bool
  }

  /// Graph: `skuId`.
  package let id: ID
  /// Graph: `skuPartNumber`, such as `ENTERPRISEPACK`.
  package let partNumber: String
  /// The plans that are known of the product.
  package let plans: [Plan]

  /// The product of that part number; ASCII case does not count. The id of one that no table has follows from the part number.
  package init(partNumber: String) {
    self =
      Self.table.first { ASCII.equalIgnoringCase($0.partNumber, partNumber) }
      ?? Self(id: ID(SeededDirectory.derived("product", partNumber)), partNumber: partNumber, plans: [])
  }

  /// The product of that id. One that no table has is named by the id.
  package init(id: ID) {
    self = Self.table.first { $0.id == id } ?? Self(id: id, partNumber: "\(id)", plans: [])
  }

  init(id: ID, partNumber: String, plans: [Plan]) {
    self.id = id
    self.partNumber = partNumber
    self.plans = plans
  }

  /// Whether Microsoft Entra ID P1 or P2 is part of it.
  package var isPremium: Bool { plans.contains { $0.name == "AAD_PREMIUM" || $0.name == "AAD_PREMIUM_P2" } }
}
