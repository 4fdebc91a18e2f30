import Bytes

/// What a `$filter` is cut into.
struct FilterToken: Equatable {
  enum Kind: Equatable {
    /// A name, a path of names with `/` between them, a keyword or an operator.
    case word
    /// A text in single quotes; the range has the quotes.
    case text
    case number
    case guid
    /// A date, or a date and a time.
    case time
    /// A text with a type before it, such as `guid'…'`.
    case typed
    /// `@name`.
    case alias
    /// One character of the grammar, such as `(`.
    case sign(UInt8)
    case end
  }

  let kind: Kind
  /// Where its bytes are.
  let range: Range<Int>

  static let openParenthesis = Kind.sign(0x28)
  static let closeParenthesis = Kind.sign(0x29)
  static let comma = Kind.sign(0x2C)
  static let colon = Kind.sign(0x3A)
}

/// Cuts a `$filter` into tokens, each when it is asked for, so that a fault behind another one is not told.
struct FilterLexer {
  let filter: String
  private let bytes: [UInt8]

  init(_ filter: String) {
    self.filter = filter
    bytes = Array(filter.utf8)
  }

  /// The token that begins at that byte or behind the blanks there.
  func token(from start: Int) throws(FilterFault) -> FilterToken {
    let start = place(from: start) { !Self.isBlank($0) }
    guard start < bytes.count else { return FilterToken(kind: .end, range: start..<start) }
    if hasGUID(at: start) { return FilterToken(kind: .guid, range: start..<start + 36) }
    let byte = bytes[start]
    switch byte {
    case 0x27:
      guard let end = endOfText(at: start) else { throw .openText(position(bytes.count)) }
      return FilterToken(kind: .text, range: start..<end)
    case 0x40:
      let end = place(from: start + 1) { !Self.isWordPart($0) }
      guard end > start + 1 else {
        throw end < bytes.count ? invalidCharacter(at: end) : .syntax(position(end))
      }
      return FilterToken(kind: .alias, range: start..<end)
    case 0x2D where start + 1 < bytes.count && ASCII.isDigit(bytes[start + 1]): return number(at: start)
    case _ where ASCII.isDigit(byte): return number(at: start)
    case _ where Self.isWordPart(byte) && byte != 0x2F:
      let end = place(from: start) { !Self.isWordPart($0) }
      guard end < bytes.count, bytes[end] == 0x27 else { return FilterToken(kind: .word, range: start..<end) }
      guard let close = endOfText(at: end) else { throw .openLiteral(position(bytes.count)) }
      return FilterToken(kind: .typed, range: start..<close)
    case 0x28, 0x29, 0x2A, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A, 0x3D, 0x3F:
      return FilterToken(kind: .sign(byte), range: start..<start + 1)
    default: throw invalidCharacter(at: start)
    }
  }

  func text(of token: FilterToken) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

  /// How many UTF-16 units stand before that byte.
  func position(_ place: Int) -> Int { String(decoding: bytes[..<place], as: UTF8.self).utf16.count }

  /// The place behind the `)` that closes the parenthesis at `start`; nil when none does.
  func endOfParenthesis(at start: Int) -> Int? {
    var depth = 0
    var isInText = false
    for place in start..<bytes.count {
      switch bytes[place] {
      case 0x27: isInText.toggle()
      case 0x28 where !isInText: depth += 1
      case 0x29 where !isInText:
        depth -= 1
        if depth == 0 { return place + 1 }
      default: break
      }
    }
    return nil
  }

  private func place(from start: Int, where isEnd: (UInt8) -> Bool) -> Int {
    bytes[start...].firstIndex(where: isEnd) ?? bytes.count
  }

  private func invalidCharacter(at place: Int) -> FilterFault {
    .character(String(decoding: bytes[place...], as: UTF8.self).first ?? " ", position(place))
  }

  /// The place behind the quote that closes the text at `start`; nil when none does. A quote within the text is written twice.
  private func endOfText(at start: Int) -> Int? {
    var place = start + 1
    while place < bytes.count {
      guard bytes[place] == 0x27 else {
        place += 1
        continue
      }
      guard place + 1 < bytes.count, bytes[place + 1] == 0x27 else { return place + 1 }
      place += 2
    }
    return nil
  }

  /// A whole number, or a date that begins like one.
  private func number(at start: Int) -> FilterToken {
    let digits = place(from: start + 1) { !ASCII.isDigit($0) }
    guard digits == start + 4, digits < bytes.count, bytes[digits] == 0x2D else {
      return FilterToken(kind: .number, range: start..<digits)
    }
    let end = place(from: digits) { !ASCII.isAlphanumeric($0) && ![0x2B, 0x2D, 0x2E, 0x3A].contains($0) }
    return FilterToken(kind: .time, range: start..<end)
  }

  private func hasGUID(at start: Int) -> Bool {
    start + 36 <= bytes.count && GUID(String(decoding: bytes[start..<start + 36], as: UTF8.self)) != nil
      && (start + 36 == bytes.count || !Self.isWordPart(bytes[start + 36]))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Letters of every script, digits, `_`, the `/` of a path and the `$` of `$count`.
  private static func isWordPart(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == 0x2F || byte == 0x5F || byte == 0x24 || byte >= 0x80
  }
}
