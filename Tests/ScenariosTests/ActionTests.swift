import Bytes
import Directory
import Expectations
import Policy
import Testing
import Time

@testable import Scenarios
@testable import Worlds

@Suite("Rule actions") struct ActionTests {
  struct Expiry: CustomTestStringConvertible {
    let action: String
    var user: String?
    var client: String?
    /// Of the refresh tokens below, those that became older.
    let aged: [String]
    var testDescription: String { "\(action) for \(user ?? "nobody") with \(client ?? "no app")" }
  }

  @Test(
    "age what they name, and what the exchange is about when they name nothing",
    arguments: [
      Expiry(action: "{ expire: refreshTokens }", user: "alice", client: "mobile", aged: ["alice/mobile"]),
      Expiry(action: "{ expire: refreshTokens }", user: "alice", aged: ["alice/mobile", "alice/web"]),
      Expiry(action: "{ expire: refreshTokens }", client: "mobile", aged: ["alice/mobile", "bob/mobile"]),
      Expiry(action: "{ expire: refreshTokens }", aged: ["alice/mobile", "alice/web", "bob/mobile"]),
      Expiry(
        action: "{ expire: refreshTokens, of: alice }", user: "bob", client: "mobile",
        aged: ["alice/mobile", "alice/web"]),
      Expiry(
        action: "{ expire: refreshTokens, client: mobile }", user: "bob", client: "web",
        aged: ["alice/mobile", "bob/mobile"]),
      Expiry(
        action: "{ expire: refreshTokens, of: alice, client: web }", user: "bob", client: "mobile", aged: ["alice/web"]
      ),
      Expiry(action: "{ expire: codes }", user: "alice", aged: []),
      Expiry(action: "{ expire: sessions }", user: "alice", aged: []),
    ])
  func selection(_ c: Expiry) throws {
    let test = try TestWorld()
    let all = ["alice/mobile", "alice/web", "bob/mobile"]
    for handle in all {
      let parts = handle.split(separator: "/").map(String.init)
      try test.giveRefreshToken(handle, user: parts[0], client: parts[1])
    }
    try test.perform(c.action, for: try test.exchange(user: c.user, client: c.client))
    try expectEqual(all.filter { try test.age(ofRefreshToken: $0) == .days(91) }, c.aged)
    try expectEqual(all.filter { try test.age(ofRefreshToken: $0) == .zero }, all.filter { !c.aged.contains($0) })
  }

  @Test("age by what they say, to the fixed end of a single-page app's token too") func age() throws {
    let test = try TestWorld()
    let end = test.world.now + .days(1)
    try test.giveRefreshToken("t", user: "alice", client: "spa", endsAt: end)
    try test.perform("{ age: refreshTokens, by: 25h }", for: try test.exchange(user: "alice", client: "spa"))
    try expectEqual(test.age(ofRefreshToken: "t"), .hours(25))
    try expectEqual(test.world.store.refreshToken(handle: "t")?.endsAt, end - .hours(25))
  }

  @Test("expire sessions and codes past the scenario's own lifetimes") func lifetimes() throws {
    let test = try TestWorld("world: { lifetimes: { persistentSession: 2d, authorizationCode: 5m } }")
    let alice = try test.user("alice")
    try test.world.store.save(
      AccountSession(
        id: GUID(random: [1]), user: alice.id, authenticatedAt: test.world.now, methods: ["pwd"], isPersistent: true,
        lastUsedAt: test.world.now), ofBrowser: "b")
    try test.perform("{ expire: sessions }", for: try test.exchange(user: "alice"))
    let session = try #require(try test.world.store.sessions(ofBrowser: "b").first)
    expectEqual(test.world.now - session.lastUsedAt, .days(3))
    expectEqual(test.world.ageOfDeath(.codes), .days(1) + .minutes(5))
  }

  @Test("change a password, which ends what the old one began") func changePassword() throws {
    let test = try TestWorld()
    test.base.advance(by: .hours(1))
    try test.perform("{ changePassword: alice, to: N3w }", for: try test.exchange(user: "bob"))
    let alice = try test.user("alice")
    expectEqual(alice.password?.matches("N3w"), true)
    expectEqual(alice.password?.matches(SeededDirectory.password), false)
    expectEqual(alice.passwordChangedAt, test.world.now)
    #expect(try test.user("bob").passwordChangedAt < test.world.now)
  }

  @Test("count a password as changed and leave it as it is") func markPasswordChanged() throws {
    let test = try TestWorld()
    try test.perform("changePassword", for: try test.exchange(user: "alice"))
    let alice = try test.user("alice")
    expectEqual(alice.password?.matches(SeededDirectory.password), true)
    expectEqual(alice.passwordChangedAt, test.world.now)
  }

  @Test("change a guest's password where the account lives") func guestPassword() throws {
    let test = try TestWorld()
    try test.perform("{ changePassword: guest, to: N3w }", for: .sample())
    try expectEqual(test.user("gina").password?.matches("N3w"), true)
    try expectNil(test.user("guest").password)
    try expectEqual(test.user("guest").passwordChangedAt, test.world.now)
  }

  @Test("revoke sessions of the one named, of the exchange's user, or of everybody") func revokeSessions() throws {
    for (action, user, revoked) in [
      ("{ revokeSessions: bob }", "alice", ["bob"]), ("revokeSessions", "alice", ["alice"]),
      ("{ revokeSessions: }", nil as String?, ["alice", "bob", "admin", "gina", "guest", "personal"]),
    ] {
      let test = try TestWorld()
      try test.perform(action, for: try test.exchange(user: user))
      expectEqual(
        test.world.directory.usersInOrder.filter { $0.tokensValidFrom == test.world.now }.map(\.alias), revoked)
    }
  }

