import Directory
import Expectations
import HTTPWire
import JSON
import Testing
import Time
import Worlds

@testable import Control

struct UserTests {
  private static let carol = #"{"alias": "carol", "displayName": "Carol Cole", "mfa": "required"}"#

  @Test func areListedWithoutSecrets() throws {
    let bench = try Bench()
    let all = try bench.ask("GET", "/v1/users")
    expectEqual(
      all["users"]?.array?.compactMap { $0["alias"]?.string }, ["alice", "bob", "admin", "gina", "guest", "personal"])
    #expect(!all.text.contains("digest"))
    let some = try bench.ask("GET", "/v1/users", query: "tenant=fabrikam.com")
    expectEqual(some["users"]?.array?.compactMap { $0["alias"]?.string }, ["gina"])
    try expectEqual(bench.ask("GET", "/v1/users/admin")["roles"], ["Global Administrator"])
  }

  @Test func areMade() throws {
    let bench = try Bench()
    let response = try bench.call("POST", "/v1/users", body: Self.carol)
    expectEqual(response.status, 201)
    expectEqual(response.fields["Location"], "/_mockidp/v1/users/carol")
    let carol = try bench.user("carol@contoso.onmicrosoft.com")
    expectEqual(carol.mfa, .required)
    expectEqual(carol.createdAt, Bench.start)
    expectEqual(carol.password?.matches(SeededDirectory.password), true)
    // The store remembers it.
    try expectEqual(bench.world.store.loadDirectory().user(named: "carol")?.displayName, "Carol Cole")
    try expectEqual(bench.call("POST", "/v1/users", body: Self.carol).status, 409)
  }

  /// A new name is not an unknown one.
  @Test(arguments: [("users", "displayName"), ("apps", "type"), ("groups", "displayName")])
  func aNewOneIsToldWhatItLacks(_ list: String, _ member: String) throws {
    for body in [#"{"alias": "x"}"#, "{\"alias\": \"x\", \"\(member)\": null}"] {
      let response = try Bench().call("POST", "/v1/\(list)", body: body)
      expectEqual(response.status, 400)
      let problem = try JSONValue.parse(response.body)
      expectEqual(problem["type"], "urn:mockidp:problem:missing-member")
      expectEqual(problem["detail"], "The body has no member '\(member)'.")
    }
  }

  @Test func mayBeWrittenInYAML() throws {
    let bench = try Bench()
    _ = try bench.ask("POST", "/v1/users", body: "alias: dora\ndisplayName: Dora Day\nenabled: false\n")
    try expectEqual(bench.user("dora").isEnabled, false)
  }

