import Bytes
import Directory
import Expectations
import JSON
import Testing
import Time
import YAML

@testable import Scenarios
@testable import Worlds

/// Every word of every table, with values of every kind: what files, schema, answers and exports make of it is one thing.
@Suite("Words") struct WordTableTests {
  /// A word at one place of a file: `world: { users: { alice: { jobTitle: VALUE } } }`.
  struct Place: CustomTestStringConvertible, Sendable {
    let word: String
    /// The file around the value, which stands for `VALUE`.
    let text: String
    var testDescription: String { text }

    /// The whole file, with that value.
    func scenario(_ value: String) -> String { "scenario: own\n" + world.replacing(value) }

    /// The same file as a tree, with `VALUE` where the value goes.
    func tree() throws -> YAMLNode { try YAMLDocument.parse("scenario: own\n" + world) }

    private var world: String { "world:\n" + text.split(separator: "\n").map { "  \($0)\n" }.joined() }
  }

  static let places: [Place] = {
    func places<Subject: Worded>(_ words: [Word<Subject>], _ text: (Word<Subject>) -> String) -> [Place] {
      words.filter { $0.written != nil }.flatMap { word in
        (word.family.map { [$0.example] } ?? word.names).map { name in
          Place(word: name, text: text(word).replacingFirst("\(word.name): VALUE", with: "\(name): VALUE"))
        }
      }
    }
    func entry(_ section: String, _ known: String, _ beginning: String) -> (String, Bool) -> String {
      { word, isForNew in
        isForNew
          ? "\(section): { mine: { \(beginning.isEmpty || beginning.hasPrefix(word) ? "" : beginning + ", ")\(word): VALUE } }"
          : "\(section): { \(known): { \(word): VALUE } }"
      }
    }
    let (users, groups, apps) = (
      entry("users", "bob", "displayName: Mine"), entry("groups", "staff", "displayName: Mine"),
      entry("apps", "web", "type: web")
    )
    var all = places(User.words) { users($0.name, $0.isForNew) } + places(User.words) { users($0.name, true) }
    all += places(Group.words) { groups($0.name, $0.isForNew) } + places(Group.words) { groups($0.name, true) }
    all += places(Application.words) { apps($0.name, $0.isForNew) } + places(Application.words) { apps($0.name, true) }
    let tenants = entry("tenants", "contoso", "displayName: Mine")
    all += places(Tenant.words) { tenants($0.name, $0.isForNew) } + places(Tenant.words) { tenants($0.name, true) }
    all += places(NewConsent.words) { word in
      let rest = ["client: spa", word.name == "roles" ? "" : "scopes: [Mail.Send]"]
        .filter { !$0.isEmpty && !$0.hasPrefix(word.name) }
      return "consents: [{ \((rest + ["\(word.name): VALUE"]).joined(separator: ", ")) }]"
    }
    all += places(AccessPolicy.words) { word in
      let rest = ["name: gate", "require: block"].filter { !$0.hasPrefix(word.name) }
      return "policies: [{ \((rest + ["\(word.name): VALUE"]).joined(separator: ", ")) }]"
    }
    var seen: Set<String> = []
    return all.filter { seen.insert($0.text).inserted }
  }()

