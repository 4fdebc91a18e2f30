import Bytes
import Directory
import Expectations
import Policy
import Testing
import Time

/// From words to resources, from grants to permissions, from both to the question whether somebody must consent.
struct PermissionTests {
  static let now = UnixTime(seconds: 1_769_854_830)
  static let graph = "https://graph.microsoft.com"

  /// The seeded directory with every consent taken away and a client whose static list is known.
  struct Fixture {
    var directory: DirectoryState
    let client: Application
    let api: Application
    let alice: User
    let bob: User
    let tenant: Tenant

    init(static list: [RequiredAccess]? = nil) throws {
      directory = SeededDirectory(createdAt: PermissionTests.now).state
      for id in directory.grants.keys { directory.remove(id) }
      var client = try #require(directory.application(named: "mobile"))
      api = try #require(directory.application(named: "api"))
      if let list { client.requiredAccess = list }
      directory.put(client)
      self.client = client
      alice = try #require(directory.user(named: "alice"))
      bob = try #require(directory.user(named: "bob"))
      tenant = try #require(directory.tenant(named: "contoso"))
    }

    mutating func grant(_ scopes: String, of resource: Application.ID, to principal: PermissionGrant.Principal) throws {
      let client = try #require(directory.servicePrincipal(of: client.id, in: tenant.id))
      let resource = try #require(directory.servicePrincipal(of: resource, in: tenant.id))
      directory.merge(
        PermissionGrant(
          id: Identifier(GUID(random: [UInt8(directory.grants.count)])), client: client.id, principal: principal,
          resource: resource.id, scopes: scopes.split(separator: " ").map(String.init)))
    }

    func resolve(_ scopes: String) throws -> ResolvedScopes {
      try ResolvedScopes(try ScopeList(scopes), in: directory, tenant: tenant)
    }

    func effective(_ resource: Application.ID, user: User? = nil) throws -> [String] {
      EffectivePermissions.values(
        client: client, resource: try #require(directory.applications[resource]), user: (user ?? alice).id,
        tenant: tenant.id, in: directory)
    }
  }

  // MARK: Resources

  struct Resolved: CustomTestStringConvertible {
    let testDescription: String
    let scopes: String
    /// `identifier: values`, `*` for `.default`, `?` before unknown ones.
    let resources: [String]

    init(_ description: String, _ scopes: String, _ resources: [String]) {
      testDescription = description
      self.scopes = scopes
      self.resources = resources
    }
  }

  @Test(arguments: [
    Resolved("bare names are Graph's", "User.Read Mail.Read", ["\(graph): User.Read Mail.Read"]),
    Resolved("registered spelling", "user.READ", ["\(graph): User.Read"]),
    Resolved("full names", "\(graph)/User.Read", ["\(graph): User.Read"]),
    Resolved(
      "resource in capitals", "HTTPS://Graph.Microsoft.com/User.Read", ["HTTPS://Graph.Microsoft.com: User.Read"]),
    Resolved("a slash more", "\(graph)//User.Read", ["\(graph)/: User.Read"]),
    Resolved(
      "Graph by id", "00000003-0000-0000-c000-000000000000/User.Read",
      ["00000003-0000-0000-c000-000000000000: User.Read"]),
    Resolved("bare and full", "User.Read \(graph)/Mail.Read", ["\(graph): User.Read Mail.Read"]),
    Resolved(".default", "\(graph)/.default", ["\(graph): *"]),
    Resolved("bare .default", ".default", ["\(graph): *"]),
    Resolved("an API by URI", "api://contoso/Orders.Read", ["api://contoso: Orders.Read"]),
    Resolved(
      "an API by id", "a9100000-0000-4000-8000-000000000005/Orders.Read",
      ["a9100000-0000-4000-8000-000000000005: Orders.Read"]),
    Resolved(
      "two APIs in order", "api://contoso/Orders.Read User.Read",
      ["api://contoso: Orders.Read", "\(graph): User.Read"]),
    Resolved("OpenID words alone are Graph's", "openid profile", ["\(graph): "]),
    Resolved("OpenID words beside an API", "openid api://contoso/Orders.Read", ["api://contoso: Orders.Read"]),
    Resolved("nothing", "", []),
    Resolved("an unknown name", "access_as_user", ["\(graph): ?access_as_user"]),
    Resolved("an unknown name of an API", "api://contoso/x", ["api://contoso: ?x"]),
    Resolved("Outlook's own", "https://outlook.office.com/Mail.Read", ["https://outlook.office.com: Mail.Read"]),
  ]) func areFound(_ row: Resolved) throws {
    let resolved = try Fixture().resolve(row.scopes)
    let found = resolved.resources.map { scopes in
      "\(scopes.identifier): "
        + (scopes.values + scopes.unknownValues.map { "?" + $0 } + (scopes.isDefault ? ["*"] : [])).joined(
          separator: " ")
    }
    expectEqual(found, row.resources)
  }

  @Test(arguments: ["https://nowhere.test/.default", "api://nobody/Read", "11111111-2222-4333-8444-555555555555/x"])
  func unknownResourcesAreRefused(_ scopes: String) throws {
    let fixture = try Fixture()
    #expect { try fixture.resolve(scopes) } throws: { ($0 as? Refusal)?.code == 500_011 }
  }

