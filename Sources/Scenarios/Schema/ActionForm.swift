import JSON

/// How an action is written: what a schema and a reader need to know of it.
struct ActionForm: Sendable, Hashable {
  /// What it does, for the reader.
  let sentence: String
  /// What may stand after its key.
  let value: Schema
  /// Whether its key may stand alone, as a word or with nothing after it.
  let standsAlone: Bool
  let parameters: [Schema.Property]
  /// A file's way to write it.
  let example: String

  /// An action that needs a value.
  init(_ sentence: String, _ value: Schema, _ parameters: [Schema.Property] = [], example: String) {
    self.sentence = sentence
    self.value = value
    standsAlone = false
    self.parameters = parameters
    self.example = example
  }

  /// An action whose key may stand alone; `value` is nil when it must.
  init(alone sentence: String, _ value: Schema? = nil, _ parameters: [Schema.Property] = [], example: String) {
    self.sentence = sentence
    self.value = value ?? Schema(["type": "null"])
    standsAlone = true
    self.parameters = parameters
    self.example = example
  }

  /// The action as a mapping.
  func schema(key: String) -> Schema {
    let own =
      standsAlone
      ? Schema.oneOf([value, Schema(["type": "null"])])
      : value
    // Required means there: with nothing after it only where it may stand alone.
    return .mapping([Schema.Property(key, own, sentence, isRequired: true)] + parameters)
  }
}

extension [Schema.Property] {
  /// Whose things are meant.
  static let owner: Self = [
    .init("of", .text, "The user; without it the exchange's own."),
    .init("client", .text, "The app; without it the exchange's own."),
  ]
}