  /// A value of every kind that some word takes, alone and in a list, and values that none takes.
  static let values: [String] = {
    let alone = [
      "Some text", "alice", "mobile", "api", "graph", "contoso", "fabrikam", "engineers", "carol@contoso.com",
      "User.Read",
      "User.Read.All", "api://contoso/Orders.Read", "api://contoso/Orders.Process", "https://a.test/callback", "c1",
      "c100",
      "1h", "0s", "everyTime", "2026-01-05T09:00:00Z", "2026-13-05", "11111111-2222-4333-8444-555555555555", "'0042'",
      "1.50",
      "true", "false", "3", "0", "5001", "'true'", "''", "Global Administrator", "global administrator", "email",
      "security",
      "SecurityGroup", "AzureADMyOrg", "web", "native", "required", "none", "granted", "lowRisk", "mfa", "block", "all",
      "gina", "DE", "woodgrove.com", "Woodgrove.Test",
      "hmac-sha256:c2FsdA:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE", "/9j/", "de-DE", "Member", "PendingAcceptance",
      "Minor", "Granted", "MinorWithParentalConsent", "Public", "Paused", "Teal", "Unified", "windowsHello",
      "2", certificate,
    ]
    return alone + alone.map { "[\($0)]" } + [
      "{ compliant: true }", "{ joined: true, id: 11111111-2222-4333-8444-555555555555 }",
      "{ costCenter: a, division: '' }",
      "{ costCenter: a }", "{ extensionAttribute15: a }", "{ com.contoso.roaming: { theme: dark, sizes: [1, 2] } }",
      "[{ signInType: emailAddress, issuer: contoso.com, issuerAssignedId: carol@contoso.com }]",
      "[{ signInType: emailAddress }]", "[Unified, Unified]",
      "[]", "[alice, alice]", "[[alice]]", "{}", "{ a: b }", "{ idToken: [email] }", "{ idToken: email }",
      "[contoso.onmicrosoft.com, contoso.com, woodgrove.com]",
      "[{ name: contoso.com, isDefault: true, type: Managed }, { name: contoso.onmicrosoft.com, isInitial: true }]",
      "[{ name: own.test, isDefault: false }, { name: other.test, isDefault: true }]", "[{ isDefault: true }]",
      "[{ issuer: 'https://ci.test', subject: a }]", "[{ issuer: 'https://ci.test' }]", "[{}]", "null",
      "{ redirectUris: [https://a.test/b] }", "{ redirectUris: https://a.test/b }",
      "{ redirectUris: [https://a.test/c, https://a.test/d], logoutUrl: https://a.test/out }",
      "{ implicitGrantSettings: { enableIdTokenIssuance: true, enableAccessTokenIssuance: true } }",
      "{ implicitGrantSettings: true }", "{ accessToken: 30m, idToken: 2h }", "{ accessToken: soon }",
      "[{ secretText: s3cret }]", "[{ secretText: a, endDateTime: 2030-01-01 }, { secretText: b, displayName: B }]",
      "[{ secretText: s3cret, endDateTime: soon }]", "[{ key: '\(certificate)', displayName: One }]",
      "[{ subjectName: daemon.test, issuer: '\(certificate)' }]", "[{ subjectName: daemon.test }]",
      "[{ value: Orders.Read, type: Admin, isEnabled: false, userConsentDisplayName: Read }]",
      "[{ value: Orders.Read, allowedMemberTypes: [User], description: Reads }]",
      "[{ value: Orders.Read, allowedMemberTypes: User }]", "[{ users: [alice], groups: engineers }]",
      "[{ users: { a: b } }]", "[{ client: mobile, scopes: [] }]", "[{ client: mobile, scopes: Orders.Read }]",
      "[{ resourceAppId: graph, resourceAccess: [{ id: User.Read, type: Scope }] }]",
      "[{ resourceAppId: graph, resourceAccess: [{ id: User.Read, type: Thing }] }]",
      "{ idToken: [{ name: groups, additionalProperties: [emit_as_roles] }, email], saml2Token: [email] }",
      "{ claimsSchema: [{ source: user, id: mail, jwtClaimType: address }] }", "'SecurityGroup, ApplicationGroup'",
      "{ IncludeBasicClaimSet: 'false', ClaimsSchema: [{ Value: 1, JwtClaimType: a }] }",
      "{ claimsSchema: [{ value: [] }] }",
      "{ groupFilter: { matchOn: displayname, type: prefix, value: App } }",
      "{ GroupFilter: { MatchOn: DisplayName, Type: Contains, Value: 1 } }", "{ groupFilter: { matchOn: mail } }",
      "{ targetUrl: 'https://a.test/claims', maximumRetries: 0 }", "{ targetUrl: 'https://a.test', maximumRetries: 2 }",
      "{ idToken: [{ name: email, essential: true, source: user }] }", "{ idToken: [{ essential: true }] }",
    ]
  }()

  /// A certificate as DER in Base64.
  private static let certificate = DaemonCertificate.certificatePEM.split(separator: "\n").dropFirst().dropLast()
    .joined()

  private static let seeds = SeededDirectory(createdAt: UnixTime(seconds: 0)).editor

  /// The values, read once for all places.
  private static let trees = values.map { value in
    (
      value,
      Result {
        try YAMLDocument.parse("value: \(value)")["value"] ?? YAMLNode(.mapping([]), mark: .init(line: 1, column: 1))
      }
    )
  }

  /// What the decoder says of a `world` section; nil when it reads it.
  private static func message(_ scenario: String) -> String? {
    do { return message(try YAMLDocument.parse(scenario)) } catch { return "\(error)" }
  }

  /// The same, of a file that has been read. The seeds are made once for all of these tests.
  private static func message(_ root: YAMLNode) -> String? {
    do {
      guard let world = root["world"] else { return "no world" }
      var fields = try FileMapping(FileValue(node: world, key: "world", file: "x"))
      var editor = seeds
      _ = try WorldPatch(&fields, changing: &editor)
      return nil
    } catch { return "\(error)" }
  }

