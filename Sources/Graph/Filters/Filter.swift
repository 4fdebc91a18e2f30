import Bytes
import JSON

/// A condition of `$filter` (Microsoft: "Use the $filter query parameter to filter a collection of objects").
indirect enum Filter: Sendable, Hashable {
  case equals(String, JSONValue)
  case startsWith(String, String)
  case endsWith(String, String)
  /// Some text of a collection equals this one: `identifierUris/any(x:x eq 'api://contoso')`.
  case contains(String, String)
  case all([Filter])
  case any([Filter])
  case not(Filter)

  /// Whether an object meets the condition. Texts are compared without regard to ASCII case, as the directory does.
  func matches(_ value: (String) -> JSONValue) -> Bool {
    switch self {
    case .equals(let name, let wanted):
      if case .string(let wanted) = wanted, let text = value(name).string {
        return ASCII.equalIgnoringCase(text, wanted)
      }
      return value(name) == wanted
    case .startsWith(let name, let start):
      return value(name).string.map { ASCII.lowercased($0).utf8.starts(with: ASCII.lowercased(start).utf8) } ?? false
    case .endsWith(let name, let end):
      return value(name).string.map {
        ASCII.lowercased($0).utf8.reversed().starts(with: ASCII.lowercased(end).utf8.reversed())
      } ?? false
    case .contains(let name, let wanted):
      return value(name).strings?.contains { ASCII.equalIgnoringCase($0, wanted) } ?? false
    case .all(let conditions): return conditions.allSatisfy { $0.matches(value) }
    case .any(let conditions): return conditions.contains { $0.matches(value) }
    case .not(let condition): return !condition.matches(value)
    }
  }

  /// Whether only an advanced query can answer the condition.
  var isAdvanced: Bool {
    switch self {
    case .equals, .startsWith, .contains: false
    case .endsWith, .not: true
    case .all(let conditions), .any(let conditions): conditions.contains { $0.isAdvanced }
    }
  }
}
