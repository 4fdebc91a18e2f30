import Directory
import Graph
import HTTPWire
import JSON
import Testing
import Time
import Worlds

@Suite struct UserChangeTests {
  @Test(arguments: [
    "/v1.0/me/revokeSignInSessions", "/v1.0/users/alice@contoso.onmicrosoft.com/revokeSignInSessions",
    "/v1.0/me/invalidateAllRefreshTokens",
  ])
  func revokingEndsTheSignInsOfBefore(_ path: String) throws {
    let bench = try Bench()
    let token = try bench.token("User.RevokeSessions.All")
    bench.clock.advance(by: .minutes(10))
    let response = try bench.call(path, method: "POST", authorization: token).response
    #expect(response.status == 200)
    #expect(response.text == ##"{"@odata.context":"https://localhost:8443/v1.0/$metadata#Edm.Boolean","value":true}"##)
    #expect(try bench.user("alice").tokensValidFrom == bench.world.now)
  }

  @Test func aClientThatHandlesChallengesHearsOfIt() throws {
    let bench = try Bench()
    let capable = try bench.bearer(try bench.claims(capabilities: ["cp1"]))
    bench.clock.advance(by: .minutes(10))
    _ = try bench.call(
      "/v1.0/me/revokeSignInSessions", method: "POST", authorization: try bench.token("User.RevokeSessions.All"))
    let response = try bench.call(authorization: capable).response
    #expect(response.status == 401)
    #expect(response.fields["WWW-Authenticate"]?.contains("insufficient_claims") == true)
  }

  @Test func thePasswordReallyChanges() throws {
    let bench = try Bench()
    bench.clock.advance(by: .minutes(1))
    let token = try bench.token("Directory.AccessAsUser.All")
    let body = #"{"currentPassword":"Passw0rd!","newPassword":"An0ther-one"}"#
    let response = try bench.call("/v1.0/me/changePassword", method: "POST", authorization: token, body: body).response
    #expect(response.status == 204)
    #expect(response.body.isEmpty)
    #expect(response.fields["Content-Type"] == nil)
    let alice = try bench.user("alice")
    #expect(alice.password?.matches("An0ther-one") == true)
    #expect(alice.password?.matches("Passw0rd!") == false)
    #expect(alice.passwordChangedAt == bench.world.now)
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
    #expect(response.status == row.status)
    #expect(try response.json()["error"]?["message"]?.string?.hasPrefix(row.start) == true)
    #expect(try bench.user("alice").password?.matches("Passw0rd!") == true)
    #expect(try bench.user("bob").password?.matches("Passw0rd!") == true)
  }

  @Test func propertiesChangeTogetherOrNotAtAll() throws {
    let bench = try Bench()
    let token = try bench.token("User.ReadWrite")
    func patch(_ body: String) throws -> Int {
      try bench.call(method: "PATCH", authorization: token, body: body).response.status
    }
    #expect(try patch(#"{"displayName":"Alice A.","jobTitle":null}"#) == 204)
    #expect(try bench.user("alice").displayName == "Alice A.")
    #expect(try bench.user("alice").jobTitle == nil)
    #expect(try patch(#"{"displayName":"Other","id":"x"}"#) == 400)
    #expect(try patch(#"{"displayName":null}"#) == 400)
    #expect(try patch(#"{"jobTitle":5}"#) == 400)
    #expect(try patch("nothing") == 400)
    #expect(try bench.user("alice").displayName == "Alice A.")
  }
}