  @Test func aResourceThatTheTenantLacksIsRefused() throws {
    let fixture = try Fixture()
    let fabrikam = try #require(fixture.directory.tenant(named: "fabrikam"))
    #expect {
      try ResolvedScopes(try ScopeList("api://contoso/Orders.Read"), in: fixture.directory, tenant: fabrikam)
    } throws: { ($0 as? Refusal)?.code == 500_011 }
  }

  // MARK: What is granted

  @Test func grantsForAllAndForOneAddUp() throws {
    var fixture = try Fixture()
    try fixture.grant("User.Read", of: WellKnown.graph, to: .everyone)
    try fixture.grant("Mail.Read", of: WellKnown.graph, to: .user(fixture.alice.id))
    try fixture.grant("Files.Read", of: WellKnown.graph, to: .user(fixture.bob.id))
    try expectEqual(fixture.effective(WellKnown.graph), ["Mail.Read", "User.Read"])
    try expectEqual(fixture.effective(WellKnown.graph, user: fixture.bob), ["Files.Read", "User.Read"])
    try expectEqual(fixture.effective(fixture.api.id), [])
  }

  @Test(arguments: ["openid", "profile", "email"]) func oneOpenIDWordBringsAllThree(_ word: String) throws {
    var fixture = try Fixture()
    try fixture.grant(word, of: WellKnown.graph, to: .everyone)
    try expectEqual(fixture.effective(WellKnown.graph), ["email", "openid", "profile"])
  }

  @Test func preauthorizedClientsNeedNoGrant() throws {
    var fixture = try Fixture()
    var api = fixture.api
    api.preauthorizedClients = [Preauthorization(client: fixture.client.id, scopes: ["access_as_user"])]
    fixture.directory.put(api)
    try expectEqual(fixture.effective(api.id), ["access_as_user"])
  }

  @Test func namesThatTheResourceLostAreGone() throws {
    var fixture = try Fixture()
    try fixture.grant("Orders.Read Gone.Read", of: fixture.api.id, to: .everyone)
    try expectEqual(fixture.effective(fixture.api.id), ["Orders.Read"])
  }

  // MARK: Is consent needed

  struct Decision: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var all = ""
    var mine = ""
    var others = ""
    let asked: String
    var isForced = false
    /// Values that a page lists; nil: no page.
    let listed: String?
  }

  static let list = [
    RequiredAccess(resource: WellKnown.graph, scopes: ["User.Read", "Contacts.Read"]),
    RequiredAccess(resource: WellKnown.keyVault, scopes: ["user_impersonation"]),
  ]

  @Test(arguments: [
    Decision(testDescription: "all granted to all", all: "User.Read", asked: "User.Read", listed: nil),
    Decision(testDescription: "all granted to the user", mine: "User.Read", asked: "User.Read", listed: nil),
    Decision(testDescription: "granted to somebody else", others: "User.Read", asked: "User.Read", listed: "User.Read"),
    Decision(testDescription: "nothing granted", asked: "User.Read Mail.Read", listed: "User.Read Mail.Read"),
    Decision(testDescription: "a part granted", all: "User.Read", asked: "User.Read Mail.Read", listed: "Mail.Read"),
    Decision(
      testDescription: "asked in small letters", all: "User.Read", asked: "user.read mail.read", listed: "Mail.Read"),
    Decision(
      testDescription: "with lasting access", asked: "User.Read offline_access", listed: "User.Read offline_access"),
    Decision(
      testDescription: "lasting access alone is not a reason", all: "User.Read", asked: "User.Read offline_access",
      listed: nil),
    Decision(
      testDescription: "forced: everything asked", all: "User.Read Mail.Read", asked: "User.Read Mail.Read",
      isForced: true, listed: "User.Read Mail.Read"),
    Decision(testDescription: ".default, anything granted", all: "Mail.Read", asked: "\(graph)/.default", listed: nil),
    Decision(
      testDescription: ".default, granted to the user", mine: "Mail.Read", asked: "\(graph)/.default", listed: nil),
    Decision(
      testDescription: ".default, nothing granted: the static list", asked: "\(graph)/.default",
      listed: "User.Read Contacts.Read user_impersonation"),
    Decision(
      testDescription: ".default of two, one granted", all: "User.Read",
      asked: "\(graph)/.default https://vault.azure.net/.default",
      listed: "User.Read Contacts.Read user_impersonation"),
    Decision(
      testDescription: ".default, forced", all: "Mail.Read", asked: "\(graph)/.default", isForced: true,
      listed: "User.Read Contacts.Read user_impersonation"),
    Decision(
      testDescription: ".default of a resource outside the list", asked: "api://contoso/.default",
      listed: "User.Read Contacts.Read user_impersonation"),
    Decision(testDescription: "OpenID alone, nothing granted", asked: "openid profile", listed: "openid profile"),
    Decision(
      testDescription: "OpenID alone, something granted", mine: "User.Read", asked: "openid profile", listed: nil),
    Decision(
      testDescription: "two resources", all: "User.Read", asked: "User.Read api://contoso/Orders.Read",
      listed: "Orders.Read"),
  ]) func consentIsNeeded(_ row: Decision) throws {
    var fixture = try Fixture(static: Self.list)
    if !row.all.isEmpty { try fixture.grant(row.all, of: WellKnown.graph, to: .everyone) }
    if !row.mine.isEmpty { try fixture.grant(row.mine, of: WellKnown.graph, to: .user(fixture.alice.id)) }
    if !row.others.isEmpty { try fixture.grant(row.others, of: WellKnown.graph, to: .user(fixture.bob.id)) }
    let decision = ConsentDecision.evaluate(
      try fixture.resolve(row.asked), client: fixture.client, user: fixture.alice, tenant: fixture.tenant.id,
      isForced: row.isForced, in: fixture.directory)
    switch decision {
    case .granted: expectNil(row.listed)
    case .missing(let items): expectEqual(items.map(\.value).joined(separator: " "), row.listed)
    }
  }

  @Test func anEmptyStaticListAsksToSignIn() throws {
    let fixture = try Fixture(static: [])
    let decision = ConsentDecision.evaluate(
      try fixture.resolve("\(Self.graph)/.default"), client: fixture.client, user: fixture.alice,
      tenant: fixture.tenant.id, isForced: false, in: fixture.directory)
    expectEqual(
      decision,
      .missing(
        permissions: ["openid", "profile"].map {
          ConsentDecision.ConsentItem(resource: WellKnown.graph, value: $0, needsAdmin: false)
        }))
  }

  @Test func itemsTellWhoMayConsent() throws {
    let fixture = try Fixture()
    let decision = ConsentDecision.evaluate(
      try fixture.resolve("User.Read User.Read.All"), client: fixture.client, user: fixture.alice,
      tenant: fixture.tenant.id, isForced: false, in: fixture.directory)
    guard case .missing(let items) = decision else {
      Issue.record("\(decision)")
      return
    }
    expectEqual(items.map(\.needsAdmin), [false, true])
  }

  // MARK: What the token carries

  struct Granted: CustomTestStringConvertible {
    let testDescription: String
    let effective: [String]
    let asked: String
    let claim: String
    let response: String
  }

  @Test(arguments: [
    Granted(
      testDescription: "more than asked", effective: ["Mail.Read", "User.Read"], asked: "User.Read",
      claim: "Mail.Read User.Read", response: "Mail.Read User.Read"),
    Granted(
      testDescription: "OpenID words first in the answer, last in the claim",
      effective: ["Group.Read.All", "User.Read", "email", "openid", "profile"], asked: "User.Read",
      claim: "Group.Read.All User.Read openid profile email", response: "email openid profile Group.Read.All User.Read"),
    Granted(
      testDescription: "never lasting access", effective: ["User.Read", "offline_access"],
      asked: "User.Read offline_access",
      claim: "User.Read", response: "User.Read"),
    Granted(
      testDescription: "full names", effective: ["Mail.Read", "User.Read", "email", "openid", "profile"],
      asked: "\(graph)/User.Read", claim: "Mail.Read User.Read openid profile email",
      response: "email openid profile \(graph)/Mail.Read \(graph)/User.Read"),
    Granted(
      testDescription: ".default last", effective: ["Mail.Read", "User.Read"], asked: "\(graph)/.default",
      claim: "Mail.Read User.Read", response: "\(graph)/Mail.Read \(graph)/User.Read \(graph)/.default"),
    Granted(
      testDescription: "an API has no OpenID words", effective: ["Orders.Read"],
      asked: "api://contoso/Orders.Read openid",
      claim: "Orders.Read", response: "api://contoso/Orders.Read"),
    Granted(
      testDescription: "an API's .default", effective: ["Orders.Read", "access_as_user"],
      asked: "api://contoso/.default",
      claim: "Orders.Read access_as_user",
      response: "api://contoso/Orders.Read api://contoso/access_as_user api://contoso/.default"),
    Granted(
      testDescription: "a double slash stays", effective: ["user_impersonation"],
      asked: "https://management.azure.com//.default", claim: "user_impersonation",
      response: "https://management.azure.com//user_impersonation https://management.azure.com//.default"),
    Granted(
      testDescription: "each as it was asked", effective: ["Mail.Read", "User.Read"],
      asked: "User.Read \(graph)/Mail.Read",
      claim: "Mail.Read User.Read", response: "\(graph)/Mail.Read User.Read"),
    Granted(
      testDescription: "OpenID words that are only asked", effective: [], asked: "openid profile",
      claim: "openid profile", response: "openid profile"),
    Granted(testDescription: "nothing", effective: [], asked: "User.Read", claim: "", response: ""),
  ]) func isSpelled(_ row: Granted) throws {
    let resolved = try Fixture().resolve(row.asked)
    let granted = GrantedScopes(
      effective: row.effective, asked: try #require(resolved.resources.first), openID: resolved.openID)
    expectEqual(granted.claim, row.claim)
    expectEqual(granted.response, row.response)
  }
}
