import Bytes
import Directory
import Expectations
import JSON
import Policy
import Testing
import Time
import YAML

@testable import Scenarios
@testable import Worlds

@Suite("An exported world") struct WorldExportTests {
  /// A world `t1` of a scenario text in a server of its own, whose ids follow from one seed.
  static func world(of text: String, file: String = "export.yaml") throws -> World {
    let bench = try WorldRegistryTests.Bench()
    let scenario = try ScenarioDecoder.scenario(from: Array(text.utf8), file: file)
    let recipe = WorldRecipe(template: ScenarioTemplate(scenario, base: bench.main.base), seed: 7)
    return try bench.worlds.make(recipe, name: "t1").world
  }

  /// A world that begins like this text, without its name; and a twin from its export.
  static func twins(_ text: String = "", _ change: (World) throws -> Void = { _ in }) throws -> (World, World, String) {
    try twins(of: "scenario: own\n" + text, change)
  }

  /// The same of a whole file.
  static func twins(of text: String, _ change: (World) throws -> Void = { _ in }) throws -> (World, World, String) {
    let world = try world(of: text)
    try change(world)
    let file = try WorldExport.file(of: world)
    let twin = try Self.world(of: file)
    try expectEqual(WorldExport.file(of: twin), file)
    return (world, twin, file)
  }

  private static let tenant = "3fa85f64-5717-4562-b3fc-2c963f66afa6"

  private static func adopted(_ text: String, tenant: String = tenant) throws -> String {
    let world = try world(of: text)
    var sight = FirstSight(tenant: tenant)
    sight.clientID = "6731de76-14a6-49ae-97bc-6eba6914391e"
    _ = try world.adopt(sight, by: .everything, at: world.clock.now)
    return try WorldExport.adopted(by: world, named: "My App!")
  }