  /// The places of one kind of object. They share worlds, because a world for each value would take minutes.
  static let kinds: [Kind] = Dictionary(grouping: places) {
    $0.text.split(separator: "{", maxSplits: 3).prefix(2).joined()
  }
  .map(Kind.init).sorted { $0.name < $1.name }

  struct Kind: CustomTestStringConvertible, Sendable {
    let name: String
    let places: [Place]
    var testDescription: String { name }
  }

  @Test("have one form for the decoder and for the schema, and are written back as they are read", arguments: kinds)
  func form(_ kind: Kind) throws {
    var files: [YAMLNode] = []
    for place in kind.places {
      let admitted = try Self.admitted(at: place)
      #expect(!admitted.isEmpty, "no value of the list fits \(place.text); add one")
      // The first, the last and one between them show what there is to show.
      for root in [admitted.first, admitted.dropFirst(admitted.count / 2).first, admitted.last] {
        if let root { Self.add(root, to: &files) }
      }
    }
    for file in files.map(\.flowText) {
      do { try Self.expectToBeWrittenBack(file) } catch { Issue.record("\(file): \(error)") }
    }
  }

  /// The files with those values that the decoder reads at this place. Of each value the schema says the same.
  private static func admitted(at place: Place) throws -> [YAMLNode] {
    let tree = try place.tree()
    var admitted: [YAMLNode] = []
    for (value, read) in trees {
      let root = tree.replacing("VALUE", with: try read.get())
      let message = message(root)
      let problem = try SchemaTests.validator.problem(JSONValue(root))
      if message == nil {
        admitted.append(root)
        if let problem { Issue.record("\(place.scenario(value)) is read, and the schema refuses it: \(problem)") }
      } else if problem == nil, let message {
        // The schema knows the form, and no names: what it admits may name what is not there, or not go with the rest.
        if message.contains("' is "), message.contains(" here, not ") {
          Issue.record("\(place.scenario(value)) is in the schema, and refused: \(message)")
        }
      }
    }
    return admitted
  }

  /// Puts the words of a file into the first of the files that can take them too, else it is a file of its own.
  private static func add(_ root: YAMLNode, to files: inout [YAMLNode]) {
    for index in files.indices {
      if let both = files[index].joined(with: root, depth: 4), message(both) == nil {
        files[index] = both
        return
      }
    }
    files.append(root)
  }

  private static func expectToBeWrittenBack(_ text: String) throws {
    let (world, twin, file) = try WorldExportTests.twins(of: text)
    let (names, others) = (Names(world.directory), Names(twin.directory))
    func agree<Subject: WordedEntry>(_ objects: [Subject], _ twins: [Subject]) {
      // With what answers never show, too, such as an app's own key.
      func values(_ object: Subject, _ names: Names) -> [JSONValue?] { Subject.words.map { $0.show(object, names) } }
      expectEqual(objects.map { values($0, names) }, twins.map { values($0, others) }, "\(text)\n\(file)")
    }
    agree(world.directory.tenantsInOrder, twin.directory.tenantsInOrder)
    agree(world.directory.usersInOrder, twin.directory.usersInOrder)
    agree(world.directory.groupsInOrder, twin.directory.groupsInOrder)
    agree(world.directory.applicationsInOrder, twin.directory.applicationsInOrder)
    expectEqual(Set(world.directory.policies.values), Set(twin.directory.policies.values))
  }

  @Test(
    "have one meaning under each of their names, and are written under their own",
    arguments: [
      ("users: { bob: { accountEnabled: false } }", "enabled: false"),
      ("apps: { web: { signInAudience: AzureADMyOrg } }", "audience: AzureADMyOrg"),
    ]) func synonyms(_ world: String, _ own: String) throws
  {
    let (_, _, file) = try WorldExportTests.twins("world: { \(world) }")
    #expect(file.contains(own), "\(file)")
  }

  @Test(
    "are said once in an entry, under one name",
    arguments: [
      (
        "users: { bob: { enabled: false, accountEnabled: false } }",
        "x:2:42: 'enabled' and 'accountEnabled' are two names of one thing; leave one out"
      ),
      (
        "users: { bob: { accountEnabled: maybe } }",
        "x:2:42: 'accountEnabled' is true or false here, not 'maybe'"
      ),
      (
        "users: { bob: { acountEnabled: false } }",
        "x:2:26: unknown key 'acountEnabled'; did you mean 'accountEnabled'?"
      ),
    ]) func mistakenSynonyms(_ world: String, _ expected: String)
  {
    expectEqual(Self.message("scenario: own\nworld: { \(world) }"), expected)
  }

