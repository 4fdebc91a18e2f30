import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

@Suite("Occurrence") struct OccurrenceTests {
  struct Case: CustomTestStringConvertible {
    let text: String
    /// Which of the counts 1…5 it means.
    let counts: [Int]
    let description: String
    var testDescription: String { text }
  }

  @Test(
    "means these of five",
    arguments: [
      Case(text: "every", counts: [1, 2, 3, 4, 5], description: "every"),
      Case(text: "1..", counts: [1, 2, 3, 4, 5], description: "every"),
      Case(text: "1", counts: [1], description: "1"),
      Case(text: "3", counts: [3], description: "3"),
      Case(text: "3..3", counts: [3], description: "3"),
      Case(text: "2..4", counts: [2, 3, 4], description: "2..4"),
      Case(text: "4..", counts: [4, 5], description: "4.."),
      Case(text: "6", counts: [], description: "6"),
      Case(text: "every 2", counts: [2, 4], description: "every 2"),
      Case(text: "every 5", counts: [5], description: "every 5"),
      Case(text: "every 1", counts: [1, 2, 3, 4, 5], description: "every"),
    ])
  func reads(_ c: Case) throws {
    let occurrence = try #require(Occurrence(text: c.text))
    expectEqual((1...5).filter(occurrence.contains), c.counts)
    expectEqual(occurrence.description, c.description)
  }

  @Test(
    "refuses what is not a count",
    arguments: [
      "", "0", "-1", "+1", "1.5", "..", "..3", "3..1", "1...3", "1..x", "one", "Every", "1 ..2", "99999999999999999999",
      "every 0", "every  2", "every x", "every2", "every ", "every 2..",
    ])
  func refuses(_ text: String) { expectNil(Occurrence(text: text)) }
}
