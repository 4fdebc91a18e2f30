import Expectations
import Testing

@testable import Bytes

@Suite("Suggesting a known word") struct SuggestionTests {
  struct Case: CustomTestStringConvertible {
    let text: String
    let nearest: String?
    let testDescription: String
  }

  @Test(arguments: [
    Case(text: "expre", nearest: "expire", testDescription: "a letter left out"),
    Case(text: "expiire", nearest: "expire", testDescription: "a letter twice"),
    Case(text: "epxire", nearest: "expire", testDescription: "two letters swapped"),
    Case(text: "EXPIRE", nearest: "expire", testDescription: "case does not count"),
    Case(text: "withdraw", nearest: "withdrawConsent", testDescription: "the beginning of a long word"),
    Case(text: "rvoek", nearest: nil, testDescription: "too far for so short a word"),
    Case(text: "banana", nearest: nil, testDescription: "another word altogether"),
    Case(text: "", nearest: nil, testDescription: "nothing"),
    Case(text: String(repeating: "e", count: 65), nearest: nil, testDescription: "too long to be a slip"),
  ])
  func nearest(_ c: Case) {
    expectEqual(Suggestion.nearest(to: c.text, among: ["age", "expire", "revoke", "withdrawConsent"]), c.nearest)
  }

  @Test("puts the nearest first and keeps the given order among equals") func ranks() {
    expectEqual(
      Suggestion.ranked(by: "cart", among: ["card", "care", "cart", "dart", "dog"], limit: 3),
      [
        "cart", "card", "care",
      ])
    expectEqual(Suggestion.ranked(by: "cart", among: ["cart"], limit: 0), [])
  }

  @Test(
    "counts the steps between two words",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("ab", "ba", 1), ("ca", "abc", 3),
    ])
  func distance(left: String, right: String, expected: Int) {
    expectEqual(Suggestion.distance(Array(left.utf8), Array(right.utf8)), expected)
  }
}
