import Bytes
package import JSON

extension MappingExpression {
  /// What the expression is for one object; nil for nothing. `source` gives the value of an attribute.
  package func value(_ source: (String) -> JSONValue?) -> JSONValue? { Self.value(root, source) }

  private static func value(_ node: Node, _ source: (String) -> JSONValue?) -> JSONValue? {
    switch node {
    case .attribute(let name): source(name)
    case .text(let text): .string(text)
    case .number(let number): .integer(Int64(number))
    case .nothing: Optional.none
    case .comparison(let left, let sign, let right):
      .bool(holds(text(value(left, source)), sign, text(value(right, source))))
    case .call(let name, let arguments): call(name, arguments, source)
    }
  }

  private static func holds(_ left: String?, _ sign: String, _ right: String?) -> Bool {
    switch sign {
    case "=": return left == right
    case "<>": return left != right
    default: break
    }
    guard let left, let right else { return false }
    let isLess: Bool
    if let one = Int(left), let other = Int(right) { isLess = one < other } else { isLess = left < right }
    return switch sign {
    case "<": isLess
    case ">=": !isLess
    case ">": !isLess && left != right
    default: isLess || left == right
    }
  }

  /// As texts in attributes are written.
  package static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .bool(let flag): flag ? "True" : "False"
    case .array(let values): values.first.flatMap { text($0) }
    default: nil
    }
  }

  private static func call(_ name: String, _ arguments: [Node], _ source: (String) -> JSONValue?) -> JSONValue? {
    func argument(_ index: Int) -> JSONValue? { arguments.indices.contains(index) ? value(arguments[index], source) : nil }
    func words(_ index: Int) -> String? { text(argument(index)) }
    func number(_ index: Int) -> Int { words(index).flatMap { Int($0) } ?? 0 }
    func changed(_ change: (String) -> String) -> JSONValue? { words(0).map { .string(change($0)) } }
    switch name {
    case "Switch":
      let key = words(0)
      for index in stride(from: 2, to: arguments.count - 1, by: 2) where words(index) == key { return argument(index + 1) }
      return argument(1)
    case "Join":
      let parts = arguments.indices.dropFirst().flatMap { index -> [String] in
        switch argument(index) {
        case .array(let values): values.compactMap { text($0) }
        case let value: [text(value)].compactMap(\.self)
        }
      }.filter { !$0.isEmpty }
      return parts.isEmpty ? Optional.none : .string(parts.joined(separator: words(0) ?? ""))
    case "Coalesce":
      for index in arguments.indices { if let found = argument(index), !isEmpty(found) { return found } }
      return nil
    case "IIF": return flag(argument(0)) ? argument(1) : argument(2)
    case "IsPresent": return .bool(!isEmpty(argument(0)))
    case "IsNullOrEmpty": return .bool(isEmpty(argument(0)))
    case "Not": return .bool(!flag(argument(0)))
    case "CBool": return .bool(flag(argument(0)))
    case "CStr": return words(0).map { .string($0) }
    case "Left": return changed { String($0.prefix(max(0, number(1)))) }
    case "Mid": return changed { String($0.dropFirst(max(0, number(1) - 1)).prefix(max(0, number(2)))) }
    case "Append": return changed { $0 + (words(1) ?? "") }
    case "ToLower": return changed { $0.lowercased() }
    case "ToUpper": return changed { $0.uppercased() }
    case "StripSpaces": return changed { $0.filter { $0 != " " } }
    case "NormalizeDiacritics": return changed(PlainLetters.of)
    case "Replace": return replaced(words(0), words(1), template: words(6), by: words(4) ?? words(5))
    case "Split":
      guard let whole = words(0), let sign = words(1), !sign.isEmpty else { return nil }
      return .strings(whole.pieces(at: sign))
    case "Item":
      guard let list = argument(0)?.array, list.indices.contains(number(1) - 1) else { return nil }
      return list[number(1) - 1]
    case "SingleAppRoleAssignment": return argument(0)?.array?.first
    case "AppRoleAssignmentsComplex": return argument(0)
    default: return nil
    }
  }

  private static func replaced(_ source: String?, _ old: String?, template: String?, by new: String?) -> JSONValue? {
    guard let source else { return Optional.none }
    guard let old, !old.isEmpty else { return .string(source) }
    // With a template the old value in it is replaced by the source.
    if let template { return .string(template.pieces(at: old).joined(separator: source)) }
    return .string(source.pieces(at: old).joined(separator: new ?? ""))
  }

  private static func isEmpty(_ value: JSONValue?) -> Bool {
    switch value {
    case nil, .null, .string(""), .array([]): true
    default: false
    }
  }

  private static func flag(_ value: JSONValue?) -> Bool { text(value)?.lowercased() == "true" }
}

extension String {
  /// The parts between the places where `sign` stands.
  fileprivate func pieces(at sign: String) -> [String] {
    var (parts, rest) = ([String](), Substring(self))
    while let place = rest.firstPlace(of: sign) {
      parts.append(String(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    return parts + [String(rest)]
  }
}

/// Letters without the marks that languages put on them.
enum PlainLetters {
  private static let groups: [(plain: String, letters: String)] = [
    ("A", "ÀÁÂÃÄÅĀĂĄ"), ("C", "ÇĆĈĊČ"), ("D", "ĎĐ"), ("E", "ÈÉÊËĒĔĖĘĚ"), ("G", "ĜĞĠĢ"), ("H", "ĤĦ"),
    ("I", "ÌÍÎÏĨĪĬĮİ"), ("J", "Ĵ"), ("K", "Ķ"), ("L", "ĹĻĽĿŁ"), ("N", "ÑŃŅŇ"), ("O", "ÒÓÔÕÖØŌŎŐ"), ("R", "ŔŖŘ"),
    ("S", "ŚŜŞŠȘ"), ("T", "ŢŤŦȚ"), ("U", "ÙÚÛÜŨŪŬŮŰŲ"), ("W", "Ŵ"), ("Y", "ÝŶŸ"), ("Z", "ŹŻŽ"),
  ]

  private static let table: [Character: Character] = {
    var table: [Character: Character] = [:]
    for (plain, letters) in groups {
      for letter in letters {
        table[letter] = Character(plain)
        if let small = letter.lowercased().first, letter.lowercased().count == 1 {
          table[small] = Character(plain.lowercased())
        }
      }
    }
    return table
  }()

  static func of(_ text: String) -> String { String(text.map { table[$0] ?? $0 }) }
}