  @Test("has roles without a value by their ids, and claims mapping policies that Graph made") func rolesAndPolicies()
    throws
  {
    let role = "60000000-0000-4000-8000-0000000000b1"
    let (world, twin, text) = try Self.twins(
      """
      world:
        apps:
          wiki:
            type: web
            appRoles: [{ id: \(role), displayName: Everybody, allowedMemberTypes: [User] }]
            assignments: [{ role: \(role), users: [alice] }]
            claimsMappingPolicy: { claimsSchema: [{ value: gold, jwtClaimType: tier }] }
      """
    ) { world in
      try world.edit { editor in
        let app = try #require(editor.state.application(named: "wiki"))
        let mapping = try #require(app.claimsMapping)
        let policy = ClaimsPolicy(
          id: try #require(GUID("60000000-0000-4000-8000-0000000000c1")), displayName: "Tiers",
          definition: ClaimsPolicyDefinition.written(mapping), applications: [app.id])
        try editor.update(try #require(app.tenant)) { $0.claimsPolicies = [policy] }
      }
    }
    #expect(text.contains("role: \(role)"), "\(text)")
    for one in [world, twin] {
      let tenant = try #require(one.directory.mainTenant)
      let wiki = try #require(one.directory.application(named: "wiki"))
      let given = try #require(one.directory.claimsPolicies(in: tenant.id).first { $0.applications == [wiki.id] })
      expectEqual(given.displayName, "Tiers")
      expectEqual(given.isStored, true)
      let alice = try #require(one.directory.user(named: "alice"))
      expectEqual(one.directory.roles(of: alice.id, on: wiki.id, in: tenant.id), [])
      expectEqual(one.directory.rolesGiven(of: wiki.id).map(\.role), [role])
    }
  }

  @Test("of what was adopted has a name of its own, and neither the seeds nor what the library expects") func adoption()
    throws
  {
    let text = try Self.adopted(#require(ScenarioLibrary.text(named: "expired-refresh")))
    #expect(text.contains("scenario: my-app\n"), "\(text)")
    for absent in ["expect:", "rules:", "contoso", "docs:"] { #expect(!text.contains(absent), "\(text)") }
    let again = try Self.world(of: text)
    expectEqual(again.scenario.expectations, [])
    expectEqual(again.directory.mainTenant?.displayName, "t3fa85f64")
    expectNil(again.directory.user(named: "alice"))
  }

  @Test("of what was adopted at common keeps the seeds that it needs") func adoptionBesideTheSeeds() throws {
    let text = try Self.adopted(#require(ScenarioLibrary.text(named: "happy-path")), tenant: "common")
    #expect(!text.contains("seeds:"), "\(text)")
    expectNotNil(try Self.world(of: text).directory.user(named: "alice"))
  }

  @Test("of the user's own scenario goes on as it is") func adoptionInAFileOfOnesOwn() throws {
    let text = try Self.adopted("scenario: mine\nexpect: [{ event: signIn }]\n")
    #expect(text.contains("scenario: mine\n") && text.contains("expect:"), "\(text)")
    let named = try Self.adopted("scenario: happy-path\nexpect: [{ event: signIn }]\n")
    #expect(named.contains("expect:"), "\(named)")
  }

  @Test("of any scenario of the library begins as that one", arguments: ScenarioLibrary.names)
  func library(_ name: String) throws {
    let text = try #require(ScenarioLibrary.text(named: name))
    let world = try Self.world(of: text)
    let file = try WorldExport.file(of: world)
    let twin = try Self.world(of: file)
    try expectEqual(WorldExport.file(of: twin), file)
    Self.expectTheSameDirectory(world.directory, twin.directory)
    expectEqual(twin.settings, world.settings)
    expectEqual(twin.clock.mode, world.clock.mode)
    expectEqual(twin.scenario.expectations, world.scenario.expectations)
    expectEqual(twin.scenario.summary, world.scenario.summary)
    expectEqual(twin.scenario.documentation, world.scenario.documentation)
    let rules = world.rules.rules
    let others = twin.rules.rules
    expectEqual(others.map(\.name), rules.map(\.name))
    expectEqual(others.map(\.pattern), rules.map(\.pattern))
    expectEqual(others.map(\.occurrence), rules.map(\.occurrence))
    expectEqual(others.map(\.timing), rules.map(\.timing))
    expectEqual(others.map(\.probability), rules.map(\.probability))
    expectEqual(others.map { $0.actions.map(\.summary) }, rules.map { $0.actions.map(\.summary) })
    // JSON says the same as YAML.
    let json = JSONValue.object(try WorldExport.scenario(of: world))
    try expectEqual(WorldExport.file(of: try Self.world(of: json.text)), file)
  }

  static func expectTheSameDirectory(_ one: DirectoryState, _ other: DirectoryState) {
    expectEqual(one.tenantsInOrder, other.tenantsInOrder)
    expectEqual(one.usersInOrder, other.usersInOrder)
    expectEqual(one.groupsInOrder, other.groupsInOrder)
    expectEqual(one.applicationsInOrder, other.applicationsInOrder)
    expectEqual(Set(one.servicePrincipals.values), Set(other.servicePrincipals.values))
    expectEqual(Set(one.grants.values), Set(other.grants.values))
    expectEqual(Set(one.roleAssignments.values), Set(other.roleAssignments.values))
    expectEqual(Set(one.policies.values), Set(other.policies.values))
  }

  @Test("says nothing where nothing is different") func plain() throws {
    let (_, _, file) = try Self.twins()
    expectEqual(file.split(separator: "\n").filter { !$0.hasPrefix("#") }, ["scenario: own"])
  }

  /// Everything that files can say at once.
  static let whole = """
    summary: "A text: with signs # in it."
    docs: |
      Two lines

      and one more.
    world:
      lifetimes: { accessToken: 1m, refreshToken: 30d }
      tenants: { contoso: { preferredLanguage: de, userConsent: none, adminConsentWorkflow: true } }
      users:
        alice: { mfa: required, manager: bob, displayName: Alice Other, passwordExpired: true, roles: [Application Administrator] }
        bob: { photo: false, enabled: false, locked: true, claims: { tier: gold, list: [1, a] } }
        carol: { displayName: Carol Chen, userPrincipalName: c.chen@contoso.com, password: "true", manager: alice }
        dave: { displayName: "007", userPrincipalName: dave@fabrikam.com, deleted: true }
        erin: { displayName: Erin, trustedLocation: false, passwordChangedAt: 2026-01-05T09:00:00Z }
      groups:
        staff: { members: [bob], description: Others }
        pilots: { displayName: Pilots, type: microsoft365, members: [carol, staff] }
        own: { displayName: Own, id: 11111111-2222-4333-8444-555555555555, tenant: fabrikam }
        many: { displayName: Many, members: [alice], count: 3 }
        news: { removed: true }
      apps:
        outlook: { removed: true }
        mobile:
          permissions: [User.Read, Calendars.Read]
          apiPermissions: [api://contoso/Orders.Read]
          redirectUris: ["custom://back"]
          groupMembershipClaims: SecurityGroup
          optionalClaims: { idToken: [email, { name: upn, additionalProperties: [include_externally_authenticated_upn] }] }
          acceptMappedClaims: true
          claims: { level: 3, oid: null, address: { city: "3" } }
          onTokenIssuanceStart: { targetUrl: "https://localhost:7071/api", resourceId: shop, timeoutInMilliseconds: 500, maximumRetries: 0 }
          claimsMappingPolicy:
            Version: 1
            IncludeBasicClaimSet: "false"
            ClaimsSchema:
              - { Source: user, ID: employeeid, JwtClaimType: employee, SamlClaimType: "http://employee" }
              - { Source: user, ExtensionID: extension_50000000000040008000000000000001_color, JwtClaimType: color }
              - { Value: "007", JwtClaimType: agent }
              - { Source: CustomClaimsProvider, ID: tier }
              - { Source: user, ID: groups, SamlClaimType: teams }
            GroupFilter: { MatchOn: DisplayName, Type: Suffix, Value: " team" }
        spa: { groupMembershipClaims: "ApplicationGroup,SecurityGroup" }
        web: { secret: other, secretsExpired: true, consent: none }
        shop:
          type: web
          clientId: 22222222-2222-4333-8444-555555555555
          displayName: The shop
          consent: granted
          assignmentRequired: true
          assignedUsers: [carol]
          assignedGroups: [pilots]
          federatedCredentials: [{ name: ci, issuer: https://ci.test, subject: "repo:a/b", keys: { keys: [] } }]
        worker: { managedIdentity: systemAssigned }
        job: { type: daemon, permissions: [User.Read.All], consent: granted, enabled: false }
        api: { preauthorizedClients: [spa], knownClients: [shop] }
      consents:
        - { client: web, user: alice, scopes: [User.Read, api://contoso/Orders.Read] }
        - { client: spa, tenant: fabrikam, scopes: [Mail.Send] }
        - { client: daemon, roles: [api://contoso/Orders.Process, Mail.Read] }
      policies:
        - { name: b, users: [carol], resources: [api], require: mfa, signInFrequency: everyTime, enabled: false }
        - { name: a, tenant: fabrikam, require: block, workloads: [daemon] }
    signIn: { user: carol, consent: decline, users: { bob: { mfa: fail, consent: accept } } }
    staySignedIn: true
    asksWhomToSignOut: true
    graphTokenNonce: true
    identityHeader: secret
    machine: { identities: [worker], region: northeurope, name: build-1, metadataHeader: optional, user: carol }
    replication: 2s
    deviceCode: { enforceInterval: true }
    clock: { start: 2027-01-05T09:00:00Z, frozen: true }
    rules:
      - name: one
        when: { endpoint: token, header: { Origin: "https://*" }, occurrence: 1..3, probability: 25% }
        then: { respond: { status: 503, retryAfter: 2s, html: "<h1>Down</h1>\\n<p>: # \\u007f</p>" } }
      - when: { event: token.issued, not: [{ client: spa }, { user: bob }], after: 30s }
        then: [{ expire: refreshTokens, of: carol }, revokeSessions]
    expect:
      - { name: first, event: signIn, user: alice, count: 1.. }
      - { event: token.issued, after: first }
      - inOrder: [{ event: signIn }, { event: token.issued, grant: on_behalf_of }]
    """

  @Test("carries everything that a file can say") func everything() throws {
    let (world, twin, _) = try Self.twins(Self.whole)
    Self.expectTheSameDirectory(world.directory, twin.directory)
    expectEqual(twin.settings, world.settings)
    expectEqual(twin.clock.mode, world.clock.mode)
    expectEqual(twin.scenario.expectations, world.scenario.expectations)
    expectEqual(twin.rules.rules.map(\.pattern), world.rules.rules.map(\.pattern))
    expectEqual(
      twin.rules.rules.map { $0.actions.map { "\($0)" } }, world.rules.rules.map { $0.actions.map { "\($0)" } })
  }

  @Test("carries what was changed since") func changes() throws {
    let (world, twin, file) = try Self.twins("clock: { offset: 2h }") { world in
      let alice = try world.directory.existingUser("alice").id
      try world.perform(ChangePasswordAction(user: .id(alice), password: "N3w-passw0rd"))
      try world.perform(SetEnabledAction(user: "bob", isEnabled: false))
      let web = try world.directory.existingApplication("web")
      try world.perform(WithdrawConsentAction(from: .id(web.id)))
      try world.perform(
        GrantConsentAction([NamedPermission("Mail.Send", in: world.directory)], to: .id(web.id), by: "alice"))
      world.clock.advance(by: .days(90))
      world.changeSettings { $0.lifetimes.accessToken = .minutes(1) }
      world.rules.put(
        try RuleDecoder.rules(
          from: .parsing("{ when: { user: '\(alice)', tenant: contoso-t1.onmicrosoft.com }, then: { delay: 2s } }"),
          file: "x", in: world.directory), at: world.now)
      try world.change { directory in
        directory.remove(try directory.existingApplication("spa").id)
        if let news = directory.group(named: "news") { directory.remove(news.id) }
      }
      try world.apply(
        .user(PatchDecoder.entry("carol", from: .parsing("{ displayName: Carol }"), file: "x", in: world.directory)))
    }
    let alice = try twin.directory.existingUser("alice")
    expectEqual(alice.password?.matches("N3w-passw0rd"), true)
    expectEqual(alice.password?.matches(SeededDirectory.password), false)
    expectEqual(alice.passwordChangedAt, try world.directory.existingUser("alice").passwordChangedAt)
    #expect(!file.contains("N3w-passw0rd"))
    #expect(try !twin.directory.existingUser("bob").isEnabled)
    try expectEqual(twin.directory.existingUser("carol").userPrincipalName, "carol@contoso-t1.onmicrosoft.com")
    expectEqual(twin.clock.mode, .running(offset: .days(90) + .hours(2)))
    expectEqual(twin.settings.lifetimes.accessToken, .minutes(1))
    #expect(twin.directory.application(named: "spa") == nil && twin.directory.group(named: "news") == nil)
    let web = try twin.directory.existingApplication("web").id
    let grants = twin.directory.servicePrincipals(of: web).flatMap { twin.directory.grants(ofClient: $0.id) }
    #expect(grants.map(\.principal) == [.user(alice.id)] && grants.map(\.scopes) == [["Mail.Send"]])
    #expect(twin.rules.rules.map(\.pattern.user) == ["alice"] && twin.rules.rules.map(\.pattern.tenant) == ["contoso"])
    // Whoever lists who can sign in does not name a password that nobody knows.
    let credential = try #require(twin.beginning.credentials.first { $0.alias == "alice" })
    expectNil(credential.password)
  }

  @Test("keeps a plain number as it was written, where it is a text") func plainNumbers() throws {
    let rules = """
      rules:
        - { when: { event: signIn }, then: { changePassword: alice, to: 1.50 } }
        - { when: { endpoint: token }, then: { respond: { status: 503, json: { retries: 1.50 } } } }
      """
    let (_, twin, file) = try Self.twins(rules)
    #expect(file.contains(##"to: "1.50""##))
    #expect(file.contains("retries: 1.5 "))
    expectEqual(twin.rules.rules.first?.written?["then"]?["to"]?.text, "1.50")
  }

  @Test("keeps the names that rules have by their place") func ruleNames() throws {
    let rules = "rules: [{ when: {}, then: { delay: 1s } }, { when: {}, then: { delay: 2s } }]"
    let (_, twin, file) = try Self.twins(rules) { world in
      _ = world.rules.remove(named: "#1")
    }
    expectEqual(twin.rules.rules.map(\.name), ["#2"])
    #expect(file.contains(##"- name: "#2""##))
  }

  @Test("of a world whose clock was stopped stands there") func clock() throws {
    let (world, twin, file) = try Self.twins("clock: { start: 2027-01-05T09:00:00Z }") { world in
      world.clock.advance(by: .hours(1))
      world.clock.freeze()
    }
    expectEqual(twin.clock.mode, world.clock.mode)
    #expect(file.contains("clock: { start: 2027-01-05T10:00:00Z, frozen: true }"))
  }

  @Test(
    "writes texts so that they are read back",
    arguments: [
      "plain", "true", "12", "1..3", "no", "", " a", "a ", "a: b", "a #b", "- a", "{a}", "[a", "'a'", "\"a\"", "a\\b",
      "@a",
      "%a", "a\nb", "a\nb\n", "a\n\n\nb", "\na", " a\nb", "a \nb", "a\tb", "a\u{7f}b", "a\u{2028}b", "ü 😀", "1e5",
      "0x1F", "~", "2026-01-05",
      String(repeating: "word ", count: 60) + "end", String(repeating: "word ", count: 60) + "end\nand more\n",
      String(repeating: "word ", count: 60) + "end\n\nand more", String(repeating: "two  blanks ", count: 30),
    ]) func texts(_ text: String) throws
  {
    let object: JSONObject = [
      "a": .string(text), "b": [.string(text)], "c": ["d": ["e": .string(text), "f": [["g": .string(text)]]]],
    ]
    let written = YAMLText.document(object)
    expectEqual(JSONValue(try .parsing(written)), .object(object), "\(written)")
  }
}
