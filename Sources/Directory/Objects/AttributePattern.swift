import Bytes
import Platform

/// The regular expression that values of an attribute must match as a whole (Graph: `validationRegEx`).
///
/// Administrators write it as .NET and JavaScript read it. It is translated to an extended one of POSIX, which the system's library
/// matches in a time that the limits bound. What POSIX cannot say is refused when a file is read, and so is what would cost the library
/// time or memory without bounds: anchors within, and a repetition of what may be empty.
package struct AttributePattern: Sendable {
  /// Why a text cannot be such a pattern, with the remedy.
  package struct Fault: Error, Hashable {
    package let text: String
    package init(_ text: String) { self.text = text }
  }

  /// The most characters of a pattern, and the most bytes of a value.
  package static let longest = 500
  package static let longestValue = 4096
  /// How large the pattern may be when all its `{m,n}` are written out: a character counts one, a set one for some bytes. Each costs memory.
  package static let largest = 1000

  /// The pattern of POSIX, on the bytes of UTF-8, without anchors.
  package let posix: [UInt8]
  /// A text that the pattern describes; for customers whom nobody asks.
  package let sample: String

  /// Translates a pattern.
  /// - Throws: `Fault` for one that is too long, is no pattern, or has something that POSIX cannot say.
  package init(_ text: String) throws(Fault) {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count <= Self.longest else {
      throw Fault("it has \(scalars.count) characters, and \(Self.longest) is the most; shorten it")
    }
    var reader = PatternReader(scalars)
    let whole = try reader.read()
    posix = Array("(".utf8) + whole.posix + Array(")".utf8)
    sample = whole.sample
    do throws(SystemPattern.Fault) { _ = try SystemPattern.matches(posix, []) } catch {
      throw Fault("the system's library says of it: \(error.text)")
    }
  }

  /// Whether a value matches as a whole. A value with a zero byte, or one that is too long, does not.
  package func matches(_ value: String) -> Bool {
    let bytes = Array(value.utf8)
    guard bytes.count <= Self.longestValue, !bytes.contains(0) else { return false }
    return (try? SystemPattern.matches(posix, bytes)) ?? false
  }
}

/// A part of a pattern: in the words of POSIX, an example, and how many single characters it stands for.
struct PatternPart {
  var posix: [UInt8] = []
  var sample = ""
  var size = 0
  var mayBeEmpty: Bool

  init(_ posix: [UInt8] = [], sample: String = "", size: Int = 0) {
    self.posix = posix
    mayBeEmpty = posix.isEmpty
    self.sample = sample
    self.size = size
  }

  static func + (first: Self, second: Self) -> Self {
    var both = Self(first.posix + second.posix, sample: first.sample + second.sample, size: first.size + second.size)
    both.mayBeEmpty = first.mayBeEmpty && second.mayBeEmpty
    return both
  }
}

/// Reads a pattern from its beginning to its end.
struct PatternReader {
  private let text: [Unicode.Scalar]
  private(set) var place = 0

  init(_ text: [Unicode.Scalar]) { self.text = text }

  var next: Unicode.Scalar? { place < text.count ? text[place] : nil }

