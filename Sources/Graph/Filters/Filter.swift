import Bytes
import JSON

/// A condition of `$filter` (Microsoft: "Use the $filter query parameter to filter a collection of objects").
indirect enum Filter: Sendable, Hashable {
  case equals(String, JSONValue)
  case startsWith(String, String)
  case endsWith(String, String)
  /// A text has that part.
  case hasPart(String, String)
  /// Texts in their order, without regard to ASCII case. Times are texts in one form, so their order is that of the texts.
  case atLeast(String, JSONValue)
  case atMost(String, JSONValue)
  case above(String, JSONValue)
  case below(String, JSONValue)
  /// A collection has so many elements.
  case count(String, ClosedRange<Int>)
  /// An element of a collection meets the condition. The condition names the element itself by the empty name.
  case contains(String, Filter)
  /// Every element of a collection meets the condition, as those of an empty one do.
  case every(String, Filter)
  case all([Filter])
  case any([Filter])
  case not(Filter)

  /// The name by which a condition counts what a relationship leads to.
  static func relation(_ name: String) -> String { "@relationship/" + name }

  /// The relationship that such a name is of; nil for a property.
  static func relationship(in name: String) -> String? {
    name.hasPrefix("@relationship/") ? String(name.dropFirst(14)) : nil
  }

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
    case .hasPart(let name, let part):
      return value(name).string.map { ASCII.lowercased($0).firstPlace(of: ASCII.lowercased(part)) != nil } ?? false
    case .atLeast(let name, let least): return Self.isOrdered(least, value(name))
    case .atMost(let name, let most): return Self.isOrdered(value(name), most)
    case .above(let name, let bound): return value(name) != .null && !Self.isOrdered(value(name), bound)
    case .below(let name, let bound): return value(name) != .null && !Self.isOrdered(bound, value(name))
    case .count(let name, let range): return range.contains(value(name).array?.count ?? 0)
    case .contains(let name, let condition):
      return value(name).array?.contains { element in
        condition.matches { $0.isEmpty ? element : element[$0] ?? .null }
      } ?? false
    case .every(let name, let condition):
      return value(name).array?.allSatisfy { element in
        condition.matches { $0.isEmpty ? element : element[$0] ?? .null }
      } ?? true
    case .all(let conditions): return conditions.allSatisfy { $0.matches(value) }
    case .any(let conditions): return conditions.contains { $0.matches(value) }
    case .not(let condition): return !condition.matches(value)
    }
  }

  /// Whether only an advanced query can answer the condition.
  var isAdvanced: Bool {
    switch self {
    case .equals, .startsWith, .hasPart, .atLeast, .atMost, .above, .below: false
    case .endsWith, .not, .count: true
    case .contains(_, let condition), .every(_, let condition): condition.isAdvanced
    case .all(let conditions), .any(let conditions): conditions.contains { $0.isAdvanced }
    }
  }

  private static func isOrdered(_ left: JSONValue, _ right: JSONValue) -> Bool {
    guard let left = left.string, let right = right.string else { return false }
    return ASCII.lowercased(left) <= ASCII.lowercased(right)
  }
}
