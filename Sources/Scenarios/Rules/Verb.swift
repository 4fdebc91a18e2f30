package import JSON
package import Worlds

/// An action on one user or one app. Scenario files, the control API, the command line and the interface for Swift tests have it under one
/// name, and make the same value of it.
package struct Verb<Object>: Sendable {
  /// Something that the action is told beside the object.
  package struct Parameter: Sendable {
    package enum Kind: Sendable {
      /// A text that is not empty, and is nobody's business.
      case secret
      case flag
    }

    package let name: String
    package let kind: Kind
    /// A sentence for people.
    package let sentence: String
  }

  /// The key of the action in scenario files.
  package let key: String
  /// The last word of its path in the control API, where the path says the kind of object before.
  package let word: String
  /// What it does, for people.
  package let sentence: String
  package let parameters: [Parameter]
  /// What stands after the key in a scenario file, as an example.
  let example: String
  /// Makes the action from the object and its parameters, each of the kind that the row says. Nil: the object of the exchange.
  package let action: @Sendable (ObjectName<Object>?, JSONObject) -> any WorldAction

  init(
    _ key: String, word: String? = nil, _ sentence: String, _ parameters: [Parameter] = [], example: String,
    action: @escaping @Sendable (ObjectName<Object>?, JSONObject) -> any WorldAction
  ) {
    self.key = key
    self.word = word ?? key
    self.sentence = sentence
    self.parameters = parameters
    self.example = example
    self.action = action
  }
}
