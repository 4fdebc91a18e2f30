import Bytes

/// How often something has to happen: `2`, `1..3`, `2..`, or never.
package struct ExpectedCount: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// From 0.
  package let least: Int
  /// Nil: there is no upper limit.
  package let most: Int?

  /// What an expectation without `count` means.
  package static let atLeastOnce = Self(1, nil)
  /// What `never: true` means.
  package static let never = Self(0, 0)

  private init(_ least: Int, _ most: Int?) {
    self.least = least
    self.most = most
  }

  /// Exactly this often.
  package init(integerLiteral value: Int) { self.init(value, value) }

  /// Reads `2`, `1..3` or `2..`; nil for anything else.
  package init?(text: String) {
    guard let dots = text.firstPlace(of: "..") else {
      guard let number = Self.number(text[...]) else { return nil }
      self.init(number, number)
      return
    }
    guard let least = Self.number(text[..<dots.lowerBound]) else { return nil }
    let rest = text[dots.upperBound...]
    guard !rest.isEmpty else {
      self.init(least, nil)
      return
    }
    guard let most = Self.number(rest), most >= least else { return nil }
    self.init(least, most)
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
    return Int(text)
  }

  /// Whether it is enough, and not too much, that something happened `count` times.
  package func contains(_ count: Int) -> Bool { count >= least && most.map { count <= $0 } ?? true }

  /// `twice`, `1 to 3 times`, `at least once`.
  package var words: String {
    guard let most else { return "at least \(Self.times(least))" }
    if most == least { return Self.times(least) }
    return least == 0 ? "at most \(Self.times(most))" : "\(least) to \(most) times"
  }

  /// `never`, `once`, `twice`, `3 times`.
  package static func times(_ count: Int) -> String {
    switch count {
    case 0: "never"
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }
}
