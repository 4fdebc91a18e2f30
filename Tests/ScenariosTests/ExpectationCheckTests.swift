import Directory
import Policy
import Testing

@testable import Scenarios

@Suite("Expectations") struct ExpectationCheckTests {
  /// Alice signs in to the mobile app, renews, and is refused.
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
    try exchange(.tokenRefused, "refresh_token", .token, .grantInvalid)
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

  @Test(
    "are counted, and say what was found instead",
    arguments: [
      Case("{ event: signIn }", true, "signIn: expected at least once, found once"),
      Case("{ event: token.issued, count: 2 }", true, "token.issued: expected twice, found twice"),
      Case("{ event: signOut, count: 0 }", true, "signOut: expected never, found never"),
      Case("{ endpoint: token, count: 3 }", true, "endpoint token: expected 3 times, found 3 times"),
      Case(
        "{ event: token.refused, code: AADSTS50173, count: 1 }", false,
        "token.refused, AADSTS50173: expected once, found never; nearest: "
          + "#4 token.refused AADSTS70000 (refresh_token, mobile, alice)"),
      Case(
        "{ event: signIn, user: alice, count: 2 }", false,
        "signIn, user alice: expected twice, found once: #1 signIn (mobile, alice); nearest: "
          + "#4 token.refused AADSTS70000 (refresh_token, mobile, alice); "
          + "#3 token.issued (refresh_token, mobile, alice); #2 token.issued (authorization_code, mobile, alice)"),
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
    ])
  func evaluate(_ c: Case) throws {
    let test = try TestWorld("expect: [\(c.expectation)]")
    let results = ExpectationCheck.evaluate(test.world.scenario.expectations, try exchanges(of: test))
    #expect(results.map(\.isMet) == [c.isMet])
    #expect(results.map(\.sentence) == [c.sentence])
  }

  @Test("are answered in their order, none for none") func order() throws {
    let test = try TestWorld("expect: [{ event: signOut }, { event: signIn }]")
    #expect(
      ExpectationCheck.evaluate(test.world.scenario.expectations, try exchanges(of: test)).map(\.isMet) == [
        false, true,
      ])
    #expect(ExpectationCheck.evaluate([], []).isEmpty)
  }
}
