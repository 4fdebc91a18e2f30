import Bytes
import Control
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import Testing
import Time
import Worlds

struct ExchangeTests {
  static let flow = GUID(random: [UInt8](repeating: 1, count: 16))
  static let trace = GUID(random: [UInt8](repeating: 2, count: 16))

  private func bench() throws -> Bench {
    let bench = try Bench()
    bench.record(.authorize, user: "alice", client: "mobile", events: [.signIn, .codeIssued], correlation: Self.flow)
    bench.record(.token, user: "alice", client: "mobile", events: [.tokenIssued], correlation: Self.flow)
    bench.record(
      .token, user: "bob", client: "web", events: [.tokenRefused], refusal: .tenantNotFoundAtDiscovery("x"),
      trace: Self.trace)
    bench.record(.me, user: "alice", client: "mobile", events: [.resourceServed])
    return bench
  }

  struct Row: CustomTestStringConvertible {
    let query: String?
    let numbers: [Int64]
    let last: Int64
    let testDescription: String
  }

  @Test(arguments: [
    Row(query: nil, numbers: [1, 2, 3, 4], last: 4, testDescription: "all, the oldest first"),
    Row(query: "endpoint=token", numbers: [2, 3], last: 3, testDescription: "an endpoint"),
    Row(query: "user=alice@contoso.onmicrosoft.com", numbers: [1, 2, 4], last: 4, testDescription: "a user's name"),
    Row(query: "client=web", numbers: [3], last: 3, testDescription: "an app"),
    Row(query: "event=code.issued", numbers: [1], last: 1, testDescription: "an event"),
    Row(query: "error=AADSTS90002", numbers: [3], last: 3, testDescription: "a code"),
    Row(query: "error=90002", numbers: [3], last: 3, testDescription: "a code's digits"),
    Row(query: "user=alice&endpoint=token", numbers: [2], last: 2, testDescription: "two filters"),
    Row(query: "limit=2", numbers: [3, 4], last: 4, testDescription: "the newest"),
    Row(query: "after=1&limit=2", numbers: [2, 3], last: 3, testDescription: "the next"),
    Row(query: "after=4", numbers: [], last: 4, testDescription: "none yet"),
    Row(query: "after=0&user=bob", numbers: [3], last: 3, testDescription: "from the beginning"),
    Row(query: "tenant=fabrikam", numbers: [], last: 0, testDescription: "none at all"),
    Row(query: "limit=0", numbers: [], last: 0, testDescription: "no more than nothing"),
  ])
  func lists(_ row: Row) throws {
    let answer = try bench().ask("GET", "/v1/exchanges", query: row.query)
    expectEqual(answer["exchanges"]?.array?.compactMap { $0["number"]?.integer }, row.numbers)
    expectEqual(answer["last"]?.integer, row.last)
  }

  @Test(arguments: [
    Row(query: "3", numbers: [3], last: 3, testDescription: "by number"),
    Row(query: "\(trace)", numbers: [3], last: 3, testDescription: "by trace id"),
    Row(query: "\(flow)", numbers: [1, 2], last: 2, testDescription: "by correlation id"),
  ])
  func finds(_ row: Row) throws {
    let answer = try bench().ask("GET", "/v1/exchanges/\(row.query ?? "")")
    expectEqual(answer["exchanges"]?.array?.compactMap { $0["number"]?.integer }, row.numbers)
    expectEqual(answer["last"]?.integer, row.last)
  }

  @Test(arguments: [
    ("action=disable", [Int64(1)]), ("action=update", [2]), ("action=update&group=engineers", [2]),
    ("group=engineers", [2]),
    ("action=create", []),
  ])
  func listsWhatProvisioningDid(query: String, numbers: [Int64]) throws {
    let bench = try Bench()
    let group = try #require(bench.world.directory.group(named: "engineers"))
    for (action, group) in [(Exchange.ProvisioningAction.disable, nil), (.update, group)] {
      var exchange = Exchange(
        traceID: .zero, correlationID: .zero, startedAt: bench.world.now, method: "PATCH", host: "localhost", path: "/x"
      )
      exchange.endpoint = .provisioning
      exchange.action = action
      if let group { exchange.note(group: group) }
      bench.world.journal.record(exchange)
    }
    for query in [query, query.exchanging("engineers", for: "\(group.id)")] {
      let answer = try bench.ask("GET", "/v1/exchanges", query: query)
      expectEqual(answer["exchanges"]?.array?.compactMap { $0["number"]?.integer }, numbers)
    }
  }

