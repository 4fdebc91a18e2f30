import Bytes
import Directory
import Expectations
import JSON
import Policy
import Testing
import Time

@testable import Scenarios
@testable import Worlds

/// A world without the seeds, whose tenants, users and apps are a file's own.
@Suite("An own tenant") struct OwnTenantTests {
  static let woodgrove = "6a1f3c58-2d0b-4e6f-9a77-0c5d8e3b1a42"

  static let text = """
    world:
      seeds: none
      tenants:
        woodgrove:
          id: 6A1F3C58-2D0B-4E6F-9A77-0C5D8E3B1A42
          displayName: Woodgrove
          domains: [woodgrove.onmicrosoft.com, { name: woodgrove.com, isDefault: true }]
          countryLetterCode: DE
          userConsent: lowRisk
        partner: { displayName: Partner }
      users:
        dana: { displayName: Dana Diaz }
        paul: { displayName: Paul, tenant: partner }
        pia: { displayName: Pia, tenant: personal-accounts, userPrincipalName: pia@mail.test }
        visitor: { home: paul }
        friend: { home: pia, displayName: Pia as a guest, tenant: partner }
      groups:
        crew: { displayName: Crew, members: [dana, visitor] }
        allies: { displayName: Allies, tenant: partner, members: [paul] }
      apps:
        phone: { type: native, clientId: 0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c11, consent: granted }
        site: { type: web, secret: s3cret }
        job: { type: daemon, tenant: partner, permissions: [User.Read.All], consent: granted }
      policies:
        - { name: gate, tenant: partner, require: mfa }

    """

  @Test("is all that there is beside Microsoft's own apps and the tenant of personal accounts") func isAlone() throws {
    let directory = try WorldExportTests.world(of: "scenario: own\nids: asWritten\n" + Self.text).directory
    expectEqual(directory.tenantsInOrder.map(\.alias), ["personal-accounts", "woodgrove", "partner"])
    expectEqual(directory.usersInOrder.map(\.alias), ["dana", "paul", "pia", "visitor", "friend"])
    expectEqual(directory.groupsInOrder.map(\.alias), ["crew", "allies"])
    expectEqual(directory.applicationsInOrder.filter { !$0.isFirstParty }.map(\.alias), ["phone", "site", "job"])
    let tenant = try #require(directory.tenant(named: "woodgrove.com"))
    expectEqual("\(tenant.id)", Self.woodgrove)
    #expect(tenant.initialDomain == "woodgrove.onmicrosoft.com" && tenant.defaultDomain == "woodgrove.com")
    #expect(tenant.countryLetterCode == "DE" && tenant.userConsent == .lowRisk)
    expectEqual(directory.tenant(named: "partner")?.domains, ["partner.onmicrosoft.com"])
    expectEqual(directory.mainTenant?.id, tenant.id)
    // Microsoft's own apps are in each tenant. What its clients get there needs no grant.
    for tenant in directory.tenantsInOrder {
      let cli = try #require(directory.servicePrincipal(of: WellKnown.azureCLI, in: tenant.id))
      expectNotNil(directory.servicePrincipal(of: WellKnown.graph, in: tenant.id), "\(tenant.alias)")
      #expect(directory.grants(ofClient: cli.id).isEmpty, "\(tenant.alias)")
    }
  }

  @Test("has users, guests, personal accounts and apps where they say") func people() throws {
    let directory = try WorldExportTests.world(of: "scenario: own\nids: asWritten\n" + Self.text).directory
    func user(_ name: ObjectName<User>) throws -> User { try directory.existingUser(name) }
    let names = Dictionary(
      directory.usersInOrder.map { ($0.alias, $0.userPrincipalName) }, uniquingKeysWith: { first, _ in first })
    expectEqual(
      names,
      [
        "dana": "dana@woodgrove.com", "paul": "paul@partner.onmicrosoft.com", "pia": "pia@mail.test",
        "visitor": "paul_partner.onmicrosoft.com#EXT#@woodgrove.onmicrosoft.com",
        "friend": "pia_mail.test#EXT#@partner.onmicrosoft.com",
      ])
    let pia = try user("pia")
    #expect(pia.tenant == WellKnown.personalTenant && pia.id.guid.bytes.prefix(8).allSatisfy { $0 == 0 })
    expectEqual(directory.account(signingInAs: "pia@mail.test")?.id, pia.id)
    let visitor = try user("visitor")
    expectEqual(visitor.home, User.Home(tenant: try user("paul").tenant, user: try user("paul").id))
    #expect(visitor.displayName == "Paul" && visitor.mail == "paul@partner.onmicrosoft.com" && visitor.password == nil)
    expectEqual(directory.user(forAccount: pia, in: try user("paul").tenant)?.alias, "friend")
    try expectEqual(directory.existingApplication("phone").tenant, directory.mainTenant?.id)
    let job = try directory.existingApplication("job")
    let principal = try #require(directory.servicePrincipal(of: job.id, in: try user("paul").tenant))
    let graph = try #require(directory.servicePrincipal(of: WellKnown.graph, in: principal.tenant))
    expectEqual(directory.assignments(of: .client(principal.id), on: graph.id).map(\.role), ["User.Read.All"])
  }

