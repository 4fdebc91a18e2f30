import Bytes

/// The reason why a text is not JSON, and the place.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problem in words, without the place.
  package var problem: String
  /// The number of bytes before the problem.
  package var offset: Int

  package var description: String { "\(problem) at byte \(offset)" }
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259): strict grammar, UTF-8 only, at most `maximumDepth` levels. A name that an object
  /// has twice is refused, because another reader may use the other value.
  /// - Throws: `JSONError` with the place.
  package static func parse(_ bytes: [UInt8], maximumDepth: Int = 64) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes: bytes, maximumDepth: maximumDepth)
    return try parser.document()
  }

  /// Reads a text. `parse(_:)` of its UTF-8.
  package static func parse(_ text: some StringProtocol) throws(JSONError) -> JSONValue { try parse(Array(text.utf8)) }
}

private struct JSONParser {
  private static let manyMembers = 16

  let bytes: [UInt8]
  let maximumDepth: Int
  var index = 0

  init(bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value(depth: 0)
    skipBlanks()
    guard index == bytes.count else { throw problem("something follows the value") }
    return value
  }

  private func problem(_ text: String) -> JSONError { JSONError(problem: text, offset: index) }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth <= maximumDepth else { throw problem("more than \(maximumDepth) levels") }
    skipBlanks()
    switch next {
    case 0x7B: return try object(depth: depth)
    case 0x5B: return try array(depth: depth)
    case 0x22: return .string(try string())
    case 0x74: return try literal("true", .bool(true))
    case 0x66: return try literal("false", .bool(false))
    case 0x6E: return try literal("null", .null)
    case .some(let byte) where byte == 0x2D || ASCII.isDigit(byte): return try number()
    case .none: throw problem("the text ends where a value is expected")
    default: throw problem("a value is expected")
    }
  }

  private mutating func literal(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[index...].starts(with: word.utf8) else { throw problem("'\(word)' is expected") }
    index += word.utf8.count
    return value
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    index += 1
    var values: [JSONValue] = []
    skipBlanks()
    if take(0x5D) { return .array(values) }
    while true {
      values.append(try value(depth: depth + 1))
      skipBlanks()
      if take(0x5D) { return .array(values) }
      guard take(0x2C) else { throw problem("',' or ']' is expected") }
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    index += 1
    var members: [JSONObject.Member] = []
    // Used from `manyMembers` on, where a comparison with each name would take longer.
    var names: Set<String>?
    skipBlanks()
    if take(0x7D) { return .object(JSONObject(members)) }
    while true {
      skipBlanks()
      guard next == 0x22 else { throw problem("a member name in quotes is expected") }
      let name = try string()
      if members.count == Self.manyMembers { names = Set(members.map(\.name)) }
      let isNew = names?.insert(name).inserted ?? !members.contains { $0.name == name }
      guard isNew else { throw problem("the member '\(name)' stands twice") }
      skipBlanks()
      guard take(0x3A) else { throw problem("':' is expected") }
      members.append(JSONObject.Member(name: name, value: try value(depth: depth + 1)))
      skipBlanks()
      if take(0x7D) { return .object(JSONObject(members)) }
      guard take(0x2C) else { throw problem("',' or '}' is expected") }
    }
  }

  private mutating func string() throws(JSONError) -> String {
    index += 1
    let start = index
    let (end, isASCII) = endOfPlainText(from: start)
    index = end
    if next == 0x22 {
      defer { index += 1 }
      if isASCII { return bytes.span.text(start..<end) }
      return try text(bytes[start..<end])
    }
    var output = Array(bytes[start..<index])
    while let byte = next {
      switch byte {
      case 0x22:
        index += 1
        return try text(output[...])
      case 0x5C: try escape(into: &output)
      case 0..<0x20: throw problem("a control character stands in a string")
      default:
        output.append(byte)
        index += 1
      }
    }
    throw problem("a string does not end")
  }

  /// Where a quote, an escape or a control character stands, or the end of all; and whether all before it is ASCII, which is UTF-8 in any case.
  private func endOfPlainText(from start: Int) -> (end: Int, isASCII: Bool) {
    let span = bytes.span
    var (end, seen) = (start, UInt8(0))
    while end < span.count {
      let byte = span[end]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
      seen |= byte
      end += 1
    }
    return (end, seen < 0x80)
  }

  private func text(_ slice: ArraySlice<UInt8>) throws(JSONError) -> String {
    guard let text = String(validating: slice, as: UTF8.self) else { throw problem("a string is not UTF-8") }
    return text
  }

  private mutating func escape(into output: inout [UInt8]) throws(JSONError) {
    index += 1
    guard let byte = next else { throw problem("a string does not end") }
    index += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: output.append(byte)
    case 0x62: output.append(0x08)
    case 0x66: output.append(0x0C)
    case 0x6E: output.append(0x0A)
    case 0x72: output.append(0x0D)
    case 0x74: output.append(0x09)
    case 0x75: try unicodeEscape(into: &output)
    default: throw problem("'\\' is followed by an unknown letter")
    }
  }

  private mutating func unicodeEscape(into output: inout [UInt8]) throws(JSONError) {
    let first = try codeUnit()
    var scalar = UInt32(first)
    if 0xD800..<0xDC00 ~= first {
      guard take(0x5C), take(0x75) else { throw problem("half a surrogate pair") }
      let second = try codeUnit()
      guard 0xDC00..<0xE000 ~= second else { throw problem("half a surrogate pair") }
      scalar = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    }
    guard let unicode = Unicode.Scalar(scalar) else { throw problem("half a surrogate pair") }
    output.append(contentsOf: String(Character(unicode)).utf8)
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap(ASCII.hexValue) else { throw problem("four hexadecimal digits are expected") }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = index
    _ = take(0x2D)
    let integerStart = index
    skipDigits()
    guard index > integerStart else { throw problem("a digit is expected") }
    guard index == integerStart + 1 || bytes[integerStart] != 0x30 else { throw problem("a number starts with 0") }
    var isInteger = true
    if take(0x2E) {
      isInteger = false
      try requireDigits()
    }
    if take(0x65) || take(0x45) {
      isInteger = false
      if !take(0x2B) { _ = take(0x2D) }
      try requireDigits()
    }
    let digits = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let value = Int64(digits) { return .integer(value) }
    guard let value = Double(digits), value.isFinite else { throw problem("a number is out of reach") }
    return .double(value)
  }

  private mutating func skipDigits() {
    while let byte = next, ASCII.isDigit(byte) { index += 1 }
  }

  private mutating func requireDigits() throws(JSONError) {
    let start = index
    skipDigits()
    guard index > start else { throw problem("a digit is expected") }
  }
}
