import Bytes
import Crypto
import Expectations
import Testing

@testable import Directory

/// What the directory finds by an index is what a look at all objects finds, whatever was put and removed before.
@Suite("Indexes of a directory") struct IndexTests {
  private let chance = SeededEntropy(seed: 5)

  private func id<Owner>(_ number: Int) -> Identifier<Owner> { Identifier(GUID(random: [7, UInt8(number)])) }

  @Test("find the groups of users and of groups") func memberships() {
    var state = DirectoryState()
    for step in 0..<2_000 {
      let id: Group.ID = id(chance.uniform(below: 12))
      if chance.uniform(below: 4) == 0 {
        state.remove(id)
      } else {
        var group = Group(
          id: id, tenant: SeededDirectory.contoso, alias: "\(id)", displayName: "", kind: .security,
          createdAt: Sample.start)
        group.members = state.groups[id]?.members ?? []
        // Some join at the end, some leave from anywhere, some stand there twice.
        for _ in 0..<chance.uniform(below: 4) {
          let number = chance.uniform(below: 12)
          group.members.append(chance.uniform(below: 2) == 0 ? .user(self.id(number)) : .group(self.id(number)))
        }
        if !group.members.isEmpty, chance.uniform(below: 2) == 0 {
          group.members.remove(at: chance.uniform(below: group.members.count))
        }
        state.put(group)
      }
      guard step % 20 == 0 else { continue }
      for number in 0..<12 {
        for member in [Group.Member.user(self.id(number)), .group(self.id(number))] {
          expectEqual(state.groups(of: member), state.groupsInOrder.filter { $0.members.contains(member) })
          expectEqual(state.nestedGroups(of: member).map(\.id), nested(member, in: state))
        }
      }
    }
  }

  private func nested(_ member: Group.Member, in state: DirectoryState) -> [Group.ID] {
    var found: Set<Group.ID> = []
    var open = [member]
    while let member = open.popLast() {
      for group in state.groupsInOrder where group.members.contains(member) && found.insert(group.id).inserted {
        open.append(.group(group.id))
      }
    }
    return state.groupsInOrder.map(\.id).filter(found.contains)
  }

  @Test("find the first free number behind a short name") func numbers() {
    var state = DirectoryState()
    let aliases = ["staff", "Staff-2", "staff-3", "staff-03", "staff-2-2", "staff-x"]
    for _ in 0..<1_500 {
      let id: Group.ID = id(chance.uniform(below: 20))
      if chance.uniform(below: 3) == 0 {
        state.remove(id)
      } else {
        let wanted = aliases[chance.uniform(below: aliases.count)]
        let alias = state.groups[id]?.alias ?? state.freeGroupAlias(like: wanted)
        state.put(
          Group(
            id: id, tenant: SeededDirectory.contoso, alias: alias, displayName: "", kind: .security,
            createdAt: Sample.start))
      }
      for alias in aliases {
        let free = ([alias] + (2...40).map { "\(alias)-\($0)" }).first { state.group(named: $0) == nil }
        expectEqual(state.freeGroupAlias(like: alias), free)
      }
    }
  }

  @Test(
    "find the API whose App ID URI has a *",
    arguments: [
      ("https://v1.vault.test", 1), ("https://V1.vault.test/", 1), ("https://v-1.vault.test", 1),
      ("https://vault.test", nil), ("https://.vault.test", nil), ("https://a.b.vault.test", nil),
      ("https://a_b.vault.test", nil), ("https://v1.vault.test/x", nil), ("https://eu.v1.blob.test", 2),
      // Two patterns fit. The one that came first counts.
      ("https://one.two.test", 3), ("https://x.two.test", 3), ("https://one.x.test", 4),
      ("https://" + String(repeating: "a.", count: 1_000) + "test", nil),
    ] as [(String, Int?)])
  func patterns(_ uri: String, _ api: Int?) {
    var state = DirectoryState()
    let patterns = [
      "https://*.vault.test", "https://eu.*.blob.test", "https://*.two.test", "https://one.*.test",
    ]
    for (index, pattern) in patterns.enumerated() {
      var app = Application(
        id: id(index + 1), objectID: id(index + 1), alias: "api\(index)", displayName: "", tenant: nil,
        createdAt: Sample.start)
      app.identifierURIs = ["https://api\(index).test"]
      app.identifierPatterns = [pattern, "https://gone.*.test"]
      state.put(app)
      app.identifierPatterns = [pattern]
      state.put(app)
    }
    expectEqual(state.resource(named: uri)?.id, api.map { id($0) })
    expectNil(state.resource(named: "https://gone.x.test"))
  }

