import Bytes
import Directory
import JSON

/// What the body of `assignLicense` asks for.
struct LicenseChange {
  let added: [User.License]
  let removed: [Product.ID]

  /// - Throws: a `GraphError` for a body without one of the two lists, and for an id that is not a GUID.
  init(_ body: JSONObject) throws(GraphError) {
    let missing = ["addLicenses", "removeLicenses"].filter { body[$0] == nil }
    guard missing.isEmpty else { throw .missingParameters(missing, of: "assignLicense") }
    var added: [User.License] = []
    for item in body["addLicenses"]?.array ?? [] {
      let product = Product.ID(try Self.guid(item["skuId"]))
      var plans: [Product.Plan.ID] = []
      for plan in item["disabledPlans"]?.array ?? [] { plans.append(Product.Plan.ID(try Self.guid(plan))) }
      added.append(User.License(of: product, without: plans))
    }
    var removed: [Product.ID] = []
    for item in body["removeLicenses"]?.array ?? [] { removed.append(Product.ID(try Self.guid(item))) }
    self.added = added
    self.removed = removed
  }

  private static func guid(_ value: JSONValue?) throws(GraphError) -> GUID {
    guard let guid = value?.string.flatMap({ GUID($0) }) else { throw .noGUID }
    return guid
  }
}

extension GraphError {
  /// The text was observed (2025-03).
  static func missingParameters(_ names: [String], of action: String) -> Self {
    Self(
      400, .malformedRequest,
      "One or more parameters of the operation '\(action)' are missing from the request payload. The missing parameters are: "
        + "\(names.joined(separator: ", ")).", because: "\(action) needs each of its lists, also an empty one")
  }

  /// The text was observed.
  fileprivate static let noGUID = Self(
    400, .malformedRequest,
    "Cannot convert a primitive value to the expected type 'Edm.Guid'. See the inner exception for more details.",
    because: "an id of a product or of a plan is not a GUID")

  /// The text was observed (2026).
  static let noUsageLocation = Self(
    400, .malformedRequest, "License assignment cannot be done for user with invalid usage location.",
    because: "the user has no usageLocation")

  /// The text was observed.
  static func notBought(_ product: Product.ID) -> Self {
    Self(
      400, .malformedRequest, "License \(product) does not correspond to a valid company License.",
      because: "the tenant's 'licenses' do not have the product")
  }

  /// The text was observed.
  static func noLicenseLeft(_ product: Product.ID) -> Self {
    Self(
      400, .malformedRequest, "Subscription with SKU \(product) does not have any available licenses.",
      because: "users have as many licenses of the product as the tenant's 'licenses' say")
  }

  /// The text was observed (2023-06).
  static func noSuchLicense(_ product: Product.ID) -> Self {
    Self(
      400, .malformedRequest, "User does not have a corresponding license.",
      because: "the user has no license of \(product)")
  }
}
