import Bytes
import Directory
import JSON
import Time

extension Expected {
  /// Holds a value against this. Nil as the value: the answer has none.
  func differences(
    from value: JSONValue?, at place: String, _ names: Names,
    _ note: (_ place: String, _ service: String, _ product: String) -> Void
  ) {
    if case .all(let parts) = self {
      for part in parts { part.differences(from: value, at: place, names, note) }
      return
    }
    if case .members(let members) = self, let object = value?.object {
      for member in members {
        member.value.differences(from: object[member.name], at: "\(place).\(member.name)", names, note)
      }
      return
    }
    if case .members(let members) = self, let values = value?.array {
      for member in members {
        let own = Int(member.name).flatMap { values.indices.contains($0) ? values[$0] : nil }
        member.value.differences(from: own, at: "\(place).\(member.name)", names, note)
      }
      return
    }
    if case .list(let items) = self, let values = value?.array, values.count == items.count {
      for (index, item) in items.enumerated() {
        item.differences(from: values[index], at: "\(place).\(index)", names, note)
      }
      return
    }
    if case .names(let want) = self, let object = value?.object, object.names != want {
      return note(place, want.joined(separator: " "), object.names.joined(separator: " "))
    }
    if !fits(value, names) { note(place, shown(names), value.map { $0.string ?? $0.text } ?? "nothing") }
  }

  func fits(_ value: JSONValue?, _ names: Names) -> Bool {
    if case .kind(.absent) = self { return value == nil }
    if case .oneOf(let all) = self { return all.contains { $0.fits(value, names) } }
    guard let value else { return false }
    switch self {
    case .constant(let constant): return constant == value
    case .text(let text): return value.string.map { Wildcards.fit(names.filled(text), $0) } ?? false
    case .pattern(let pattern):
      guard let text = value.string, let expression = RegularExpression(names.filled(pattern)) else { return false }
      return expression.fits(text)
    case .kind(let kind): return kind.fits(value)
    case .members(let members):
      guard let object = value.object else { return false }
      return members.allSatisfy { $0.value.fits(object[$0.name], names) }
    case .list(let items):
      guard let values = value.array, values.count == items.count else { return false }
      return zip(items, values).allSatisfy { $0.fits($1, names) }
    case .anyOrder(let items):
      guard var left = value.array, left.count == items.count else { return false }
      for item in items {
        guard let index = left.firstIndex(where: { item.fits($0, names) }) else { return false }
        left.remove(at: index)
      }
      return true
    case .words(let words):
      let have = value.string?.split(separator: " ", omittingEmptySubsequences: false).map(String.init) ?? []
      return have.sorted() == words.map(names.filled).sorted()
    case .oneOf: return false
    case .all(let parts): return parts.allSatisfy { $0.fits(value, names) }
    case .between(let low, let high):
      guard let number = value.integer ?? value.string.flatMap({ Int64($0) }) else { return false }
      return low <= number && number <= high
    case .names(let names): return value.object?.names == names
    case .each(let one): return value.array?.allSatisfy { one.fits($0, names) } ?? false
    case .among(let items):
      if let values = value.array { return items.allSatisfy { item in values.contains { item.fits($0, names) } } }
      guard let text = value.string else { return false }
      return items.allSatisfy { item in
        if case .text(let part) = item { text.firstPlace(of: names.filled(part)) != nil } else { false }
      }
    }
  }

  /// The expectation in words, for a reader of a difference.
  func shown(_ names: Names) -> String {
    switch self {
    case .constant(let value): value.text
    case .text(let text): names.filled(text)
    case .pattern(let pattern): "/\(names.filled(pattern))/"
    case .kind(let kind): "<\(kind.rawValue)>"
    case .members(let members):
      "{" + members.map { "\($0.name): \($0.value.shown(names))" }.joined(separator: ", ") + "}"
    case .list(let items): "[" + items.map { $0.shown(names) }.joined(separator: ", ") + "]"
    case .anyOrder(let items): "in any order " + items.map { $0.shown(names) }.joined(separator: ", ")
    case .words(let words): "the words " + words.map(names.filled).joined(separator: " ")
    case .oneOf(let items): items.map { $0.shown(names) }.joined(separator: " or ")
    case .all(let items): items.map { $0.shown(names) }.joined(separator: " and ")
    case .between(let low, let high): "\(low) to \(high)"
    case .names(let names): "the members " + names.joined(separator: " ")
    case .each(let one): "each " + one.shown(names)
    case .among(let items): "among others " + items.map { $0.shown(names) }.joined(separator: ", ")
    }
  }
}

extension ValueKind {
  func fits(_ value: JSONValue) -> Bool {
    switch self {
    case .text: value.string != nil
    case .number: if case .double = value { true } else { value.integer != nil }
    case .boolean: value.bool != nil
    case .list: value.array != nil
    case .object: value.object != nil
    case .guid: value.string.map { GUID($0) != nil && $0.count == 36 } ?? false
    case .time: value.string.map { UnixTime(iso8601: $0) != nil || $0.hasSuffix("Z") && $0.count == 20 } ?? false
    case .seconds: (value.integer ?? value.string.flatMap { Int64($0) }).map { $0 > 1_000_000_000 } ?? false
    case .url: value.string?.hasPrefix("http") ?? false
    case .token: value.string.map { $0.split(separator: ".").count == 3 } ?? false
    case .present: true
    case .absent: false
    case .empty: value.string == ""
    }
  }
}

/// Texts in which `…` stands for any text.
enum Wildcards {
  static func fit(_ pattern: String, _ text: String) -> Bool {
    let pieces = pattern.split(separator: "…", omittingEmptySubsequences: false).map(String.init)
    guard pieces.count > 1 else { return pattern == text }
    var rest = text[...]
    for (index, piece) in pieces.enumerated() {
      if index == 0 {
        guard rest.hasPrefix(piece) else { return false }
        rest = rest.dropFirst(piece.count)
      } else if index == pieces.count - 1 {
        return rest.hasSuffix(piece)
      } else if !piece.isEmpty {
        guard let place = rest.firstPlace(of: piece) else { return false }
        rest = rest[place.upperBound...]
      }
    }
    return true
  }
}