  @Test("find the app in the place of another, over any number of apps between") func successors() throws {
    var editor = Sample.seeds().editor
    let mobile = try #require(editor.state.application(named: "mobile"))
    var last = mobile.id
    for number in 1...3 {
      var new = NewApplication(alias: "own-\(number)", kind: .native, displayName: "Own")
      new.predecessor = last
      last = editor.add(new)
      expectEqual(editor.state.application(orSuccessorOf: mobile.id)?.id, last)
    }
    // So does a directory that was read from a store.
    var read = DirectoryState()
    read.put(try #require(editor.state.applications[last]))
    expectEqual(read.application(orSuccessorOf: mobile.id)?.id, last)
    state(&read, removes: last)
    expectNil(read.application(orSuccessorOf: mobile.id))
    state(&editor.state, removes: last)
    expectNil(editor.state.application(orSuccessorOf: mobile.id))
  }

  private func state(_ state: inout DirectoryState, removes id: Application.ID) { state.remove(id) }

  @Test("find what names an app whose place is taken, and nothing else") func references() throws {
    var editor = Sample.seeds().editor
    let api = try #require(editor.state.application(named: "api"))
    var policy = AccessPolicy(id: AccessPolicy.ID(GUID(random: [1])), name: "p", tenant: SeededDirectory.contoso)
    (policy.resources, policy.workloads) = ([api.id], .some([api.id]))
    editor.put(policy)
    let before = editor.state.applicationsInOrder
    var new = NewApplication(alias: "own", kind: .api, displayName: "Own")
    new.predecessor = api.id
    let own = editor.add(new)
    for app in editor.state.applicationsInOrder where app.id != own {
      let old = try #require(before.first { $0.id == app.id })
      func renamed(_ id: Application.ID) -> Application.ID { id == api.id ? own : id }
      expectEqual(app.requiredAccess.map(\.resource), old.requiredAccess.map { renamed($0.resource) })
      expectEqual(app.preauthorizedClients.map(\.client), old.preauthorizedClients.map { renamed($0.client) })
      expectEqual(app.knownClients, old.knownClients.map { $0.map(renamed) })
    }
    #expect(before.contains { $0.requiredAccess.contains { $0.resource == api.id } })
    expectEqual(editor.state.policies[policy.id]?.resources, [own])
    expectEqual(editor.state.policies[policy.id]?.workloads, .some([own]))
  }

  @Test("do not make the store write an object twice for changes in a row") func changes() throws {
    var editor = Sample.seeds().editor
    _ = editor.state.takeChanges()
    let api = try #require(editor.state.application(named: "api"))
    let alice = try #require(editor.state.user(named: "alice"))
    for number in 0..<10 {
      try editor.update(api.id) { $0.displayName = "API \(number)" }
    }
    try editor.update(alice.id) { $0.displayName = "A" }
    try editor.update(api.id) { $0.displayName = "API" }
    let changes = editor.state.takeChanges()
    expectEqual(changes.count, 3)
    guard case .application(let first)? = changes.first, case .application(let last)? = changes.last else {
      Issue.record("\(changes)")
      return
    }
    expectEqual([first.displayName, last.displayName], ["API 9", "API"])
  }

  @Test("merge scopes into a long grant as into a short one") func scopes() throws {
    var state = DirectoryState()
    func grant(_ scopes: [String]) -> PermissionGrant {
      PermissionGrant(
        id: id(1), client: id(2), principal: .everyone, resource: id(3), scopes: scopes)
    }
    var expected: [String] = []
    for number in 0..<300 {
      let scopes = ["Word.\(number)", "Word.\(number / 2)", "word.\(number)"]
      state.merge(grant(scopes))
      expected += scopes.filter { !expected.contains($0) }
      if number == 200 {
        // Another change of the grant comes between.
        expected.removeLast(50)
        state.put(grant(expected))
      }
    }
    expectEqual(state.grants[id(1)]?.scopes, expected)
  }

  @Test("find permissions as a look at the API does, also after its list has changed", arguments: [2, 40])
  func permissions(_ count: Int) throws {
    var editor = Sample.seeds().editor
    let api = try #require(editor.state.application(named: "api"))
    for change in 0..<3 {
      try editor.update(api.id) { app in
        app.permissions = (change..<count).map { number in
          var permission = DelegatedPermission(
            id: id(number), value: "Word.\(number / 2)", needsAdmin: false, displayName: "", details: "")
          permission.isEnabled = number % 3 != 0
          return permission
        }
        app.appRoles = (change..<count).map {
          AppRole(
            id: id($0), value: "Role.\($0 / 2)", displayName: "", admitsUsers: $0 % 2 == 0, admitsApplications: true)
        }
      }
      let now = try #require(editor.state.applications[api.id])
      for number in -1...count {
        for name in ["Word.\(number)", "word.\(number)", "Role.\(number)", "ROLE.\(number)"] {
          expectEqual(editor.state.permission(named: name, of: api.id), now.permission(named: name))
          expectEqual(editor.state.role(named: name, of: api.id), now.role(named: name))
        }
      }
    }
    let graph = WellKnown.graph
    expectEqual(editor.state.permission(named: "user.read", of: graph)?.value, "User.Read")
    editor.state.remove(api.id)
    expectNil(editor.state.permission(named: "Word.1", of: api.id))
  }
}
