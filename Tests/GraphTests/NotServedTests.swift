import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Worlds

/// What Graph has and this server lacks: the answer says whose gap it is.
struct NotServedTests {
  private static let app = "/v1.0/applications/00000000-0000-4000-8000-000000000009"

  private func call(_ method: String, _ path: String, _ query: String? = nil, fields: HTTPFields = [:]) throws
    -> (response: HTTPResponse, exchange: Exchange)
  {
    let bench = try Bench()
    return try bench.call(
      path, method: method, query: query,
      authorization: try bench.token("User.Read.All Group.ReadWrite.All Directory.Read.All"), fields: fields,
      body: method == "GET" ? nil : "{}")
  }

  /// OneNote looks at the token before it looks for a notebook (msgraph-sdk-dotnet 2939 and microsoft-graph-explorer-v4 3888 of 2025).
  @Test func oneNoteTakesNoTokenOfAnAppAlone() throws {
    let bench = try Bench()
    let alice = try bench.user("alice").id
    let path = "/v1.0/users/\(alice)/onenote/notebooks"
    let (refused, exchange) = try bench.call(path, authorization: try bench.app("Notes.Read.All"))
    expectEqual(refused.status, 401)
    expectEqual(try refused.json()["error"]?["code"], "40001")
    let message = try refused.json()["error"]?["message"]?.string ?? ""
    #expect(message.hasPrefix("The request does not contain a valid authentication token."), "\(message)")
    #expect(message.contains("March 31st 2025"), "\(message)")
    #expect(exchange.reasons.contains { $0.contains("sign a user in") })
    expectEqual(try bench.call(path, authorization: try bench.token("Notes.Read")).response.status, 501)
    let drive = try bench.call("/v1.0/users/\(alice)/drive", authorization: try bench.app("Notes.Read.All")).response
    #expect(drive.status != 401)
    func own(_ scopes: String) throws -> HTTPResponse {
      try bench.call("/v1.0/me/onenote/notebooks", authorization: try bench.token(scopes, of: "personal")).response
    }
    expectEqual(
      try own("Notes.ReadWrite.All").json()["error"]?["message"],
      "The request does not contain a valid authentication token. Detailed error information: {0}")
    expectEqual(try own("Notes.Read").status, 501)
  }

  @Test(
    arguments: [
      ("GET", "/v1.0/directoryRoles/microsoft.graph.delta()", nil),
      ("GET", "/v1.0/directoryRoles/delta(token='x')", nil), ("POST", "/v1.0/me/messages/AAMk/move", nil),
      ("POST", "/v1.0/me/messages/AAMk/copy", nil), ("GET", "/v1.0/me/planner/tasks", nil),
      ("GET", "/v1.0/me/reminderView(startDateTime='a',endDateTime='b')", nil), ("GET", "/v1.0/me/outlook", nil),
      ("PUT", "/v1.0/me/messages/AAMk/$value", nil), ("GET", "/v1.0/devices", nil), ("GET", "/v1.0/$metadata", nil),
      ("GET", "/v1.0/me/displayName", nil), ("GET", "/v1.0/me/displayName/$value", nil),
      ("GET", "/v1.0/identity/conditionalAccess/templates", nil), ("PUT", app, nil),
      ("POST", app + "/setVerifiedPublisher", nil), ("GET", "/v1.0/users(onPremisesImmutableId='x')", nil),
      ("GET", "/v1.0/groups(mailNickname='x')", nil), ("GET", "/beta/me/profile", nil),
      ("GET", "/beta/domains", "$select=id,requiredThing"), ("GET", "/v1.0/users", "$expand=drive"),
      ("GET", "/beta/users", "$filter=perUserMfaState%20eq%20null"),
    ] as [(String, String, String?)])
  func theAnswerNamesThisServer(_ method: String, _ path: String, _ query: String?) throws {
    let (response, exchange) = try call(method, path, query)
    expectEqual(response.status, 501, "\(response.text)")
    let id = "\(exchange.traceID)"
    expectEqual(response.fields["Mockidp-Not-Served"], id)
    let error = try Bench.found(try response.json()["error"])
    expectEqual(error["code"], "notImplemented")
    expectEqual(error["message"]?.string?.hasPrefix("mockidp does not serve "), true)
    expectEqual(error["innerError"]?["mockidp"]?.string?.hasSuffix("mockidp explain \(id)"), true)
    expectEqual(exchange.resourceError, "notImplemented")
  }

  /// These are the app's mistakes in `v1.0`.
  @Test(
    arguments: [
      ("/v1.0/foo", nil), ("/v1.0/users/bob@contoso.onmicrosoft.com/foo", nil), ("/v1.0/domains", "$select=foo"),
      ("/v1.0/groups", "$filter=foo%20eq%20'x'"), ("/v1.0/groups", "$expand=foo"),
    ] as [(String, String?)])
  func mistakesAreMistakes(_ path: String, _ query: String?) throws {
    let (response, _) = try call("GET", path, query)
    expectEqual(response.status, 400)
    expectNil(response.fields["Mockidp-Not-Served"])
    try expectNil(response.json()["error"]?["innerError"]?["mockidp"])
  }

  @Test func aPageMayReadTheField() throws {
    let (response, _) = try call("GET", "/v1.0/me/outlook", fields: ["Origin": "https://app.test"])
    expectEqual(response.fields["Access-Control-Expose-Headers"]?.hasSuffix(", Mockidp-Not-Served"), true)
  }

  @Test func aTokenIsNeededFirst() throws {
    try expectEqual(Bench().call("/v1.0/me/outlook").response.status, 401)
  }

  @Test func aBatchShowsTheField() throws {
    let bench = try Bench()
    let response = try bench.call(
      "/v1.0/$batch", method: "POST", authorization: try bench.token("User.Read"),
      body: #"{"requests":[{"id":"1","method":"GET","url":"/me/outlook"}]}"#
    ).response
    let step = try Bench.found(try response.json()["responses"]?.array?.first)
    expectEqual(step["status"], 501)
    expectEqual(step["headers"]?["Mockidp-Not-Served"]?.string?.isEmpty, false)
  }

  @Test func aMethodThatNobodyHasIsRefused() throws {
    let (response, _) = try call("PATCH", "/v1.0/organization")
    expectEqual(response.status, 405)
    expectEqual(response.fields["Allow"], "GET, HEAD")
  }
}
