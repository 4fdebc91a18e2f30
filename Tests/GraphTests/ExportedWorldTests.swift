import Crypto
import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Time
import Worlds
import YAML

@testable import Scenarios

/// Worlds that were changed at random, by every action, by entries over HTTP and by Graph's writes, are exported whole.
@Suite("A world changed at random") struct ExportedWorldTests {
  /// Draws the same numbers in every run.
  struct Dice {
    let entropy: SeededEntropy

    func pick<Element>(_ items: [Element]) -> Element {
      items[Int(entropy.bytes(4).reduce(0) { $0 << 8 | UInt64($1) } % UInt64(items.count))]
    }
  }

  static let users = ["alice", "bob", "admin", "gina", "guest", "carol"]
  static let apps = ["mobile", "spa", "web", "daemon", "api"]
  static let groups = ["engineers", "staff", "company", "news"]

  /// What a caller of the control API may send for one object.
  static let entries: [(section: String, name: String, body: String)] = [
    ("users", "carol", "{ displayName: Carol Chen, jobTitle: Engineer }"),
    ("users", "bob", "{ manager: null, mfa: required }"),
    ("users", "alice", "{ userPrincipalName: a.archer@contoso.com, mail: null }"), ("users", "admin", "{ roles: [] }"),
    ("users", "gina", "{ password: Other1!, preferredLanguage: de-DE, businessPhones: ['1', '2'] }"),
    ("users", "bob", "{ photo: true, givenName: null, surname: Bee, officeLocation: '12' }"),
    ("groups", "staff", "{ members: [bob], description: null }"),
    ("groups", "crew", "{ displayName: Crew, members: [alice] }"),
    ("apps", "web", "{ secret: other, redirectUris: ['https://a.test/b'] }"), ("apps", "spa", "{ permissions: null }"),
    ("apps", "mobile", "{ consent: none }"), ("apps", "web", "{ consent: granted, enabled: false }"),
    ("apps", "shop", "{ type: native, audience: AzureADMyOrg, assignedUsers: [alice] }"),
    ("apps", "api", "{ preauthorizedClients: [spa], knownClients: [web] }"),
    ("apps", "web", "{ optionalClaims: { idToken: [email] }, groupMembershipClaims: All, assignmentRequired: true }"),
    ("tenants", "fabrikam", "{ userConsent: lowRisk, adminConsentWorkflow: true }"),
  ]

  private static func act(_ bench: Bench, _ dice: Dice) throws {
    let world = bench.world
    let words = ActionTable.all.filter {
      $0.form.example.isEmpty == false && $0.key != "rotateKeys" && $0.key != "withdrawKey"
    }
    let example = dice.pick(words).form.example
      .split(separator: "alice", omittingEmptySubsequences: false).joined(separator: dice.pick(users))
      .split(separator: "mobile", omittingEmptySubsequences: false).joined(separator: dice.pick(apps))
    // An action about an answer, or about somebody who is not there, is refused and changes nothing.
    guard
      let actions = try? RuleDecoder.worldActions(
        from: YAMLDocument.parse(example), file: "x", in: world.directory)
    else { return }
    _ = try? world.perform(actions)
  }

  private static func change(_ bench: Bench, _ dice: Dice) throws {
    let entry = dice.pick(entries)
    let node = try YAMLDocument.parse(entry.body)
    let directory = bench.world.directory
    func change<Subject: WordedEntry>(_ make: (Entry<Subject>) -> WorldPatch.Change) throws {
      // What is there already takes no beginning, and a public client takes no secret.
      guard let entry: Entry<Subject> = try? PatchDecoder.entry(entry.name, from: node, file: "x", in: directory) else {
        return
      }
      try bench.world.apply(make(entry))
    }
    switch entry.section {
    case "users": try change { .user($0) }
    case "groups": try change { .group($0) }
    case "apps": try change { .application($0) }
    default: try change { .tenant($0) }
    }
  }

