import Bytes
import Directory
import JSON
import YAML

/// Transformations of a claims mapping, in the words of a policy.
extension ClaimsTransformation {
  /// The page of the policy has the first name, the examples the second.
  private static let listNames = ["claimsTransformation", "claimsTransformations"]

  static let members: [Shape.Member] = listNames.flatMap {
    both($0, .list(.object(entry)), "What makes new values of others.")
  }

  private static let entry: [Shape.Member] =
    both("id", .text(.plain), "Its name, for `transformationId`.")
    + both(
      "transformationMethod", .text(.plain),
      "What is done: " + Method.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    + both(
      "inputClaims",
      .list(
        .object(reference + both("treatAsMultiValue", .flag, "Whether each value is changed, and not the first alone."))
      ), "Entries of the schema.")
    + both("inputParameters", .list(.object(parameter)), "Constants.")
    + both("outputClaims", .list(.object(reference)), "The entry of the schema that has the result.")

  private static let reference: [Shape.Member] =
    both("claimTypeReferenceId", .text(.plain), "`id` of the entry.")
    + both("transformationClaimType", .text(.plain), "What the method calls it.")

  private static let parameter: [Shape.Member] =
    both("id", .text(.plain), "What the method calls it.") + both("value", .text(.free), "The constant.")
    + both("dataType", .text(.free), "It changes nothing.")

  private static func both(_ name: String, _ shape: Shape, _ meaning: String) -> [Shape.Member] {
    Shape.Member.inPolicySpellings(name, shape, meaning)
  }

  var written: JSONValue {
    var members: JSONObject = ["id": .string(id), "transformationMethod": .string(method.rawValue)]
    if !inputs.isEmpty {
      members.append(
        "inputClaims",
        .array(
          inputs.map { input in
            var members: JSONObject = [
              "claimTypeReferenceId": .string(input.reference), "transformationClaimType": .string(input.name),
            ]
            if input.isForAllValues { members.append("treatAsMultiValue", true) }
            return .object(members)
          }))
    }
    if !parameters.isEmpty {
      members.append(
        "inputParameters", .array(parameters.map { ["id": .string($0.name), "value": .string($0.value)] }))
    }
    members.append("outputClaims", [["claimTypeReferenceId": .string(output)]] as JSONValue)
    return .object(members)
  }

  /// The inputs that the method cannot do without; none for a method that takes its one input under any name.
  fileprivate var needs: [String] {
    switch method {
    case .join: ["string1", "string2"]
    case .createStringClaim: ["value"]
    case .extractMailPrefix, .toLowercase, .toUppercase: []
    }
  }

  /// The names that the method knows; nil for a method that takes its one input under any name.
  fileprivate var knows: [String]? { method == .join ? needs + ["separator"] : needs.isEmpty ? nil : needs }
}

extension FileMapping {
  /// The transformations of a policy; nil without any.
  mutating func takeTransformations() throws(ScenarioError) -> [ClaimsTransformation]? {
    var found: [ClaimsTransformation] = []
    for name in ["claimsTransformation", "claimsTransformations"] {
      for item in try takeEither(name)?.list("a list of transformations") ?? [] {
        let transformation = try item.transformation()
        guard !found.contains(where: { ASCII.equalIgnoringCase($0.id, transformation.id) }) else {
          throw item.error("two transformations have the id '\(transformation.id)'; give one of them another")
        }
        found.append(transformation)
      }
    }
    return found.isEmpty ? nil : found
  }
}

extension FileValue {
  fileprivate func transformation() throws(ScenarioError) -> ClaimsTransformation {
    var fields = try FileMapping(self, "a mapping with 'id', 'transformationMethod', 'inputClaims' and 'outputClaims'")
    guard let id = try fields.takeEither("id")?.text() else { throw error("a transformation needs 'id'") }
    guard let method = try fields.takeEither("transformationMethod") else {
      throw error("the transformation '\(id)' needs 'transformationMethod', such as Join")
    }
    var inputs: [ClaimsTransformation.Input] = []
    var places: [(place: FileValue, name: String)] = []
    for item in try fields.takeEither("inputClaims")?.list("a list of input claims") ?? [] {
      var input = try FileMapping(item, "a mapping with 'claimTypeReferenceId' and 'transformationClaimType'")
      guard let reference = try input.takeEither("claimTypeReferenceId")?.text() else {
        throw item.error("an input claim needs 'claimTypeReferenceId', the id of an entry of the schema")
      }
      let name = try input.takeEither("transformationClaimType")
      let isMultiple = try input.takeEither("treatAsMultiValue")?.policyFlag() ?? false
      try input.finish()
      let text = try name?.text() ?? ""
      inputs.append(.init(reference: reference, name: text, isForAllValues: isMultiple))
      places.append((name ?? item, text))
    }
    var parameters: [ClaimsTransformation.Parameter] = []
    for item in try fields.takeEither("inputParameters")?.list("a list of parameters") ?? [] {
      var parameter = try FileMapping(item, "a mapping with 'id' and 'value'")
      guard let name = try parameter.takeEither("id") else { throw item.error("a parameter needs 'id'") }
      let value = try parameter.takeEither("value")?.node.text ?? ""
      _ = try parameter.takeEither("dataType")
      try parameter.finish()
      parameters.append(.init(name: try name.text(), value: value))
      places.append((name, try name.text()))
    }
    var output: String?
    for item in try fields.takeEither("outputClaims")?.list("a list of output claims") ?? [] {
      var claim = try FileMapping(item, "a mapping with 'claimTypeReferenceId'")
      if output != nil { throw item.error("the transformation '\(id)' gives one claim; leave the others out") }
      output = try claim.takeEither("claimTypeReferenceId")?.text()
      _ = try claim.takeEither("transformationClaimType")
      try claim.finish()
    }
    try fields.finish()
    guard let output else {
      throw error(
        "the transformation '\(id)' needs 'outputClaims' with the 'claimTypeReferenceId' of the entry that has the result"
      )
    }
    let transformation = ClaimsTransformation(
      id: id, method: try method.transformationMethod(), inputs: inputs, parameters: parameters, output: output)
    try check(transformation, places)
    return transformation
  }

