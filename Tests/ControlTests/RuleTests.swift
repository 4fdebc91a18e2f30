import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Testing
import Time
import Worlds

struct RuleTests {
  private static let rule = #"{"name": "late", "when": {"endpoint": "token"}, "then": {"delay": "2s"}}"#

  @Test func areAddedShownAndTakenAway() throws {
    let bench = try Bench()
    let response = try bench.call("POST", "/v1/rules", body: Self.rule)
    expectEqual(response.status, 201)
    expectEqual(response.fields["Location"], "/_mockidp/v1/rules/late")
    let shown: JSONValue = [
      "name": "late", "when": "endpoint token", "occurrence": "every", "then": ["delay the answer by 2s"], "matched": 0,
      "fired": 0, "written": ["name": "late", "when": ["endpoint": "token"], "then": ["delay": "2s"]],
    ]
    try expectEqual(bench.ask("GET", "/v1/rules"), ["rules": [shown]])
    try expectEqual(bench.call("DELETE", "/v1/rules/late").status, 204)
    try expectEqual(bench.call("DELETE", "/v1/rules/late").status, 404)
    try expectEqual(bench.ask("GET", "/v1/rules"), ["rules": []])
  }

  @Test func whatNothingHasFittedNamesWhatCameNearest() throws {
    let bench = try Bench()
    _ = try bench.ask(
      "POST", "/v1/rules",
      body: #"{"name": "late", "when": {"endpoint": "token", "user": "bob"}, "then": {"delay": "2s"}}"#)
    func nearest() throws -> JSONValue? { try bench.ask("GET", "/v1/rules")["rules"]?.array?.first?["nearest"] }
    try expectNil(nearest())
    var exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: Bench.start, method: "POST", host: "localhost", path: "/x")
    exchange.endpoint = .token
    _ = bench.world.journal.record(exchange)
    let near = try #require(try nearest())
    expectEqual(near["number"], 1)
    expectEqual(near["differences"]?.array?.first?["key"], "user")
    expectEqual(near["text"]?.string?.hasSuffix("where user is missing"), true)
    try #require(bench.call("POST", "/v1/rules/late/disable").status == 200)
    try expectNil(nearest())
  }

  @Test func mayBeAListInYAML() throws {
    let bench = try Bench()
    let text = """
      - when: { endpoint: token, occurrence: 1..2 }
        then: { refuse: AADSTS50173 }
      - when: { event: token.issued }
        then:
          - revokeSessions
          - disable: alice
      """
    let answer = try bench.ask("POST", "/v1/rules", body: text)
    expectEqual(answer["rules"]?.array?.compactMap { $0["name"]?.string }, ["#1", "#2"])
    expectEqual(answer["rules"]?.array?.first?["occurrence"], "1..2")
    try expectEqual(bench.call("DELETE", "/v1/rules/%231").status, 204)
    // The number that is free, not one that is taken.
    let next = try bench.ask("POST", "/v1/rules", body: #"{"when": {"endpoint": "me"}, "then": {"delay": "1s"}}"#)
    expectEqual(next["rules"]?.array?.first?["name"], "#3")
    try expectEqual(bench.ask("DELETE", "/v1/rules"), ["removed": 2])
    #expect(bench.world.rules.rules.isEmpty)
  }

  @Test func areSwitchedOffAndOnAgain() throws {
    let bench = try Bench()
    _ = try bench.ask("POST", "/v1/rules", body: Self.rule)
    var exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: Bench.start, method: "POST", host: "localhost", path: "/x")
    exchange.endpoint = .token
    func due() -> Int {
      bench.world.rules.due(for: exchange, event: nil, at: Bench.start, by: bench.world.entropy).count
    }
    expectEqual(due(), 1)
    let off = try bench.ask("POST", "/v1/rules/late/disable")
    expectEqual(off["enabled"], false)
    expectEqual(due(), 0)
    try expectEqual(bench.ask("GET", "/v1/rules/late")["matched"], 1, "one that is off does not count")
    let on = try bench.ask("POST", "/v1/rules/late/enable")
    expectNil(on["enabled"])
    expectEqual(due(), 1)
    try expectEqual(bench.ask("GET", "/v1/rules/late")["fired"], 2)
    try expectEqual(bench.call("POST", "/v1/rules/late/enable").status, 200, "it may be on already")
    try expectEqual(bench.call("POST", "/v1/rules/none/disable").status, 404)
    // Another rule of the name is another rule, and it is on.
    _ = try bench.ask("POST", "/v1/rules/late/disable")
    try expectNil(bench.ask("PUT", "/v1/rules/late", body: Self.rule)["enabled"])
    expectEqual(due(), 1)
  }

