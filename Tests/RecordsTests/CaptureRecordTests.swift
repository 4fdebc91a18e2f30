import Bytes
import Expectations
import Records
import Testing

/// A capture becomes a record that has nothing of its owner.
@Suite("Records of captures") struct CaptureRecordTests {
  private static let secrets = [
    "Hunter2-Passphrase", "s3cr3t~client.value", "0.AXkAcodecodecode", "0.refreshrefreshtoken", "cookiecookievalue",
    "eyJhbGciOiJub25lIn0.eyJhIjoxfQ.assertion", "zoe.tester@fourthcoffee.example", "fourthcoffee",
  ]

  /// Each secret in a header field, a query, a form, JSON, and percent-encoded.
  private static var har: String {
    let encoded = secrets.map(Percent.encode)
    let fields = secrets.enumerated().map { "{\"name\":\"X-Own-\($0)\",\"value\":\"\($1)\"}" }.joined(separator: ",")
    let query = encoded.enumerated().map { "own\($0)=\($1)" }.joined(separator: "&")
    let form = zip(
      ["password", "client_secret", "code", "refresh_token", "cookie", "client_assertion", "username", "domain"],
      encoded
    ).map { "\($0)=\($1)" }.joined(separator: "&")
    let members = secrets.enumerated().map { "\\\"own\($0)\\\":\\\"\($1)\\\"" }.joined(separator: ",")
    let message =
      "AADSTS50126: Error validating credentials due to invalid username or password. " + secrets.joined(separator: " ")
    return """
      {"log":{"entries":[{"startedDateTime":"2026-08-11T10:00:00Z",
      "request":{"method":"POST","url":"https://login.microsoftonline.com/fourthcoffee.example/oauth2/v2.0/token?\(query)",
      "headers":[\(fields),{"name":"Cookie","value":"ESTSAUTH=cookiecookievalue"}],
      "postData":{"text":"grant_type=password&client_id=x&scope=openid&\(form)"}},
      "response":{"status":400,"headers":[\(fields),{"name":"Content-Type","value":"application/json; charset=utf-8"}],
      "content":{"text":"{\\"error\\":\\"invalid_grant\\",\\"error_description\\":\\"\(message)\\",\\"error_codes\\":[50126],\(members)}"}}}]}}
      """
  }

  @Test func nothingOfTheOwnerIsInTheRecord() throws {
    let draft = try RecordDraft(of: Array(Self.har.utf8), source: "a test", today: "2026-08-11")
    let text = ASCII.lowercased(draft.text)
    for secret in Self.secrets {
      for spelling in [secret, Percent.encode(secret), Percent.encodeForm(secret), Base64.encode(Array(secret.utf8))] {
        #expect(!text.contains(ASCII.lowercased(spelling)), "\(spelling)\n\(draft.text)")
      }
    }
    #expect(text.contains("aadsts50126: error validating credentials due to invalid username or password. …"))
  }

  private static let curl = """
    HTTP/1.1 400 Bad Request
    Cache-Control: no-store, no-cache
    Content-Type: application/json; charset=utf-8

    {"error":"invalid_grant","error_description":"AADSTS50126: Error validating credentials due to invalid username or password. \
    Trace ID: 1 Correlation ID: 2 Timestamp: 2026-08-11 10:00:00Z","error_codes":[50126],"timestamp":"2026-08-11 10:00:00Z",\
    "trace_id":"1","correlation_id":"2","error_uri":"https://login.microsoftonline.com/error?code=50126"}
    """

  @Test func anAnswerOfCurlIsPlayed() throws {
    let draft = try RecordDraft(of: Array(Self.curl.utf8), source: "a test", today: "2026-08-11")
    let record = try RecordReader.record(from: Array(draft.text.utf8), named: draft.name)
    expectEqual(record.refusals, ["AADSTS50126"])
    expectEqual(try RecordPlayer().differences(from: record), [])
  }

  @Test func whatDiffersIsSaid() throws {
    let other = Self.curl.replacing("\"error\":\"invalid_grant\"", with: "\"error\":\"invalid_request\"")
    let draft = try RecordDraft(of: Array(other.utf8), source: "a test", today: "2026-08-11")
    let record = try RecordReader.record(from: Array(draft.text.utf8), named: draft.name)
    let found = try RecordPlayer().differences(from: record)
    expectEqual(found.map(\.place), ["error"])
    expectEqual(found.map(\.service), ["invalid_request"])
  }

  @Test func aTokenIsPlayed() throws {
    func part(_ json: String) -> String { Base64.encodeURL(Array(json.utf8)) }
    let token = [
      part("{\"typ\":\"JWT\",\"alg\":\"RS256\"}"),
      part(
        "{\"aud\":\"00000003-0000-0000-c000-000000000000\",\"iat\":1786442400,\"scp\":\"User.Read\",\"appid\":\"x\"}"),
      "c2ln",
    ].joined(separator: ".")
    let draft = try RecordDraft(of: Array(token.utf8), source: "a test", today: "2026-01-01")
    let record = try RecordReader.record(from: Array(draft.text.utf8), named: draft.name)
    expectEqual(record.date, "2026-08-11")
    #expect(try !RecordPlayer().differences(from: record).isEmpty)
  }

  @Test func otherBytesAreRefused() {
    #expect(throws: CaptureError.self) { try RecordDraft(of: Array("hello".utf8), source: "", today: "2026-01-01") }
    #expect(throws: CaptureError.self) {
      try RecordDraft(of: Array("{\"log\":{\"entries\":[]}}".utf8), source: "", today: "2026-01-01")
    }
  }
}
