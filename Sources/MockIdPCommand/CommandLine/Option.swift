/// One option of a command: what the reader of arguments accepts, and what help prints.
struct Option: Sendable, Hashable {
  /// With its dashes: `--scenario`.
  let name: String
  /// What the help shows for the value: `NAME|FILE`. Nil for an option without a value.
  let placeholder: String?
  /// Whether the option may be given several times, and every value counts.
  let isRepeatable: Bool
  let meaning: String

  static func flag(_ name: String, _ meaning: String) -> Option {
    Option(name: name, placeholder: nil, isRepeatable: false, meaning: meaning)
  }

  static func value(_ name: String, _ placeholder: String, isRepeatable: Bool = false, _ meaning: String) -> Option {
    Option(name: name, placeholder: placeholder, isRepeatable: isRepeatable, meaning: meaning)
  }

  /// The option as the help shows it: `--scenario NAME|FILE`.
  var spelling: String { placeholder.map { "\(name) \($0)" } ?? name }
}
