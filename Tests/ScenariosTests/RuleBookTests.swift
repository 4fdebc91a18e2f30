import Crypto
import Dispatch
import Expectations
import Synchronization
import Testing
import Time

@testable import Scenarios
@testable import Worlds

@Suite("Rule book") struct RuleBookTests {
  private func book(_ text: String) throws -> RuleBook {
    RuleBook(try rules(text), at: TestWorld.start)
  }

  private func rules(_ text: String) throws -> [Rule] {
    try RuleDecoder.rules(from: try .parsing(text), file: "x.yaml", in: try TestWorld().world.directory)
  }

  @Test("counts for each rule apart and fires on its occurrences") func occurrences() throws {
    let book = try book(
      """
      - { name: first, when: { endpoint: token, occurrence: 1 }, then: revokeSessions }
      - { name: later, when: { endpoint: token, grant: refresh_token, occurrence: 2.. }, then: revokeSessions }
      """)
    var refresh = Exchange.sample()
    refresh.grant = "refresh_token"
    expectEqual(book.due(for: Exchange.sample(), event: nil).map(\.name), ["first"])
    expectEqual(book.due(for: refresh, event: nil).map(\.name), [])
    expectEqual(book.due(for: refresh, event: nil).map(\.name), ["later"])
    expectEqual(book.due(for: Exchange.sample(), event: nil).map(\.name), [])
    expectEqual(book.due(for: refresh, event: nil).map(\.name), ["later"])
  }

  /// A world whose rules were written holds them for written until the revision changes.
  @Test("counts a change no sooner than it can be seen") func revision() throws {
    let book = try book("- { name: busy, when: { endpoint: token }, then: revokeSessions }")
    let unseen = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for number in 1...20_000 {
        if thread == 0 {
          book.count(on: "busy", matched: number, fired: 0, isEnabled: true)
        } else {
          let revision = book.revision
          if book.entries[0].matched < revision { unseen.withLock { $0 += 1 } }
        }
      }
    }
    expectEqual(unseen.withLock { $0 }, 0)
  }

  @Test("fires a rule with an event after it only, and any other before only") func phases() throws {
    let book = try book(
      """
      - { name: before, when: { endpoint: token }, then: revokeSessions }
      - { name: after, when: { event: token.issued }, then: revokeSessions }
      """)
    expectEqual(book.due(for: Exchange.sample(), event: nil).map(\.name), ["before"])
    expectEqual(book.due(for: Exchange.sample(), event: .tokenIssued).map(\.name), ["after"])
    expectEqual(book.due(for: Exchange.sample(), event: .tokenRefused).map(\.name), [])
  }

  @Test("counts anew after a reset") func reset() throws {
    let book = try book("{ when: { occurrence: 1 }, then: revokeSessions }")
    expectEqual(book.due(for: Exchange.sample(), event: nil).map(\.name), ["#1"])
    #expect(book.due(for: Exchange.sample(), event: nil).isEmpty)
    book.reset(to: book.rules, at: TestWorld.start)
    expectEqual(book.due(for: Exchange.sample(), event: nil).map(\.name), ["#1"])
    book.reset(to: [], at: TestWorld.start)
    #expect(book.due(for: Exchange.sample(), event: nil).isEmpty)
  }

  @Test("gives rules that come later the next number") func numbers() throws {
    let directory = try TestWorld().world.directory
    let first = try RuleDecoder.rules(
      from: try .parsing("[{ when: {}, then: revokeSessions }]"), file: "x", in: directory)
    let second = try RuleDecoder.rules(
      from: try .parsing(#"{"when": {"endpoint": "token"}, "then": {"delay": "1s"}}"#), file: "x", in: directory,
      besides: first)
    expectEqual((first + second).map(\.name), ["#1", "#2"])
    let clash = #expect(throws: ScenarioError.self) {
      try RuleDecoder.rules(
        from: try .parsing(##"{"name": "#1", "when": {}, "then": "revokeSessions"}"##), file: "x", in: directory,
        besides: first)
    }
    expectEqual(clash?.description, "x:1:1: there are two rules named '#1'; give one of them another 'name'")
  }

  @Test("counts a rule from when it came into force, on the world's clock") func timing() throws {
    let book = try book("{ when: { after: 30s, until: 1m, occurrence: 1..2 }, then: revokeSessions }")
    func fires(_ seconds: Int) -> Bool {
      !book.due(
        for: .sample(), event: nil, at: TestWorld.start + .seconds(seconds), by: SeededEntropy(seed: 1)
      ).isEmpty
    }
    expectEqual([0, 29, 30, 59, 59, 60, 99].map(fires), [false, false, true, true, false, false, false])
    book.reset(to: book.rules, at: TestWorld.start + .seconds(100))
    expectEqual([100, 129, 130, 160].map(fires), [false, false, true, false])
    book.put(try rules("{ name: late, when: { after: 10s }, then: revokeSessions }"), at: TestWorld.start + .days(1))
    expectEqual([86_409, 86_410].map(fires), [false, true])
  }

  @Test("acts by chance, the same in every run of one seed") func probability() throws {
    func run(seed: UInt64, _ probability: String) throws -> [Bool] {
      let book = try book("{ when: { probability: \(probability) }, then: revokeSessions }")
      let entropy = SeededEntropy(seed: seed)
      return (1...400).map { _ in
        !book.due(for: .sample(), event: nil, at: TestWorld.start, by: entropy).isEmpty
      }
    }
    let quarter = try run(seed: 1, "0.25")
    try expectEqual(run(seed: 1, "25%"), quarter)
    #expect(try run(seed: 2, "0.25") != quarter)
    #expect((60...140).contains(quarter.count { $0 }))
    #expect(try run(seed: 1, "1").allSatisfy { $0 })
  }

  @Test("counts what fitted and what acted") func entries() throws {
    let book = try book("{ name: a, when: { endpoint: token, occurrence: 2.. }, then: revokeSessions }")
    for _ in 1...3 { _ = book.due(for: .sample(), event: nil) }
    _ = book.due(for: .sample(at: .keys), event: nil)
    expectEqual(book.entries.map(\.matched), [3])
    expectEqual(book.entries.map(\.fired), [2])
    book.put(
      try rules("[{ name: b, when: {}, then: revokeSessions }, { name: a, when: {}, then: disable }]"),
      at: TestWorld.start)
    expectEqual(book.rules.map(\.name), ["a", "b"])
    expectEqual(book.entries.map(\.matched), [0, 0])
    expectEqual(book.rules.first?.actions.map(\.summary), ["disable"])
    #expect(book.remove(named: "a") && !book.remove(named: "a"))
    expectEqual(book.rules.map(\.name), ["b"])
  }
}

extension RuleBook {
  fileprivate func due(for exchange: Exchange, event: Exchange.Event?) -> [Rule] {
    due(for: exchange, event: event, at: TestWorld.start, by: SeededEntropy(seed: 1))
  }
}
