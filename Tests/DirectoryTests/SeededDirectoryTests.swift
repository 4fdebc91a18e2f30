import Bytes
import Directory
import Expectations
import Foundation
import Testing
import Time

@Suite("Seeded directory") struct SeededDirectoryTests {
  @Test("is the same in every run") func isStable() {
    expectEqual(Sample.seeds().state.contents, Sample.seeds().state.contents)
  }

  @Test("has the creation time that it is given, and what follows from it", arguments: [0, 1_700_000_000])
  func times(_ seconds: Int64) throws {
    let now = UnixTime(seconds: seconds)
    let state = SeededDirectory(createdAt: now).state
    #expect(state.tenantsInOrder.allSatisfy { $0.createdAt == now })
    #expect(state.groupsInOrder.allSatisfy { $0.createdAt == now })
    #expect(
      state.usersInOrder.allSatisfy { [$0.createdAt, $0.passwordChangedAt, $0.tokensValidFrom] == [now, now, now] })
    #expect(state.applicationsInOrder.allSatisfy { $0.createdAt == now })
    let secrets = state.applicationsInOrder.flatMap(\.secrets)
    expectEqual(secrets.count, 3)
    #expect(secrets.allSatisfy { $0.startsAt == now && $0.expiresAt == now + ClientSecret.usualLifetime })
    expectEqual(SeededDirectory(createdAt: now).password(ofUser: "alice"), SeededDirectory.password)
    expectEqual(SeededDirectory(createdAt: now).secrets["web"], "web-secret")
    expectEqual(SeededDirectory(.none, createdAt: now).state.tenantsInOrder.map(\.createdAt), [now])
  }

  @Test("has no id and no alias twice") func idsAreUnique() {
    let state = Sample.seeds().state
    let aliases = state.usersInOrder.map(\.alias) + state.applicationsInOrder.map(\.alias)
    expectEqual(Set(aliases).count, aliases.count)
    expectEqual(Set(state.applicationsInOrder.map(\.objectID)).count, state.applicationsInOrder.count)
    for application in state.applicationsInOrder {
      let permissions = application.permissions.map(\.id)
      expectEqual(Set(permissions).count, permissions.count, "\(application.alias)")
      expectEqual(Set(application.permissions.map(\.value)).count, permissions.count, "\(application.alias)")
    }
  }

  @Test("lets everybody in with the password it tells") func passwords() throws {
    let seeds = Sample.seeds()
    for credential in seeds.credentials {
      let user = try #require(seeds.state.user(named: credential.userPrincipalName))
      expectEqual(user.alias, credential.alias)
      expectEqual(user.password?.matches(credential.password ?? ""), true, "\(credential.alias)")
    }
    for (alias, secret) in seeds.secrets {
      let application = try #require(seeds.state.application(named: alias))
      expectEqual(application.secrets.first?.digest.matches(secret), true, "\(alias)")
    }
  }

  @Test("asks for permissions only that the API has") func staticLists() throws {
    let state = Sample.seeds().state
    for application in state.applicationsInOrder {
      for access in application.requiredAccess {
        let resource = try #require(state.applications[access.resource])
        for scope in access.scopes {
          expectNotNil(resource.permission(named: scope), "\(application.alias) \(scope)")
        }
        for role in access.roles {
          #expect(resource.appRoles.contains { $0.value == role }, "\(application.alias) \(role)")
        }
      }
    }
  }

  @Test("refers to nothing that is not there") func references() {
    let state = Sample.seeds().state
    for principal in state.servicePrincipals.values {
      expectNotNil(state.applications[principal.application])
      expectNotNil(state.tenants[principal.tenant])
    }
    for grant in state.grants.values {
      expectNotNil(state.servicePrincipals[grant.client])
      expectNotNil(state.servicePrincipals[grant.resource])
    }
    for user in state.usersInOrder {
      expectNotNil(state.tenants[user.tenant])
      if let home = user.home { expectEqual(state.users[home.user]?.tenant, home.tenant) }
    }
  }

  @Test("changes what a scenario asks for and tells the new password") func patching() throws {
    var seeds = Sample.seeds()
    let alice = try #require(seeds.state.user(named: "alice")).id
    let bob = try #require(seeds.state.user(named: "bob")).id
    try seeds.edit { editor in
      try editor.setPassword(.text("other"), of: alice)
      try editor.update(bob) { $0.userPrincipalName = "bob@contoso.com" }
    }
    expectEqual(seeds.credentials.first { $0.alias == "alice" }?.password, "other")
    expectEqual(seeds.credentials.first { $0.alias == "bob" }?.userPrincipalName, "bob@contoso.com")
    expectEqual(seeds.state.user(named: "alice")?.password?.matches("other"), true)
    let id = try #require(seeds.state.application(named: "web")).id
    try seeds.edit { editor in
      try editor.update(id) { $0.requiredAccess[0] = RequiredAccess(resource: WellKnown.graph, scopes: ["Mail.Send"]) }
    }
    let web = try #require(seeds.state.applications[id])
    expectEqual(web.requiredAccess(to: WellKnown.graph)?.scopes, ["Mail.Send"])
    let principal = try #require(seeds.state.servicePrincipal(of: web.id, in: Sample.tenant))
    #expect(seeds.state.grants(ofClient: principal.id).contains { $0.scopes.contains("User.Read") })
    try seeds.edit { _ = try $0.withdrawEverything(from: id) }
    #expect(seeds.state.grants(ofClient: principal.id).isEmpty)
    try seeds.edit { try $0.grantStaticList(of: id) }
    expectEqual(
      seeds.state.grants(ofClient: principal.id).map(\.scopes).sorted { $0.count < $1.count },
      [["Mail.Send"], ["access_as_user", "Orders.Read"]])
    seeds.forgetChanges()
    var state = seeds.state
    #expect(state.takeChanges().isEmpty)
  }

  @Test("has given each role that the quick start names") func rolesOfTheQuickStart() throws {
    let state = Sample.seeds().state
    let page = try String(
      contentsOf: URL(filePath: #filePath).appending(path: "../../../docs/quick-start.md").standardized, encoding: .utf8
    )
    let row = try #require(page.components(separatedBy: "\n").first { $0.hasPrefix("| Your API |") })
    let api = try #require(state.application(named: "api"))
    let named = api.appRoles.compactMap(\.value).filter { row.contains("`\($0)`") }
    #expect(!named.isEmpty)
    for role in named { #expect(state.roleAssignments.values.contains { $0.role == role }, "\(role)") }
  }

  @Test("withdraws and grants the roles of a daemon") func daemonRoles() throws {
    var seeds = Sample.seeds()
    let daemon = try #require(seeds.state.application(named: "daemon"))
    let principal = try #require(seeds.state.servicePrincipal(of: daemon.id, in: Sample.tenant))
    func roles() -> [String?] {
      seeds.state.roleAssignments.values.filter { $0.principal == .client(principal.id) }.map(\.role)
    }
    expectEqual(Set(roles()), ["User.Read.All", "Orders.Process"])
    try seeds.edit { _ = try $0.withdrawEverything(from: daemon.id) }
    expectEqual(roles(), [])
    try seeds.edit { editor in
      try editor.update(daemon.id) {
        $0.requiredAccess = [RequiredAccess(resource: WellKnown.graph, scopes: [], roles: ["Mail.Read"])]
      }
      try editor.grantStaticList(of: daemon.id)
    }
    expectEqual(roles(), ["Mail.Read"])
  }

  @Test("says which object is missing, and changes nothing") func missingObjects() throws {
    var editor = Sample.seeds().editor
    let (user, app, group) = (User.ID(.zero), Application.ID(.zero), Group.ID(.zero))
    let alice = try #require(editor.state.user(named: "alice")).id
    let web = try #require(editor.state.application(named: "web")).id
    func missing(_ kind: String, _ change: (inout DirectoryEditor) throws(DirectoryEditor.NoSuchObject) -> Void) {
      #expect(throws: DirectoryEditor.NoSuchObject(kind: kind, id: .zero)) { try change(&editor) }
    }
    missing("user") { editor throws(DirectoryEditor.NoSuchObject) in try editor.changePassword(of: user, to: "a") }
    missing("user") { editor throws(DirectoryEditor.NoSuchObject) in try editor.assign(.user(user), to: web) }
    missing("group") { editor throws(DirectoryEditor.NoSuchObject) in try editor.assign(.group(group), to: web) }
    missing("service principal of app") { editor throws(DirectoryEditor.NoSuchObject) in
      try editor.assign(.user(alice), to: app)
    }
    missing("app") { editor throws(DirectoryEditor.NoSuchObject) in try editor.setSecret(.text("a"), of: app) }
    missing("app") { editor throws(DirectoryEditor.NoSuchObject) in try editor.grantStaticList(of: app) }
    missing("app") { editor throws(DirectoryEditor.NoSuchObject) in try editor.withdrawGrants(from: app, of: nil) }
    missing("tenant") { editor throws(DirectoryEditor.NoSuchObject) in
      try editor.grant(NewConsent(client: web, tenant: Tenant.ID(.zero), user: nil, access: []))
    }
    missing("policy") { editor throws(DirectoryEditor.NoSuchObject) in try editor.remove(AccessPolicy.ID(.zero)) }
    #expect(editor.state.takeChanges().isEmpty)
    #expect(DirectoryEditor.NoSuchObject(kind: "user", id: .zero).description.hasPrefix("there is no user 0000"))
  }
}
