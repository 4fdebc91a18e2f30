import JSON

/// An expectation on a command line: `event=token.refused,code=AADSTS700082,count=1`. A word without `=` is an event.
/// The server knows what the keys mean and checks them.
enum InlineExpectation {
  static let option = Option.value(
    "--expect", "PATTERN", isRepeatable: true,
    "Expect this: event=signIn,user=alice,count=1..2; an event alone means at least once.")

  /// The expectations of the option; nil when the command line has none.
  static func values(_ option: Option, _ arguments: Arguments) throws(UsageError) -> JSONValue? {
    var values: [JSONValue] = []
    for text in arguments.values(option) { values.append(try value(text, in: arguments)) }
    return values.isEmpty ? nil : .array(values)
  }

  private static func value(_ text: String, in arguments: Arguments) throws(UsageError) -> JSONValue {
    var members = JSONObject()
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let equals = part.firstIndex(of: "=")
      let name = equals.map { String(part[..<$0]) } ?? "event"
      let value = equals.map { part[part.index(after: $0)...] } ?? part
      // A colon or a brace shows that the user wrote it as in a scenario file.
      let isFile = equals == nil && part.utf8.contains { [0x3A, 0x7B].contains($0) }
      guard !name.isEmpty, !value.isEmpty, !isFile else {
        throw arguments.error("\(option.name) takes KEY=VALUE,… such as event=signIn,count=1, not \"\(text)\"")
      }
      guard members[name] == nil else { throw arguments.error("\(option.name) has \(name) twice: \"\(text)\"") }
      members.append(name, .string(String(value)))
    }
    return .object(members)
  }
}
