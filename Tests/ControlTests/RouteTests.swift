import Control
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import Testing
import Time
import Worlds

struct RouteTests {
  @Test func healthTellsScenarioAndVersion() throws {
    let health: JSONValue = ["status": "ok", "scenario": "test", "version": "1.2.3", "hosts": []]
    try expectEqual(Bench().ask("GET", "/v1/health"), health)
    try expectEqual(Bench().call("HEAD", "/v1/health").status, 200)
  }

  @Test func readyTellsEachConditionAndWhyOneDoesNotHold() throws {
    let holds = ReadinessState(name: "keys", fault: nil)
    let bench = try Bench(readiness: [holds, ReadinessState(name: "store", fault: "the disk is gone")])
    let response = try bench.call("GET", "/v1/ready")
    expectEqual(response.status, 503)
    try expectEqual(
      JSONValue.parse(response.body),
      [
        "status": "notReady",
        "conditions": [
          ["name": "keys", "holds": true], ["name": "store", "holds": false, "reason": "the disk is gone"],
        ],
      ])
    try expectEqual(
      Bench(readiness: [holds]).ask("GET", "/v1/ready"),
      ["status": "ready", "conditions": [["name": "keys", "holds": true]]])
  }

  /// A scraper says by `Accept` which format it reads.
  @Test func metricsComeInTheFormatAskedFor() throws {
    let bench = try Bench()
    let response = try bench.call("GET", "/metrics")
    expectEqual(response.body, Array("# EOF\n".utf8))
    expectEqual(response.fields["Cache-Control"], "no-store")
    #expect(try bench.call("GET", "/metrics", fields: ["Accept": "text/plain"]).body.isEmpty)
    try expectEqual(bench.call("GET", "/metrics", query: "x=1").status, 400)
    try expectEqual(bench.call("POST", "/metrics").status, 405)
  }

  @Test func theCertificateIsHandedOut() throws {
    let response = try Bench(pem: "-----BEGIN CERTIFICATE-----\n").call("GET", "/ca.pem")
    expectEqual(response.fields["Content-Type"], "application/x-pem-file")
    expectEqual(response.body, Array("-----BEGIN CERTIFICATE-----\n".utf8))
    try expectEqual(Bench().call("GET", "/ca.pem").status, 404)
  }

  @Test func everyRouteIsListed() throws {
    let routes = try #require(try Bench().ask("GET", "/v1")["routes"]?.array)
    #expect(routes.count > 50)
    #expect(routes.allSatisfy { $0["summary"]?.string?.hasSuffix(".") == true })
  }