  private static func write(_ bench: Bench, _ dice: Dice) throws {
    let directory = bench.world.directory
    let token = try bench.app(
      "User.ReadWrite.All", "GroupMember.ReadWrite.All", "DelegatedPermissionGrant.ReadWrite.All")
    func send(_ method: String, _ path: String, _ body: String = "") throws {
      _ = try bench.call("/v1.0/" + path, method: method, authorization: token, body: body)
    }
    let user = directory.usersInOrder.filter { $0.tenant == SeededDirectory.contoso }.map(\.id)
    let group = directory.groupsInOrder.map(\.id)
    switch dice.pick(Array(0..<8)) {
    case 0:
      let body = dice.pick([
        #"{"jobTitle":"Lead","mobilePhone":"+1 2","officeLocation":null}"#,
        #"{"displayName":"New Name","givenName":null}"#,
        #"{"mail":"other@contoso.com","preferredLanguage":null}"#, #"{"businessPhones":["7"],"surname":"Two Words"}"#,
        #"{"accountEnabled":false}"#,
        #"{"passwordProfile":{"password":"Gr4ph-passw0rd!","forceChangePasswordNextSignIn":false}}"#,
      ])
      try send("PATCH", "users/\(dice.pick(user))", body)
    case 1:
      let name = dice.pick(["dora", "emil", "alice", "o'neil", "x y"])
      try send(
        "POST", "users",
        #"{"accountEnabled":true,"displayName":"Dora Day","mailNickname":"\#(name)","userPrincipalName":"\#(dice.pick(["dora", "emil", "zoe"]))@contoso.com","jobTitle":"Guide","passwordProfile":{"password":"Gr4ph-passw0rd!"}}"#
      )
    case 2: try send("DELETE", "users/\(dice.pick(user))")
    case 3:
      try send(
        "POST", "groups/\(dice.pick(group))/members/$ref",
        #"{"@odata.id":"https://graph.microsoft.com/v1.0/directoryObjects/\#(dice.pick(user))"}"#)
    case 4: try send("DELETE", "groups/\(dice.pick(group))/members/\(dice.pick(user))/$ref")
    case 5:
      let clients = directory.servicePrincipals.values.filter { $0.tenant == SeededDirectory.contoso }.sorted {
        $0.id < $1.id
      }
      let graph = clients.first { $0.application == WellKnown.graph }
      try send(
        "POST", "oauth2PermissionGrants",
        #"{"clientId":"\#(dice.pick(clients).id)","consentType":"Principal","principalId":"\#(dice.pick(user))","resourceId":"\#(graph.map { "\($0.id)" } ?? "")","scope":"Calendars.Read"}"#
      )
    case 6:
      if let grant = directory.grants.values.sorted(by: { $0.id < $1.id }).first {
        try send("DELETE", "oauth2PermissionGrants/\(grant.id)")
      }
    default:
      let photo = ProfilePhoto(jpeg: ProfilePhoto.sample.bytes + [dice.pick([1, 2])], width: 48, height: 48)
      try bench.world.edit { try $0.update(dice.pick(user)) { $0.photo = photo } }
    }
  }

  /// What can be seen of an object, but for the ids and times that a new world makes anew.
  private static func shown<Subject: WordedEntry>(_ objects: [Subject], _ directory: DirectoryState) -> Set<JSONObject>
  {
    Set(
      objects.map { object in
        var members = object.shown(Names(directory))
        for name in ["id", "tokensValidFrom", "secrets", "passwordChangedAt"] { members[name] = nil }
        return members
      })
  }

  private static func granted(_ directory: DirectoryState) -> Set<String> {
    let names = Names(directory)
    func app(_ id: ServicePrincipal.ID) -> String {
      directory.servicePrincipals[id].map { "\(names.application($0.application)) in \(names.tenant($0.tenant))" }
        ?? "?"
    }
    let scopes = directory.grants.values.filter { !$0.scopes.isEmpty }.map { grant -> String in
      let holder = if case .user(let id) = grant.principal { names.user(id) } else { "everybody" }
      return "\(app(grant.client)) \(app(grant.resource)) \(holder) \(grant.scopes.sorted())"
    }
    let roles = directory.roleAssignments.values.map { assignment -> String in
      let holder =
        switch assignment.principal {
        case .user(let id): names.user(id)
        case .group(let id): names.member(.group(id))
        case .client(let id): app(id)
        }
      return "\(holder) \(app(assignment.resource)) \(assignment.role ?? "-")"
    }
    return Set(scopes + roles)
  }

  @Test("begins again from its export as it was", arguments: UInt64(1)...24) func export(_ seed: UInt64) throws {
    let bench = try Bench()
    let dice = Dice(entropy: SeededEntropy(seed: seed))
    for _ in 0..<20 {
      bench.clock.advance(by: .minutes(1))
      switch dice.pick([0, 0, 1, 1, 2]) {
      case 0: try Self.write(bench, dice)
      case 1: try Self.act(bench, dice)
      default: try Self.change(bench, dice)
      }
    }
    let file = try WorldExport.file(of: bench.world)
    let scenario = try ScenarioDecoder.scenario(from: Array(file.utf8), file: "export.yaml")
    let twin = try Bench(scenario: scenario)
    try expectEqual(WorldExport.file(of: twin.world), file)
    let (now, then) = (bench.world.directory, twin.world.directory)
    expectEqual(Self.shown(now.tenantsInOrder, now), Self.shown(then.tenantsInOrder, then), "\(file)")
    expectEqual(Self.shown(now.usersInOrder, now), Self.shown(then.usersInOrder, then), "\(file)")
    expectEqual(Self.shown(now.groupsInOrder, now), Self.shown(then.groupsInOrder, then), "\(file)")
    expectEqual(Self.shown(now.applicationsInOrder, now), Self.shown(then.applicationsInOrder, then), "\(file)")
    expectEqual(Self.granted(now), Self.granted(then), "\(file)")
    for user in now.usersInOrder {
      let read = try Bench.found(then.user(named: user.alias))
      expectEqual(read.photo, user.photo)
      for password in [SeededDirectory.password, "Gr4ph-passw0rd!", "Other1!", "N3w-passw0rd"] {
        expectEqual(read.password?.matches(password), user.password?.matches(password), "\(user.alias) \(password)")
      }
    }
  }
}