  mutating func take() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    place += 1
    return scalar
  }

  mutating func take(_ words: String) -> Bool {
    let words = Array(words.unicodeScalars)
    guard text[place...].starts(with: words) else { return false }
    place += words.count
    return true
  }

  /// What is wrong with the character before this place.
  func fault(_ sentence: String) -> AttributePattern.Fault {
    AttributePattern.Fault("character \(place) of it: \(sentence)")
  }

  mutating func read() throws(AttributePattern.Fault) -> PatternPart {
    let whole = try alternatives(depth: 0)
    guard next == nil else {
      place += 1
      throw fault("')' closes nothing; write '\\)' for the character")
    }
    return whole
  }

  private mutating func alternatives(depth: Int) throws(AttributePattern.Fault) -> PatternPart {
    guard depth < 20 else { throw fault("groups within groups are 20 deep at most; take some away") }
    var all = try sequence(depth)
    while take("|") {
      let other = try sequence(depth)
      all.posix += Array("|".utf8) + other.posix
      all.size += other.size
      all.mayBeEmpty = all.mayBeEmpty || other.mayBeEmpty
    }
    return all
  }

  private mutating func sequence(_ depth: Int) throws(AttributePattern.Fault) -> PatternPart {
    var whole = PatternPart()
    // The whole value has to match anyway.
    while depth == 0, take("^") || take("\\A") {}
    while let scalar = next, scalar != "|", scalar != ")" {
      if take("$") || take("\\z") || take("\\Z") {
        guard depth == 0, next == nil || next == "|" else {
          throw fault("the end of the value can stand at the end alone; take it away: the whole value has to match")
        }
        continue
      }
      whole = whole + (try repeated(try atom(depth)))
      guard whole.size <= AttributePattern.largest else {
        throw fault(
          "written out the pattern is larger than \(AttributePattern.largest) characters; make the numbers in {} smaller"
        )
      }
    }
    return whole
  }

  private var beginning: AttributePattern.Fault {
    fault("the beginning of the value can stand at the beginning alone; take it away: the whole value has to match")
  }

  // MARK: What stands for itself

  private mutating func atom(_ depth: Int) throws(AttributePattern.Fault) -> PatternPart {
    guard let scalar = take() else { return PatternPart() }
    switch scalar {
    case "(": return try group(depth)
    case "[": return try PatternSet(&self).part
    case "\\": return try escape()
    case ".": return PatternSet.any
    case "^": throw beginning
    case "*", "+", "?":
      throw fault("'\(scalar)' has nothing before it to repeat; write '\\\(scalar)' for the character")
    default: return Self.literal(scalar)
    }
  }

  static func literal(_ scalar: Unicode.Scalar) -> PatternPart {
    let text = "\(scalar)"
    if "\\^$.[]|()*+?{}".unicodeScalars.contains(scalar) {
      return PatternPart(Array("\\\(text)".utf8), sample: text, size: 1)
    }
    // Several bytes are one thing to repeat.
    return PatternPart(Array((scalar.isASCII ? text : "(\(text))").utf8), sample: text, size: 1)
  }

  private mutating func group(_ depth: Int) throws(AttributePattern.Fault) -> PatternPart {
    if take("?") { try groupKind() }
    var part = try alternatives(depth: depth + 1)
    guard take(")") else { throw fault("a '(' is not closed; add ')', or write '\\(' for the character") }
    part.posix = Array("(".utf8) + part.posix + Array(")".utf8)
    part.size = max(part.size, 1)
    return part
  }

  /// What follows `(?`.
  private mutating func groupKind() throws(AttributePattern.Fault) {
    if take(":") { return }
    let looks = "look-arounds cannot be used here; say with [...] and {m,n} what a value may be"
    for words in ["=", "!", "<=", "<!"] where take(words) { throw fault(looks) }
    if take("<") || take("P<") || take("'") {
      while let scalar = take() { if scalar == ">" || scalar == "'" { return } }
    }
    throw fault("this kind of group cannot be used here; write '(' or '(?:'")
  }

  private mutating func escape() throws(AttributePattern.Fault) -> PatternPart {
    guard let scalar = take() else { throw fault("'\\' escapes nothing; write '\\\\' for the character") }
    if let set = PatternSet(escape: scalar) { return set.part }
    switch scalar {
    case "p" where take("{L}"): return PatternSet.letters
    case "A": throw beginning
    case "b", "B": throw fault("word boundaries cannot be used here; name the characters beside the word")
    case "1"..."9", "k": throw fault("back references cannot be used here; write the group again")
    default: return Self.literal(try character(escaped: scalar))
    }
  }

  /// The character that an escape stands for.
  mutating func character(escaped scalar: Unicode.Scalar) throws(AttributePattern.Fault) -> Unicode.Scalar {
    switch scalar {
    case "t": return "\t"
    case "n": return "\n"
    case "r": return "\r"
    case "f": return "\u{0C}"
    case "v": return "\u{0B}"
    case "x": return try hexadecimal(2)
    case "u": return try hexadecimal(4)
    default:
      guard scalar.isASCII, !ASCII.isAlphanumeric(UInt8(ascii: scalar)) else {
        throw fault(
          "'\\\(scalar)' is not known here; there are \\d \\w \\s \\D \\W \\S \\p{L} \\t \\n \\r \\xHH \\uHHHH, and '\\' before a sign"
        )
      }
      return scalar
    }
  }

  private mutating func hexadecimal(_ count: Int) throws(AttributePattern.Fault) -> Unicode.Scalar {
    var digits = ""
    for _ in 0..<count { if let scalar = take() { digits.unicodeScalars.append(scalar) } }
    guard digits.unicodeScalars.count == count, let number = UInt32(digits, radix: 16), number > 0,
      let scalar = Unicode.Scalar(number)
    else { throw fault("'\(digits)' is no number of a character; give \(count) hexadecimal digits") }
    return scalar
  }

  // MARK: How often

  /// The part as often as a quantifier behind it says; once without one.
  private mutating func repeated(_ part: PatternPart) throws(AttributePattern.Fault) -> PatternPart {
    let least: Int
    var most: Int?
    let words: String
    if take("*") {
      (least, words) = (0, "*")
    } else if take("+") {
      (least, words) = (1, "+")
    } else if take("?") {
      (least, most, words) = (0, 1, "?")
    } else if let bounds = try bounds() {
      (least, most) = bounds
      words = most == least ? "{\(least)}" : "{\(least),\(most.map { "\($0)" } ?? "")}"
    } else {
      return part
    }
    if most == nil, part.mayBeEmpty {
      throw fault("'\(words)' repeats what may be empty; take a '*' or '?' out of the part before it")
    }
    if take("?") {
      throw fault("a '?' behind '\(words)' cannot be used here; take it away: the whole value has to match")
    }
    if take("+") { throw fault("a '+' behind '\(words)' cannot be used here; take it away") }
    if let following = next, following == "*" {
      throw fault("'*' repeats '\(words)'; put the part before it in '(' and ')'")
    }
    var repeated = PatternPart(
      part.posix + Array(words.utf8), sample: String(repeating: part.sample, count: most == 0 ? 0 : max(least, 1)),
      size: part.size * max(most ?? least, 1))
    repeated.mayBeEmpty = least == 0 || part.mayBeEmpty
    return repeated
  }

  /// `{m}`, `{m,}` or `{m,n}`. Nil for another `{`, which is a character.
  private mutating func bounds() throws(AttributePattern.Fault) -> (Int, Int?)? {
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
    guard least <= 255, most ?? 0 <= 255 else {
      throw fault("a number in {} is 255 at most; the length is limited anyway")
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
