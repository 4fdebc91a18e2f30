import Directory

/// What `$filter` does with one property. The directory looks at it when the filter as a whole has been read.
struct FilterUse: Sendable, Hashable {
  /// The declared spelling; of a path the whole path.
  let property: String
  let operation: FilterOperators
  /// Whether the property is one of objects that the type does not have, which an open type may have all the same.
  var isUnknown = false
  /// Whether more than one condition is about one element of a list.
  var isComplex = false

  /// Whether a property is compared with a text that none of its values can be: an empty one, or one that is not a security identifier. The
  /// directory does not do that.
  var isImpossible = false

  /// The name of an operator that needs an advanced query, as refusals name it; nil for another one.
  var advancedOperator: String? {
    switch operation {
    case .notEqual: "NotEqualsMatch"
    case .not: "NotMatch"
    case .endsWith: "EndsWithMatch"
    default: nil
    }
  }
}

extension ObjectType {
  /// Refuses a filter that the directory does not carry out, each with its own text.
  func check(_ uses: [FilterUse], isAdvanced: Bool) throws(GraphError) {
    if !isAdvanced {
      for use in uses {
        if let name = use.advancedOperator { throw .advancedOperator(name, of: self) }
        if use.operation == .isEmpty || use.operation == .isOne {
          throw .needsAdvancedQuery("$count of \(use.property) in $filter")
        }
        if use.isComplex, use.property == "assignedPlans" { throw .complexFilter(by: use.property) }
      }
    }
    if isAdvanced, let use = uses.first(where: { filterableUnlessAdvanced.contains($0.property) }) {
      throw .cannotFilter(by: use.property, of: capitalizedName)
    }
    for use in uses {
      if use.property == "serviceProvisioningErrors" { throw .unsupportedErrorsFilter }
      let operators = operators(for: use.property)
      guard !use.isUnknown, !use.isImpossible || !isOpen, !operators.isEmpty, !use.operation.isEmpty,
        isAdvanced || !filterableWhenAdvanced.contains(use.property),
        operators.contains(.undocumented) || operators.contains(use.operation)
      else { throw .cannotFilter(by: use.property, of: capitalizedName) }
    }
  }

  /// What a filter may do with a property. A path such as `onPremisesExtensionAttributes/extensionAttribute1` and a directory extension take
  /// every operator.
  private func operators(for property: String) -> FilterOperators {
    if let known = filterable[property] ?? countable[property] { return known }
    return filterablePath(property) == nil ? [] : .undocumented
  }
}

extension GraphError {
  /// The texts were observed: of users this one, of service principals the other.
  static func advancedOperator(_ name: String, of type: ObjectType) -> Self {
    Self(
      400, .unsupportedQuery,
      type.name == "user"
        ? "Filter operator '\(name)' is not supported."
        : "Unsupported property filter clause operator '\(name)'.",
      because: "that operator needs $count=true and the header ConsistencyLevel: eventual")
  }

  /// The text was observed.
  static func complexFilter(by property: String) -> Self {
    Self(
      400, .unsupportedQuery, "Complex query on property \(property) is not supported.",
      because: "two conditions about one element need $count=true and the header ConsistencyLevel: eventual")
  }

  /// The text was observed, with the small letter.
  static let unsupportedErrorsFilter = Self(
    400, .unsupportedQuery, "Unsupported query.", because: "nothing is filtered by serviceProvisioningErrors")

  /// The text was observed.
  static let sortingNotSupported = Self(
    400, .unsupportedQuery, "Sorting not supported for current query.",
    because: "$orderby here needs $count=true and the header ConsistencyLevel: eventual")

  /// The text was observed.
  static let unsupportedProperty = Self(
    400, .unsupportedQuery, "An unsupported property was specified.",
    because: "an advanced query and $search are sorted by properties that they know alone")

  /// The text was observed (2021-12; the code 2021-03).
  static let openOrder = Self(
    400, .malformedRequest,
    "Given expression for $orderby Microsoft.OData.UriParser.SingleValueOpenPropertyAccessNode is not supported",
    because: "objects of several types have no order without $count=true and the header ConsistencyLevel: eventual")

  /// The text was observed.
  static let referenceFilter = Self(
    400, .unsupportedQuery, "The specified filter to the reference property query is currently not supported.",
    because: "$filter on what an object leads to needs $count=true and the header ConsistencyLevel: eventual")
}