  @Test("make the sign-in that follows good again when time has passed") func revocationIsBefore() throws {
    let test = try TestWorld()
    let before = test.world.now
    test.base.advance(by: .seconds(1))
    try test.perform("revokeSessions", for: try test.exchange(user: "alice"))
    let alice = try test.user("alice")
    test.base.advance(by: .seconds(1))
    let validFrom = Revocation.grantValidFrom(alice, isPasswordBased: true, isPublicClient: false)
    #expect(before < validFrom)
    #expect(validFrom < test.world.now)
  }

  @Test("disable and enable a user") func disable() throws {
    let test = try TestWorld()
    try test.perform("{ disable: alice }", for: .sample())
    try expectEqual(test.user("alice").isEnabled, false)
    try test.perform("enable", for: try test.exchange(user: "alice"))
    #expect(try test.user("alice").isEnabled)
  }

  @Test("move the clock, frozen or not") func clock() throws {
    let running = try TestWorld()
    try running.perform("{ advanceClock: 90d }", for: .sample())
    expectEqual(running.world.now, TestWorld.start + .days(90))
    let frozen = try TestWorld("clock: { start: 2026-01-05T09:00:00Z, frozen: true }")
    try frozen.perform("{ advanceClock: -1h }", for: .sample())
    frozen.base.advance(by: .days(1))
    expectEqual(frozen.world.now, UnixTime(iso8601: "2026-01-05T08:00:00Z"))
  }

  @Test("refuse with a text that knows the exchange") func refuse() throws {
    let test = try TestWorld()
    var exchange = try test.exchange(user: "alice", client: "mobile")
    exchange.note(tenant: test.world.directory.tenant(named: "contoso"))
    let shape = try test.perform("{ refuse: applicationNotFound }", for: exchange)
    let refusal = try #require(shape.refusal)
    expectEqual(refusal.code, 700016)
    #expect(refusal.message.contains("\(try test.application("mobile").id)"))
    #expect(refusal.message.contains("contoso.onmicrosoft.com"))
    try expectEqual(test.perform("{ refuse: 50173 }", for: .sample()).refusal?.code, 50173)
    try expectEqual(test.perform("{ refuse: aadsts50076 }", for: .sample()).refusal?.code, 50076)
  }

  @Test("respond in the place of the endpoint") func respond() throws {
    let test = try TestWorld()
    let shape = try test.perform(
      """
      - respond: { status: 503, retryAfter: 1500ms, headers: { X-Cause: planned }, json: { error: [1, 1.5, null, '7'] } }
      - delay: 2s
      - delay: 500ms
      """, for: .sample())
    let replacement = try #require(shape.replacement)
    expectEqual(replacement.status, 503)
    expectEqual(replacement.fields.map { "\($0.name): \($0.value)" }, ["Retry-After: 2", "X-Cause: planned"])
    expectEqual(replacement.contentType, "application/json; charset=utf-8")
    expectEqual(replacement.body, #"{"error":[1,1.5,null,"7"]}"#)
    expectEqual(shape.delay, .milliseconds(2_500))
  }

  @Test("respond with text, with HTML and with a content type of their own") func bodies() throws {
    let test = try TestWorld()
    for (body, type, text) in [
      ("body: gone", "text/plain; charset=utf-8", "gone"), ("html: <p>gone", "text/html; charset=utf-8", "<p>gone"),
      ("body: <a/>, headers: { content-type: text/xml }", "text/xml", "<a/>"),
    ] {
      let shape = try test.perform("{ respond: { status: 404, \(body) } }", for: .sample())
      expectEqual(shape.replacement?.contentType, type)
      expectEqual(shape.replacement?.body, text)
      expectEqual(shape.replacement?.fields.isEmpty, true)
    }
  }

  @Test(
    "say what they do",
    arguments: [
      ("{ expire: refreshTokens, of: alice, client: mobile }", "expire refreshTokens of 'alice' for 'mobile'"),
      ("{ age: codes, by: 90m }", "age codes by 1h30m"), ("changePassword", "count the password as changed"),
      ("{ changePassword: bob }", "count the password of 'bob' as changed"),
      ("{ changePassword: alice, to: a }", "change the password of 'alice'"),
      ("{ revokeSessions: bob }", "revoke the sessions of 'bob'"), ("{ disable: bob }", "disable 'bob'"),
      ("enable", "enable"), ("{ advanceClock: 90d }", "advance the clock by 90d"),
      ("{ refuse: grantRevoked }", "refuse with AADSTS50173"), ("{ respond: { status: 500 } }", "respond with 500"),
      ("{ delay: 2s }", "delay the answer by 2s"),
    ])
  func summary(_ action: String, _ summary: String) throws {
    let directory = try TestWorld().world.directory
    try expectEqual(RuleAction.written("[\(action)]", in: directory).map(\.summary), [summary])
  }

  @Test("fail with a sentence when whom they name is gone") func gone() throws {
    let other = try TestWorld("world: { users: { carol: { displayName: Carol } } }")
    let actions = try RuleDecoder.worldActions(
      from: try .parsing("{ disable: carol }"), file: "x", in: other.world.directory)
    let test = try TestWorld()
    let error = #expect(throws: ActionError.self) { try test.world.perform(actions) }
    expectEqual(error?.description, "there is no user 'carol' any more")
  }
}