  /// Refuses names that the method does not know, and a method without what it needs.
  private func check(
    _ transformation: ClaimsTransformation, _ places: [(place: FileValue, name: String)]
  ) throws(ScenarioError) {
    let method = transformation.method.rawValue
    if let known = transformation.knows {
      for (place, name) in places where !known.contains(where: { ASCII.equalIgnoringCase($0, name) }) {
        throw place.error(Self.unknown("input of \(method)", name, among: known))
      }
    } else if places.count != 1 {
      throw error("\(method) takes one input, and '\(transformation.id)' has \(places.count)")
    }
    for name in transformation.needs where !places.contains(where: { ASCII.equalIgnoringCase($0.name, name) }) {
      throw error("\(method) needs '\(name)', as an input claim or as a parameter")
    }
  }

  private func transformationMethod() throws(ScenarioError) -> ClaimsTransformation.Method {
    let text = try text("a method such as Join")
    let name = text.hasSuffix("()") ? String(text.dropLast(2)) : text
    if let method = ClaimsTransformation.Method.allCases.first(where: { ASCII.equalIgnoringCase($0.rawValue, name) }) {
      return method
    }
    let known = ClaimsTransformation.Method.allCases.map(\.rawValue)
    guard ASCII.equalIgnoringCase(name, "RegexReplace") else {
      throw error(Self.unknown("transformation method", name, among: known))
    }
    throw error(
      "RegexReplace is not carried out here; state its result with 'claims' of the user or the app. Known: \(known.joined(separator: ", "))"
    )
  }
}

extension ClaimsMapping {
  /// Refuses inputs that no entry has, entries that nothing reads, and more than two transformations in a row, which are the most that the service carries out.
  func checkTransformations(of entries: [(value: FileValue, claim: MappedClaim)]) throws(ScenarioError) {
    guard let transformations else { return }
    let names = claims.compactMap(\.reference)
    for (value, claim) in entries {
      guard case .transformation(let id, _) = claim.origin else { continue }
      for input in transformation(named: id)?.inputs ?? [] where self.claim(named: input.reference) == nil {
        throw value.error(
          "the transformation '\(id)' reads " + FileValue.unknown("entry", input.reference, among: names))
      }
      guard depth(of: id, upTo: 3) <= 2 else {
        throw value.error(
          "the transformation '\(id)' reads a claim of a transformation that reads another; the service carries out two in a row at most"
        )
      }
    }
    for (value, claim) in entries {
      if claim.name == nil, claim.samlName == nil {
        let isRead = transformations.contains { transformation in
          transformation.inputs.contains { input in
            claim.reference.map { ASCII.equalIgnoringCase($0, input.reference) } ?? false
          }
        }
        guard isRead else {
          throw value.error("no transformation reads this entry; it needs 'jwtClaimType', the claim's name in tokens")
        }
      }
    }
  }

  /// How many transformations stand in a row up to this one. It looks no further than `limit`, so a circle ends there.
  private func depth(of id: String, upTo limit: Int) -> Int {
    guard limit > 1 else { return 1 }
    let before = (transformation(named: id)?.inputs ?? []).map { input -> Int in
      guard case .transformation(let other, _)? = claim(named: input.reference)?.origin else { return 0 }
      return depth(of: other, upTo: limit - 1)
    }
    return 1 + (before.max() ?? 0)
  }
}
