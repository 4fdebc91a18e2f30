import Bytes
import Directory
import JSON
import Time
import YAML

/// How files write the licenses of a user.
enum LicenseText {
  static let example = "a product such as ENTERPRISEPACK, or a mapping of skuId and disabledPlans"
  static let members: [Shape.Member] = [
    .required("skuId", .text(.plain), "The product: its part number or its id."),
    .init("disabledPlans", .list(.guid), "The ids of the plans that are switched off."),
  ]
}

extension FileValue {
  /// Products by their part numbers, with the number of their licenses.
  func products() throws(ScenarioError) -> JSONValue {
    var products = JSONObject()
    for entry in try FileMapping(self, "a mapping such as { ENTERPRISEPACK: 25 }").entries {
      let name = entry.key.node.text ?? ""
      guard Self.isPartNumber(name) else {
        throw entry.key.error("'\(name)' is not a product; write its part number, such as ENTERPRISEPACK")
      }
      let product = Product(partNumber: name).partNumber
      guard products[product] == nil else { throw entry.key.error("'\(product)' stands here twice; leave one out") }
      products.append(product, .integer(Int64(try entry.value.number(in: 0...1_000_000))))
    }
    return .object(JSONObject(products.members.sorted { $0.name < $1.name }))
  }

  /// A license as Graph shows it.
  func license() throws(ScenarioError) -> JSONValue {
    guard node.text == nil else { return Self.license(of: try product(), without: []) }
    var fields = try FileMapping(self, LicenseText.example)
    let product = try fields.require("skuId", else: "'\(key)' needs 'skuId' in each of its mappings").product()
    var plans: [String] = []
    for item in try fields.take("disabledPlans")?.list("a list of ids of plans") ?? [] {
      guard let id = GUID(try item.text("the id of a plan")) else { throw item.mismatch("the id of a plan, a GUID") }
      plans.append("\(id)")
    }
    try fields.finish()
    return Self.license(of: product, without: plans)
  }

  /// The times of an object, each in the form that Graph shows.
  func times(_ names: [String]) throws(ScenarioError) -> JSONValue {
    var fields = try FileMapping(self, "a mapping such as { \(names.first ?? ""): 2026-01-05T09:00:00Z }")
    var members = JSONObject()
    for name in names {
      if let value = fields.take(name), !value.node.isNull { members.append(name, .string(try value.time().iso8601)) }
    }
    try fields.finish()
    return .object(members)
  }

  private func product() throws(ScenarioError) -> Product.ID {
    let text = try text(LicenseText.example)
    if let id = Product.ID(text) { return id }
    guard Self.isPartNumber(text) else {
      throw error("'\(text)' is not a product; write its part number, such as ENTERPRISEPACK, or its id")
    }
    return Product(partNumber: text).id
  }

  private static func license(of product: Product.ID, without plans: [String]) -> JSONValue {
    ["disabledPlans": .strings(plans), "skuId": "\(product)"]
  }

  /// Letters, digits, `_` and `-`.
  private static func isPartNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x5F || $0 == 0x2D }
  }
}
