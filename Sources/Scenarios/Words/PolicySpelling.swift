import Policy
import YAML

/// The spellings of a key of a claims mapping: Graph's words with a small first letter, and as Microsoft's policies write them.
enum PolicySpelling {
  /// `transformationId` is also `TransformationId` and `TransformationID`; `id` is also `ID`.
  static func all(of name: String) -> [String] {
    let own = MappedClaimMember(rawValue: name)?.policyName
    let capital = name == "id" ? "ID" : name.prefix(1).uppercased() + name.dropFirst()
    let all: [String] = [name, capital] + (capital.hasSuffix("Id") ? [capital.dropLast(2) + "ID"] : [])
    return all + [own].compactMap(\.self).filter { !all.contains($0) }
  }
}

extension Shape.Member {
  /// A member under each spelling of its name.
  static func inPolicySpellings(_ name: String, _ shape: Shape, _ meaning: String) -> [Shape.Member] {
    PolicySpelling.all(of: name).map { Shape.Member($0, shape, $0 == name ? meaning : "Another name of '\(name)'.") }
  }
}

extension FileMapping {
  /// The value under any spelling of its name. Nil when the key is missing or has nothing after it.
  mutating func takeEither(_ name: String) throws(ScenarioError) -> FileValue? {
    try takeEvenNothing(name, or: Array(PolicySpelling.all(of: name).dropFirst())).flatMap { $0.node.isNull ? nil : $0 }
  }

  /// The same of a member of a mapped claim.
  mutating func takeEither(_ member: MappedClaimMember) throws(ScenarioError) -> FileValue? {
    try takeEither(member.rawValue)
  }
}
