import Bytes
import Directory
import Expectations
import Testing
import Time

@testable import Scenarios
@testable import Worlds

/// Actions on permissions, lifetimes, passwords and what was handed out.
@Suite("World actions") struct WorldActionTests {
  private func graphAccess(_ test: TestWorld, _ alias: String) throws -> RequiredAccess {
    let access = try test.application(alias).requiredAccess.first { $0.resource == WellKnown.graph }
    return access ?? RequiredAccess(resource: WellKnown.graph, scopes: [])
  }

  private func granted(_ test: TestWorld, _ alias: String) throws -> Set<String> {
    let directory = test.world.directory
    let principals = directory.servicePrincipals(of: try test.application(alias).id)
    return Set(principals.flatMap { directory.grants(ofClient: $0.id) }.flatMap(\.scopes))
  }

  private func roles(_ test: TestWorld, _ alias: String) throws -> Set<String> {
    let directory = test.world.directory
    let principals = Set(directory.servicePrincipals(of: try test.application(alias).id).map(\.id))
    return Set(
      directory.roleAssignments.values.filter {
        if case .client(let id) = $0.principal { principals.contains(id) } else { false }
      }.compactMap(\.role))
  }

  @Test("add a permission to the list, granted or not") func addPermission() throws {
    let test = try TestWorld()
    try test.perform("{ addPermission: [Calendars.Read] }", for: try test.exchange(client: "mobile"))
    #expect(try graphAccess(test, "mobile").scopes.contains("Calendars.Read"))
    #expect(try !granted(test, "mobile").contains("Calendars.Read"))
    try test.perform("{ addPermission: Calendars.Read, client: mobile, granted: true }", for: .sample())
    try expectEqual(graphAccess(test, "mobile").scopes.count { $0 == "Calendars.Read" }, 1)
    #expect(try granted(test, "mobile").contains("Calendars.Read"))
    let directory = test.world.directory
    expectEqual(test.kept().applicationsInOrder, directory.applicationsInOrder)
  }

  @Test(
    "remove a permission from the list, and withdraw what was granted of it when they say so", arguments: [false, true])
  func removePermission(_ isWithdrawn: Bool) throws {
    let test = try TestWorld("world: { apps: { mobile: { permissions: [User.Read, Mail.Read], consent: granted } } }")
    #expect(try granted(test, "mobile").isSuperset(of: ["User.Read", "Mail.Read"]))
    try test.perform("{ removePermission: mail.read, client: mobile, withdraw: \(isWithdrawn) }", for: .sample())
    try expectEqual(graphAccess(test, "mobile").scopes, ["User.Read"])
    try expectEqual(granted(test, "mobile").contains("Mail.Read"), !isWithdrawn)
    #expect(try granted(test, "mobile").contains("User.Read"))
  }

  /// As in the service, where a permission that was granted stays granted when it is no longer on the list.
  @Test("leave granted what they do not withdraw") func removalKeepsGrants() throws {
    let test = try TestWorld("world: { apps: { mobile: { permissions: [User.Read, Mail.Read], consent: granted } } }")
    try test.perform("{ removePermission: Mail.Read, client: mobile }", for: .sample())
    #expect(try granted(test, "mobile").contains("Mail.Read"))
    let held = try roles(test, "daemon")
    try test.perform("{ removePermission: User.Read.All, client: daemon }", for: .sample())
    #expect(try !graphAccess(test, "daemon").roles.contains("User.Read.All"))
    try expectEqual(roles(test, "daemon"), held)
  }

  @Test("give roles to a daemon and take them") func roles() throws {
    let test = try TestWorld()
    let before = try roles(test, "daemon")
    try test.perform("{ addPermission: Mail.Read, client: daemon, granted: true }", for: .sample())
    try expectEqual(roles(test, "daemon"), before.union(["Mail.Read"]))
    #expect(try graphAccess(test, "daemon").roles.contains("Mail.Read"))
    try test.perform("{ removePermission: Mail.Read, client: daemon, withdraw: true }", for: .sample())
    try expectEqual(roles(test, "daemon"), before.subtracting(["Mail.Read"]))
    #expect(try !graphAccess(test, "daemon").roles.contains("Mail.Read"))
  }

  @Test("set lifetimes until the next reset, and only those named") func lifetimes() throws {
    let test = try TestWorld("world: { lifetimes: { idToken: 2h } }")
    try test.perform("{ setLifetimes: { accessToken: 1m, refreshToken: 2d } }", for: .sample())
    expectEqual(test.world.settings.lifetimes.accessToken, .minutes(1))
    expectEqual(test.world.settings.lifetimes.refreshTokenIdle, .days(2))
    expectEqual(test.world.settings.lifetimes.idToken, .hours(2))
    expectEqual(test.world.ageOfDeath(.refreshTokens), .days(3))
    try test.world.reset()
    expectEqual(test.world.settings.lifetimes.accessToken, .hours(1))
  }

