import Bytes
import Directory
import JSON
import Policy
import YAML

extension WordType where Value == ClaimsMapping {
  /// In the words of Graph's `claimsMappingPolicy`, with a small first letter or as a policy writes them.
  static let claimsMapping = Self(
    .object(
      both(
        "includeBasicClaimSet", .either([.flag, .choice(["true", "false"])], expected: "true or false"),
        "Whether tokens keep the basic claims.")
        + both("claimsSchema", .list(.object(entry)), "The claims.")
        + ClaimsTransformation.members
        + GroupFilter.members
        + both("version", .number(1...1), "1.")), label: "mapping with `claimsSchema`, a list of claims",
    read: { value, _ throws(ScenarioError) in
      var fields = try FileMapping(
        value, "a mapping such as { claimsSchema: [{ source: user, id: mail, jwtClaimType: address }] }")
      var mapping = ClaimsMapping()
      if let version = try fields.takeEither("version") { _ = try version.number(in: 1...1) }
      if let basic = try fields.takeEither("includeBasicClaimSet") {
        mapping.includesBasicClaims = try basic.policyFlag()
      }
      let list = try fields.takeEither("claimsSchema")
      mapping.transformations = try fields.takeTransformations()
      mapping.groupFilter = try fields.takeGroupFilter()
      try fields.finish()
      var entries: [(value: FileValue, claim: MappedClaim)] = []
      for item in try list?.list("a list of mappings such as { source: user, id: mail, jwtClaimType: address }") ?? [] {
        let claim = try item.mappedClaim(beside: mapping.transformations)
        if let name = claim.name, mapping.claims.contains(where: { $0.name == name }) {
          throw item.error("two entries map the claim '\(name)'; leave one out")
        }
        mapping.claims.append(claim)
        entries.append((item, claim))
      }
      try mapping.checkTransformations(of: entries)
      return mapping
    },
    write: { mapping, _ in
      var members = JSONObject()
      if !mapping.includesBasicClaims { members.append("includeBasicClaimSet", false) }
      if !mapping.claims.isEmpty { members.append("claimsSchema", .array(mapping.claims.map(\.written))) }
      if let list = mapping.transformations { members.append("claimsTransformations", .array(list.map(\.written))) }
      if let filter = mapping.groupFilter { members.append("groupFilter", filter.written) }
      return .object(members)
    })

  private static let entry: [Shape.Member] =
    member(.source, .choiceInAnyCase(MappedClaim.sources), "The object that has the property, or `transformation`.")
    + member(.id, .text(.plain), "The property, or the name of the result.")
    + member(.transformationID, .text(.plain), "The transformation that gives the value.")
    + member(.extensionID, .text(.plain), "A directory extension.")
    + member(.value, .text(.plain), "The same text in every token.")
    + member(.jwtClaimType, .text(.plain), "The claim in tokens.")
    + member(.samlClaimType, .text(.plain), "The attribute in SAML assertions.")
    + member(.samlNameForm, .text(.plain), "`NameFormat` of that attribute, or the format of `NameID`.")

  private static func member(_ member: MappedClaimMember, _ shape: Shape, _ meaning: String) -> [Shape.Member] {
    both(member.rawValue, shape, meaning)
  }

  private static func both(_ name: String, _ shape: Shape, _ meaning: String) -> [Shape.Member] {
    Shape.Member.inPolicySpellings(name, shape, meaning)
  }
}

extension MappedClaim {
  fileprivate static let sources = Source.allCases.map(\.rawValue) + [transformation]

  fileprivate var written: JSONValue { written([.jwtClaimType, .samlClaimType, .samlNameForm], as: \.rawValue) }
}

extension FileValue {
  /// Policies write flags as texts.
  func policyFlag() throws(ScenarioError) -> Bool {
    switch node.text {
    case "true": true
    case "false": false
    default: try bool()
    }
  }

