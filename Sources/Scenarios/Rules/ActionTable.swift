import Directory
import Worlds
import YAML

/// The table of all actions that a scenario file can name.
enum ActionTable {
  static let all: [ActionWord] =
    ActionWord.onWhatWasHandedOut + ActionWord.onUsers + ActionWord.onApps + ActionWord.onTheWorld
    + ActionWord.onAnswers

  static var keys: [String] { all.map(\.key) }

  /// Reads `{ expire: refreshTokens, of: alice }`, or a word alone: `revokeSessions`.
  /// - Throws: `ScenarioError` when the mapping has no action, two actions, or a key that the action does not take.
  static func action(
    _ value: FileValue, in directory: DirectoryState
  ) throws(ScenarioError) -> (word: ActionWord, action: RuleAction) {
    var fields: FileMapping
    if value.node.text != nil {
      fields = try FileMapping(onlyKeyOf: value)
    } else {
      fields = try FileMapping(value, "a mapping such as { delay: 2s }")
    }
    let named = all.filter { fields.has($0.key) }
    let words = named.filter { word in !named.contains { $0.sharedParameters.contains(word.key) } }
    guard let word = words.first else {
      guard let first = fields.entries.first else {
        throw value.error("an action is missing. Known: \(keys.joined(separator: ", "))")
      }
      throw first.key.unknown("action", among: keys)
    }
    guard words.count == 1 else {
      let both = words.map { "'\($0.key)'" }.joined(separator: " and ")
      throw value.error("\(both) are actions of their own; make a list of them")
    }
    let action = try word.action(&fields, in: directory)
    try fields.finish()
    return (word, action)
  }
}
