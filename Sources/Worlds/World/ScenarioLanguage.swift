package import Directory
package import JSON

/// What a world asks of the words that its scenario is written in. The world itself knows objects and no words, so
/// that the target of the language stands above it.
package protocol ScenarioLanguage: Sendable {
  /// How much of the seeds the scenario starts from.
  var seeds: SeededDirectory.Extent { get }

  /// Makes the changes of the scenario in its seeds.
  /// - Throws: `NoSuchObject` when the seeds lack an object that the scenario names.
  func change(_ seeds: inout DirectoryEditor) throws(DirectoryEditor.NoSuchObject)

  /// The seeds as a world of that identity has them: every id, domain and reference is the world's own. Nothing in the
  /// result counts as changed.
  func own(_ seeds: DirectoryState, by identity: WorldIdentity) -> DirectoryState

  /// A user of these seeds as the world of that identity has it.
  func own(_ user: User, in seeds: DirectoryState, by identity: WorldIdentity) -> User

  /// A policy that names objects of these seeds, as the world of that identity has it.
  func own(_ policy: AccessPolicy, in seeds: DirectoryState, by identity: WorldIdentity) -> AccessPolicy

  /// The rule as the store keeps it: its text in the language. Nil for a rule that was made in code.
  func kept(_ rule: Rule) -> JSONValue?

  /// The rule that `kept` made a text of. Its name is not in the text.
  /// - Throws: an error whose description says why the rule cannot be read, or what the directory lacks of it.
  func rule(_ kept: JSONValue, in directory: DirectoryState) throws -> Rule?
}
