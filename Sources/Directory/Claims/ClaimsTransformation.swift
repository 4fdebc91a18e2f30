/// What makes a new value of the values of other entries of a claims mapping (Microsoft: "Claims customization using a policy", claims
/// transformation).
package struct ClaimsTransformation: Sendable, Hashable, Codable {
  /// What is done (`TransformationMethod`). The raw values are those of the policy, which are compared in any case and with or without `()`.
  package enum Method: String, Sendable, Codable, CaseIterable {
    /// `string1`, `separator` and `string2` in a row.
    case join = "Join"
    /// What stands before the `@` of an address; all of a text without one.
    case extractMailPrefix = "ExtractMailPrefix"
    case toLowercase = "ToLowercase"
    case toUppercase = "ToUppercase"
    /// The parameter `value`, whoever signs in.
    case createStringClaim = "CreateStringClaim"
  }

  /// One of `InputClaims`.
  package struct Input: Sendable, Hashable, Codable {
    /// The entry of the mapping that has the value (`ClaimTypeReferenceId`).
    package let reference: String
    /// What the method calls the value (`TransformationClaimType`).
    package let name: String
    /// Whether the method is applied to each value, and not to the first alone (`TreatAsMultiValue`).
    package let isForAllValues: Bool

    package init(reference: String, name: String, isForAllValues: Bool) {
      self.reference = reference
      self.name = name
      self.isForAllValues = isForAllValues
    }
  }

  /// One of `InputParameters`: a constant.
  package struct Parameter: Sendable, Hashable, Codable {
    /// What the method calls the value (`ID`).
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package let id: String
  package let method: Method
  package let inputs: [Input]
  package let parameters: [Parameter]
  /// The entry of the mapping that has the result (`ClaimTypeReferenceId` of `OutputClaims`).
  package let output: String

  package init(id: String, method: Method, inputs: [Input], parameters: [Parameter], output: String) {
    self.id = id
    self.method = method
    self.inputs = inputs
    self.parameters = parameters
    self.output = output
  }
}
