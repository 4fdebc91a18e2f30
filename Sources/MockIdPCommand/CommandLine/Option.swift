/// One option of a command: what the reader of arguments accepts, and what help prints.
struct Option: Sendable, Hashable {
  /// With its dashes: `--scenario`.
  let name: String
  /// What follows the name: `NAME|FILE`; nil for an option that stands alone.
  let placeholder: String?
  let isRepeatable: Bool
  let meaning: String

  static func flag(_ name: String, _ meaning: String) -> Option {
    Option(name: name, placeholder: nil, isRepeatable: false, meaning: meaning)
  }

  static func value(_ name: String, _ placeholder: String, isRepeatable: Bool = false, _ meaning: String) -> Option {
    Option(name: name, placeholder: placeholder, isRepeatable: isRepeatable, meaning: meaning)
  }

  /// `--scenario NAME|FILE`.
  var spelling: String { placeholder.map { "\(name) \($0)" } ?? name }
}
