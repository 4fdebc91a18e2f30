import Directory
import Expectations
import JOSE
import Testing
import Time

@testable import Scenarios
@testable import Worlds

@Suite("Actions on state") struct StateActionTests {
  /// What an action does to alice, read off afterwards.
  struct Change: CustomTestStringConvertible {
    let action: String
    let isDone: @Sendable (User) -> Bool
    var testDescription: String { action }
  }

  @Test(
    "change the user named, and the exchange's own when nobody is",
    arguments: [
      Change(action: "expirePassword") { $0.isPasswordExpired }, Change(action: "lock") { $0.isLocked },
      Change(action: "delete") { $0.isDeleted }, Change(action: "disable") { !$0.isEnabled },
      Change(action: "requireMfa") { $0.mfa == .required },
      Change(action: "resetPassword") { $0.passwordChangedAt == TestWorld.start },
    ])
  func users(_ c: Change) throws {
    for (action, user) in [("{ \(c.action): alice }", nil as String?), (c.action, "alice")] {
      let test = try TestWorld()
      #expect(!c.isDone(try test.user("alice")))
      try test.perform(action, for: try test.exchange(user: user))
      #expect(c.isDone(try test.user("alice")))
      #expect(!c.isDone(try test.user("bob")) || user == nil && !action.contains("alice"))
    }
  }

  @Test("are taken back by their opposites") func opposites() throws {
    let test = try TestWorld()
    for action in ["{ lock: alice }", "{ delete: alice }", "{ disable: alice }"] {
      try test.perform(action, for: .sample())
    }
    for _ in 0..<PasswordLockout.limit {
      test.world.lockout.countFailure(of: try test.user("alice").id, at: test.world.now)
    }
    for action in ["{ unlock: alice }", "{ restore: alice }", "{ enable: alice }"] {
      try test.perform(action, for: .sample())
    }
    let alice = try test.user("alice")
    #expect(!alice.isLocked && !alice.isDeleted && alice.isEnabled)
    #expect(!test.world.lockout.isLocked(alice.id, at: test.world.now))
  }