  /// An entry without a claim's name is for `transformations` to read.
  fileprivate func mappedClaim(beside transformations: [ClaimsTransformation]?) throws(ScenarioError) -> MappedClaim {
    var fields = try FileMapping(self, "a mapping such as { source: user, id: mail, jwtClaimType: address }")
    let (source, id) = (try fields.takeEither(.source), try fields.takeEither(.id))
    let (extensionID, constant) = (try fields.takeEither(.extensionID), try fields.takeEither(.value))
    let transformation = try fields.takeEither(.transformationID)
    let name = try fields.takeEither(.jwtClaimType)
    let samlName = try fields.takeEither(.samlClaimType)?.samlName()
    let samlNameForm = try fields.takeEither(.samlNameForm)?.text()
    try fields.finish()
    let origin: MappedClaim.Origin
    if let constant {
      if let other = source ?? id ?? extensionID {
        throw other.error("'\(other.key)' and 'value' say two things; leave one out")
      }
      origin = .constant(try constant.text())
    } else {
      if let transformation, source.map({ !$0.isTransformation }) ?? false {
        throw transformation.error("'\(transformation.key)' belongs to the source 'transformation'")
      }
      guard let source else { throw error("a mapped claim needs 'source' with 'id' or 'extensionId', or 'value'") }
      origin =
        source.isTransformation
        ? try Self.transformed(transformation, id, among: transformations ?? [], of: self)
        : try Self.origin(try source.mappedSource(), id, extensionID, of: self)
    }
    var claim = MappedClaim(try name?.mappedName(), from: origin, samlName: samlName, samlNameForm: samlNameForm)
    if name == nil, samlName == nil, case .property(.customClaimsProvider, let id) = origin { claim.name = id }
    if claim.name == nil, samlName == nil, transformations == nil {
      throw error("a mapped claim needs 'jwtClaimType', the claim's name in tokens")
    }
    if name == nil, let id, let taken = claim.name, RestrictedClaims.contains(taken) { throw id.restricted(taken) }
    return claim
  }

  private static func origin(
    _ source: MappedClaim.Source, _ id: FileValue?, _ extensionID: FileValue?, of entry: FileValue
  ) throws(ScenarioError) -> MappedClaim.Origin {
    if let extensionID {
      if let id { throw id.error("'id' and 'extensionId' say two things; leave one out") }
      let name = try extensionID.text()
      guard PlainProperties.application(ofExtension: name) != nil else {
        throw extensionID.error(
          "'\(name)' is not a directory extension; write \(PlainProperties.extensionForm), with the client id of an app without its hyphens"
        )
      }
      return .directoryExtension(source, name)
    }
    guard let id else {
      throw entry.error("the source '\(source.rawValue)' needs 'id', the property, or 'extensionId'")
    }
    let name = try id.text()
    if let known = MappedProperty.ids(of: source), !known.contains(ASCII.lowercased(name)) {
      throw id.unknown("property of the source '\(source.rawValue)'", among: known)
    }
    return .property(source, name)
  }

  private var isTransformation: Bool {
    node.text.map { ASCII.equalIgnoringCase($0, MappedClaim.transformation) } ?? false
  }

  private static func transformed(
    _ transformation: FileValue?, _ id: FileValue?, among known: [ClaimsTransformation], of entry: FileValue
  ) throws(ScenarioError) -> MappedClaim.Origin {
    guard let transformation, let id else {
      throw entry.error("the source 'transformation' needs 'transformationId', and 'id', the name of the result")
    }
    let (text, name) = (try transformation.text(), try id.text())
    guard let found = known.first(where: { ASCII.equalIgnoringCase($0.id, text) }) else {
      throw transformation.unknown("transformation", among: known.map(\.id))
    }
    guard ASCII.equalIgnoringCase(found.output, name) else {
      throw id.error(
        "the transformation '\(found.id)' gives '\(found.output)' and not '\(name)'; write one name in both places")
    }
    return .transformation(found.id, name: name)
  }

  private func mappedSource() throws(ScenarioError) -> MappedClaim.Source {
    let text = try text("a source such as user")
    guard let source = MappedClaim.Source.allCases.first(where: { ASCII.equalIgnoringCase($0.rawValue, text) }) else {
      throw unknown("source", among: MappedClaim.sources)
    }
    return source
  }

  private func samlName() throws(ScenarioError) -> String {
    let name = try text("an attribute's name")
    guard RestrictedClaims.containsSAML(name) else { return name }
    throw error("'\(name)' is a restricted attribute of SAML assertions, which no policy can map; take another name")
  }

  private func mappedName() throws(ScenarioError) -> String {
    let name = try text("a claim's name")
    if RestrictedClaims.contains(name) { throw restricted(name) }
    return name
  }

  private func restricted(_ name: String) -> ScenarioError {
    error("'\(name)' is a restricted claim, which no policy can map; take another name, or state it with 'claims'")
  }
}
