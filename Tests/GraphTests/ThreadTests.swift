import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import Scenarios
import Testing
import Time
import Worlds

/// What people reported of Microsoft Graph in 2025 and 2026: the journal's `why` says what the thread found in the end.
struct ThreadTests {
  private func why(
    _ bench: Bench, _ path: String, method: String = "GET", query: String? = nil, _ authorization: String,
    body: String? = nil
  ) throws -> String {
    try bench.call(path, method: method, query: query, authorization: authorization, body: body).exchange.why ?? ""
  }

  private static func late() throws -> Administrator {
    try Administrator(
      Bench(
        scenario: ScenarioDecoder.scenario(from: Array("scenario: x\nsummary: s\nreplication: 30s\n".utf8), file: "x")))
  }

  @Test("CIPP-API 1955, terraform-provider-azuread 1811: what was just made is not seen yet") func replication() throws
  {
    let admin = try Self.late()
    let app = try admin.expect(201, "POST", "/applications", #"{"displayName":"Late"}"#)
    let principal = #"{"appId":"\#(app.body["appId"]?.string ?? "")"}"#
    let refused = try why(admin.bench, "/v1.0/servicePrincipals", method: "POST", admin.token, body: principal)
    #expect(refused.contains("is not to be seen before"), "\(refused)")
    let single = try why(admin.bench, "/v1.0/applications/\(app.id)", admin.token)
    #expect(single.contains("is not to be seen before"), "\(single)")
    let list = try why(
      admin.bench, "/v1.0/applications", query: "$filter=displayName%20eq%20'Late'", admin.token)
    #expect(list.contains("is not to be seen before"), "\(list)")
    // A list that it would not be in says nothing of it.
    let other = try why(
      admin.bench, "/v1.0/applications", query: "$filter=displayName%20eq%20'Other'", admin.token)
    #expect(!other.contains("is not to be seen before"), "\(other)")
  }

  @Test("M365-Assess 972: a list that goes on") func pages() throws {
    let bench = try Bench()
    let token = try bench.app("User.Read.All")
    let first = try why(bench, "/v1.0/users", query: "$top=1", token)
    #expect(first.contains("the list goes on: 1 of"), "\(first)")
    #expect(first.contains("@odata.nextLink"), "\(first)")
    #expect(try why(bench, "/v1.0/users", query: "$top=100", token).isEmpty)
  }

  @Test("cartography 2853: the address of a page has ended") func pageToken() throws {
    let bench = try Bench()
    let token = try bench.app("User.Read.All")
    let next = try #require(
      try bench.call("/v1.0/users", query: "$top=1", authorization: token).response.json()["@odata.nextLink"]?.string)
    let query = try #require(next.split(separator: "?").last.map(String.init))
    expectEqual(try bench.call("/v1.0/users", query: query, authorization: token).response.status, 200)
    bench.clock.advance(by: .minutes(50))
    expectEqual(try bench.call("/v1.0/users", query: query, authorization: token).response.status, 200)
    bench.clock.advance(by: .minutes(11))
    let (late, exchange) = try bench.call("/v1.0/users", query: query, authorization: try bench.app("User.Read.All"))
    expectEqual(late.status, 400)
    expectEqual(try late.json()["error"]?["code"], "Directory_ExpiredPageToken")
    #expect(exchange.why?.contains("begin with the first page") == true, "\(exchange.why ?? "")")
  }

  @Test("LibreChat 12187: the token is for an API of one's own") func audience() throws {
    let bench = try Bench()
    var claims = try bench.claims()
    claims["aud"] = "api://contoso"
    let text = try why(bench, "/v1.0/me/getMemberObjects", method: "POST", try bench.bearer(claims), body: "{}")
    #expect(text.contains("api://contoso"), "\(text)")
    #expect(text.contains("Microsoft Graph"), "\(text)")
  }

  @Test("script-server 807: openid, profile and email are not permissions of Graph") func permissions() throws {
    let bench = try Bench()
    let text = try why(bench, "/v1.0/me", try bench.token("openid profile email"))
    #expect(text.contains("scp openid profile email"), "\(text)")
    #expect(text.contains("User.Read"), "\(text)")
  }

  @Test("cli-microsoft365 7049, onenote-mcp 3: OneNote and apps") func oneNote() throws {
    let bench = try Bench()
    let path = "/v1.0/users/alice@contoso.onmicrosoft.com/onenote/notebooks"
    let (response, exchange) = try bench.call(path, authorization: try bench.app("Notes.Read.All"))
    expectEqual(response.status, 401)
    #expect(response.text.contains("does not contain a valid authentication token"), "\(response.text)")
    #expect(exchange.why?.contains("OneNote takes no token of an app alone") == true)
    expectEqual(
      try bench.call("/v1.0/me/onenote/notebooks", authorization: try bench.token("User.Read")).response.status, 501)
  }

  @Test("azure-sdk-for-python 42194: a challenge that the right token ends") func challenge() throws {
    let bench = try Bench(
      scenario: ScenarioDecoder.scenario(
        from: Array(
          "scenario: x\nsummary: s\nrules: [{ name: step up, when: { endpoint: graph }, then: { challenge: c1 } }]\n"
            .utf8),
        file: "x"))
    var claims = try bench.claims()
    let refused = try bench.call(authorization: try bench.bearer(claims))
    expectEqual(refused.response.status, 401)
    #expect(refused.response.fields["WWW-Authenticate"]?.contains("insufficient_claims") == true)
    claims["acrs"] = ["p1", "c1"]
    let served = try bench.call(authorization: try bench.bearer(claims))
    expectEqual(served.response.status, 200)
    #expect(served.exchange.why?.contains("the token has acrs c1: served") == true, "\(served.exchange.why ?? "")")
  }

  @Test("teams-mcp 98: a condition that is not understood blocks nobody, in an exported world neither")
  func strangeCondition()
    throws
  {
    let admin = try Administrator(Bench())
    try admin.expect(
      201, "POST", "/identity/conditionalAccess/policies",
      #"{"displayName":"odd","state":"enabled","conditions":{"users":{"includeUsers":["All"]},"applications":{"includeApplications":["All"]},"#
        + #""insiderRiskLevels":"minor"},"grantControls":{"operator":"OR","builtInControls":["block"]}}"#)
    for one in [admin, try admin.again()] {
      let policy = try #require(one.bench.world.directory.policies.values.first)
      #expect(policy.isEnabled)
      expectEqual(policy.inertBecause, "conditions/insiderRiskLevels")
    }
  }
}
