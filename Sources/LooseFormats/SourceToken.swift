import Bytes

/// A word of a program's source: a name, a text, or a sign.
package struct SourceToken: Sendable {
  package enum Kind: Sendable { case name, text, sign }

  package var kind: Kind
  /// Of a text the characters between the quotation marks; `${name}` stands where the text takes a value in.
  package var text: String
  package var line: Int

  package func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }
}

extension [SourceToken] {
  /// Whether the sign stands at that place. No token stands before the first or behind the last.
  package func has(_ sign: String, at index: Int) -> Bool {
    index >= 0 && index < count && self[index].isSign(sign)
  }

  /// The name that stands at that place.
  package func name(at index: Int) -> String? {
    index >= 0 && index < count && self[index].kind == .name ? self[index].text : nil
  }
}

/// Cuts source into tokens: enough of JavaScript, TypeScript, Python, Swift, Kotlin, Java, C# and Go to find constants. Comments
/// are left out.
package struct SourceScanner {
  private let bytes: [UInt8]
  private let hashComments: Bool
  private var index = 0
  private var line = 1
  private var tokens: [SourceToken] = []

  /// Long enough for any file that a person writes settings into.
  private static let maximumTokens = 60_000

  package static func tokens(of text: SourceText, hashComments: Bool) -> [SourceToken] {
    var scanner = SourceScanner(bytes: text.bytes, hashComments: hashComments)
    scanner.run()
    return scanner.tokens
  }

  private init(bytes: [UInt8], hashComments: Bool) {
    self.bytes = bytes
    self.hashComments = hashComments
  }

  private func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }

  private mutating func run() {
    while index < bytes.count, tokens.count < Self.maximumTokens {
      let first = bytes[index]
      if first == 0x0A {
        line += 1
        index += 1
      } else if first <= 0x20 {
        index += 1
      } else if first == 0x2F, byte(1) == 0x2F, !hashComments {
        skipLine()
      } else if first == 0x23, hashComments {
        skipLine()
      } else if first == 0x2F, byte(1) == 0x2A, !hashComments {
        skipBlock()
      } else if first == 0x22 || first == 0x27 || first == 0x60 {
        text(first)
      } else if ASCII.isAlphanumeric(first) || first == 0x5F || first == 0x24 || first >= 0x80 {
        name()
      } else {
        sign()
      }
    }
  }

  private mutating func skipLine() { while index < bytes.count, bytes[index] != 0x0A { index += 1 } }

  private mutating func skipBlock() {
    index += 2
    while index < bytes.count, !(bytes[index] == 0x2A && byte(1) == 0x2F) {
      if bytes[index] == 0x0A { line += 1 }
      index += 1
    }
    index += 2
  }

  private mutating func name() {
    let start = index
    while index < bytes.count {
      let next = bytes[index]
      guard ASCII.isAlphanumeric(next) || next == 0x5F || next == 0x24 || next >= 0x80 else { break }
      index += 1
    }
    tokens.append(SourceToken(kind: .name, text: String(decoding: bytes[start..<index], as: UTF8.self), line: line))
  }

  private static let longSigns = ["===", "!==", "||", "??", ":=", "==", "!=", "=>", "->", "<=", ">=", "&&"]

  private static let shortSigns = (0..<0x80 as Range<UInt8>).map { String(UnicodeScalar($0)) }

  private mutating func sign() {
    // All long ones have one of these second.
    let isLong = [0x3D, 0x7C, 0x3F, 0x3E, 0x26].contains(byte(1))
    let sign = isLong ? Self.longSigns.first { bytes.has($0, at: index) } : nil
    tokens.append(SourceToken(kind: .sign, text: sign ?? Self.shortSigns[Int(bytes[index])], line: line))
    index += sign?.utf8.count ?? 1
  }

  /// Whether the text that begins here takes values in as `{name}`: `f"…"` of Python, `$"…"` of C#.
  private mutating func takesBraces() -> Bool {
    guard let last = tokens.last, last.kind == .name, index > 0, bytes[index - 1] != 0x20 else { return false }
    guard ["f", "F", "rf", "$"].contains(last.text) else {
      if ["r", "b", "u", "L"].contains(last.text) { tokens.removeLast() }
      return false
    }
    tokens.removeLast()
    return true
  }

  private mutating func text(_ quote: UInt8) {
    let isVerbatim = index > 0 && bytes[index - 1] == 0x40
    let takesBraces = takesBraces()
    let start = line
    let isTriple = quote != 0x60 && byte(1) == quote && byte(2) == quote
    index += isTriple ? 3 : 1
    var output: [UInt8] = []
    while index < bytes.count {
      let next = bytes[index]
      if next == quote, !isTriple || byte(1) == quote && byte(2) == quote { break }
      if next == 0x0A {
        // A text on one line that does not end is not a text, for instance an apostrophe in markup.
        if quote != 0x60, !isTriple, !isVerbatim { return }
        line += 1
      }
      if next == 0x5C, !isVerbatim {
        if byte(1) == 0x28 {
          output.append(bytesOf: reference(from: index + 2, to: 0x29))
          continue
        }
        index += 1
        if index < bytes.count { output.append(bytes[index] == 0x6E ? 0x20 : bytes[index]) }
        index += 1
        continue
      }
      // `#{…}` is Ruby's.
      if next == 0x24 || next == 0x23 && hashComments, byte(1) == 0x7B, quote != 0x27 {
        output.append(bytesOf: reference(from: index + 2, to: 0x7D))
        continue
      }
      if next == 0x7B, takesBraces, byte(1) != 0x7B {
        output.append(bytesOf: reference(from: index + 1, to: 0x7D))
        continue
      }
      output.append(next)
      index += 1
    }
    index += isTriple ? 3 : 1
    tokens.append(SourceToken(kind: .text, text: String(decoding: output, as: UTF8.self), line: start))
  }

  /// `${name}` for an expression inside of a text: the last name or the last text in it. `${name:-default}` for one with a default behind
  /// `||`, `??` or, in a call that reads the environment, a comma.
  private mutating func reference(from start: Int, to end: UInt8) -> String {
    index = start
    while index < bytes.count, bytes[index] != end, bytes[index] != 0x0A { index += 1 }
    let inner = String(decoding: bytes[start..<min(index, bytes.count)], as: UTF8.self)
    index += 1
    func last(_ text: Substring) -> String {
      text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).last.map(String.init) ?? ""
    }
    let reads = ["env", "ENV"].contains { inner.firstPlace(of: $0) != nil }
    let places =
      ["||", "??"].compactMap { inner.firstPlace(of: $0) }
      + (reads ? [inner.firstPlace(of: ",")].compactMap(\.self) : [])
    guard let place = places.min(by: { $0.lowerBound < $1.lowerBound }) else { return "${\(last(inner[...]))}" }
    let rest = inner[place.upperBound...]
    let quoted = rest.split(omittingEmptySubsequences: false) { "'\"`".contains($0) }
    let fallback = quoted.count > 2 ? String(quoted[1]) : last(rest).isEmpty ? "" : "${\(last(rest))}"
    return "${\(last(inner[..<place.lowerBound])):-\(fallback)}"
  }
}
