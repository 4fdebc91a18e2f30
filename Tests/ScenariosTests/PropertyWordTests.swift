import Directory
import Expectations
import JSON
import Testing
import Time
import YAML

@testable import Scenarios
@testable import Worlds

/// Users and groups with everything that Graph knows of them, as files say it.
@Suite("Properties of users and groups") struct PropertyWordTests {
  static let whole = """
    world:
      users:
        kim:
          displayName: Kim Karg
          id: 33333333-2222-4333-8444-555555555555
          department: Research
          employeeId: 0042
          employeeHireDate: 2024-05-01
          employeeOrgData: { costCenter: 4711 }
          otherMails: [kim@home.test, kim@contoso.com]
          proxyAddresses: ["SMTP:kim@contoso.com", "sip:kim@elsewhere.test"]
          identities: [{ signInType: userPrincipalName, issuer: contoso.onmicrosoft.com, issuerAssignedId: kim@contoso.com }]
          onPremisesSyncEnabled: true
          onPremisesUserPrincipalName: kim@contoso.com
          extensionAttribute3: gold
          extensionAttribute15: silver
          extension_0123456789abcdef0123456789abcdef_level: 7
          extension_0123456789abcdef0123456789abcdef_tags: [a, "7", true]
          extensions: { com.contoso.roaming: { theme: dark, sizes: [1, 2] } }
          device: { compliant: true, joined: true }
        bob: { device: { id: 44444444-2222-4333-8444-555555555555 }, city: Berlin, showInAddressList: false }
      groups:
        team: { displayName: Team, groupTypes: [Unified], owners: [kim], visibility: Private, members: [kim] }
        guarded: { displayName: G, groupTypes: [Unified], mailEnabled: true, securityEnabled: true }
        post: { displayName: P, mailEnabled: true, securityEnabled: false, mail: post@contoso.com }
        both: { displayName: B, mailEnabled: true }
        rule: { displayName: R, groupTypes: [DynamicMembership], membershipRule: user.city -eq "x" }
    """

  @Test("are kept, and written back as they were read") func everything() throws {
    let (world, twin, file) = try WorldExportTests.twins(Self.whole)
    WorldExportTests.expectTheSameDirectory(world.directory, twin.directory)
    let kim = try world.directory.existingUser("kim").properties
    for (name, value) in [
      ("employeeId", "0042"), ("employeeHireDate", "2024-05-01T00:00:00Z"), ("employeeOrgData", ["costCenter": "4711"]),
      ("onPremisesExtensionAttributes", ["extensionAttribute3": "gold", "extensionAttribute15": "silver"]),
      ("extension_0123456789abcdef0123456789abcdef_level", 7),
      ("extension_0123456789abcdef0123456789abcdef_tags", ["a", "7", true]),
      ("extensions", ["com.contoso.roaming": ["theme": "dark", "sizes": [1, 2]]]),
    ] as [(String, JSONValue)] { expectEqual(kim[name], value, "\(name)") }
    // The world has domains of its own, the file those that it was written with.
    expectEqual(kim["otherMails"], ["kim@home.test", "kim@t1.contoso.com"])
    expectEqual(kim["proxyAddresses"], ["SMTP:kim@t1.contoso.com", "sip:kim@elsewhere.test"])
    expectEqual(kim["identities"]?.array?.first?["issuer"], "contoso-t1.onmicrosoft.com")
    #expect(file.contains("33333333-2222-4333-8444-555555555555") && !file.contains("contoso-t1"))
    try expectEqual(world.directory.existingUser("kim").device?.isCompliant, true)
    try expectEqual(world.directory.existingUser("bob").device?.isJoined, false)
    expectEqual(
      ["team", "guarded", "post", "both", "rule"].map { world.directory.group(named: $0)?.kind },
      [.microsoft365, .microsoft365, .distribution, .mailEnabledSecurity, .security])
    expectEqual(
      ["team", "guarded", "post"].map { world.directory.group(named: $0)?.isSecurityEnabled }, [false, true, false])
    expectEqual(world.directory.group(named: "team")?.owners, [try world.directory.existingUser("kim").id])
    expectEqual(world.directory.group(named: "rule")?.types, ["DynamicMembership"])
  }

