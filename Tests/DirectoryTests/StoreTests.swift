import Bytes
import Directory
import Expectations
import Synchronization
import Testing
import Time

@Suite("Store") struct StoreTests {
  @Test("gives a code back with all it was made with") func codes() throws {
    let store = try Sample.store(in: Database())
    let code = Sample.code()
    try store.save(code, handle: "h")
    try expectEqual(store.code(handle: "h"), code)
    try expectNil(store.code(handle: "H"))
    var bare = code
    bare.challenge = nil
    bare.nonce = nil
    bare.signIn.session = nil
    bare.capabilities = []
    bare.redirectURIWasSent = false
    try store.save(bare, handle: "bare")
    try expectEqual(store.code(handle: "bare"), bare)
  }

  @Test("lets a code be used once") func useCode() throws {
    let store = try Sample.store(in: Database())
    try store.save(Sample.code(), handle: "h")
    try expectEqual(store.useCode(handle: "other"), false)
    try expectEqual(store.code(handle: "h")?.isUsed, false)
    #expect(try store.useCode(handle: "h"))
    try expectEqual(store.code(handle: "h")?.isUsed, true)
    try expectEqual(store.useCode(handle: "h"), false)
  }

  @Test("lets one of many threads use a code") func racingCodes() async throws {
    let store = try Sample.store(in: Database())
    for round in 0..<20 {
      try store.save(Sample.code(), handle: "h\(round)")
      let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 { group.addTask { try store.useCode(handle: "h\(round)") } }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      expectEqual(winners, 1)
    }
  }

  @Test("keeps every refresh token of a grant") func refreshTokens() throws {
    let store = try Sample.store(in: Database())
    let end = Sample.start + .hours(24)
    try store.begin(Sample.grant(), refreshToken: "first", issuedAt: Sample.start, endsAt: end)
    let first = try #require(try store.refreshToken(handle: "first"))
    expectEqual(first.grant, Sample.grant())
    expectEqual(first.issuedAt, Sample.start)
    expectEqual(first.endsAt, end)
    expectEqual(first.isRevoked, false)
    try store.add(refreshToken: "second", to: first, issuedAt: Sample.start + .seconds(1))
    let second = try #require(try store.refreshToken(handle: "second"))
    expectEqual(second.grantID, first.grantID)
    expectEqual(second.issuedAt, Sample.start + .seconds(1))
    expectEqual(second.endsAt, end)
    try expectEqual(store.refreshToken(handle: "first"), first)
    try expectNil(store.refreshToken(handle: "third"))
  }

  struct Ageing: CustomTestStringConvertible {
    let selection: GrantSelection
    /// Of alice/mobile, alice/web and bob/mobile, those meant.
    let meant: [String]
    let testDescription: String
  }

  @Test(
    "ages what is selected and nothing else",
    arguments: [
      Ageing(selection: .init(), meant: ["am", "aw", "bm"], testDescription: "all"),
      Ageing(selection: .init(user: Sample.alice), meant: ["am", "aw"], testDescription: "a user"),
      Ageing(selection: .init(client: Sample.mobile), meant: ["am", "bm"], testDescription: "an app"),
      Ageing(selection: .init(user: Sample.alice, client: Sample.web), meant: ["aw"], testDescription: "both"),
      Ageing(selection: .init(user: Sample.bob, client: Sample.web), meant: [], testDescription: "none"),
    ])
  func ageing(_ c: Ageing) throws {
    let database = try Database()
    let store = try Sample.store(in: database)
    let other = try Sample.store(in: database, named: "other")
    let pairs = [
      ("am", Sample.alice, Sample.mobile), ("aw", Sample.alice, Sample.web), ("bm", Sample.bob, Sample.mobile),
    ]
    for (handle, user, client) in pairs {
      try store.begin(
        Sample.grant(user: user, client: client), refreshToken: handle, issuedAt: Sample.start,
        endsAt: Sample.start + .days(1))
      try store.save(Sample.code(user: user, client: client), handle: handle)
      try other.begin(
        Sample.grant(user: user, client: client), refreshToken: "other " + handle, issuedAt: Sample.start, endsAt: nil)
    }
    try expectEqual(store.ageRefreshTokens(c.selection, by: .days(91)), c.meant.count)
    try expectEqual(store.ageCodes(c.selection, by: .minutes(11)), c.meant.count)
    for (handle, _, _) in pairs {
      let isMeant = c.meant.contains(handle)
      let token = try #require(try store.refreshToken(handle: handle))
      expectEqual(token.issuedAt, isMeant ? Sample.start - .days(91) : Sample.start)
      expectEqual(token.endsAt, isMeant ? Sample.start - .days(90) : Sample.start + .days(1))
      try expectEqual(store.code(handle: handle)?.issuedAt, isMeant ? Sample.start - .minutes(11) : Sample.start)
      try expectEqual(other.refreshToken(handle: "other " + handle)?.issuedAt, Sample.start)
      try expectNil(other.refreshToken(handle: "other " + handle)?.endsAt)
    }
  }

