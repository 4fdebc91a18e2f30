import Testing

@testable import Scenarios

@Suite("Rule book") struct RuleBookTests {
  private func book(_ text: String) throws -> RuleBook {
    RuleBook(
      try RuleDecoder.rules(from: try .parsing(text), file: "x.yaml", in: try TestWorld().world.directory))
  }

  @Test("counts for each rule apart and fires on its occurrences") func occurrences() throws {
    let book = try book(
      """
      - { name: first, when: { endpoint: token, occurrence: 1 }, then: revokeSessions }
      - { name: later, when: { endpoint: token, grant: refresh_token, occurrence: 2.. }, then: revokeSessions }
      """)
    var refresh = Exchange.sample()
    refresh.grant = "refresh_token"
    #expect(book.due(for: Exchange.sample(), event: nil).map(\.name) == ["first"])
    #expect(book.due(for: refresh, event: nil).map(\.name) == [])
    #expect(book.due(for: refresh, event: nil).map(\.name) == ["later"])
    #expect(book.due(for: Exchange.sample(), event: nil).map(\.name) == [])
    #expect(book.due(for: refresh, event: nil).map(\.name) == ["later"])
  }

  @Test("fires a rule with an event after it only, and any other before only") func phases() throws {
    let book = try book(
      """
      - { name: before, when: { endpoint: token }, then: revokeSessions }
      - { name: after, when: { event: token.issued }, then: revokeSessions }
      """)
    #expect(book.due(for: Exchange.sample(), event: nil).map(\.name) == ["before"])
    #expect(book.due(for: Exchange.sample(), event: .tokenIssued).map(\.name) == ["after"])
    #expect(book.due(for: Exchange.sample(), event: .tokenRefused).map(\.name) == [])
  }

  @Test("counts anew after a reset") func reset() throws {
    let book = try book("{ when: { occurrence: 1 }, then: revokeSessions }")
    #expect(book.due(for: Exchange.sample(), event: nil).map(\.name) == ["#1"])
    #expect(book.due(for: Exchange.sample(), event: nil).isEmpty)
    book.reset(to: book.rules)
    #expect(book.due(for: Exchange.sample(), event: nil).map(\.name) == ["#1"])
    book.reset(to: [])
    #expect(book.due(for: Exchange.sample(), event: nil).isEmpty)
  }

  @Test("gives rules that come later the next number") func numbers() throws {
    let directory = try TestWorld().world.directory
    let first = try RuleDecoder.rules(
      from: try .parsing("[{ when: {}, then: revokeSessions }]"), file: "x", in: directory)
    let second = try RuleDecoder.rules(
      from: try .parsing(#"{"when": {"endpoint": "token"}, "then": {"delay": "1s"}}"#), file: "x", in: directory,
      besides: first)
    #expect((first + second).map(\.name) == ["#1", "#2"])
    let clash = #expect(throws: ScenarioError.self) {
      try RuleDecoder.rules(
        from: try .parsing(##"{"name": "#1", "when": {}, "then": "revokeSessions"}"##), file: "x", in: directory,
        besides: first)
    }
    #expect(clash?.description == "x:1:1: there are two rules named '#1'; give one of them another 'name'")
  }
}