  @Test func forgets() throws {
    let bench = try bench()
    try expectEqual(bench.ask("DELETE", "/v1/exchanges"), ["removed": 4])
    try expectEqual(bench.ask("GET", "/v1/exchanges"), ["exchanges": [], "last": 0])
  }

  /// One exchange says what the client got, and many do when they are asked to.
  @Test(arguments: [
    ("/v1/exchanges/1", nil, true), ("/v1/exchanges", "answers=all", true), ("/v1/exchanges", nil, false),
  ])
  func answersAreShown(_ path: String, _ query: String?, _ isShown: Bool) throws {
    let bench = try Bench()
    var exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: Bench.start, method: "POST", host: "localhost", path: "/")
    let body = String(repeating: "a", count: AnswerCopy.maximumBody + 1)
    exchange.answer = AnswerCopy(
      of: HTTPResponse(status: 200, fields: ["Content-Type": "text/plain"], body: Array(body.utf8)), to: exchange)
    bench.world.journal.record(exchange)
    let shown = try bench.ask("GET", path, query: query)["exchanges"]?.array?.first?["answer"]
    guard isShown else { return expectNil(shown) }
    expectEqual(shown?["fields"], [["name": "Content-Type", "value": "text/plain"]])
    expectEqual(shown?["body"]?.string?.utf8.count, AnswerCopy.maximumBody)
    expectEqual(shown?["size"]?.integer, Int64(body.utf8.count))
    expectEqual(shown?["isCut"], true)
    let archived = try bench.ask("GET", "/v1/exchanges.har")["log"]?["entries"]?.array?.first?["response"]
    expectEqual(archived?["content"]?["size"]?.integer, Int64(body.utf8.count))
    expectEqual(archived?["content"]?["mimeType"], "text/plain")
  }

  @Test func membersHaveOneOrder() throws {
    let bench = try Bench()
    var exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: Bench.start, method: "POST", host: "localhost:8443",
      path: "/common/oauth2/v2.0/token")
    exchange.number = 7
    exchange.endpoint = .token
    exchange.status = 400
    exchange.note(user: try bench.user("alice"))
    exchange.grant = "refresh_token"
    exchange.scopes = ["User.Read"]
    exchange.library = "MSAL.Python 1.31"
    exchange.parameters = [.init(name: "scope", value: "User.Read")]
    exchange.note(.tokenRefused)
    exchange.because("it is too old")
    exchange.rules = ["outage"]
    exchange.refusal = .tenantNotFoundAtDiscovery("x")
    let value = ExchangeJSON.value(exchange)
    expectEqual(
      value.object?.names,
      [
        "number", "startedAt", "traceId", "correlationId", "method", "host", "path", "endpoint", "status", "user",
        "grant", "scopes", "library", "parameters", "events", "reasons", "rules", "refusal", "why",
      ])
    expectEqual(value["startedAt"], "2026-01-31T10:20:30.0000000Z")
    expectEqual(value["user"], ["alias": "alice", "id": "a11ce000-0000-4000-8000-000000000001"])
    expectEqual(value["refusal"]?["code"], "AADSTS90002")
    expectEqual(value["refusal"]?["remedy"]?.string?.isEmpty, false)
  }

  @Test(arguments: [
    "password", "client_secret", "client_assertion", "refresh_token", "code", "code_verifier", "assertion",
    "id_token_hint", "device_code", "access_token", "id_token",
  ])
  func secretsNeverAppear(_ name: String) {
    var exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: Bench.start, method: "POST", host: "localhost", path: "/")
    exchange.parameters = Redaction.parameters(of: FormFields([(name, "hush-hush"), ("scope", "User.Read")]))
    let text = ExchangeJSON.value(exchange).text
    #expect(!text.contains("hush-hush"))
    #expect(text.contains(name))
    #expect(text.contains("User.Read"))
  }
}
