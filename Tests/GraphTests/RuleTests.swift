import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import Testing
import Worlds

struct RuleTests {
  /// Puts something in the way of the answer.
  struct Shaping: AnswerAction {
    let summary = "shape the answer"
    let change: @Sendable (inout AnswerShape) -> Void

    func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) { change(&answer) }
  }

  private func bench(_ occurrence: Occurrence = .every, _ shape: @escaping @Sendable (inout AnswerShape) -> Void) throws
    -> Bench
  {
    var pattern = Pattern()
    pattern.endpoint = .me
    return try Bench(
      rules: [Rule(name: "fault", pattern: pattern, occurrence: occurrence, actions: [.answer(Shaping(change: shape))])]
    )
  }

  @Test(arguments: [Occurrence(first: 1, last: 1), .every]) func aChallengeDemandsItsClaims(_ occurrence: Occurrence)
    throws
  {
    let bench = try Bench(
      rules: [
        Rule(
          name: "challenge", pattern: Pattern(), occurrence: occurrence,
          actions: [.answer(ChallengeAction(context: "c1"))])
      ])
    let bearer = try bench.bearer(try bench.claims())
    let (response, exchange) = try bench.call(authorization: bearer)
    expectEqual(response.status, 401)
    try expectEqual(response.json()["error"]?["code"], "InvalidAuthenticationToken")
    let claims = Base64.encode(Array(#"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#.utf8))
    let challenge = response.fields["WWW-Authenticate"] ?? ""
    // The description stands before the error, and PoP behind Bearer (observed in 2024 and 2025).
    #expect(
      challenge.contains(#"", error="insufficient_claims", claims="\#(claims)", PoP realm="""#), "\(challenge)")
    expectEqual(exchange.events, [.resourceRefused])
    // The same token is challenged again; the one that meets the claims is served.
    try expectEqual(bench.call(authorization: bearer).response.status, 401)
    var claims2 = try bench.claims()
    claims2["uti"] = "another"
    claims2["acrs"] = ["c1"]
    let (served, met) = try bench.call(authorization: try bench.bearer(claims2))
    expectEqual(served.status, 200)
    // A rule for the first token has nothing to say of the second.
    expectEqual(met.reasons.contains { $0.contains("has acrs c1: served") }, occurrence == .every, "\(met.reasons)")
  }

  @Test func aChallengeWithoutClaimsDemandsANewToken() throws {
    let bench = try Bench(
      rules: [
        Rule(name: "challenge", pattern: Pattern(), occurrence: .every, actions: [.answer(ChallengeAction(nil))])
      ])
    let (response, _) = try bench.call(authorization: try bench.bearer(try bench.claims()))
    let claims = ChallengeAction.newToken(since: Bench.start)
    expectEqual(response.fields["WWW-Authenticate"]?.contains(Base64.encode(Array(claims.utf8))), true)
  }

  @Test func aSegmentThatIsNotServedCanBeGivenAnAnswer() throws {
    var pattern = Pattern()
    pattern.path = PathPattern("/v1.0/me/drive/**")
    let answer = AnswerShape.Replacement(status: 200, fields: [], body: "{}", contentType: "application/json")
    let bench = try Bench(
      rules: [Rule(name: "drive", pattern: pattern, occurrence: .every, actions: [.answer(RespondAction(answer))])])
    let bearer = try bench.bearer(try bench.claims())
    #expect(throws: ReplacedAnswer.self) { try bench.call("/v1.0/me/drive/root/children", authorization: bearer) }
    try expectEqual(bench.call("/v1.0/me", authorization: bearer).response.status, 200)
  }

  @Test func aRefusalBecomesADeadTokenWithItsClaims() throws {
    let bench = try bench { shape in
      shape.refusal = Refusal.tenantNotFoundAtDiscovery("x").demanding(claims: #"{"access_token":{}}"#)
    }
    let (response, exchange) = try bench.call(authorization: try bench.bearer(try bench.claims()))
    expectEqual(response.status, 401)
    try expectEqual(response.json()["error"]?["code"], "InvalidAuthenticationToken")
    try expectEqual(response.json()["error"]?["message"]?.string?.hasPrefix("AADSTS90002: "), true)
    let claims = Base64.encode(Array(#"{"access_token":{}}"#.utf8))
    let challenge = response.fields["WWW-Authenticate"] ?? ""
    #expect(challenge.contains(#"", error="insufficient_claims", claims="\#(claims)""#), "\(challenge)")
    expectEqual(exchange.refusal?.code, 90002)
    expectEqual(exchange.rules, ["fault"])
    expectEqual(exchange.events, [.resourceRefused])
  }

  @Test func anOutageKeepsItsStatusAndMeetsBadTokensToo() throws {
    let bench = try bench { shape in
      var refusal = Refusal.tenantNotFoundAtDiscovery("x")
      refusal.status = 503
      refusal.retryAfter = 7
      shape.refusal = refusal
    }
    for authorization in [nil, try bench.bearer(try bench.claims())] {
      let response = try bench.call(authorization: authorization).response
      expectEqual(response.status, 503)
      expectEqual(response.fields["Retry-After"], "7")
      try expectEqual(response.json()["error"]?["code"], "serviceNotAvailable")
    }
  }

  @Test func aReplacedAnswerIsHandedOn() throws {
    let bench = try bench { shape in
      shape.replacement = AnswerShape.Replacement(status: 418, fields: [], body: "", contentType: "text/plain")
    }
    #expect(throws: ReplacedAnswer.self) { try bench.call(authorization: try bench.bearer(try bench.claims())) }
  }

  @Test func everyCallCountsOnce() throws {
    let bench = try bench(Occurrence(first: 2, last: 2)) { shape in
      shape.refusal = Refusal.tenantNotFoundAtDiscovery("x")
    }
    let token = try bench.bearer(try bench.claims())
    let statuses = try (1...3).map { _ in try bench.call(authorization: token).response.status }
    expectEqual(statuses, [200, 401, 200])
  }

  @Test func aStepOfABatchIsThrottledByItself() throws {
    let bench = try bench(Occurrence(first: 1, last: 1)) { shape in
      shape.replacement = AnswerShape.Replacement(
        status: 429, fields: [AnswerShape.Replacement.Field(name: "Retry-After", value: "7")],
        body: #"{"error":{"code":"TooManyRequests"}}"#, contentType: "application/json")
    }
    let (response, exchange) = try bench.call(
      "/v1.0/$batch", method: "POST", authorization: try bench.token("User.Read"),
      body: #"{"requests":[{"id":"1","method":"GET","url":"/me"},{"id":"2","method":"GET","url":"/me"}]}"#)
    expectEqual(response.status, 200)
    let steps = try Bench.found(try response.json()["responses"]?.array)
    expectEqual(steps.map { $0["status"] }, [429, 200])
    expectEqual(steps.first?["headers"]?["Retry-After"], "7")
    expectEqual(steps.first?["body"]?["error"]?["code"], "TooManyRequests")
    expectEqual(exchange.rules, ["fault"])
  }
}