  @Test(
    "is written back as it was read, with ids of its own and with those of the file", arguments: ["own", "asWritten"])
  func export(_ ids: String) throws {
    let (world, twin, file) = try WorldExportTests.twins("ids: \(ids)\n" + Self.text)
    expectEqual(file.contains("ids: asWritten"), ids == "asWritten")
    for part in ["seeds: none", "id: \(Self.woodgrove)", "isDefault: true", "home: paul", "tenant: partner"] {
      #expect(file.contains(part), "\(part) is not in\n\(file)")
    }
    let id = try #require(world.directory.tenant(named: "woodgrove")).id
    expectEqual("\(id)" == Self.woodgrove, ids == "asWritten")
    expectEqual(twin.directory.tenant(named: "woodgrove")?.id, id)
    expectEqual(
      world.directory.usersInOrder.map(\.userPrincipalName), twin.directory.usersInOrder.map(\.userPrincipalName))
  }

  @Test("has domains of its own in a world that was made") func ownDomains() throws {
    let directory = try WorldExportTests.world(of: "scenario: own\n" + Self.text).directory
    let tenant = try #require(directory.tenant(named: "woodgrove"))
    expectEqual(tenant.domains, ["woodgrove-t1.onmicrosoft.com", "t1.woodgrove.com"])
    expectEqual(tenant.defaultDomain, "t1.woodgrove.com")
    try expectEqual(directory.existingUser("dana").userPrincipalName, "dana@t1.woodgrove.com")
    try expectEqual(directory.existingUser("pia").userPrincipalName, "pia@mail.test")
    expectEqual(directory.tenant(named: Self.woodgrove)?.id, tenant.id, "the file's id finds the tenant of this world")
  }

  @Test("takes the domains of Graph's answers") func graphsDomains() throws {
    let directory = try WorldExportTests.world(
      of: """
        scenario: own
        ids: asWritten
        world:
          tenants:
            mine:
              verifiedDomains:
                - { capabilities: Email, isDefault: true, isInitial: false, name: Mine.Test, type: Managed }
                - { capabilities: Email, isDefault: false, isInitial: true, name: mine.onmicrosoft.com, type: Managed }
        """
    ).directory
    let tenant = try #require(directory.tenant(named: "mine"))
    expectEqual(tenant.domains, ["mine.onmicrosoft.com", "mine.test"])
    #expect(tenant.defaultDomain == "mine.test" && tenant.displayName == "mine")
    // Beside the seeds it is not the main tenant.
    expectEqual(directory.mainTenant?.alias, "contoso")
  }

  @Test("is extended by a scenario of its own") func extending() throws {
    let base = try ScenarioDecoder.scenario(
      from: Array("scenario: mine\nextends: happy-path\nids: asWritten\n\(Self.text)".utf8), file: "mine.yaml")
    #expect(base.ids == .asWritten && base.language.seeds == .none)
    expectNil(base.seededDirectory(at: UnixTime(seconds: 0)).state.user(named: "alice"))
  }

