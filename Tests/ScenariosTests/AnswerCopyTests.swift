import Bytes
import Expectations
import HTTPWire
import Policy
import Testing
import Time

@testable import Worlds

/// What the journal keeps of an answer, and what it hides.
struct AnswerCopyTests {
  private static func exchange(_ method: String = "POST", _ endpoint: EndpointName = .token) -> Exchange {
    var exchange = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: UnixTime(seconds: 1_800_000_000), method: method,
      host: "localhost", path: "/common/oauth2/v2.0/token")
    exchange.endpoint = endpoint
    return exchange
  }

  private static func copy(
    _ body: String, type: String = "application/json; charset=utf-8", method: String = "POST",
    at endpoint: EndpointName = .token
  ) -> AnswerCopy {
    let response = HTTPResponse(status: 200, fields: ["Content-Type": type], body: Array(body.utf8))
    return AnswerCopy(of: response, to: exchange(method, endpoint))
  }

  private static func text(_ copy: AnswerCopy) -> String { String(decoding: copy.body, as: UTF8.self) }

  /// Not only what is shown is without secrets: nothing of a token stays in what is kept.
  @Test func noTokenIsKept() {
    let copy = Self.copy(#"{"access_token":"\#(Self.jwt)","refresh_token":"\#(Self.code)"}"#)
    let bodies = Mirror(reflecting: copy).children.compactMap { $0.value as? [UInt8] }
      .map { String(decoding: $0, as: UTF8.self) }
    #expect(!bodies.isEmpty)
    for body in bodies { #expect(!body.contains(Self.jwt) && !body.contains(Self.code), "\(body)") }
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let body: String
    let kept: String
    var type = "application/json"
  }

  private static let jwt = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln"
  private static let code = "1.AXEAabcdefghijklmnopqrstuvwxyz0123456789"

  @Test(arguments: [
    Row(
      testDescription: "tokens", body: #"{"token_type":"Bearer","access_token":"opaque","refresh_token":"\#(code)"}"#,
      kept: #"{"token_type":"Bearer","access_token":"•••(6)","refresh_token":"•••(handle:42)"}"#),
    Row(
      testDescription: "a token under any name", body: #"{"value":"\#(jwt)"}"#, kept: #"{"value":"•••(JWT:40)"}"#),
    Row(
      testDescription: "blanks", body: #"{ "password": "b\"c" , "d": 1 }"#,
      kept: #"{ "password": "•••(4)" , "d": 1 }"#),
    Row(
      testDescription: "what a refusal repeats", body: #"{"error_description":"grant type 'x;client_secret=abc' is"}"#,
      kept: #"{"error_description":"grant type 'x;client_secret=•••(3)' is"}"#),
    Row(testDescription: "no end", body: #"{"secretText":"abc\"#, kept: #"{"secretText":"•••(4)"#),
    Row(
      testDescription: "what only sounds like a secret",
      body:
        #"{"error":{"code":"Request_BadRequest"},"token_endpoint":"https://x/token","n":"AQAB","passwordPolicies":"None"}"#,
      kept:
        #"{"error":{"code":"Request_BadRequest"},"token_endpoint":"https://x/token","n":"AQAB","passwordPolicies":"None"}"#
    ),
    Row(
      testDescription: "fields of a form",
      body:
        #"<form><input type="hidden" name="ctx" value="abc"/><input name="code" value="\#(code)"><input name="state" value="s"></form>"#,
      kept:
        #"<form><input type="hidden" name="ctx" value="•••(3)"/><input name="code" value="•••(handle:42)"><input name="state" value="s"></form>"#,
      type: "text/html; charset=utf-8"),
    Row(
      testDescription: "a client secret and opaque tokens by their look",
      body: "x: abc8Q~abcdefghijklmnopqrstuvwxyz.0123456 y: EwBoA8l6BAAU/abcdefghijkl+mno= "
        + "z: 0.AXEAabcdefghijklmnopqrstuvwxyz",
      kept: "x: •••(40) y: •••(handle:30) z: •••(handle:32)", type: "text/plain"),
    Row(
      testDescription: "what begins as a token does, inside a word or too short",
      body: "xeyJhbGciOiJub25lIn0 eyJhbG 1.Abc EwAbc a8Q~ http://x.Azure/y",
      kept: "xeyJhbGciOiJub25lIn0 eyJhbG 1.Abc EwAbc a8Q~ http://x.Azure/y",
      type: "text/plain"),
    Row(
      testDescription: "a token in a member that hides more, and one behind a name",
      body: #"{"password":"x \#(jwt) y","a":"token=\#(jwt)&b=1","canary":"","sFT":"\#(code)"}"#,
      kept: #"{"password":"•••(44)","a":"token=•••(JWT:40)&b=1","canary":"","sFT":"•••(handle:42)"}"#),
    Row(
      testDescription: "a name with another before it, and one that is too long",
      body: #"{"xtoken":"a","x.token":"b","notAfter_access_token_long":"c","Token":"d","token":1}"#,
      kept: #"{"xtoken":"a","x.token":"b","notAfter_access_token_long":"c","Token":"•••(1)","token":1}"#),
    Row(
      testDescription: "a field without a value, and a name at the end",
      body: #"<input name="ctx"/><input name="state" value="a"/><a href="?ctx=abc&amp;y">b</a> token="#,
      kept: #"<input name="ctx"/><input name="state" value="a"/><a href="?ctx=•••(3)&amp;y">b</a> token="#,
      type: "text/html"),
  ])
  func bodiesHaveNoSecrets(_ row: Row) {
    expectEqual(Self.text(Self.copy(row.body, type: row.type)), row.kept)
  }

  /// Names that follow each other without an end are one secret, and are read once.
  @Test func manyNamesWithoutAnEndAreOneSecret() {
    let body = String(repeating: "token=", count: 2_000)
    expectEqual(Self.text(Self.copy(body, type: "text/plain")), "token=•••(\(body.utf8.count - 6))")
    let tokens = String(repeating: "eyJhbGciOiJub25lIn0=", count: 800)
    expectEqual(Self.text(Self.copy(tokens, type: "text/plain")), "•••(JSON:\(tokens.utf8.count))")
  }

  @Test(arguments: [
    ("Set-Cookie", "ESTSAUTH=abcdef; path=/; secure", "ESTSAUTH=•••(6); path=/; secure"),
    ("Set-Cookie", "nothing", "•••(7)"),
    ("Location", "https://a.test/cb?code=\(code)&state=s", "https://a.test/cb?code=•••(handle:42)&state=s"),
    (
      "Location", "https://a.test/#id_token=\(jwt)&session_state=5",
      "https://a.test/#id_token=•••(JWT:40)&session_state=5"
    ),
    ("x-ms-request-id", "8f6b9a4e-0000-4000-8000-000000000001", "8f6b9a4e-0000-4000-8000-000000000001"),
    ("WWW-Authenticate", #"Bearer claims="eyJhIjoxfQ==""#, #"Bearer claims="eyJhIjoxfQ==""#),
  ])
  func fieldsHaveNoSecrets(_ name: String, _ value: String, _ kept: String) {
    var response = HTTPResponse(status: 302)
    response.fields.append(name, value)
    expectEqual(AnswerCopy(of: response, to: Self.exchange()).fields[name], kept)
  }

  @Test func theBeginningOfALongBodyIsKept() {
    let copy = Self.copy("[" + String(repeating: "1,", count: 20_000) + "1]")
    expectEqual(copy.body.count, AnswerCopy.maximumBody)
    expectEqual(copy.size, 40_003)
    #expect(copy.isCut)
  }

  @Test func whatIsNoTextIsNotKept() {
    let picture = Self.copy("xyz", type: "image/png")
    expectEqual(picture.body, [])
    expectEqual(picture.size, 3)
    #expect(!picture.isCut)
    expectEqual(Self.copy("xyz", method: "HEAD").size, 0)
  }

  /// Their bytes are the server's own, so nothing is copied for each request.
  @Test func documentsStayAsTheyAre() {
    let document = #"{"keys":[{"n":"\#(String(repeating: "aB3", count: 100))"}]}"#
    expectEqual(Self.text(Self.copy(document, method: "GET", at: .keys)), document)
  }

  @Test func theNewestExchangesHaveTheirAnswers() {
    let journal = Journal(capacity: 10_000)
    for _ in 0..<Journal.maximumAnswers + 3 {
      var exchange = Self.exchange()
      exchange.answer = Self.copy("{}")
      journal.record(exchange)
    }
    let kept = journal.exchanges.map { $0.answer != nil }
    expectEqual(kept.prefix(4).map(\.self), [false, false, false, true])
    expectEqual(kept.count(where: \.self), Journal.maximumAnswers)
  }

  @Test func longAnswersGoFirst() {
    let journal = Journal(capacity: 8)
    let long = String(repeating: "x", count: AnswerCopy.maximumBody)
    for _ in 0..<20 {
      var exchange = Self.exchange()
      exchange.answer = Self.copy(long, type: "text/plain")
      journal.record(exchange)
    }
    #expect(journal.exchanges.allSatisfy { $0.answer?.body.count == AnswerCopy.maximumBody })
    journal.clear()
    expectEqual(journal.exchanges.count, 0)
  }
}