  @Test("keeps the sessions of a browser in the order of their sign-ins") func sessions() throws {
    let store = try Sample.store(in: Database())
    let late = Sample.session(4, user: Sample.bob)
    let early = Sample.session(1)
    for session in [late, early] { try store.save(session, ofBrowser: "b") }
    try store.save(Sample.session(2), ofBrowser: "another")
    try expectEqual(store.sessions(ofBrowser: "b"), [early, late])
    var renewed = early
    renewed.authenticatedAt = Sample.start + .hours(1)
    renewed.methods = ["pwd", "mfa"]
    renewed.isPersistent = true
    try store.save(renewed, ofBrowser: "b")
    try expectEqual(store.sessions(ofBrowser: "b"), [late, renewed])
    try store.touch(session: late, ofBrowser: "b", at: Sample.start + .days(2))
    try expectEqual(store.sessions(ofBrowser: "b").first?.lastUsedAt, Sample.start + .days(2))
    // Within a second it is not worth noting; a clock that was set back is.
    let used = try #require(try store.sessions(ofBrowser: "b").first)
    for (moment, noted) in [
      (Duration.days(2) + .milliseconds(999), Duration.days(2)), (.days(2) + .seconds(1), .days(2) + .seconds(1)),
      (.days(1), .days(1)),
    ] {
      try store.touch(session: used, ofBrowser: "b", at: Sample.start + moment)
      try expectEqual(store.sessions(ofBrowser: "b").first?.lastUsedAt, Sample.start + noted, "at \(moment)")
    }
    try store.touch(session: late, ofBrowser: "b", at: Sample.start + .days(2))
    try expectEqual(store.ageSessions(GrantSelection(user: Sample.bob), by: .days(2)), 1)
    try expectEqual(store.sessions(ofBrowser: "b").first?.lastUsedAt, Sample.start)
    try expectEqual(store.sessions(ofBrowser: "b").last, renewed)
    try store.removeSession(late.id, ofBrowser: "b")
    try expectEqual(store.sessions(ofBrowser: "b"), [renewed])
    try expectEqual(store.sessions(ofBrowser: "another"), [Sample.session(2)])
    try expectEqual(store.sessions(ofBrowser: "nobody's"), [])
  }

  @Test("ties an open sign-in to its browser and ends it once") func flows() throws {
    let store = try Sample.store(in: Database())
    try store.saveFlow("{\"a\":1}", handle: "f", browser: "b", startedAt: Sample.start)
    try expectEqual(store.flow(handle: "f", browser: "b")?.document, "{\"a\":1}")
    try expectEqual(store.flow(handle: "f", browser: "b")?.startedAt, Sample.start)
    try expectNil(store.flow(handle: "f", browser: "stolen"))
    try store.saveFlow("{\"a\":2}", handle: "f", browser: "b", startedAt: Sample.start + .minutes(5))
    try expectEqual(store.flow(handle: "f", browser: "b")?.document, "{\"a\":2}")
    try expectEqual(store.flow(handle: "f", browser: "b")?.startedAt, Sample.start)
    #expect(try store.endFlow(handle: "f"))
    try expectEqual(store.endFlow(handle: "f"), false)
    try expectNil(store.flow(handle: "f", browser: "b"))
  }

  @Test("keeps worlds apart") func worlds() throws {
    let database = try Database()
    let first = try Sample.store(in: database, named: "first")
    let second = try Sample.store(in: database, named: "second")
    try first.save(Sample.code(), handle: "h")
    try first.save(Sample.session(1), ofBrowser: "b")
    try first.begin(Sample.grant(), refreshToken: "r", issuedAt: Sample.start, endsAt: nil)
    try first.saveFlow("{}", handle: "f", browser: "b", startedAt: Sample.start)
    try expectNil(second.code(handle: "h"))
    try expectEqual(second.useCode(handle: "h"), false)
    try expectEqual(second.sessions(ofBrowser: "b"), [])
    try expectNil(second.refreshToken(handle: "r"))
    try expectNil(second.flow(handle: "f", browser: "b"))
    try expectEqual(second.endFlow(handle: "f"), false)
    try second.beginAnew(with: Sample.seeds().state)
    try expectNotNil(first.code(handle: "h"))
    try first.beginAnew(with: Sample.seeds().state)
    try expectNil(first.code(handle: "h"))
    try expectEqual(first.sessions(ofBrowser: "b"), [])
    try expectNil(first.refreshToken(handle: "r"))
    try expectEqual(first.loadDirectory().contents, Sample.seeds().state.contents)
  }

  @Test("makes a world of a known name anew") func remadeWorld() throws {
    let database = try Database()
    let old = try Sample.store(in: database)
    try old.save(Sample.code(), handle: "h")
    let new = try database.makeWorld(named: "default", scenario: "mfa", at: Sample.start)
    try expectNil(new.code(handle: "h"))
    try expectEqual(new.loadDirectory().usersInOrder, [])
    try expectEqual(database.world(named: "default")?.scenario, "mfa")
    try expectNil(database.world(named: "none")?.scenario)
  }
}
