import Directory

/// `expire: refreshTokens, of: alice, client: mobile`: what was handed out becomes too old, while the clock stays.
package struct ExpireAction: FileAction {
  package static let key = "expire"

  let kind: Ageable
  let owner: GrantOwner

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    kind = try fields.require(Self.key, else: "'expire' needs one of \(Ageable.list)").choice(
      Ageable.self, called: "kind of thing")
    owner = try GrantOwner(&fields, of: kind, in: directory)
  }

  package var summary: String { "expire \(kind.rawValue)\(owner.summary)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    _ = try world.age(kind, try owner.selection(in: world, for: exchange), by: world.ageOfDeath(kind))
  }
}

extension Ageable {
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