  @Test("give an app to a user, and take it away") func assignments() throws {
    let test = try TestWorld("world: { apps: { wiki: { type: web, assignmentRequired: true } } }")
    let (alice, wiki) = (try test.user("alice").id, try test.application("wiki"))
    func isAssigned() throws -> Bool {
      let principal = try #require(test.world.directory.servicePrincipals(of: wiki.id).first)
      return !test.world.directory.assignments(of: alice, on: principal.id).isEmpty
    }
    for action in ["{ assign: alice, client: wiki }", "{ assign: alice, client: wiki }"] {
      try test.perform(action, for: .sample())
      #expect(try isAssigned())
    }
    try test.perform("{ unassign: alice, client: wiki }", for: .sample())
    #expect(try !isAssigned())
    let error = #expect(throws: ActionError.self) {
      try test.perform("{ unassign: alice, client: wiki }", for: .sample())
    }
    expectEqual(error.map { "\($0)" }?.hasPrefix("'alice' is not assigned to 'wiki'"), true)
  }

  @Test("mean the home account of a guest where that decides") func guests() throws {
    let test = try TestWorld()
    for action in ["expirePassword", "lock", "requireMfa"] { try test.perform("{ \(action): guest }", for: .sample()) }
    let gina = try test.user("gina")
    #expect(gina.isPasswordExpired && gina.isLocked && gina.mfa == .required)
    try test.perform("{ delete: guest }", for: .sample())
    #expect(try !test.user("gina").isDeleted)
  }

  @Test("demand a method that is still to be registered") func registration() throws {
    let test = try TestWorld()
    try test.perform("{ requireMfa: alice, registered: false }", for: .sample())
    try expectEqual(test.user("alice").mfa, .unregistered)
  }

  @Test("reset a password, with the sessions or without", arguments: [false, true]) func reset(_ revoke: Bool) throws {
    let test = try TestWorld()
    try test.perform("{ resetPassword: alice, to: N3w, revoke: \(revoke) }", for: .sample())
    let alice = try test.user("alice")
    expectEqual(alice.password?.matches("N3w"), true)
    expectEqual(alice.tokensValidFrom == test.world.now, revoke)
  }

  @Test("revoke the refresh tokens they name and no others") func revoke() throws {
    let test = try TestWorld()
    for client in ["mobile", "web"] { try test.giveRefreshToken(client, user: "alice", client: client) }
    try test.perform("{ revoke: refreshTokens }", for: try test.exchange(user: "alice", client: "web"))
    try expectEqual(test.world.store.refreshToken(handle: "web")?.isRevoked, true)
    try expectEqual(test.world.store.refreshToken(handle: "mobile")?.isRevoked, false)
  }

  @Test("age the sign-in with its refresh tokens") func ageSignIn() throws {
    let test = try TestWorld()
    try test.giveRefreshToken("t", user: "alice", client: "mobile")
    try test.perform("{ age: refreshTokens, by: 2h }", for: .sample())
    let token = try #require(try test.world.store.refreshToken(handle: "t"))
    expectEqual(token.grant.signIn.authenticatedAt, test.world.now - .hours(2))
  }

  @Test("switch an app off and on with its service principals") func apps() throws {
    let test = try TestWorld()
    let exchange = try test.exchange(client: "mobile")
    for (action, isEnabled) in [("disableApp", false), ("{ enableApp: mobile }", true)] {
      try test.perform(action, for: exchange)
      let mobile = try test.application("mobile")
      expectEqual(mobile.isEnabled, isEnabled)
      expectEqual(test.world.directory.servicePrincipals(of: mobile.id).map(\.isEnabled), [isEnabled, isEnabled])
    }
    let error = #expect(throws: ActionError.self) { try test.perform("disableApp", for: .sample()) }
    expectEqual(error?.description, "this request has no app; name one")
  }

  @Test("end secrets now") func secrets() throws {
    let test = try TestWorld()
    try test.perform("{ expireSecrets: web }", for: .sample())
    try expectEqual(test.application("web").secrets.map(\.expiresAt), [test.world.now])
    #expect(try test.application("daemon").secrets.allSatisfy { $0.expiresAt > test.world.now })
  }

  @Test("grant and withdraw consent, for one and for all") func consent() throws {
    let test = try TestWorld("world: { apps: { mobile: { consent: none } } }")
    let mobile = try test.application("mobile")
    let exchange = try test.exchange(client: "mobile")
    func grants() -> [PermissionGrant] {
      let directory = test.world.directory
      return directory.servicePrincipals(of: mobile.id).flatMap { directory.grants(ofClient: $0.id) }
    }
    #expect(grants().isEmpty)
    try test.perform("{ grantConsent: [user.read, api://contoso/Orders.Read], of: alice }", for: exchange)
    expectEqual(Set(grants().map(\.scopes)), [["User.Read"], ["Orders.Read"]])
    expectEqual(Set(grants().map(\.principal)), [.user(try test.user("alice").id)])
    try test.perform("{ grantConsent: all, client: mobile }", for: .sample())
    #expect(grants().contains { $0.principal == .everyone && $0.scopes.contains("Mail.Read") })
    try test.perform("{ withdrawConsent: mobile, of: alice }", for: .sample())
    #expect(grants().allSatisfy { $0.principal == .everyone })
    try test.perform("withdrawConsent", for: exchange)
    #expect(grants().isEmpty)
  }

  @Test("put a policy in force, replace it and lift it") func policies() throws {
    let test = try TestWorld()
    try test.perform("{ addPolicy: { name: gate, users: [alice], resources: [api], require: mfa } }", for: .sample())
    try test.perform("{ addPolicy: { name: gate, users: bob, require: block } }", for: .sample())
    let policy = try #require(test.world.directory.policies.values.first)
    expectEqual(test.world.directory.policies.count, 1)
    expectEqual(policy.control, .block)
    expectEqual(policy.users, [try test.user("bob").id])
    expectNil(policy.resources)
    try test.perform("{ removePolicy: Gate }", for: .sample())
    #expect(test.world.directory.policies.isEmpty)
    let error = #expect(throws: ActionError.self) { try test.perform("{ removePolicy: gate }", for: .sample()) }
    expectEqual(error?.description, "there is no policy 'gate'")
  }

  @Test("put the clock somewhere, stop it and let it run") func clock() throws {
    let test = try TestWorld()
    try test.perform("{ setClock: 2026-01-05T09:00:00Z }", for: .sample())
    try test.perform("freezeClock", for: .sample())
    test.base.advance(by: .hours(1))
    expectEqual(test.world.now, UnixTime(iso8601: "2026-01-05T09:00:00Z"))
    try test.perform("resumeClock", for: .sample())
    test.base.advance(by: .hours(1))
    expectEqual(test.world.now, UnixTime(iso8601: "2026-01-05T10:00:00Z"))
  }

  @Test("let the next key sign", arguments: ["rotateKeys", "withdrawKey"]) func keys(_ action: String) throws {
    let test = try TestWorld()
    let next = try test.world.keys.keys.next.id
    #expect(try test.world.keys.current.id != next)
    try test.perform(action, for: .sample())
    try expectEqual(test.world.keys.current.id, next)
  }

  @Test(
    "say what they do",
    arguments: [
      ("{ revoke: refreshTokens, of: alice, client: mobile }", "revoke refreshTokens of 'alice' for 'mobile'"),
      ("expirePassword", "expire the password"), ("{ lock: alice }", "lock 'alice'"),
      ("{ resetPassword: alice, revoke: true }", "reset the password of 'alice' and revoke the sessions"),
      (
        "{ requireMfa: alice, registered: false }",
        "require multi-factor authentication of 'alice', which has to be registered first"
      ),
      ("{ requireMfa: alice }", "require multi-factor authentication of 'alice'"), ("unlock", "unlock"),
      ("{ delete: alice }", "delete 'alice'"), ("{ restore: alice }", "restore 'alice'"),
      ("{ grantConsent: all, client: mobile, of: alice }", "grant all permissions on the list to 'mobile' for 'alice'"),
      ("{ withdrawConsent: mobile }", "withdraw the consent to 'mobile'"), ("disableApp", "disable the app"),
      ("{ withdrawConsent: mobile, of: alice }", "withdraw the consent of 'alice' to 'mobile'"),
      ("{ enableApp: web }", "enable the app 'web'"), ("changeLocation", "move the user out of trusted locations"),
      ("{ expireSecrets: web }", "expire the secrets of 'web'"), ("{ removePolicy: gate }", "remove policy 'gate'"),
      ("{ setClock: 2026-01-05T09:00:00Z }", "set the clock to 2026-01-05T09:00:00Z"),
    ])
  func summary(_ action: String, _ summary: String) throws {
    let directory = try TestWorld().world.directory
    try expectEqual(RuleAction.written("[\(action)]", in: directory).map(\.summary), [summary])
  }

  @Test(
    "refuse what they cannot read",
    arguments: [
      ("{ rotateKeys: web }", "x:1:15: 'rotateKeys' is announced or unannounced here, not 'web'"),
      ("{ addPolicy: { require: block } }", "x:1:14: a policy needs 'name'"),
      ("{ addPolicy: { name: a } }", "x:1:14: a policy needs 'require' or 'signInFrequency'"),
      (
        "{ addPolicy: { name: a, require: everything } }",
        "x:1:34: unknown require 'everything'. Known: mfa, block, compliantDevice, domainJoined, approvedApp, appProtection"
      ),
      (
        "{ addPolicy: { name: a, signInFrequency: often } }",
        "x:1:42: 'signInFrequency' is a duration such as 1h, or everyTime here, not 'often'"
      ),
      (
        "{ addPolicy: { name: a, require: mfa, authenticationContexts: [c0] } }",
        "x:1:64: 'c0' is not an authentication context; use c1 to c99"
      ),
      (
        "{ grantConsent: [User.Raed], client: web }",
        "x:1:18: unknown permission 'User.Raed'; did you mean 'User.Read'?"
      ),
      (
        "{ grantConsent: [api://nobody/a], client: web }",
        "x:1:18: 'api://nobody/a' names no API; write it as api://contoso/Orders.Read, or give an app 'api://nobody' with 'identifierUris'"
      ),
      (
        "{ revoke: tokens }",
        "x:1:11: 'revoke' is refreshTokens, sessions, codes or deviceCodes here, not 'tokens'"
      ),
    ])
  func mistakes(_ action: String, _ message: String) throws {
    let directory = try TestWorld().world.directory
    let error = #expect(throws: ScenarioError.self) {
      try RuleAction.written(action, in: directory)
    }
    expectEqual(error?.description, message)
  }
}
