import Bytes

/// The rule of a group with dynamic members (Microsoft: "Manage rules for dynamic membership groups in Microsoft Entra ID"). The server reads
/// a rule to refuse what is not one; it carries none out.
package enum MembershipRule {
  /// How long a rule may be (Microsoft: the same page).
  private static let longest = 3_072

  /// What makes a text no rule.
  package struct Problem: Error, Sendable {
    /// What is wrong, behind "the membership rule is not one:".
    package let sentence: String
    /// Whether a property stands alone, without the object that has it.
    package var isOfNoObject = false
  }

  /// What is wrong with the rule; nil for a rule.
  package static func problem(of rule: String) -> Problem? {
    guard rule.utf8.count <= longest else { return Problem(sentence: "it has more than \(longest) characters") }
    do throws(Problem) {
      var reader = Reader(try Self.tokens(of: rule))
      try reader.rule()
      return nil
    } catch {
      return error
    }
  }

  private enum Token: Hashable {
    /// A property, an operator, `true`, a number.
    case word(String)
    case text(String)
    case sign(UInt8)

    var spoken: String {
      switch self {
      case .word(let word): "'\(word)'"
      case .text(let text): "\"\(text)\""
      case .sign(let sign): "'\(Character(Unicode.Scalar(sign)))'"
      }
    }
  }

  private static let signs = Array("()[],".utf8)

  private static func tokens(of rule: String) throws(Problem) -> [Token] {
    var tokens: [Token] = []
    let bytes = Array(rule.utf8)
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte <= 0x20 {
        place += 1
      } else if signs.contains(byte) {
        tokens.append(.sign(byte))
        place += 1
      } else if byte == 0x22 || byte == 0x27 {
        var end = place + 1
        var text: [UInt8] = []
        while end < bytes.count, bytes[end] != byte {
          // A quotation mark within a text stands behind a back-tick.
          if bytes[end] == 0x60, end + 1 < bytes.count { end += 1 }
          text.append(bytes[end])
          end += 1
        }
        guard end < bytes.count else { throw Problem(sentence: "a text has no quotation mark at its end") }
        tokens.append(.text(String(decoding: text, as: UTF8.self)))
        place = end + 1
      } else {
        let end = bytes[place...].firstIndex { $0 <= 0x20 || signs.contains($0) || $0 == 0x22 || $0 == 0x27 }
        tokens.append(.word(String(decoding: bytes[place..<(end ?? bytes.count)], as: UTF8.self)))
        place = end ?? bytes.count
      }
    }
    return tokens
  }

  private struct Reader {
    private let tokens: [Token]
    private var place = 0
    private var depth = 0

    init(_ tokens: [Token]) { self.tokens = tokens }

    private static let comparisons: Set = [
      "eq", "ne", "startswith", "notstartswith", "endswith", "notendswith", "contains", "notcontains", "match",
      "notmatch", "in", "notin", "ge", "le", "gt", "lt",
    ]
    private static let joints: Set = ["and", "or"]
    private static let quantifiers: Set = ["any", "all"]
    private static let objects: Set = ["user", "device"]

    mutating func rule() throws(Problem) {
      guard !tokens.isEmpty else { throw Problem(sentence: "it is empty") }
      if try directReports() { return }
      try expression(within: nil)
      guard place == tokens.count else { throw Problem(sentence: "\(tokens[place].spoken) stands behind its end") }
    }

    /// `Direct Reports for "62e19b97-8b3d-4d4a-a106-4ce66896a863"` is a rule of its own.
    private mutating func directReports() throws(Problem) -> Bool {
      let words = tokens.prefix(3).map { if case .word(let word) = $0 { ASCII.lowercased(word) } else { "" } }
      guard words == ["direct", "reports", "for"] else { return false }
      guard tokens.count == 4, case .text(let id) = tokens[3], GUID(id) != nil else {
        throw Problem(
          sentence: "'Direct Reports for' takes the object id of a manager in quotation marks, and nothing else")
      }
      return true
    }

    /// Terms between `-and` and `-or`. `object` is the name of the things in a list, within `-any ( … )`.
    private mutating func expression(within list: String?) throws(Problem) {
      depth += 1
      defer { depth -= 1 }
      guard depth <= 50 else { throw Problem(sentence: "its parentheses are more than 50 deep") }
      try term(within: list)
      while let joint = peek, case .word(let word) = joint, Self.joints.contains(Self.operation(word)) {
        place += 1
        try term(within: list)
      }
    }

    private mutating func term(within list: String?) throws(Problem) {
      while let next = peek, case .word(let word) = next, Self.operation(word) == "not" { place += 1 }
      if peek == .sign(0x28) {
        place += 1
        try expression(within: list)
        return try expect(0x29)
      }
      let property = try self.property(within: list)
      guard case .word(let word)? = peek else { throw missing("an operator such as -eq behind \(property)") }
      let operation = Self.operation(word)
      place += 1
      if Self.quantifiers.contains(operation) {
        try expect(0x28)
        try expression(within: property)
        return try expect(0x29)
      }
      guard Self.comparisons.contains(operation) else {
        throw Problem(
          sentence:
            "'\(word)' is not an operator; there are -eq, -ne, -startsWith, -contains, -match, -in, -any and others")
      }
      try value(isList: operation == "in" || operation == "notin")
    }

    private mutating func property(within list: String?) throws(Problem) -> String {
      guard case .word(let word)? = peek else { throw missing("a property such as user.country") }
      place += 1
      let parts = word.split(separator: ".", omittingEmptySubsequences: false)
      // Within a list the things have the name that the rule gives them, or `_`.
      guard list == nil else { return word }
      guard parts.count >= 2, Self.objects.contains(ASCII.lowercased(parts[0])), !parts.contains("") else {
        throw Problem(
          sentence: "'\(word)' is not a property; write user.country or device.displayName",
          isOfNoObject: parts.count == 1)
      }
      return word
    }

    private mutating func value(isList: Bool) throws(Problem) {
      guard let next = peek else { throw missing("a value") }
      place += 1
      if isList {
        guard next == .sign(0x5B) else {
          throw Problem(sentence: "\(next.spoken) stands where a list such as [\"a\",\"b\"] belongs")
        }
        while let item = peek, item != .sign(0x5D) {
          if case .sign(let sign) = item, sign != 0x2C { throw Problem(sentence: "\(item.spoken) stands in a list") }
          place += 1
        }
        return try expect(0x5D)
      }
      switch next {
      case .text: return
      case .sign: throw Problem(sentence: "\(next.spoken) stands where a value belongs")
      case .word(let word):
        let small = ASCII.lowercased(word)
        if small == "system.now" { return try duration() }
        let isNumber = Int64(word) != nil
        guard isNumber || ["true", "false", "null", "$true", "$false", "$null"].contains(small) else {
          throw Problem(sentence: "the value '\(word)' has to stand in quotation marks")
        }
      }
    }

    /// `-plus p1d` or `-minus p1d` behind `system.now`; a time alone is one too.
    private mutating func duration() throws(Problem) {
      guard case .word(let word)? = peek, ["plus", "minus"].contains(Self.operation(word)) else { return }
      place += 1
      guard case .word(let span)? = peek, ASCII.lowercased(span).hasPrefix("p") else {
        throw missing("a span such as p1d behind \(word)")
      }
      place += 1
    }

    private var peek: Token? { place < tokens.count ? tokens[place] : nil }

    private mutating func expect(_ sign: UInt8) throws(Problem) {
      guard peek == .sign(sign) else { throw missing(Token.sign(sign).spoken) }
      place += 1
    }

    private func missing(_ wanted: String) -> Problem {
      Problem(sentence: peek.map { "\($0.spoken) stands where \(wanted) belongs" } ?? "\(wanted) is missing at its end")
    }

    /// The operator without its hyphen, in small letters: `-eq` and `eq` are the same.
    private static func operation(_ word: String) -> String {
      ASCII.lowercased(word.hasPrefix("-") ? String(word.dropFirst()) : word)
    }
  }
}
