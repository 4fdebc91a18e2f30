import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Time
import Worlds

struct UserChangeTests {
  @Test(arguments: [
    "/v1.0/me/revokeSignInSessions", "/v1.0/users/alice@contoso.onmicrosoft.com/revokeSignInSessions",
    "/v1.0/me/invalidateAllRefreshTokens",
  ])
  func revokingEndsTheSignInsOfBefore(_ path: String) throws {
    let bench = try Bench()
    let token = try bench.token("User.RevokeSessions.All")
    bench.clock.advance(by: .minutes(10))
    let response = try bench.call(path, method: "POST", authorization: token).response
    expectEqual(response.status, 200)
    let alice = try bench.user("alice").id
    expectEqual(
      response.text,
      path.hasSuffix("revokeSignInSessions")
        ? ##"{"@odata.context":"https://localhost:8443/v1.0/$metadata#Edm.Boolean","value":true}"##
        : ##"{"@odata.context":"https://localhost:8443/v1.0/$metadata#users('\##(alice)')/invalidateAllRefreshTokens"}"##
    )
    expectEqual(response.fields["Location"], "https://localhost:8443")
    try expectEqual(bench.user("alice").tokensValidFrom, bench.world.now)
  }

  @Test func aClientThatHandlesChallengesHearsOfIt() throws {
    let bench = try Bench()
    let capable = try bench.bearer(try bench.claims(capabilities: ["cp1"]))
    bench.clock.advance(by: .minutes(10))
    _ = try bench.call(
      "/v1.0/me/revokeSignInSessions", method: "POST", authorization: try bench.token("User.RevokeSessions.All"))
    let response = try bench.call(authorization: capable).response
    expectEqual(response.status, 401)
    expectEqual(response.fields["WWW-Authenticate"]?.contains("insufficient_claims"), true)
  }

  @Test func thePasswordReallyChanges() throws {
    let bench = try Bench()
    bench.clock.advance(by: .minutes(1))
    let token = try bench.token("Directory.AccessAsUser.All")
    let body = #"{"currentPassword":"Passw0rd!","newPassword":"An0ther-one"}"#
    let response = try bench.call("/v1.0/me/changePassword", method: "POST", authorization: token, body: body).response
    expectEqual(response.status, 204)
    #expect(response.body.isEmpty)
    expectNil(response.fields["Content-Type"])
    let alice = try bench.user("alice")
    expectEqual(alice.password?.matches("An0ther-one"), true)
    expectEqual(alice.password?.matches("Passw0rd!"), false)
    expectEqual(alice.passwordChangedAt, bench.world.now)
  }

  struct Refused: CustomTestStringConvertible {
    var path = "/v1.0/me/changePassword"
    let body: String
    var fields = HTTPFields()
    var status = 400
    let start: String
    let testDescription: String
  }

  static let weak = "The specified password does not comply"
  static let invalid = "Unexpected invalid input parameters."
  static let unreadable = "Unable to read JSON request payload."

  @Test(arguments: [
    Refused(
      body: #"{"currentPassword":"wrong","newPassword":"An0ther-one"}"#, start: "The specified password is incorrect.",
      testDescription: "not the password"),
    Refused(body: #"{"currentPassword":"Passw0rd!","newPassword":"Sh0rt!"}"#, start: weak, testDescription: "short"),
    Refused(
      body: #"{"currentPassword":"Passw0rd!","newPassword":"alllettersx"}"#, start: weak, testDescription: "plain"),
    Refused(
      body: #"{"currentPassword":"Passw0rd!","newPassword":"Passw0rd!"}"#, start: weak,
      testDescription: "the same again"),
    Refused(body: #"{"newPassword":"An0ther-one"}"#, start: invalid, testDescription: "one is missing"),
    Refused(
      body: #"{"oldPassword":"Passw0rd!","newPassword":"An0ther-one"}"#, start: invalid, testDescription: "another name"
    ),
    Refused(body: #"{"currentPassword":1,"newPassword":"An0ther-one"}"#, start: invalid, testDescription: "no text"),
    Refused(body: "{", start: unreadable, testDescription: "no JSON"),
    Refused(body: "[]", start: unreadable, testDescription: "no object"),
    Refused(body: "{}", fields: ["Content-Type": "text/plain"], start: unreadable, testDescription: "another type"),
    Refused(
      path: "/v1.0/users/bob@contoso.onmicrosoft.com/changePassword",
      body: #"{"currentPassword":"Passw0rd!","newPassword":"An0ther-one"}"#, status: 403,
      start: "Insufficient privileges", testDescription: "somebody else's"),
  ])
  func thePasswordStays(_ row: Refused) throws {
    let bench = try Bench()
    let response = try bench.call(
      row.path, method: "POST", authorization: try bench.token("Directory.AccessAsUser.All"), fields: row.fields,
      body: row.body
    ).response
    expectEqual(response.status, row.status)
    try expectEqual(response.json()["error"]?["message"]?.string?.hasPrefix(row.start), true)
    try expectEqual(bench.user("alice").password?.matches("Passw0rd!"), true)
    try expectEqual(bench.user("bob").password?.matches("Passw0rd!"), true)
  }

  @Test func propertiesChangeTogetherOrNotAtAll() throws {
    let bench = try Bench()
    let token = try bench.token("User.ReadWrite")
    func patch(_ body: String) throws -> Int {
      try bench.call(method: "PATCH", authorization: token, body: body).response.status
    }
    try expectEqual(patch(#"{"displayName":"Alice A.","jobTitle":null}"#), 204)
    try expectEqual(bench.user("alice").displayName, "Alice A.")
    try expectNil(bench.user("alice").jobTitle)
    try expectEqual(patch(#"{"displayName":"Other","id":"x"}"#), 400)
    try expectEqual(patch(#"{"displayName":null}"#), 400)
    try expectEqual(patch(#"{"jobTitle":5}"#), 400)
    try expectEqual(patch("nothing"), 400)
    try expectEqual(bench.user("alice").displayName, "Alice A.")
  }
}