  @Test func puttingMakesOnceAndChangesAfterwards() throws {
    let bench = try Bench()
    try expectEqual(bench.call("PUT", "/v1/users/carol", body: #"{"displayName": "Carol"}"#).status, 201)
    try expectEqual(bench.call("PUT", "/v1/users/carol", body: #"{"displayName": "Carol"}"#).status, 200)
    try expectEqual(bench.call("PUT", "/v1/users/alice", body: #"{"locked": true}"#).status, 200)
    #expect(try bench.user("alice").isLocked)
    try expectEqual(bench.user("alice").displayName, "Alice Archer")
  }

  @Test func change() throws {
    let bench = try Bench()
    bench.world.clock.advance(by: .minutes(5))
    let answer = try bench.ask(
      "PATCH", "/v1/users/alice", body: #"{"displayName": "Al", "password": "N3w-passw0rd", "roles": []}"#)
    expectEqual(answer["displayName"], "Al")
    try expectEqual(bench.user("alice").password?.matches("N3w-passw0rd"), true)
    try expectEqual(bench.user("alice").passwordChangedAt, Bench.start + .minutes(5))
    _ = try bench.ask("PATCH", "/v1/users/bob", body: #"{"mfa": "required"}"#)
    #expect(try bench.user("bob").passwordChangedAt < Bench.start)
  }

  @Test func areDeletedAndComeBack() throws {
    let bench = try Bench()
    for _ in 1...2 { try expectEqual(bench.call("DELETE", "/v1/users/alice").status, 204) }
    try expectEqual(bench.ask("GET", "/v1/users/alice")["deleted"], true)
    try expectEqual(bench.ask("POST", "/v1/users/alice/restore")["deleted"], false)
    try expectEqual(bench.call("DELETE", "/v1/users/nobody").status, 404)
  }

  struct Verb: CustomTestStringConvertible {
    let testDescription: String
    var body = ""
    let has: @Sendable (User) -> Bool
  }

  @Test(arguments: [
    Verb(testDescription: "changePassword", body: #"{"to": "N3w"}"#) { $0.password?.matches("N3w") == true },
    Verb(testDescription: "resetPassword", body: #"{"to": "N3w", "revoke": true}"#) {
      $0.password?.matches("N3w") == true && $0.tokensValidFrom == Bench.start
    },
    Verb(testDescription: "expirePassword") { $0.isPasswordExpired },
    Verb(testDescription: "revokeSessions") { $0.tokensValidFrom == Bench.start },
    Verb(testDescription: "requireMfa") { $0.mfa == .required },
    Verb(testDescription: "requireMfa", body: #"{"registered": false}"#) { $0.mfa == .unregistered },
    Verb(testDescription: "disable") { !$0.isEnabled },
    Verb(testDescription: "enable") { $0.isEnabled },
    Verb(testDescription: "lock") { $0.isLocked },
    Verb(testDescription: "unlock") { !$0.isLocked },
    Verb(testDescription: "delete") { $0.isDeleted },
    Verb(testDescription: "restore") { !$0.isDeleted },
  ])
  func eachVerbDoesItsWork(_ verb: Verb) throws {
    let bench = try Bench()
    let answer = try bench.ask("POST", "/v1/users/alice/\(verb.testDescription)", body: verb.body)
    expectEqual(answer["alias"], "alice")
    #expect(verb.has(try bench.user("alice")))
    // Nobody else is meant.
    let other: JSONValue = try Bench().ask("GET", "/v1/users/bob")
    try expectEqual(bench.ask("GET", "/v1/users/bob"), other)
  }

  struct Refusal: CustomTestStringConvertible {
    let testDescription: String
    let method: String
    let path: String
    let body: String
    var status = 400
    let says: String
  }

  @Test(arguments: [
    Refusal(
      testDescription: "a slip in a word", method: "PATCH", path: "/v1/users/alice", body: #"{"enabeld": false}"#,
      says: "did you mean 'enabled'?"),
    Refusal(
      testDescription: "the place", method: "PATCH", path: "/v1/users/alice", body: "mfa: required\nenabled: 7\n",
      says: #""line":2,"column":10"#),
    Refusal(
      testDescription: "a slip in a name", method: "PATCH", path: "/v1/users/alcie", body: "{}", status: 404,
      says: "Did you mean 'alice'?"),
    Refusal(
      testDescription: "a name that is none", method: "POST", path: "/v1/users",
      body: #"{"alias": "a b", "displayName": "A"}"#, says: "'a b' is not a short name"),
    Refusal(
      testDescription: "no name", method: "POST", path: "/v1/users", body: #"{"displayName": "A"}"#,
      says: "no member 'alias'"),
    Refusal(
      testDescription: "a taken sign-in name", method: "PUT", path: "/v1/users/carol",
      body: #"{"displayName": "C", "userPrincipalName": "bob@contoso.onmicrosoft.com"}"#, says: "is taken"),
    Refusal(
      testDescription: "no YAML", method: "PATCH", path: "/v1/users/alice", body: "{", says: "not-understood"),
    Refusal(
      testDescription: "a slip in a role", method: "PATCH", path: "/v1/users/alice",
      body: #"{"roles": ["Global Adminstrator"]}"#, says: "did you mean 'Global Administrator'?"),
    Refusal(
      testDescription: "a slip in a tenant", method: "GET", path: "/v1/users?tenant=contso", body: "",
      says: "Did you mean 'contoso'?"),
  ])
  func refusals(_ row: Refusal) throws {
    let parts = row.path.split(separator: "?", maxSplits: 1).map(String.init)
    let response = try Bench().call(
      row.method, parts[0], query: parts.count > 1 ? parts[1] : nil, body: row.body)
    expectEqual(response.status, row.status)
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text.contains(row.says) && !text.contains("?."), "\(text)")
  }

  @Test func nullTakesAValueAway() throws {
    let bench = try Bench()
    try expectEqual(bench.ask("GET", "/v1/users/bob")["manager"], "alice")
    try expectNil(bench.ask("PATCH", "/v1/users/bob", body: #"{"manager":null,"jobTitle":null}"#)["manager"])
    try expectNil(bench.user("bob").manager)
    try expectNil(bench.user("bob").jobTitle)
    let refused = try bench.call("PATCH", "/v1/users/bob", body: #"{"displayName":null}"#)
    expectEqual(refused.status, 400)
    #expect(String(decoding: refused.body, as: UTF8.self).contains("'displayName' is a text here, not nothing"))
    try expectEqual(bench.user("bob").displayName, "Bob Baker")
  }

  /// The decoder takes one value where a list is wanted, and the published form says so.
  @Test(arguments: [
    ("/v1/policies", #"{"name":"p","require":"mfa","users":"alice","resources":"api"}"#),
    ("/v1/policies", #"{"name":"p","require":"mfa","users":["alice","bob"],"authenticationContexts":"c1"}"#),
  ])
  func oneOrMany(_ path: String, _ body: String) throws {
    let bench = try Bench()
    try expectEqual(bench.call("POST", path, body: body).status, 201)
    #expect(PolicyRoutes.new.admits(try JSONValue.parse(Array(body.utf8))))
  }

  @Test func oneOrManyClientsOfAnAPI() throws {
    let bench = try Bench()
    let body = #"{"knownClients":"web","preauthorizedClients":["spa","mobile"]}"#
    try expectEqual(bench.call("PATCH", "/v1/apps/api", body: body).status, 200)
    #expect(NounRoutes<Application>.changes.admits(try JSONValue.parse(Array(body.utf8))))
  }
}
