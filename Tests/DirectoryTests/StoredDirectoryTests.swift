import Bytes
import Directory
import Expectations
import Testing
import Time

@Suite("Stored directory") struct StoredDirectoryTests {
  @Test("is the directory that was saved, every member and the order of lists") func roundTrip() throws {
    var state = Sample.seeds().state
    // Members that the seeds leave as they begin.
    let alice = try #require(state.user(named: "alice"))
    state.updateUser(alice.id) { user in
      user.businessPhones = ["+1 555 0100", ""]
      user.mobilePhone = "\u{E4}\u{1F600}\"\\"
      user.mfa = .unregistered
      user.isLocked = true
      user.isDeleted = true
      user.isPasswordExpired = true
      user.tokensValidFrom = UnixTime(ticks: .max)
      user.photo = ProfilePhoto(jpeg: [0xFF, 0xD8], width: 1, height: 2)
    }
    let mobile = try #require(state.application(named: "mobile"))
    state.updateApplication(mobile.id) { application in
      application.preauthorizedClients = [Preauthorization(client: mobile.id, scopes: ["a", "b"])]
      application.audience = .personal
      application.groupMembershipClaims = .applicationGroup
    }
    let principal = try #require(state.servicePrincipal(of: mobile.id, in: SeededDirectory.contoso))
    state.put(
      RoleAssignment(id: .init(GUID(random: [9])), principal: .user(alice.id), resource: principal.id, role: nil))
    let staff = try #require(state.group(named: "staff"))
    state.updateGroup(staff.id) { $0.kind = .mailEnabledSecurity }
    state.put(
      RoleAssignment(id: .init(GUID(random: [6])), principal: .group(staff.id), resource: principal.id, role: "R"))
    state.put(
      PermissionGrant(
        id: .init(GUID(random: [8])), client: principal.id, principal: .user(alice.id), resource: principal.id,
        scopes: ["x"]))
    var policy = AccessPolicy(id: .init(GUID(random: [7])), name: "often", tenant: Sample.tenant)
    policy.users = [alice.id]
    policy.control = .mfa
    policy.signInFrequency = TimeSpan(.hours(1))
    state.put(policy)
    let store = try Database().makeWorld(named: "w", scenario: "s", at: Sample.start, holding: state)
    let loaded = try store.loadDirectory()
    expectEqual(loaded.contents, state.contents)
    expectEqual(loaded.user(named: "ALICE@contoso.onmicrosoft.com")?.id, alice.id)
    expectEqual(loaded.resource(named: "api://contoso")?.alias, "api")
    expectEqual(loaded.group(named: "STAFF")?.members, staff.members)
    expectEqual(loaded.tenant(named: "contoso.com")?.alias, "contoso")
    expectEqual(loaded.grants(ofClient: principal.id).count, state.grants(ofClient: principal.id).count)
  }

  @Test("follows changes, removals too, and keeps the place of what changes") func changes() throws {
    var state = Sample.seeds().state
    _ = state.takeChanges()
    let store = try Sample.store(in: Database())
    let bob = try #require(state.user(named: "bob"))
    state.updateUser(bob.id) { $0.displayName = "Robert" }
    let grant = try #require(state.grants.keys.min())
    state.remove(grant)
    let assignment = try #require(state.roleAssignments.keys.min())
    state.remove(assignment)
    let changes = state.takeChanges()
    expectEqual(changes.count, 3)
    try store.save(changes)
    try expectEqual(store.loadDirectory().contents, state.contents)
    #expect(state.takeChanges().isEmpty)
  }

  @Test("is replaced as a whole") func replace() throws {
    let store = try Sample.store(in: Database())
    var small = DirectoryState()
    small.put(Tenant(id: Sample.tenant, alias: "c", displayName: "C", domains: ["c.test"], createdAt: Sample.start))
    try store.beginAnew(with: small)
    try expectEqual(store.loadDirectory().contents, small.contents)
  }

  @Test("loads without anything left to save") func nothingToSave() throws {
    var loaded = try Sample.store(in: Database()).loadDirectory()
    #expect(loaded.takeChanges().isEmpty)
  }
}
