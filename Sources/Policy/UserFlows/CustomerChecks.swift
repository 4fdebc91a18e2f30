import Bytes
package import Directory

/// Whether a value will do for an attribute of a user flow.
package enum AttributeCheck {
  /// The sentence that the customer reads; nil for a good value.
  package static func fault(of text: String, _ attribute: UserFlow.Attribute) -> String? {
    if text.isEmpty { return attribute.isRequired ? "This information is required." : nil }
    if text.count > attribute.maximumLength {
      return "This information may have \(attribute.maximumLength) characters at most."
    }
    switch attribute.form {
    case .int where Int64(text) == nil: return "Please enter a whole number."
    case .boolean where !["true", "false", "on"].contains(text): return "Please enter true or false."
    default: break
    }
    return fits(text, attribute) ? nil : "This information does not have the right form."
  }

  /// Whether a value matches the attribute's pattern.
  private static func fits(_ text: String, _ attribute: UserFlow.Attribute) -> Bool {
    // What every value matches need not be asked.
    guard let pattern = attribute.pattern, pattern != "^.*" else { return true }
    return (try? AttributePattern(pattern))?.matches(text) ?? false
  }

  /// Values that will do, for customers whom nobody asks.
  package static func samples(_ attributes: [UserFlow.Attribute]) -> [String: String] {
    var values: [String: String] = [:]
    for attribute in attributes where attribute.isRequired {
      let usual =
        switch attribute.form {
        case .string: attribute.name == "displayName" ? "New Customer" : "Sample"
        case .boolean: "true"
        case .int: "1"
        }
      let own = attribute.validationRegEx.flatMap { try? AttributePattern($0) }?.sample
      values[attribute.name] = [usual, own].compactMap { $0 }.first { fault(of: $0, attribute) == nil }
    }
    return values
  }
}