  @Test(
    "is refused with the place of the mistake",
    arguments: [
      (
        "world: { tenants: { contso: { userConsent: none } } }",
        "2:21: unknown tenant 'contso'; did you mean 'contoso'? Known: contoso, fabrikam, personal-accounts. A new tenant needs an 'id', a 'displayName', 'domains' or a 'kind'"
      ),
      (
        "world: { tenants: { contoso: { id: 11111111-2222-4333-8444-555555555555 } } }",
        "2:36: 'contoso' is there already and keeps its 'id'; add a tenant of another name"
      ),
      (
        "world: { tenants: { mine: { id: c0270500-0000-4000-8000-000000000001 } } }",
        "2:33: 'contoso' has that tenant id; change 'contoso', or choose another id"
      ),
      ("world: { tenants: { mine: { id: mine } } }", "2:33: 'id' is a GUID here, not 'mine'"),
      (
        "world: { tenants: { mine: { domains: [contoso.com] } } }",
        "2:39: 'contoso' has the domain 'contoso.com'; a domain belongs to one tenant"
      ),
      (
        "world: { tenants: { mine: { domains: [mine] } } }",
        "2:39: 'mine' is not a domain; write one such as woodgrove.com"
      ),
      (
        "world: { tenants: { mine: { domains: [a.test, A.test] } } }", "2:47: 'a.test' stands here twice; leave one out"
      ),
      (
        "world: { tenants: { mine: { domains: [] } } }",
        "2:38: a tenant has one domain at the least; write a list such as [woodgrove.onmicrosoft.com, { name: woodgrove.com, isDefault: true }]"
      ),
      (
        "world: { tenants: { mine: { domains: [{ name: a.test, isDefault: true }, { name: b.test, isDefault: true }] } } }",
        "2:101: 'a.test' says 'isDefault' too; one domain is enough"
      ),
      (
        "world: { tenants: { mine: { domains: [a.test], verifiedDomains: [b.test] } } }",
        "2:48: 'domains' and 'verifiedDomains' are two names of one thing; leave one out"
      ),
      (
        "world: { tenants: { contoso: { domains: [contoso.com] } } }",
        "2:41: 'contoso.onmicrosoft.com' is the domain of 'alice' (alice@contoso.onmicrosoft.com); keep it in the list, or begin with 'seeds: none'"
      ),
      (
        "world: { tenants: { contoso: { countryLetterCode: Germany } } }",
        "2:51: 'Germany' is not a country; write two capital letters such as US"
      ),
      (
        "world: { tenants: { personal-accounts: { domains: [a.test] } } }",
        "2:51: 'personal-accounts' is not an organization: its accounts have addresses of any domain; leave it out"
      ),
      ("world: { seeds: some }", "2:17: 'seeds' is all or none here, not 'some'"),
      ("ids: mine", "2:6: 'ids' is own or asWritten here, not 'mine'"),
      (
        "extends: app-not-assigned\nworld: { seeds: none }",
        "3:17: 'app-not-assigned', which this scenario extends, is written for 'seeds: all'; leave 'seeds' out, or 'extends'"
      ),
      (
        "world: { seeds: none, users: { alice: { mfa: required } } }",
        "2:32: unknown user 'alice'. Known: none. A new user needs a 'displayName'"
      ),
      (
        "world: { users: { vera: { home: nobody } } }",
        "2:33: unknown user 'nobody'. Known: alice, bob, admin, gina, guest, personal"
      ),
      ("world: { users: { vera: { home: guest } } }", "2:33: 'guest' is a guest; name the home account 'gina'"),
      (
        "world: { users: { vera: { home: alice } } }",
        "2:33: 'alice' is at home in 'contoso'; a guest is in another tenant: name it with 'tenant'"
      ),
      (
        "world: { users: { vera: { home: gina, tenant: personal-accounts } } }",
        "2:33: 'personal-accounts' invites no guests; name another 'tenant'"
      ),
      (
        "world: { users: { vera: { home: gina } } }",
        "2:19: 'guest' has the sign-in name gina_fabrikam.onmicrosoft.com#EXT#@contoso.onmicrosoft.com already; give 'vera' another 'userPrincipalName'"
      ),
      (
        "world: { users: { vera: { home: alice, tenant: fabrikam, password: a } } }",
        "2:68: 'vera' signs in with the password of 'alice'; set it there"
      ),
      (
        "world: { users: { bob: { tenant: fabrikam } } }",
        "2:34: 'bob' is there already and keeps its 'tenant'; add a user of another name"
      ),
      (
        "world: { users: { vera: { displayName: V, tenant: fabrikam, userPrincipalName: v@contoso.com } } }",
        "2:80: 'v@contoso.com' has a domain of 'contoso', and 'tenant' is 'fabrikam'; take a domain of 'fabrikam'"
      ),
      (
        "world: { users: { vera: { displayName: V, tenant: personal-accounts, userPrincipalName: v@contoso.com } } }",
        "2:89: 'contoso.com' is a domain of 'contoso'; a personal account has one that no organization has"
      ),
      (
        "world: { apps: { mine: { type: web, tenant: personal-accounts } } }",
        "2:45: 'personal-accounts' has no app registrations; name the tenant of an organization"
      ),
      (
        "world: { apps: { web: { tenant: fabrikam } } }",
        "2:33: 'web' is there already and keeps its 'tenant'; add an app of another name"
      ),
    ]) func mistakes(_ text: String, _ expected: String) throws
  {
    expectEqual(ScenarioMistakeTests.message(of: "scenario: x\n" + text), "x.yaml:" + expected)
  }
}