  @Test func tellHowOftenTheyActed() throws {
    let bench = try Bench()
    _ = try bench.ask(
      "POST", "/v1/rules",
      body: #"{"name": "two", "when": {"endpoint": "token", "occurrence": "2..3"}, "then": {"delay": "2s"}}"#)
    var exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: Bench.start, method: "POST", host: "localhost", path: "/x")
    exchange.endpoint = .token
    for _ in 1...5 { _ = bench.world.rules.due(for: exchange, event: nil, at: Bench.start, by: bench.world.entropy) }
    let rule = try bench.ask("GET", "/v1/rules/two")
    expectEqual(rule["matched"], 5)
    expectEqual(rule["fired"], 2)
  }

  @Test func areReplaced() throws {
    let bench = try Bench()
    let text = #"{"when": {"endpoint": "token"}, "then": {"delay": "1s"}}"#
    try expectEqual(bench.call("PUT", "/v1/rules/late", body: text).status, 201)
    let other = #"{"when": {"endpoint": "me"}, "then": {"delay": "3s"}}"#
    try expectEqual(bench.call("PUT", "/v1/rules/late", body: other).status, 200)
    try expectEqual(bench.ask("GET", "/v1/rules/late")["when"], "endpoint me")
    expectEqual(bench.world.rules.rules.count, 1)
    try expectEqual(bench.call("POST", "/v1/rules", body: Self.rule).status, 409)
  }

  @Test func resetPutsTheScenariosOwnBack() throws {
    let bench = try Bench()
    _ = try bench.ask("POST", "/v1/rules", body: Self.rule)
    _ = try bench.ask("POST", "/v1/reset")
    #expect(bench.world.rules.rules.isEmpty)
  }

  @Test(arguments: [
    (#"{"when": {"endpont": "token"}, "then": "revokeSessions"}"#, "did you mean 'endpoint'?", 11),
    (#"{"when": {"endpoint": "token"}, "then": {"dealy": "2s"}}"#, "did you mean 'delay'?", 42),
    (#"{"when": {"endpoint": "token"}}"#, "a rule needs 'then'", 1),
    (#"{"when": {"user": "alcie"}, "then": "revokeSessions"}"#, "did you mean 'alice'?", 19),
  ])
  func refusalsSayWhere(_ text: String, _ sentence: String, _ column: Int64) throws {
    let response = try Bench().call("POST", "/v1/rules", body: text)
    expectEqual(response.status, 400)
    let problem = try JSONValue.parse(response.body)
    expectEqual(problem["detail"]?.string?.contains(sentence), true, "\(problem.text)")
    expectEqual(problem["line"], 1)
    expectEqual(problem["column"], .integer(column))
  }
}

struct ActionTests {
  @Test func areCarriedOutAtOnce() throws {
    let bench = try Bench()
    bench.world.clock.advance(by: .minutes(5))
    try expectEqual(
      bench.ask("POST", "/v1/actions", body: #"{"changePassword": "alice"}"#),
      ["done": ["count the password of 'alice' as changed"]])
    try expectEqual(bench.user("alice").passwordChangedAt, Bench.start + .minutes(5))
    #expect(try bench.user("bob").passwordChangedAt < Bench.start)
  }

  @Test func thoseThatNameNobodyMeanEverybody() throws {
    let bench = try Bench()
    _ = try bench.ask("POST", "/v1/actions", body: "[revokeSessions, { advanceClock: 1d }]")
    for user in bench.world.directory.usersInOrder { expectEqual(user.tokensValidFrom, Bench.start) }
    expectEqual(bench.world.now, Bench.start + .days(1))
  }

  @Test(arguments: [
    (#"{"disabel": "alice"}"#, 400, "did you mean 'disable'?"),
    (#"{"refuse": "AADSTS50173"}"#, 400, "there is none here; add a rule"),
    (#"{"delay": "2s"}"#, 400, "there is none here; add a rule"),
    (#"{"removePolicy": "no such"}"#, 409, "there is no policy 'no such'"),
    ("[]", 400, "is empty"),
  ])
  func refusals(_ text: String, _ status: Int, _ sentence: String) throws {
    let response = try Bench().call("POST", "/v1/actions", body: text)
    expectEqual(response.status, status)
    #expect(String(decoding: response.body, as: UTF8.self).contains(sentence))
  }

  @Test func theJournalIsLeftAlone() throws {
    let bench = try Bench()
    _ = try bench.ask("POST", "/v1/actions", body: "revokeSessions")
    #expect(bench.world.journal.exchanges.isEmpty)
  }
}
