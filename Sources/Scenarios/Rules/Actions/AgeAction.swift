import Directory
import Time

/// `age: refreshTokens, by: 91d, of: alice`: what was handed out becomes that much older, while the clock stays.
package struct AgeAction: FileAction {
  package static let key = "age"

  let kind: Ageable
  let owner: GrantOwner
  let age: Duration

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    kind = try fields.require(Self.key, else: "'age' needs one of \(Ageable.list)").choice(
      Ageable.self, called: "kind of thing")
    owner = try GrantOwner(&fields, of: kind, in: directory)
    age = try fields.require("by", else: "'age' needs 'by', a duration such as 91d").duration()
  }

  package var summary: String { "age \(kind.rawValue)\(owner.summary) by \(age.shortText)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    _ = try world.age(kind, try owner.selection(in: world, for: exchange), by: age)
  }
}
