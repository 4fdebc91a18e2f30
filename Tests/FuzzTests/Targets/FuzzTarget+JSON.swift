import JSON

extension FuzzTarget {
  /// JSON bodies: what is accepted is written and read back unchanged, in each of the spellings.
  static let json = FuzzTarget(name: "json", summary: "a JSON text", maximumBytes: 1_024) { bytes in
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(bytes)
    } catch {
      try require((0...bytes.count).contains(error.offset), "the error is at byte \(error.offset)")
      try require(!error.problem.isEmpty, "an error without words")
      return
    }
    try require(depth(value) <= 65, "\(depth(value)) levels")
    for text in [value.serialized, value.serialized(escaping: .ascii), Array(value.prettyText.utf8)] {
      guard let again = try? JSONValue.parse(text) else {
        throw FuzzFinding("\(FuzzInput.text(text)) is not read back")
      }
      try require(again.serialized == value.serialized, "\(FuzzInput.text(text)) is read back as \(again.text)")
    }
    try require(
      value.serialized(escaping: .ascii).allSatisfy { $0 >= 0x20 && $0 < 0x80 }, "the ASCII spelling is not ASCII")
    for name in value.object?.names ?? [] {
      try require(value[name] != nil, "the member '\(name)' cannot be found")
    }
  }

  private static func depth(_ value: JSONValue) -> Int {
    1 + ((value.array ?? value.object?.members.map(\.value) ?? []).map(depth).max() ?? 0)
  }
}
