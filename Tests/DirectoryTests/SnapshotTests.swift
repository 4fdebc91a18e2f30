import Bytes
import Expectations
import JSON
import Testing
import Time

@testable import Directory

@Suite("Snapshots in the store") struct SnapshotTests {
  @Test("bring back every row, and nothing that came later") func roundTrip() throws {
    let database = try Database()
    let store = try Sample.store(in: database)
    let other = try Sample.store(in: database, named: "other")
    try store.save(Sample.code(), handle: "code")
    try store.begin(Sample.grant(), refreshToken: "first", issuedAt: Sample.start, endsAt: nil)
    try store.save(Sample.session(1), ofBrowser: "b")
    try store.saveFlow("{}", handle: "flow", browser: "b", startedAt: Sample.start)
    try store.saveSnapshot(named: "s", memory: ["kept": 7], at: Sample.start)

    #expect(try store.useCode(handle: "code"))
    let token = try #require(try store.refreshToken(handle: "first"))
    try store.add(refreshToken: "second", to: token, issuedAt: Sample.start)
    try expectEqual(store.revokeRefreshTokens(GrantSelection()), 2)
    #expect(try store.endFlow(handle: "flow"))
    var state = try store.loadDirectory()
    let alice = try #require(state.user(named: "alice"))
    state.updateUser(alice.id) { $0.isEnabled = false }
    try store.save(state.takeChanges())
    // Another world takes the numbers of grants in between.
    try other.begin(Sample.grant(), refreshToken: "others", issuedAt: Sample.start, endsAt: nil)

    try expectEqual(store.restoreSnapshot(named: "s")?["kept"], 7)
    try expectEqual(store.code(handle: "code"), Sample.code())
    let restored = try #require(try store.refreshToken(handle: "first"))
    #expect(!restored.isRevoked && restored.grant == Sample.grant())
    try expectNil(store.refreshToken(handle: "second"))
    try expectNotNil(store.flow(handle: "flow", browser: "b"))
    try expectEqual(store.sessions(ofBrowser: "b"), [Sample.session(1)])
    try expectEqual(store.loadDirectory().contents, Sample.seeds().state.contents)
    try expectEqual(other.refreshToken(handle: "others")?.grant, Sample.grant())
    // The restored grant is whole: a further token hangs on it.
    try store.add(refreshToken: "third", to: restored, issuedAt: Sample.start)
    try expectEqual(store.refreshToken(handle: "third")?.grant, Sample.grant())
  }

  @Test("have names, of one world each") func names() throws {
    let database = try Database()
    let (store, other) = (try Sample.store(in: database), try Sample.store(in: database, named: "other"))
    for name in ["b", "a", "b"] { try store.saveSnapshot(named: name, memory: nil, at: Sample.start) }
    try expectEqual(store.snapshots().map(\.name), ["a", "b"])
    #expect(try other.snapshots().isEmpty && other.restoreSnapshot(named: "a") == nil)
    #expect(try store.removeSnapshot(named: "a"))
    #expect(try !store.removeSnapshot(named: "a"))
    try database.removeWorld(named: "default")
    try expectEqual(database.worlds().map(\.name), ["other"])
  }

  @Test("and changes of a world that keeps only these are laid over its seeds") func changesOnly() throws {
    let store = try Database().makeWorld(named: "w", scenario: "s", at: Sample.start, recipe: "{}")
    let seeds = Sample.seeds().state
    var state = seeds
    let mobile = try #require(state.application(named: "mobile"))
    let principal = try #require(state.servicePrincipal(of: mobile.id, in: Sample.tenant))
    let old = try #require(state.grants(ofClient: principal.id).first)
    // Taken out, and given anew under another id: the new one must be there.
    state.remove(old.id)
    let new = PermissionGrant(
      id: .init(GUID(random: [77])), client: old.client, principal: old.principal, resource: old.resource, scopes: ["x"]
    )
    state.put(new)
    let assignment = try #require(state.roleAssignments.values.min { $0.id < $1.id })
    state.remove(assignment.id)
    try store.save(state.takeChanges())
    let loaded = try store.loadDirectory(over: seeds)
    #expect(loaded.grants[new.id] == new && loaded.grants[old.id] == nil)
    expectNil(loaded.roleAssignments[assignment.id])
    expectEqual(loaded.contents, state.contents)
    try store.beginAnew(with: nil)
    try expectEqual(store.loadDirectory(over: seeds).contents, seeds.contents)
  }

  @Test("What is long past its end is swept, some rows at a time, and nothing else") func sweep() throws {
    let store = try Sample.store(in: Database())
    for number in 0..<5 { try store.save(Sample.code(), handle: "old\(number)") }
    try store.begin(Sample.grant(), refreshToken: "old", issuedAt: Sample.start, endsAt: nil)
    try store.save(Sample.session(1), ofBrowser: "b")
    try store.saveFlow("{}", handle: "old", browser: "b", startedAt: Sample.start)
    let lifetimes = Lifetimes()
    func sweep(after time: Duration, limit: Int = 100) throws -> Int {
      try store.sweep(lifetimes, at: Sample.start + time, limit: limit)
    }
    try expectEqual(sweep(after: .days(2)), 0)
    try expectEqual(sweep(after: .days(3), limit: 4), 5)
    try expectEqual(sweep(after: .days(3), limit: 4), 1)
    #expect(try store.code(handle: "old1") == nil && store.flow(handle: "old", browser: "b") == nil)
    // A refresh token that is too old is still known, so that its refusal can say since when.
    try expectEqual(sweep(after: .days(179)), 1)
    #expect(try store.refreshToken(handle: "old") != nil && store.sessions(ofBrowser: "b").isEmpty)
    try expectEqual(sweep(after: .days(181)), 2)
    try expectNil(store.refreshToken(handle: "old"))
    try expectEqual(sweep(after: .days(1_000)), 0)
  }
}