  @Test(
    "lose their value to null, or say that they cannot be without one",
    arguments: [
      ("users: { bob: { manager: null } }", nil), ("users: { bob: { jobTitle: null } }", nil),
      ("users: { bob: { photo: } }", nil), ("users: { admin: { roles: null } }", nil),
      ("apps: { web: { redirectUris: null } }", nil), ("apps: { web: { permissions: null } }", nil),
      ("apps: { web: { consent: null } }", nil), ("groups: { staff: { members: null } }", nil),
      ("users: { bob: { displayName: null } }", "'displayName' is a text here, not nothing"),
      ("users: { bob: { mfa: null } }", "'mfa' is none, required or unregistered here, not nothing"),
      ("users: { bob: { enabled: null } }", "'enabled' is true or false here, not nothing"),
      ("apps: { web: { secret: null } }", "'secret' is a text here, not nothing"),
      ("tenants: { contoso: { userConsent: null } }", "'userConsent' is all, lowRisk or none here, not nothing"),
    ] as [(String, String?)])
  func null(_ world: String, _ expected: String?) throws {
    let text = "scenario: own\nworld: { \(world) }"
    let message = Self.message(text)
    #expect(message.map { $0.hasSuffix(expected ?? "!") } ?? (expected == nil), "\(message ?? "read")")
    guard expected == nil else { return }
    let directory = try WorldExportTests.world(of: text).directory
    let bob = try directory.existingUser("bob")
    let web = try directory.existingApplication("web")
    switch world {
    case let word where word.contains("manager"): expectNil(bob.manager)
    case let word where word.contains("jobTitle"): expectNil(bob.jobTitle)
    case let word where word.contains("photo"): expectNil(bob.photo)
    case let word where word.contains("roles"): try expectEqual(directory.existingUser("admin").directoryRoles, [])
    case let word where word.contains("redirectUris"): expectEqual(web.redirectURIs, [])
    case let word where word.contains("permissions"): expectEqual(web.requiredAccess(to: WellKnown.graph)?.scopes, [])
    case let word where word.contains("consent"):
      #expect(directory.servicePrincipals(of: web.id).allSatisfy { directory.grants(ofClient: $0.id).isEmpty })
    default: expectEqual(directory.group(named: "staff")?.members, [])
    }
  }
}

extension String {
  fileprivate func replacingFirst(_ part: String, with other: String) -> String {
    guard let range = firstPlace(of: part) else { return self }
    return self[..<range.lowerBound] + other + self[range.upperBound...]
  }

  /// The text with a value in the place of `VALUE`.
  fileprivate func replacing(_ value: String) -> String {
    split(separator: "VALUE", omittingEmptySubsequences: false).joined(separator: value)
  }
}

extension YAMLNode {
  /// The tree with another one in the place of each plain value of that text.
  fileprivate func replacing(_ text: String, with other: YAMLNode) -> YAMLNode {
    switch kind {
    case .scalar(text, isQuoted: false): other
    case .scalar: self
    case .sequence(let items): YAMLNode(.sequence(items.map { $0.replacing(text, with: other) }), mark: mark)
    case .mapping(let entries):
      YAMLNode(.mapping(entries.map { Entry(key: $0.key, value: $0.value.replacing(text, with: other)) }), mark: mark)
    }
  }

  /// What both trees say, joined in the mappings down to that depth; nil when they say two things of one key.
  fileprivate func joined(with other: YAMLNode, depth: Int) -> YAMLNode? {
    if flowText == other.flowText { return self }
    guard depth > 0, var entries, let others = other.entries else { return nil }
    for entry in others {
      if let index = entries.firstIndex(where: { $0.name == entry.name }) {
        guard let both = entries[index].value.joined(with: entry.value, depth: depth - 1) else { return nil }
        entries[index].value = both
      } else {
        entries.append(entry)
      }
    }
    return YAMLNode(.mapping(entries), mark: mark)
  }

  /// The tree as YAML on one line.
  fileprivate var flowText: String {
    switch kind {
    case .scalar(let text, isQuoted: true): JSONValue.string(text).text
    case .scalar(let text, isQuoted: false): text
    case .sequence(let items): "[\(items.map(\.flowText).joined(separator: ", "))]"
    case .mapping(let entries): "{ \(entries.map { "\($0.name): \($0.value.flowText)" }.joined(separator: ", ")) }"
    }
  }
}
