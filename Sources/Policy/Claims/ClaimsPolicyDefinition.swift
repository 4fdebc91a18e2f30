import Bytes
package import Directory
package import JSON

/// The text in `definition` of a claims mapping policy: JSON with `ClaimsMappingPolicy` (Microsoft: "Claims customization using a policy").
/// What it says is a `ClaimsMapping`, as `claimsMappingPolicy` of an app in a scenario file.
package enum ClaimsPolicyDefinition {
  /// Why a text is not such a definition: a sentence without a full stop.
  package struct Mistake: Error, Sendable { package let sentence: String }

  /// The mapping of the texts of a policy.
  /// - Throws: the first `Mistake`.
  package static func mapping(_ definition: JSONValue?) throws(Mistake) -> ClaimsMapping {
    guard let texts = definition?.strings, texts.count == 1,
      case .object(let root)? = try? JSONValue.parse(texts[0]),
      let policy = member("ClaimsMappingPolicy", of: .object(root)), policy.object != nil
    else { throw mistake("definition is not one text with the JSON of a ClaimsMappingPolicy") }
    guard (member("Version", of: policy) ?? 1) == 1 else { throw mistake("Version is 1") }
    var mapping = ClaimsMapping()
    switch member("IncludeBasicClaimSet", of: policy) {
    case nil, "true", true: break
    case "false", false: mapping.includesBasicClaims = false
    default: throw mistake("IncludeBasicClaimSet is true or false")
    }
    mapping.groupFilter = try member("GroupFilter", of: policy).map(groupFilter)
    var transformations: [ClaimsTransformation] = []
    for name in ["ClaimsTransformation", "ClaimsTransformations"] {
      for item in member(name, of: policy)?.array ?? [] { transformations.append(try transformation(item)) }
    }
    mapping.transformations = transformations.isEmpty ? nil : transformations
    for item in member("ClaimsSchema", of: policy)?.array ?? [] { mapping.claims.append(try claim(item)) }
    try check(mapping)
    return mapping
  }

  /// The texts of a policy that says the same.
  package static func written(_ mapping: ClaimsMapping) -> JSONValue {
    var policy: JSONObject = [
      "Version": 1, "IncludeBasicClaimSet": mapping.includesBasicClaims ? "true" : "false",
      "ClaimsSchema": .array(mapping.claims.map(written)),
    ]
    if let filter = mapping.groupFilter {
      policy.append(
        "GroupFilter",
        [
          "MatchOn": .string(filter.property.rawValue), "Type": .string(filter.place.rawValue),
          "Value": .string(filter.text),
        ])
    }
    if let list = mapping.transformations { policy.append("ClaimsTransformations", .array(list.map(written))) }
    return .strings([(["ClaimsMappingPolicy": .object(policy)] as JSONValue).text])
  }

  private static func groupFilter(_ item: JSONValue) throws(Mistake) -> GroupFilter {
    let (matchOn, type) = (text("MatchOn", of: item) ?? "", text("Type", of: item) ?? "")
    guard let property = GroupFilter.Property.allCases.first(where: { ASCII.equalIgnoringCase($0.rawValue, matchOn) }),
      let place = GroupFilter.Place.allCases.first(where: { ASCII.equalIgnoringCase($0.rawValue, type) }),
      let wanted = text("Value", of: item), !wanted.isEmpty
    else {
      throw mistake(
        "GroupFilter needs MatchOn (displayname or samaccountname), Type (prefix, suffix or contains) and Value")
    }
    return GroupFilter(property, place, wanted)
  }

  // MARK: Claims

  private static func claim(_ item: JSONValue) throws(Mistake) -> MappedClaim {
    let (id, source) = (text(.id, of: item), text(.source, of: item))
    let origin: MappedClaim.Origin
    if let value = text(.value, of: item) {
      origin = .constant(value)
    } else if let source, ASCII.equalIgnoringCase(source, MappedClaim.transformation) {
      guard let id, let transformation = text(.transformationID, of: item) else {
        throw mistake("a claim of the source transformation needs ID and TransformationId")
      }
      origin = .transformation(transformation, name: id)
    } else {
      guard let found = MappedClaim.Source.allCases.first(where: { ASCII.equalIgnoringCase($0.rawValue, source ?? "") })
      else { throw mistake("'\(source ?? "")' is not a source of claims") }
      if let name = text(.extensionID, of: item) {
        origin = .directoryExtension(found, name)
      } else {
        guard let id else { throw mistake("a claim of the source \(found.rawValue) needs ID or ExtensionID") }
        guard MappedProperty.ids(of: found)?.contains(ASCII.lowercased(id)) ?? true else {
          throw mistake("'\(id)' is not a property of the source \(found.rawValue)")
        }
        origin = .property(found, id)
      }
    }
    let (name, samlName) = (text(.jwtClaimType, of: item), text(.samlClaimType, of: item))
    if let name, RestrictedClaims.contains(name) { throw mistake("'\(name)' is a restricted claim") }
    if let samlName, RestrictedClaims.containsSAML(samlName) {
      throw mistake("'\(samlName)' is a restricted attribute of SAML assertions")
    }
    return MappedClaim(
      name, from: origin, samlName: samlName,
      samlNameForm: text(.samlNameForm, of: item) ?? text("SamlNameFormat", of: item))
  }

  private static func written(_ claim: MappedClaim) -> JSONValue {
    claim.written([.samlClaimType, .samlNameForm, .jwtClaimType], as: \.policyName)
  }

  // MARK: Transformations

  private static func transformation(_ item: JSONValue) throws(Mistake) -> ClaimsTransformation {
    guard let id = text("ID", of: item), let method = text("TransformationMethod", of: item) else {
      throw mistake("a transformation needs ID and TransformationMethod")
    }
    let name = method.hasSuffix("()") ? String(method.dropLast(2)) : method
    guard let known = ClaimsTransformation.Method.allCases.first(where: { ASCII.equalIgnoringCase($0.rawValue, name) })
    else { throw mistake("the transformation method '\(method)' is not carried out here") }
    let inputs = (member("InputClaims", of: item)?.array ?? []).compactMap { input in
      text("ClaimTypeReferenceId", of: input).map {
        ClaimsTransformation.Input(
          reference: $0, name: text("TransformationClaimType", of: input) ?? "",
          isForAllValues: ["true", true].contains(member("TreatAsMultiValue", of: input) ?? false))
      }
    }
    let parameters = (member("InputParameters", of: item)?.array ?? []).compactMap { parameter in
      text("ID", of: parameter).map {
        ClaimsTransformation.Parameter(name: $0, value: text("Value", of: parameter) ?? "")
      }
    }
    let outputs = member("OutputClaims", of: item)?.array ?? []
    guard outputs.count == 1, let output = text("ClaimTypeReferenceId", of: outputs[0]) else {
      throw mistake("the transformation '\(id)' gives one claim, in OutputClaims")
    }
    return ClaimsTransformation(id: id, method: known, inputs: inputs, parameters: parameters, output: output)
  }

  private static func written(_ transformation: ClaimsTransformation) -> JSONValue {
    [
      "ID": .string(transformation.id), "TransformationMethod": .string(transformation.method.rawValue),
      "InputClaims": .array(
        transformation.inputs.map { input in
          var members: JSONObject = [
            "ClaimTypeReferenceId": .string(input.reference), "TransformationClaimType": .string(input.name),
          ]
          if input.isForAllValues { members.append("TreatAsMultiValue", "true") }
          return .object(members)
        }),
      "InputParameters": .array(
        transformation.parameters.map { ["ID": .string($0.name), "Value": .string($0.value)] }),
      "OutputClaims": [
        ["ClaimTypeReferenceId": .string(transformation.output), "TransformationClaimType": "outputClaim"]
      ],
    ]
  }

  /// Refuses two claims of one name, and references that lead nowhere.
  private static func check(_ mapping: ClaimsMapping) throws(Mistake) {
    let names = mapping.claims.compactMap(\.name)
    guard Set(names).count == names.count else { throw mistake("two entries map one claim") }
    for claim in mapping.claims {
      guard case .transformation(let id, let name) = claim.origin else { continue }
      guard let found = mapping.transformation(named: id), ASCII.equalIgnoringCase(found.output, name) else {
        throw mistake("no transformation '\(id)' gives '\(name)'")
      }
      if let lost = found.inputs.first(where: { mapping.claim(named: $0.reference) == nil }) {
        throw mistake("the transformation '\(id)' reads '\(lost.reference)', which no entry of the schema is")
      }
    }
  }

  // MARK: Members

  /// A member by its name in any letters, as policies are written.
  private static func member(_ name: String, of value: JSONValue) -> JSONValue? {
    value.object?.members.first { ASCII.equalIgnoringCase($0.name, name) && $0.value != .null }?.value
  }

  private static func text(_ name: String, of value: JSONValue) -> String? { member(name, of: value)?.string }

  private static func text(_ member: MappedClaimMember, of claim: JSONValue) -> String? {
    text(member.policyName, of: claim)
  }

  private static func mistake(_ sentence: String) -> Mistake { Mistake(sentence: sentence) }
}
