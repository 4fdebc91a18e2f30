import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Testing
import Time
import Worlds

struct ConsentTests {
  @Test func areGrantedListedAndWithdrawn() throws {
    let bench = try Bench()
    let removed = try bench.ask("DELETE", "/v1/consents", query: "client=mobile")["removed"]?.integer
    #expect(try #require(removed) > 0)
    try expectEqual(bench.ask("DELETE", "/v1/consents", query: "client=mobile"), ["removed": 0])
    try expectEqual(bench.ask("GET", "/v1/consents", query: "client=mobile"), ["consents": []])
    let granted = try bench.ask(
      "POST", "/v1/consents", body: #"{"client": "mobile", "scopes": ["User.Read", "Mail.Read"], "user": "alice"}"#)
    let consent = try #require(granted["consents"]?.array?.first)
    expectEqual(consent["user"], "alice")
    expectEqual(consent["resource"], "graph")
    expectEqual(consent["scopes"], ["User.Read", "Mail.Read"])
    try expectEqual(bench.ask("GET", "/v1/consents", query: "user=alice&client=mobile")["consents"]?.array?.count, 1)
    try expectEqual(bench.ask("GET", "/v1/consents", query: "user=bob&client=mobile")["consents"]?.array?.count, 0)
    let id = try #require(consent["id"]?.string)
    try expectEqual(bench.call("DELETE", "/v1/consents/\(id)").status, 204)
    try expectEqual(bench.call("DELETE", "/v1/consents/\(id)").status, 404)
  }

  @Test func withoutScopesTheWholeListIsGranted() throws {
    let bench = try Bench()
    _ = try bench.call("DELETE", "/v1/consents", query: "client=mobile")
    let granted = try bench.ask("POST", "/v1/consents", body: #"{"client": "mobile"}"#)
    let resources = Set(granted["consents"]?.array?.compactMap { $0["resource"]?.string } ?? [])
    expectEqual(resources, ["graph", "api"])
    expectEqual(granted["consents"]?.array?.allSatisfy { $0["user"] == nil }, true)
  }

  @Test(arguments: [
    ("POST", nil, #"{"client": "mobil"}"#, "Did you mean 'mobile'?"),
    ("POST", nil, #"{"client": "mobile", "scopes": ["User.Raed"]}"#, "Did you mean 'User.Read'?"),
    ("POST", nil, #"{"scopes": []}"#, "no member 'client'"),
    ("DELETE", nil, "", "The query has no 'client'"),
    ("DELETE", "client=mobil", "", "Did you mean 'mobile'?"),
  ])
  func refusals(_ method: String, _ query: String?, _ body: String, _ says: String) throws {
    let response = try Bench().call(method, "/v1/consents", query: query, body: body)
    expectEqual(response.status, 400)
    #expect(String(decoding: response.body, as: UTF8.self).contains(says))
  }
}

struct SessionTests {
  private func signIn(_ name: String, _ bench: Bench, id: UInt8) throws -> GUID {
    let guid = GUID(random: [UInt8](repeating: id, count: 16))
    try bench.world.store.save(
      AccountSession(
        id: guid, user: bench.user(name).id, authenticatedAt: Bench.start, methods: ["pwd", "mfa"], isPersistent: true,
        lastUsedAt: Bench.start), ofBrowser: "browser-\(id)")
    return guid
  }

  @Test func areListedAndEnded() throws {
    let bench = try Bench()
    let alice = try signIn("alice", bench, id: 1)
    _ = try signIn("bob", bench, id: 2)
    let all = try bench.ask("GET", "/v1/sessions")["sessions"]?.array ?? []
    expectEqual(Set(all.compactMap { $0["user"]?.string }), ["alice", "bob"])
    expectEqual(all.first?["methods"], ["pwd", "mfa"])
    try expectEqual(bench.call("DELETE", "/v1/sessions/\(alice)").status, 204)
    try expectEqual(bench.call("DELETE", "/v1/sessions/\(alice)").status, 404)
    try expectEqual(bench.ask("DELETE", "/v1/sessions", query: "user=alice"), ["removed": 0])
    try expectEqual(bench.ask("DELETE", "/v1/sessions"), ["removed": 1])
    try expectEqual(bench.ask("GET", "/v1/sessions"), ["sessions": []])
  }
}

struct PolicyTests {
  @Test func comeIntoForceAndGo() throws {
    let bench = try Bench()
    let text = #"{"name": "step up", "users": ["alice"], "require": "mfa", "signInFrequency": "everyTime"}"#
    let response = try bench.call("POST", "/v1/policies", body: text)
    expectEqual(response.status, 201)
    expectEqual(response.fields["Location"], "/_mockidp/v1/policies/step%20up")
    let shown = try bench.ask("GET", "/v1/policies/step%20up")
    expectEqual(shown["users"], ["alice"])
    expectEqual(shown["signInFrequency"], "everyTime")
    try expectEqual(bench.call("POST", "/v1/policies", body: text).status, 409)
    try expectEqual(bench.ask("POST", "/v1/policies/step%20up/disable")["enabled"], false)
    expectEqual(bench.world.directory.policy(named: "step up")?.isEnabled, false)
    try expectEqual(bench.ask("POST", "/v1/policies/step%20up/enable")["enabled"], true)
    try expectNil(bench.ask("PUT", "/v1/policies/step%20up", body: #"{"require": "block"}"#)["users"])
    try expectEqual(bench.call("PUT", "/v1/policies/other", body: #"{"require": "block"}"#).status, 201)
    try expectEqual(bench.ask("GET", "/v1/policies")["policies"]?.array?.count, 2)
    try expectEqual(bench.call("DELETE", "/v1/policies/step%20up").status, 204)
    try expectEqual(bench.call("DELETE", "/v1/policies/step%20up").status, 404)
  }
}

struct GroupTests {
  @Test func areMadeChangedAndTakenAway() throws {
    let bench = try Bench()
    let text = #"{"alias": "pilots", "displayName": "Pilots", "members": ["alice"]}"#
    try expectEqual(bench.call("POST", "/v1/groups", body: text).status, 201)
    try expectEqual(bench.call("POST", "/v1/groups", body: text).status, 409)
    try expectEqual(
      bench.ask("PATCH", "/v1/groups/pilots", body: #"{"members": ["alice", "bob"]}"#)["members"],
      [
        "alice", "bob",
      ])
    try expectEqual(
      bench.call("PUT", "/v1/groups/crew", body: #"{"displayName": "Crew", "members": ["pilots"]}"#).status, 201)
    try expectEqual(bench.ask("GET", "/v1/groups/crew")["members"], ["pilots"])
    try expectEqual(bench.call("DELETE", "/v1/groups/pilots").status, 204)
    try expectEqual(bench.call("DELETE", "/v1/groups/pilots").status, 404)
    try expectEqual(bench.ask("GET", "/v1/groups/crew")["members"], [])
    try expectNil(bench.world.store.loadDirectory().group(named: "pilots"))
  }
}

struct LifetimeTests {
  @Test func areShownAndChanged() throws {
    let bench = try Bench()
    try expectEqual(bench.ask("GET", "/v1/lifetimes")["refreshToken"], "90d")
    try expectEqual(bench.ask("PATCH", "/v1/lifetimes", body: #"{"accessToken": "5m"}"#)["accessToken"], "5m")
    expectEqual(bench.world.settings.lifetimes.accessToken, .minutes(5))
    _ = try bench.ask("POST", "/v1/reset")
    try expectEqual(bench.ask("GET", "/v1/lifetimes")["accessToken"], "1h")
    let slip = try bench.call("PATCH", "/v1/lifetimes", body: #"{"acessToken": "5m"}"#)
    expectEqual(slip.status, 400)
    #expect(String(decoding: slip.body, as: UTF8.self).contains("did you mean 'accessToken'?"))
  }
}
