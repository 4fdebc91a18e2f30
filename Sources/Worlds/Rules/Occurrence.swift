import Bytes

/// Which of the exchanges that fit a pattern a rule means, counted from 1: `2`, `1..3`, `3..`, `every 3`.
package struct Occurrence: Sendable, Hashable, CustomStringConvertible {
  /// The first one that counts, from 1.
  package var first: Int
  /// The last one that counts. Nil: there is no end.
  package var last: Int?
  /// The distance from one that counts to the next: 1 means each of them, 3 each third one from `first` on.
  package var step: Int

  /// All of them: what a rule without `occurrence` means.
  package static let every = Self(first: 1, last: nil)

  package init(first: Int, last: Int?, step: Int = 1) {
    self.first = first
    self.last = last
    self.step = step
  }

  /// Reads `2`, `1..3`, `3..`, `every` or `every 3`. `every 3` means the third, the sixth and so on. Nil for any other
  /// text, for 0 too.
  package init?(text: String) {
    if text == "every" {
      self = .every
      return
    }
    if text.hasPrefix("every ") {
      guard let step = Self.number(text.dropFirst(6)) else { return nil }
      self.init(first: step, last: nil, step: step)
      return
    }
    guard let dots = text.firstPlace(of: "..") else {
      guard let number = Self.number(text[...]) else { return nil }
      self.init(first: number, last: number)
      return
    }
    guard let first = Self.number(text[..<dots.lowerBound]) else { return nil }
    let rest = text[dots.upperBound...]
    if rest.isEmpty {
      self.init(first: first, last: nil)
    } else {
      guard let last = Self.number(rest), last >= first else { return nil }
      self.init(first: first, last: last)
    }
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number > 0 else {
      return nil
    }
    return number
  }

  /// Whether the rule means the exchange that is the `count`th to fit its pattern.
  package func contains(_ count: Int) -> Bool {
    count >= first && (last.map { count <= $0 } ?? true) && (count - first) % max(1, step) == 0
  }

  package var description: String {
    if step > 1 { return "every \(step)" }
    guard let last else { return first == 1 ? "every" : "\(first).." }
    return first == last ? "\(first)" : "\(first)..\(last)"
  }
}
