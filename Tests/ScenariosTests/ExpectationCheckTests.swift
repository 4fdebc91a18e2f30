import Directory
import Expectations
import Policy
import Testing

@testable import Scenarios
@testable import Worlds

@Suite("Expectations") struct ExpectationCheckTests {
  /// Alice signs in to the mobile app, renews, is refused, and signs in again.
  private func exchanges(of test: TestWorld) throws -> [Exchange] {
    func exchange(_ event: Exchange.Event, _ grant: String?, _ endpoint: EndpointName, _ refusal: Refusal? = nil) throws
    {
      var exchange = try test.exchange(user: "alice", client: "mobile")
      exchange.endpoint = endpoint
      exchange.grant = grant
      exchange.refusal = refusal
      exchange.note(event)
      test.world.journal.record(exchange)
    }
    try exchange(.signIn, nil, .signIn)
    try exchange(.tokenIssued, "authorization_code", .token)
    try exchange(.tokenIssued, "refresh_token", .token)
    try exchange(.tokenRefused, "refresh_token", .token, Refusal(.grantInvalid))
    return test.world.journal.exchanges
  }

  struct Case: CustomTestStringConvertible {
    let expectation: String
    let isMet: Bool
    let sentence: String
    var testDescription: String { expectation }

    init(_ expectation: String, _ isMet: Bool, _ sentence: String) {
      self.expectation = expectation
      self.isMet = isMet
      self.sentence = sentence
    }
  }

  private func check(_ c: Case) throws {
    let test = try TestWorld("expect: [\(c.expectation)]")
    let results = ExpectationCheck.evaluate(test.world.scenario.expectations, try exchanges(of: test))
    expectEqual(results.first?.isMet, c.isMet)
    expectEqual(results.first?.sentence, c.sentence)
  }

  @Test(
    "are counted, and say what was found instead",
    arguments: [
      Case("{ event: signIn }", true, "signIn: expected at least once, found once"),
      Case("{ event: token.issued, count: 2 }", true, "token.issued: expected twice, found twice"),
      Case("{ event: token.issued, count: '2' }", true, "token.issued: expected twice, found twice"),
      Case("{ event: token.issued, count: 1..3 }", true, "token.issued: expected 1 to 3 times, found twice"),
      Case("{ event: token.issued, count: 0..2 }", true, "token.issued: expected at most twice, found twice"),
      Case("{ event: token.issued, count: 2.. }", true, "token.issued: expected at least twice, found twice"),
      Case("{ event: signOut, count: 0 }", true, "signOut: expected never, found never"),
      Case("{ event: signOut, never: true }", true, "signOut: expected never, found never"),
      Case("{ endpoint: token, count: 3 }", true, "endpoint token: expected 3 times, found 3 times"),
      Case(
        "{ event: token.refused, code: AADSTS50173, count: 1 }", false,
        "token.refused, AADSTS50173: expected once, found never; nearest: "
          + "#4 token.refused AADSTS70000 (refresh_token, mobile, alice), where error is AADSTS70000"),
      Case(
        "{ event: token.issued, count: 3.. }", false,
        "token.issued: expected at least 3 times, found twice: #2 token.issued (authorization_code, mobile, alice); "
          + "#3 token.issued (refresh_token, mobile, alice)"),
      Case(
        "{ event: signIn, user: alice, count: 2 }", false,
        "signIn, user alice: expected twice, found once: #1 signIn (mobile, alice); nearest: "
          + "#4 token.refused AADSTS70000 (refresh_token, mobile, alice), where event is token.refused; "
          + "#3 token.issued (refresh_token, mobile, alice), where event is token.issued; "
          + "#2 token.issued (authorization_code, mobile, alice), where event is token.issued"),
      Case(
        "{ event: token.issued, count: 1 }", false,
        "token.issued: expected once, found twice: #2 token.issued (authorization_code, mobile, alice); "
          + "#3 token.issued (refresh_token, mobile, alice)"),
      Case(
        "{ event: token.refused, count: 0 }", false,
        "token.refused: expected never, found once: #4 token.refused AADSTS70000 (refresh_token, mobile, alice)"),
      Case("{ event: signOut }", false, "signOut: expected at least once, found never; nothing like it happened"),
      Case(
        "{ client: mobile, count: 1 }", false,
        "client mobile: expected once, found 4 times: #1 signIn (mobile, alice); "
          + "#2 token (authorization_code, mobile, alice); #3 token (refresh_token, mobile, alice); and 1 more"),
      Case(
        "{ event: token.issued, grant: client_credentials, user: bob, scope: User.Read }", false,
        "token.issued, grant client_credentials, user bob, scope User.Read: expected at least once, found never; "
          + "nearest: #3 token.issued (refresh_token, mobile, alice), "
          + "where grant is refresh_token and user is alice and scope is missing; "
          + "#2 token.issued (authorization_code, mobile, alice), "
          + "where grant is authorization_code and user is alice and scope is missing"),
    ])
  func counts(_ c: Case) throws { try check(c) }

