import JSON

extension Columns {
  /// The members of an object, one on each line: name and value. A list of short values is on one line.
  static func facts(_ value: JSONValue) -> [String] {
    table((value.object?.members ?? []).map { [$0.name, text($0.value)] })
  }

  private static func text(_ value: JSONValue) -> String {
    if let text = value.string { return text }
    if let texts = value.strings { return texts.joined(separator: ", ") }
    return value.text
  }
}