  @Test("survive the store") func stored() throws {
    let world = try WorldExportTests.world(of: "scenario: own\n" + Self.whole)
    let kim = try world.directory.existingUser("kim")
    try expectEqual(JSONCoding.decode(User.self, from: JSONCoding.encode(kim)), kim)
    let team = try #require(world.directory.group(named: "team"))
    try expectEqual(JSONCoding.decode(Group.self, from: JSONCoding.encode(team)), team)
    // A store that is older than these properties.
    var old = try #require(JSONCoding.encode(kim).object)
    for name in ["plain", "device"] { old[name] = nil }
    #expect(try JSONCoding.decode(User.self, from: .object(old)).properties.isEmpty)
  }

  @Test("are taken away by null") func taken() throws {
    let text = Self.whole + "\n    "
    let world = try WorldExportTests.world(of: "scenario: own\n" + text)
    let entry: Entry<User> = try PatchDecoder.entry(
      "kim",
      from: .parsing(
        "{ department: null, extension_0123456789abcdef0123456789abcdef_level: , extensionAttribute3: null, device: null }"
      ),
      file: "x", in: world.directory)
    try world.apply(.user(entry))
    let kim = try world.directory.existingUser("kim")
    #expect(kim.properties["department"] == nil && kim.device == nil)
    expectNil(kim.properties["extension_0123456789abcdef0123456789abcdef_level"])
    expectEqual(kim.properties["onPremisesExtensionAttributes"], ["extensionAttribute15": "silver"])
    expectNotNil(kim.properties["extension_0123456789abcdef0123456789abcdef_tags"])
  }

  @Test(
    "with a mistake are told in one line, with its place and what to write",
    arguments: [
      (
        "users: { bob: { extension_abc_color: red } }",
        "'extension_abc_color' is not a directory extension; write extension_APPID_NAME, with the client id of an app without its hyphens"
      ),
      (
        "users: { bob: { extension_0123456789abcdef0123456789abcdef_a: { b: c } } }",
        "is a text, a number, true or false, or a list of these here, not a mapping"
      ),
      (
        "users: { bob: { extensionAttribute16: red } }",
        "'extensionAttribute16' does not exist; there are extensionAttribute1 to extensionAttribute15"
      ),
      ("users: { bob: { departement: red } }", "unknown key 'departement'; did you mean 'department'?"),
      (
        "users: { bob: { employeeHireDate: soon } }",
        "'employeeHireDate' is a time such as 2026-01-31T09:00:00Z here, not 'soon'"
      ),
      ("users: { bob: { userType: Robot } }", "'userType' is Member or Guest here, not 'Robot'"),
      (
        "users: { bob: { device: compliant } }",
        "'device' is a mapping such as { compliant: true } here, not 'compliant'"
      ),
      ("users: { bob: { device: { complient: true } } }", "unknown key 'complient'; did you mean 'compliant'?"),
      ("users: { bob: { identities: [{ issuer: a }] } }", "'identities' needs 'signInType' in each of its mappings"),
      (
        "users: { bob: { id: 11111111-2222-4333-8444-555555555555 } }",
        "'bob' is there already and keeps its 'id'; add a user of another name"
      ),
      (
        "users: { kim: { displayName: Kim, id: b0b00000-0000-4000-8000-000000000002 } }",
        "'bob' has that id; choose another one"
      ),
      ("users: { kim: { displayName: Kim, id: 1 } }", "'id' is a GUID here, not '1'"),
      (
        "groups: { staff: { type: security, mailEnabled: true } }",
        "'type' and 'mailEnabled' are two ways to say it; leave one out"
      ),
      (
        "groups: { staff: { securityEnabled: false } }",
        "a group without mail always gives access; say 'mailEnabled: true' too, or leave this out"
      ),
      (
        "groups: { staff: { groupTypes: [Unified], mailEnabled: false } }",
        "a Microsoft 365 group always has mail; leave 'mailEnabled' out"
      ),
      (
        "groups: { staff: { groupTypes: [DynamicMembership] } }",
        "'DynamicMembership' needs a 'membershipRule'; add one"
      ),
      (
        "groups: { staff: { owners: [gina] } }",
        "'gina' is in another tenant than 'staff'; take a user of the same tenant"
      ),
    ]) func mistakes(_ world: String, _ sentence: String)
  {
    #expect {
      try ScenarioDecoder.scenario(from: Array("scenario: own\nworld: { \(world) }".utf8), file: "own.yaml")
    } throws: { error in
      let message = "\(error)"
      return message.hasPrefix("own.yaml:2:") && message.hasSuffix(sentence)
    }
  }
}