  @Test(
    "count before and after something else",
    arguments: [
      Case(
        "{ event: token.issued, before: token.refused, count: 2 }", true,
        "token.issued, before token.refused: expected twice, found twice"),
      Case(
        "{ event: token.issued, after: { event: token.issued }, count: 1 }", true,
        "token.issued, after token.issued: expected once, found once"),
      // An exchange comes before its own events.
      Case(
        "{ event: token.refused, after: { endpoint: token, grant: refresh_token } }", true,
        "token.refused, after endpoint token, grant refresh_token: expected at least once, found once"),
      Case(
        "{ event: token.issued, after: signIn, before: token.refused, grant: refresh_token }", true,
        "token.issued, grant refresh_token, after signIn, before token.refused: expected at least once, found once"),
      Case(
        "{ event: signIn, after: token.refused }", false,
        "signIn, after token.refused: expected at least once, found never; outside of that: #1 signIn (mobile, alice)"),
      Case(
        "{ event: token.refused, before: signIn }", false,
        "token.refused, before signIn: expected at least once, found never; outside of that: "
          + "#4 token.refused AADSTS70000 (refresh_token, mobile, alice)"),
      Case(
        "{ event: signIn, before: signOut }", false,
        "signIn, before signOut: expected at least once, found once: #1 signIn (mobile, alice); signOut never happened"),
      Case(
        "{ event: signIn, after: signOut }", false,
        "signIn, after signOut: expected at least once, found never; signOut never happened"),
      // What must not happen needs nothing else to happen.
      Case(
        "{ event: signIn, after: signOut, never: true }", true, "signIn, after signOut: expected never, found never"),
      Case(
        "{ event: signIn, after: token.refused, never: true }", true,
        "signIn, after token.refused: expected never, found never"),
      Case(
        "{ event: signIn, before: late }, { name: late, event: token.refused }", true,
        "signIn, before late: expected at least once, found once"),
    ])
  func windows(_ c: Case) throws { try check(c) }

  @Test(
    "may be an order",
    arguments: [
      Case(
        "{ inOrder: [{ event: signIn }, { event: token.issued }, { event: token.refused }] }", true,
        "signIn, then token.issued, then token.refused: expected in this order, found all"),
      Case(
        "{ inOrder: [{ endpoint: token, grant: refresh_token }, { event: token.issued }] }", true,
        "endpoint token, grant refresh_token, then token.issued: expected in this order, found all"),
      Case(
        "{ inOrder: [{ event: token.refused }, { event: signIn }] }", false,
        "token.refused, then signIn: expected in this order, found 1 of 2: "
          + "#4 token.refused AADSTS70000 (refresh_token, mobile, alice); "
          + "after #4 no signIn, only before it: #1 signIn (mobile, alice)"),
      Case(
        "{ inOrder: [{ event: signOut }, { event: signIn }] }", false,
        "signOut, then signIn: expected in this order, found 0 of 2; no signOut"),
      Case(
        "{ inOrder: [{ event: signIn }, { event: token.issued, grant: password }] }", false,
        "signIn, then token.issued, grant password: expected in this order, found 1 of 2: #1 signIn (mobile, alice); "
          + "after #1 no token.issued, grant password; nearest: "
          + "#3 token.issued (refresh_token, mobile, alice), where grant is refresh_token; "
          + "#2 token.issued (authorization_code, mobile, alice), where grant is authorization_code"),
    ])
  func orders(_ c: Case) throws { try check(c) }

  @Test("are answered in their order, none for none") func order() throws {
    let test = try TestWorld("expect: [{ event: signOut }, { event: signIn }]")
    expectEqual(
      ExpectationCheck.evaluate(test.world.scenario.expectations, try exchanges(of: test)).map(\.isMet),
      [
        false, true,
      ])
    #expect(ExpectationCheck.evaluate([], []).isEmpty)
  }

  @Test("differ in words that programs can read") func differences() throws {
    let test = try TestWorld("expect: [{ event: token.refused, code: AADSTS50173, user: alice }]")
    let results = ExpectationCheck.evaluate(test.world.scenario.expectations, try exchanges(of: test))
    let nearest = try #require(results.first?.nearest.first)
    expectEqual(nearest.number, 4)
    expectEqual(nearest.differences, [.init(key: "error", wanted: "AADSTS50173", found: "AADSTS70000")])
  }

  struct Text: CustomTestStringConvertible {
    let text: String
    let count: Int?
    let testDescription: String
  }

  @Test(
    "are read from more than scenario files",
    arguments: [
      Text(text: "", count: nil, testDescription: "nothing"),
      Text(text: "{}", count: nil, testDescription: "an empty object"),
      Text(text: "[]", count: 0, testDescription: "an empty list"),
      Text(text: #"[{"event": "signIn", "count": "2.."}]"#, count: 1, testDescription: "a list"),
      Text(text: #"{"expect": [{"event": "signIn", "never": "true"}]}"#, count: 1, testDescription: "an object"),
      Text(
        text: "scenario: x\nrules: []\nexpect:\n  - event: signIn\n  - event: signOut\n", count: 2,
        testDescription: "a scenario file"),
      Text(text: "scenario: x\nrules: []\n", count: nil, testDescription: "one that expects nothing"),
    ])
  func sources(_ c: Text) throws {
    let directory = try TestWorld().world.directory
    try expectEqual(Expectation.list(from: Array(c.text.utf8), file: "f", in: directory)?.count, c.count)
  }

  /// Many expectations may each be about the whole journal.
  @Test("list the first of many happenings, and count them all") func lists() throws {
    let test = try TestWorld("expect: [{ event: token.refused, count: 2 }, { event: token.refused, user: bob }]")
    for _ in 0..<50 {
      var exchange = try test.exchange(user: "alice", client: "mobile")
      exchange.refusal = Refusal(.grantInvalid)
      exchange.note(.tokenRefused)
      test.world.journal.record(exchange)
    }
    let results = ExpectationCheck.evaluate(test.world.scenario.expectations, test.world.journal.exchanges)
    let (counted, missed) = (try #require(results.first), try #require(results.last))
    expectEqual(counted.found, 50)
    expectEqual(counted.matches.map(\.number), Array(1...20))
    #expect(counted.sentence.hasSuffix("and 47 more"))
    expectEqual(missed.nearest.map(\.number), Array((31...50).reversed()))
    #expect(missed.sentence.hasSuffix("and 47 more"))
  }
}