  @Test func theClockMovesStopsAndRuns() throws {
    let bench = try Bench()
    func clock(_ body: String) throws -> JSONValue { try bench.ask("POST", "/v1/clock", body: body) }
    try expectEqual(bench.ask("GET", "/v1/clock"), ["now": "2026-01-31T10:20:30Z", "mode": "running", "offset": "0s"])
    try expectEqual(clock(#"{"advance":"90d"}"#), ["now": "2026-05-01T10:20:30Z", "mode": "running", "offset": "90d"])
    try expectEqual(clock(#"{"freeze":true}"#), ["now": "2026-05-01T10:20:30Z", "mode": "frozen", "offset": nil])
    try expectEqual(
      clock(#"{"set":"2026-01-05","advance":"-1h"}"#), ["now": "2026-01-04T23:00:00Z", "mode": "frozen", "offset": nil])
    try expectEqual(clock(#"{"freeze":false}"#)["mode"], "running")
    expectEqual(bench.world.now, UnixTime(iso8601: "2026-01-04T23:00:00Z"))
  }

  @Test func thingsBecomeOlder() throws {
    let bench = try Bench()
    try bench.giveRefreshToken("one")
    try bench.giveRefreshToken("two", client: "web")
    try bench.giveRefreshToken("three", user: "bob")
    try expectEqual(
      bench.ask("POST", "/v1/age", body: #"{"kind":"refreshTokens","by":"1h","user":"alice"}"#),
      ["kind": "refreshTokens", "by": "1h", "aged": 2])
    try expectEqual(bench.world.store.refreshToken(handle: "one")?.issuedAt, Bench.start - .hours(1))
    try expectEqual(bench.world.store.refreshToken(handle: "three")?.issuedAt, Bench.start)
    try expectEqual(
      bench.ask("POST", "/v1/age", body: #"{"kind":"refreshTokens","client":"mobile"}"#),
      ["kind": "refreshTokens", "by": "91d", "aged": 2])
    try expectEqual(bench.ask("POST", "/v1/age", body: #"{"kind":"sessions"}"#)["aged"], 0)
    expectEqual(bench.world.now, Bench.start)
  }

  @Test func thePasswordChanges() throws {
    let bench = try Bench()
    bench.world.clock.advance(by: .minutes(5))
    let response = try bench.call("POST", "/v1/users/alice/changePassword", body: #"{"to":"N3w-passw0rd"}"#)
    expectEqual(response.status, 200)
    #expect(!String(decoding: response.body, as: UTF8.self).contains("N3w-passw0rd"))
    let alice = try bench.user("alice")
    expectEqual(alice.password?.matches("N3w-passw0rd"), true)
    expectEqual(alice.passwordChangedAt, Bench.start + .minutes(5))
    _ = try bench.ask("POST", "/v1/users/bob/changePassword")
    try expectEqual(bench.user("bob").password?.matches(SeededDirectory.password), true)
    try expectEqual(bench.user("bob").passwordChangedAt, Bench.start + .minutes(5))
    _ = try bench.ask("POST", "/v1/users/guest/changePassword", body: #"{"to":"N3w-passw0rd"}"#)
    try expectEqual(bench.user("gina").password?.matches("N3w-passw0rd"), true)
    try expectEqual(bench.user("guest").passwordChangedAt, Bench.start + .minutes(5))
  }

  @Test(arguments: [
    "alice", "ALICE", "alice@contoso.onmicrosoft.com", "alice%40contoso.onmicrosoft.com",
    "a11ce000-0000-4000-8000-000000000001",
  ])
  func sessionsEndAndAccountsClose(_ name: String) throws {
    let bench = try Bench()
    try expectEqual(bench.ask("POST", "/v1/users/\(name)/revokeSessions")["tokensValidFrom"], "2026-01-31T10:20:30Z")
    try expectEqual(bench.user("alice").tokensValidFrom, Bench.start)
    try expectEqual(bench.ask("POST", "/v1/users/\(name)/disable")["enabled"], false)
    try expectEqual(bench.user("alice").isEnabled, false)
    try expectEqual(bench.ask("POST", "/v1/users/\(name)/enable")["enabled"], true)
    #expect(try bench.user("alice").isEnabled)
  }

  @Test func resetGoesBack() throws {
    let bench = try Bench()
    try bench.giveRefreshToken("one")
    bench.record(.token)
    _ = try bench.ask("POST", "/v1/users/alice/disable")
    _ = try bench.ask("POST", "/v1/clock", body: #"{"advance":"1d"}"#)
    try expectEqual(bench.ask("POST", "/v1/reset")["clock"]?["now"], "2026-01-31T10:20:30Z")
    #expect(try bench.user("alice").isEnabled)
    try expectNil(bench.world.store.refreshToken(handle: "one"))
    #expect(bench.world.journal.exchanges.isEmpty)
  }

  @Test func theWorldIsShownWithoutSecrets() throws {
    let bench = try Bench()
    let world = try bench.ask("GET", "/v1/world")
    expectEqual(world["tenants"]?.array?.count, 3)
    let alice = world["users"]?.array?.first
    expectEqual(alice?["userPrincipalName"], "alice@contoso.onmicrosoft.com")
    expectEqual(alice?["tenant"], "contoso")
    let mobile = world["apps"]?.array?.first { $0["alias"] == "mobile" }
    expectEqual(mobile?["clientId"], "30b11e00-0000-4000-8000-000000000001")
    expectEqual(mobile?["redirectUris"]?.array?.first, ["uri": "http://localhost", "platform": "native"])
    let text = world.text
    for secret in [SeededDirectory.password, "web-secret", "daemon-secret", "digest", "salt"] {
      #expect(!text.contains(secret))
    }
  }

  @Test func expectationsAreHeldAgainstTheJournal() throws {
    var pattern = Pattern()
    pattern.event = .signIn
    let bench = try Bench(expectations: [Expectation(pattern: pattern, count: 1)])
    let before = try bench.ask("POST", "/v1/verify")
    expectEqual(before["ok"], false)
    expectEqual(before["expectations"]?.array?.first?["met"], false)
    expectEqual(before["expectations"]?.array?.first?["found"], 0)
    bench.record(.signIn, user: "alice", events: [.signIn])
    try expectEqual(bench.ask("POST", "/v1/verify")["ok"], true)
  }

  @Test func expectationsMayComeWithTheQuestion() throws {
    let bench = try Bench()
    bench.record(.signIn, user: "alice", events: [.signIn])
    let answer = try bench.ask(
      "POST", "/v1/verify",
      body: #"{"expect": [{"event": "signIn", "user": "alice", "count": 1}, {"event": "signIn", "user": "bob"}]}"#)
    expectEqual(answer["ok"], false)
    expectEqual(answer["expectations"]?.array?.map { $0["met"] }, [true, false])
    let failed = try #require(answer["expectations"]?.array?.last)
    expectEqual(failed["verdict"], "signIn, user bob: expected at least once, found never")
    let nearest = try #require(failed["nearest"]?.array?.first)
    expectEqual(nearest["number"], 1)
    expectEqual(nearest["differences"], [["key": "user", "wanted": "bob", "found": "alice"]])
    try expectEqual(bench.ask("POST", "/v1/verify", body: "- event: signIn")["ok"], true)
    try expectEqual(bench.ask("POST", "/v1/verify", body: "{}")["expectations"], [])
  }

  struct Refusal: CustomTestStringConvertible {
    var method = "POST"
    var path: String
    var query: String?
    var body = ""
    var status = 400
    let problem: String
    let says: String
    let testDescription: String
  }

  @Test(arguments: [
    Refusal(
      method: "GET", path: "/v1/clok", status: 404, problem: "no-route", says: "Did you mean /_mockidp/v1/clock?",
      testDescription: "a slip in a path"),
    Refusal(
      path: "/v1/users/alice/disabel", status: 404, problem: "no-route",
      says: "Did you mean /_mockidp/v1/users/alice/disable?", testDescription: "a slip after a name"),
    Refusal(
      method: "DELETE", path: "/v1/clock", status: 405, problem: "method-not-allowed", says: "Possible are: GET, POST.",
      testDescription: "a method not for this"),
    Refusal(
      path: "/v1/verify", body: #"{"expect": [{"event": "signin"}]}"#, problem: "bad-expectation",
      says: "Line 1, column 23: unknown event 'signin'; did you mean 'signIn'?", testDescription: "no such event"),
    Refusal(
      path: "/v1/verify", body: #"{"expects": []}"#, problem: "bad-expectation", says: "did you mean 'expect'?",
      testDescription: "a slip in what verify takes"),
    Refusal(
      path: "/v1/verify", body: "{", problem: "bad-expectation", says: "did not find expected node content",
      testDescription: "half a body for verify"),
    Refusal(path: "/v1/clock", body: "{", problem: "not-json", says: "at byte 1", testDescription: "half a body"),
    Refusal(path: "/v1/clock", body: "[]", problem: "not-json", says: "another value", testDescription: "an array"),
    Refusal(
      path: "/v1/clock", body: #"{"advnace":"1d"}"#, problem: "unknown-member",
      says: "Did you mean 'advance'? Known are: advance, set, freeze.", testDescription: "a slip in a member"),
    Refusal(path: "/v1/clock", problem: "missing-member", says: "'advance'", testDescription: "nothing to do"),
    Refusal(
      path: "/v1/clock", body: #"{"advance":"90"}"#, problem: "bad-value", says: #"a duration such as \"90d\""#,
      testDescription: "a duration without a unit"),
    Refusal(
      path: "/v1/clock", body: #"{"advance":90}"#, problem: "bad-value",
      says: "'advance' is not what it should be: 90.",
      testDescription: "a number"),
    Refusal(
      path: "/v1/clock", body: #"{"set":"yesterday"}"#, problem: "bad-value", says: "2026-01-05T09:00:00Z",
      testDescription: "a bad time"),
    Refusal(
      path: "/v1/clock", body: #"{"freeze":"yes"}"#, problem: "bad-value", says: "It is true or false.",
      testDescription: "a text for a flag"),
    Refusal(
      path: "/v1/age", problem: "missing-member", says: #"one of \"refreshTokens\", \"sessions\", \"codes\""#,
      testDescription: "nothing named"),
    Refusal(
      path: "/v1/age", body: #"{"kind":"refreshTokens","by":"-1d"}"#, problem: "bad-value", says: "do not grow younger",
      testDescription: "younger"),
    Refusal(
      path: "/v1/age", body: #"{"kind":"refreshtoken"}"#, problem: "unknown-kind",
      says: "Did you mean 'refreshTokens'?", testDescription: "a slip in a kind"),
    Refusal(
      path: "/v1/age", body: #"{"kind":"accessTokens"}"#, problem: "unknown-kind", says: "set lifetimes ('lifetimes: {",
      testDescription: "a kind that says itself when it ends"),
    Refusal(
      path: "/v1/age", body: #"{"kind":"codes","user":"alcie"}"#, problem: "unknown-user",
      says: "Did you mean 'alice'?", testDescription: "a slip in a user"),
    Refusal(
      path: "/v1/age", body: #"{"kind":"codes","client":"mobil"}"#, problem: "unknown-app",
      says: "Did you mean 'mobile'?", testDescription: "a slip in an app"),
    Refusal(
      path: "/v1/age", body: #"{"kind":"sessions","client":"mobile"}"#, problem: "bad-value", says: "belong to no app",
      testDescription: "sessions of an app"),
    Refusal(
      path: "/v1/users/alcie/disable", status: 404, problem: "not-found", says: "Did you mean 'alice'?",
      testDescription: "a slip in a path's user"),
    Refusal(
      path: "/v1/users/alice/changePassword", body: #"{"to":12345678}"#, problem: "bad-value", says: "a text",
      testDescription: "a password that is not a text"),
    Refusal(
      path: "/v1/users/alice/disable", body: #"{"now":true}"#, problem: "unknown-member", says: "Send no body.",
      testDescription: "a body where none is wanted"),
    Refusal(
      path: "/v1/reset", body: #"{"hard":true}"#, problem: "unknown-member", says: "Send no body.",
      testDescription: "reset takes none"),
    Refusal(
      method: "GET", path: "/v1/exchanges", query: "endpint=token", problem: "unknown-parameter",
      says: "Did you mean 'endpoint'?", testDescription: "a slip in a filter"),
    Refusal(
      method: "GET", path: "/v1/exchanges", query: "endpoint=tokn", problem: "unknown-endpoint",
      says: "Did you mean 'token'?", testDescription: "a slip in an endpoint"),
    Refusal(
      method: "GET", path: "/v1/exchanges", query: "event=token.isued", problem: "unknown-event",
      says: "Did you mean 'token.issued'?", testDescription: "a slip in an event"),
    Refusal(
      method: "GET", path: "/v1/exchanges", query: "after=-1", problem: "bad-value", says: "the number of an exchange",
      testDescription: "a number with a sign"),
    Refusal(
      method: "GET", path: "/v1/exchanges", query: "limit=99999999999999999999", problem: "bad-value",
      says: "how many to show", testDescription: "a number out of reach"),
    Refusal(
      method: "GET", path: "/v1/exchanges/7", status: 404, problem: "not-found", says: "There is no exchange '7'.",
      testDescription: "no such exchange"),
    Refusal(
      method: "GET", path: "/v1/world", query: "x=1", problem: "unknown-parameter", says: "Leave it out.",
      testDescription: "a parameter where none is wanted"),
  ])
  func refusesWithARemedy(_ row: Refusal) throws {
    let bench = try Bench()
    let response = try bench.call(row.method, row.path, query: row.query, body: row.body)
    let text = String(decoding: response.body, as: UTF8.self)
    expectEqual(response.status, row.status)
    try expectEqual(JSONValue.parse(response.body)["type"], .string("urn:mockidp:problem:" + row.problem))
    #expect(text.contains(row.says), "\(text)")
    #expect(!text.contains("12345678"))
    expectEqual(response.fields["Allow"], (row.status == 405 ? "GET, POST" : nil))
  }

  @Test(arguments: ["/_mockidp", "/_mockidp/", "/_mockidp/v1/x", "/_mockidp/ca.pem"])
  func serves(_ path: String) { #expect(ControlAPI.serves(path)) }

  @Test(arguments: ["/", "/_mockidpx", "/v1.0/me", "/common/_mockidp"])
  func leavesToOthers(_ path: String) { #expect(!ControlAPI.serves(path)) }
}
