import JSON
import Time

/// The members of a body, read by type: each reader throws what was expected.
struct Members: Sendable {
  let object: JSONObject

  var isEmpty: Bool { object.members.isEmpty }

  func has(_ name: String) -> Bool { object[name] != nil }

  /// `secret` keeps the value out of the error.
  func text(_ name: String, _ expected: String, secret: Bool = false) throws(Problem) -> String? {
    guard let value = object[name] else { return nil }
    guard let text = value.string, !text.isEmpty else {
      throw .badValue(name, found: secret ? nil : value.text, expected: expected)
    }
    return text
  }

  func flag(_ name: String) throws(Problem) -> Bool? {
    guard let value = object[name] else { return nil }
    guard let flag = value.bool else { throw .badValue(name, found: value.text, expected: "true or false") }
    return flag
  }

  /// A span of time such as `90d`.
  func duration(_ name: String) throws(Problem) -> Duration? {
    guard let value = object[name] else { return nil }
    guard let duration = value.string.flatMap(Duration.init(text:)) else {
      throw .badValue(
        name, found: value.text,
        expected: #"a duration such as "90d", "1h30m" or "500ms", with "-" in front to turn it round"#)
    }
    return duration
  }

  func time(_ name: String) throws(Problem) -> UnixTime? {
    guard let value = object[name] else { return nil }
    guard let time = value.string.flatMap(UnixTime.init(iso8601:)) else {
      throw .badValue(name, found: value.text, expected: #"a time such as "2026-01-05T09:00:00Z", or a date alone"#)
    }
    return time
  }
}
