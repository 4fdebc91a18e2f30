import Bytes

/// Reads a pattern from its beginning to its end.
struct PatternReader {
  private typealias Fault = AttributePattern.Fault

  private let text: [Unicode.Scalar]
  private var place = 0

  init(_ text: [Unicode.Scalar]) { self.text = text }

  private var next: Unicode.Scalar? { place < text.count ? text[place] : nil }

  private mutating func take() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    place += 1
    return scalar
  }

  private mutating func take(_ words: String) -> Bool {
    let words = Array(words.unicodeScalars)
    guard text[place...].starts(with: words) else { return false }
    place += words.count
    return true
  }

  /// What is wrong with the character before this place.
  private func fault(_ sentence: String) -> Fault { Fault("character \(place) of it: \(sentence)") }

  mutating func read() throws(AttributePattern.Fault) -> [AttributePattern.Part] {
    var parts: [AttributePattern.Part] = []
    // The whole value has to match anyway.
    while take("^") || take("\\A") {}
    while next != nil {
      if take("$") || take("\\z") || take("\\Z") {
        guard next == nil || next == "$" else {
          throw fault("the end of the value can stand at the end alone; take it away: the whole value has to match")
        }
        continue
      }
      let characters = try characters()
      let (least, most) = try count()
      parts.append(AttributePattern.Part(characters: characters, least: least, most: most))
    }
    return parts
  }

  // MARK: Classes

  private mutating func characters() throws(Fault) -> CharacterRanges {
    guard let scalar = take() else { return .any }
    switch scalar {
    case "(", ")":
      throw fault(
        "groups cannot be used here; write one class after the other, each with its count: [A-Z]{2}[0-9]{4}; '\\\(scalar)' is the character"
      )
    case "|":
      throw fault(
        "alternatives cannot be used here; write a class such as [ab] for one character; '\\|' is the character")
    case "[": return try set()
    case ".": return .any
    case "^":
      throw fault(
        "the beginning of the value can stand at the beginning alone; take it away: the whole value has to match")
    case "*", "+", "?":
      throw fault("'\(scalar)' has nothing before it to repeat; write '\\\(scalar)' for the character")
    default: return try member(scalar)
    }
  }

  /// What a character stands for, or an escape that begins with it.
  private mutating func member(_ scalar: Unicode.Scalar) throws(Fault) -> CharacterRanges {
    guard scalar == "\\" else { return Self.one(scalar) }
    guard let escape = take() else { throw fault("'\\' escapes nothing; write '\\\\' for the character") }
    if escape == "p", take("{L}") { return .letters }
    if let known = CharacterRanges(escape: escape) { return known }
    switch escape {
    case "t": return Self.one("\t")
    case "n": return Self.one("\n")
    case "r": return Self.one("\r")
    default:
      guard escape.isASCII, !ASCII.isAlphanumeric(UInt8(ascii: escape)) else {
        throw fault(
          "'\\\(escape)' is not known here; there are \\d \\w \\s \\D \\W \\S \\p{L} \\t \\n \\r, and '\\' before a sign"
        )
      }
      return Self.one(escape)
    }
  }

  private static func one(_ scalar: Unicode.Scalar) -> CharacterRanges {
    CharacterRanges([scalar.value...scalar.value])
  }

  /// What follows `[`.
  private mutating func set() throws(Fault) -> CharacterRanges {
    let isInverted = take("^")
    var all = CharacterRanges([])
    var isFirst = true
    while true {
      guard let scalar = take() else { throw fault("a '[' is not closed; add ']', or write '\\[' for the character") }
      if scalar == "]", !isFirst { break }
      if scalar == "-", !isFirst, next == "[" { throw subtraction }
      isFirst = false
      let first = try member(scalar)
      // A '-' before the end is a character.
      guard next == "-", place + 1 < text.count, text[place + 1] != "]" else {
        all = all.union(first)
        continue
      }
      place += 1
      if next == "[" { throw subtraction }
      guard let end = take(), let low = first.only, let high = try member(end).only, low <= high else {
        throw fault("the range that begins with '\(scalar)' has no end after it; write '\\-' for the character")
      }
      all = all.union(CharacterRanges([low...high]))
    }
    let members = isInverted ? all.inverted : all
    guard !members.isEmpty else { throw fault("no character can stand there; name those that may") }
    return members
  }

  private var subtraction: Fault { fault("sets cannot be subtracted here; name the characters that may stand") }

  // MARK: Counts

  /// How often what stands before this place is to be there; once without a count.
  private mutating func count() throws(Fault) -> (least: Int, most: Int?) {
    let start = place
    let count: (least: Int, most: Int?)
    if take("*") {
      count = (0, nil)
    } else if take("+") {
      count = (1, nil)
    } else if take("?") {
      count = (0, 1)
    } else if let bounds = try bounds() {
      count = bounds
    } else {
      return (1, 1)
    }
    let words = text[start..<place].reduce(into: "") { $0.unicodeScalars.append($1) }
    for more in ["*", "+", "?"] where take(more) {
      throw fault("a '\(more)' behind '\(words)' cannot be used here; take it away: the whole value has to match")
    }
    return count
  }

  /// `{m}`, `{m,}` or `{m,n}`. Nil for another `{`, which is a character.
  private mutating func bounds() throws(Fault) -> (least: Int, most: Int?)? {
    let start = place
    guard take("{"), let least = number() else {
      place = start
      return nil
    }
    var most: Int? = least
    if take(",") { most = number() }
    guard take("}") else {
      place = start
      return nil
    }
    guard max(least, most ?? 0) <= AttributePattern.longestValue else {
      throw fault("a number in {} is \(AttributePattern.longestValue) at most: no value is longer")
    }
    guard most ?? least >= least else {
      throw fault("the second number in {} is smaller than the first; exchange them")
    }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let scalar = next, ("0"..."9").contains(scalar), digits.utf8.count < 6 {
      digits.unicodeScalars.append(scalar)
      place += 1
    }
    return Int(digits)
  }
}
