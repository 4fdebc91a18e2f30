import Expectations
import Testing

@testable import Scenarios

@Suite("All mistakes of a file") struct MistakesTests {
  private func mistakes(_ text: String) -> [String] {
    ScenarioDecoder.mistakes(in: Array(text.utf8), file: "x.yaml").map { "\($0.line): \($0.sentence)" }
  }

  @Test("a scenario has none") func none() { #expect(mistakes("scenario: x").isEmpty) }

  @Test("are told together") func together() {
    let found = mistakes(
      """
      scenario: x
      sumary: typing
      world:
        lifetimes: { accessToken: soon }
        users:
          alice: { accountEnabled: perhaps }
      rules:
        - when: { endpoint: tokn }
          then: { delay: 1s }
        - then: { delay: 1s }
        - when: { endpoint: token }
          then: { dely: 1s }
      expect:
        - { event: token.isued }
      """)
    expectEqual(found.count, 7, "\(found)")
    for line in [2, 4, 6, 8, 10, 12, 14] { #expect(found.contains { $0.hasPrefix("\(line): ") }, "\(line) \(found)") }
  }

  @Test("leave out what follows from another") func consequences() {
    let found = mistakes(
      """
      scenario: x
      world:
        users:
          carol: { accountEnabled: perhaps }
      rules:
        - when: { user: carol }
          then: { delay: 1s }
      """)
    expectEqual(found.count, 1, "\(found)")
  }

  @Test("end with a text that is not YAML") func noDocument() {
    expectEqual(mistakes("scenario: [x").count, 1)
  }

  @Test("are twenty at most") func bound() {
    let rules = (1...50).map { "  - { when: { endpoint: nowhere\($0) }, then: { delay: 1s } }" }.joined(separator: "\n")
    expectEqual(mistakes("scenario: x\nrules:\n" + rules).count, 20)
  }
}
