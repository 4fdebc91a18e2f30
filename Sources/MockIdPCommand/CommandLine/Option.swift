/// One option of a command: what the reader of arguments accepts, and what help prints.
struct Option: Sendable, Hashable {
  /// With its dashes: `--scenario`.
  let name: String
  /// What the help shows for the value: `NAME|FILE`. Nil for an option without a value.
  let placeholder: String?
  /// Whether the option may be given several times, and every value counts.
  let isRepeatable: Bool
  /// Whether the option may stand without its value. The value then follows an equals sign only.
  var mayStandAlone = false
  let meaning: String

  static func flag(_ name: String, _ meaning: String) -> Option {
    Option(name: name, placeholder: nil, isRepeatable: false, meaning: meaning)
  }

  static func value(_ name: String, _ placeholder: String, isRepeatable: Bool = false, _ meaning: String) -> Option {
    Option(name: name, placeholder: placeholder, isRepeatable: isRepeatable, meaning: meaning)
  }

  /// An option that may stand alone: `--adopt[=FILE]`.
  static func optionalValue(_ name: String, _ placeholder: String, _ meaning: String) -> Option {
    Option(name: name, placeholder: placeholder, isRepeatable: false, mayStandAlone: true, meaning: meaning)
  }

  /// Whether the word after the option is its value.
  var takesNextWord: Bool { placeholder != nil && !mayStandAlone }

  /// The option as the help shows it: `--scenario NAME|FILE`, `--adopt[=FILE]`.
  var spelling: String {
    guard let placeholder else { return name }
    return mayStandAlone ? "\(name)[=\(placeholder)]" : "\(name) \(placeholder)"
  }
}
