import JSON

/// How a scenario file writes an action, for the JSON Schema and the documentation.
struct ActionForm: Sendable, Hashable {
  /// What the action does, as a sentence for the reader.
  let sentence: String
  /// The value after the action's key.
  let value: Schema
  /// Whether the key may stand without a value: as a word, or with nothing after it.
  let standsAlone: Bool
  let parameters: [Schema.Property]
  /// One way to write it in a file.
  let example: String

  /// An action that needs a value.
  init(_ sentence: String, _ value: Schema, _ parameters: [Schema.Property] = [], example: String) {
    self.sentence = sentence
    self.value = value
    standsAlone = false
    self.parameters = parameters
    self.example = example
  }

  /// An action whose key may stand without a value. `value` is nil when it must.
  init(alone sentence: String, _ value: Schema? = nil, _ parameters: [Schema.Property] = [], example: String) {
    self.sentence = sentence
    self.value = value ?? Schema(["type": "null"])
    standsAlone = true
    self.parameters = parameters
    self.example = example
  }

  /// The schema of the action, written as a mapping.
  func schema(key: String) -> Schema {
    let own =
      standsAlone
      ? Schema.oneOf([value, Schema(["type": "null"])])
      : value
    // A required key must be there. Only an action that may stand alone can have nothing after it.
    return .mapping([Schema.Property(key, own, sentence, isRequired: true)] + parameters)
  }
}

extension [Schema.Property] {
  /// The parameters that say whose things an action means.
  static let owner: Self = [
    .init("of", .text, "The user; without it the exchange's own."),
    .init("client", .text, "The app; without it the exchange's own."),
  ]
}
