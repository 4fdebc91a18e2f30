import Bytes
import Expectations
import Testing

@testable import Pages

/// WCAG 2.2 §1.4.3 and §1.4.11, computed from the stylesheet's own colours in both schemes.
struct ContrastTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    let front: String, back: String, atLeast: Double

    var testDescription: String { "\(front) on \(back)" }

    init(_ front: String, _ back: String, atLeast: Double = 4.5) {
      self.front = front
      self.back = back
      self.atLeast = atLeast
    }
  }

  @Test(
    arguments: [false, true],
    [
      Pair("text", "card"), Pair("text", "page"), Pair("text", "tint"), Pair("quiet", "card"), Pair("quiet", "page"),
      Pair("quiet", "tint"), Pair("accent", "card"), Pair("accent", "tint"), Pair("accent-strong", "card"),
      Pair("on-accent", "accent"), Pair("on-accent", "accent-strong"), Pair("fault", "fault-tint"),
      Pair("on-mark", "mark"), Pair("edge", "card", atLeast: 3), Pair("fault", "card", atLeast: 3),
      Pair("accent", "page", atLeast: 3), Pair("accent", "mark", atLeast: 3),
    ])
  func isReadable(dark: Bool, pair: Pair) throws {
    let colours = Self.colours(dark: dark)
    let front = try Self.luminance(#require(colours[pair.front]))
    let back = try Self.luminance(#require(colours[pair.back]))
    #expect((max(front, back) + 0.05) / (min(front, back) + 0.05) >= pair.atLeast)
  }

  @Test func bothSchemesNameTheSameColours() {
    expectEqual(Set(Self.colours(dark: false).keys), Set(Self.colours(dark: true).keys))
  }

  /// The custom properties of the first `:root` rule, or of the second.
  private static func colours(dark: Bool) -> [String: String] {
    let rules = String(decoding: Stylesheet.element.bytes, as: UTF8.self).split(
      separator: ":root{", omittingEmptySubsequences: false)
    let rule = rules[dark ? 2 : 1].prefix { $0 != "}" }
    var colours: [String: String] = [:]
    for declaration in rule.split(separator: ";") where declaration.hasPrefix("--") {
      let parts = declaration.dropFirst(2).split(separator: ":")
      if parts.count == 2 { colours[String(parts[0])] = String(parts[1]) }
    }
    return colours
  }

  private static func luminance(_ colour: String) throws -> Double {
    let channels = try #require(Hex.decode(colour.dropFirst())).map { byte in
      // The exponent 2.4 of the standard, as the fifth root of the twelfth power.
      let value = Double(byte) / 255
      return value <= 0.04045 ? value / 12.92 : fifthRoot(power12((value + 0.055) / 1.055))
    }
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
  }

  private static func power12(_ x: Double) -> Double { (1...12).reduce(1) { product, _ in product * x } }

  private static func fifthRoot(_ x: Double) -> Double {
    var root = 1.0
    for _ in 0..<60 { root -= (root * root * root * root * root - x) / (5 * root * root * root * root) }
    return root
  }
}