  @Test("age a password, and expire it past its time") func passwords() throws {
    let test = try TestWorld()
    let before = try test.user("alice").passwordChangedAt
    try test.perform("{ age: passwords, by: 30d, of: alice }", for: .sample())
    try expectEqual(test.user("alice").passwordChangedAt, before - .days(30))
    #expect(try !test.user("alice").isPasswordExpired)
    try test.perform("{ expire: passwords }", for: try test.exchange(user: "alice", client: "mobile"))
    #expect(try test.user("alice").isPasswordExpired)
    #expect(try !test.user("bob").isPasswordExpired)
    try test.perform("{ expire: passwords, of: guest }", for: .sample())
    #expect(try test.user("gina").isPasswordExpired && !test.user("guest").isPasswordExpired)
  }

  @Test("revoke codes, sessions and refresh tokens apart from each other") func revoke() throws {
    let test = try TestWorld()
    let alice = try test.user("alice")
    try test.giveRefreshToken("t", user: "alice", client: "mobile")
    try test.world.store.save(
      AccountSession(
        id: GUID(random: [1]), user: alice.id, authenticatedAt: test.world.now, methods: ["pwd"], isPersistent: true,
        lastUsedAt: test.world.now), ofBrowser: "b")
    let code = AuthorizationCode(
      client: try test.application("mobile").id, user: alice.id, tenant: alice.tenant, segment: "common",
      redirectURI: "http://localhost", redirectURIWasSent: true, platform: .native, scope: "User.Read", challenge: nil,
      nonce: nil, signIn: SignInFacts(session: nil, authenticatedAt: test.world.now, methods: ["pwd"]),
      capabilities: [], claims: ClaimsRequest(), issuedAt: test.world.now)
    try test.world.store.save(code, handle: "c")
    let store = test.world.store
    try test.perform("[{ revoke: codes, of: bob }, { revoke: sessions, of: bob }]", for: .sample())
    try expectNotNil(store.code(handle: "c"))
    try expectEqual(store.sessions(ofBrowser: "b").count, 1)
    try test.perform("{ revoke: codes }", for: try test.exchange(user: "alice", client: "mobile"))
    try expectNil(store.code(handle: "c"))
    try expectEqual(store.sessions(ofBrowser: "b").count, 1)
    try test.perform("{ revoke: sessions }", for: try test.exchange(user: "alice", client: "mobile"))
    #expect(try store.sessions(ofBrowser: "b").isEmpty)
    try expectEqual(store.refreshToken(handle: "t")?.isRevoked, false)
    try test.perform("{ revoke: refreshTokens }", for: try test.exchange(user: "alice", client: "mobile"))
    try expectEqual(store.refreshToken(handle: "t")?.isRevoked, true)
  }

  @Test(
    "say what they do",
    arguments: [
      (
        "{ damage: idToken, with: [expired, wrongNonce], claims: { a: 1 }, without: b }",
        "damage idToken: expired, wrongNonce, other a, no b"
      ),
      (
        "{ changeAnswer: { members: { issuer: x }, without: [jwks_uri], headers: { A: b }, status: 500 } }",
        "change the answer: other issuer, no jwks_uri, header A, status 500"
      ),
      ("{ serveKeys: stale }", "serve stale keys"), ("{ serveKeys: none }", "serve no keys"),
      ("{ serveKeys: byTurns }", "serve keys of before the last rotation by turns"),
      ("resetConnection", "reset the connection"), ("noAnswer", "send no answer"),
      ("{ cutBody: 40 }", "cut the body after 40 bytes"), ("{ slowBody: 9 }", "slow the body down to 9 bytes a second"),
      ("{ addPermission: [Mail.Read], client: mobile, granted: true }", "add and grant Mail.Read to 'mobile'"),
      ("{ removePermission: [Mail.Read] }", "remove Mail.Read"),
      (
        "{ removePermission: [Mail.Read, User.Read], client: web, withdraw: true }",
        "remove and withdraw Mail.Read User.Read from 'web'"
      ),
      ("{ setLifetimes: { idToken: 1m, accessToken: 1m } }", "set the lifetime of accessToken, idToken"),
      ("{ revoke: codes, of: alice }", "revoke codes of 'alice'"), ("{ expire: passwords }", "expire passwords"),
    ])
  func summary(_ action: String, _ summary: String) throws {
    let directory = try TestWorld().world.directory
    try expectEqual(RuleAction.written("[\(action)]", in: directory).map(\.summary), [summary])
  }
}
