import Directory
import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

/// Tenants of kind `b2c` and `external`, and their user flows.
@Suite("A tenant for customers") struct CustomerTenantTests {
  static let text = #"""
    world:
      tenants:
        shop: { kind: b2c }
        club:
          kind: external
          displayName: Club
        fleet:
          kind: b2c
          userFlows:
            - B2C_1_reset_all
            - name: B2C_1A_SIGNUP_SIGNIN
              localAccount: username
              identityProviders: [google.com]
              attributes: [givenName, { name: extension_number, required: false, type: int, validationRegEx: '^[1-9]\d{3}$' }]
              claims: [emails]
              multiFactor: always
              passwordReset: selfService
              session: policy
              policyClaim: acr
              issuer: policy
              requireIdTokenInLogout: true
              tokenLifetime: 30m
              refreshTokenLifetime: 2d
              refreshTokenWindow: 10d

    """#

  @Test("has the flows that are stated, or those of its kind") func flows() throws {
    let directory = try WorldExportTests.world(of: "scenario: own\nids: asWritten\n" + Self.text).directory
    let shop = try #require(directory.tenant(named: "shop"))
    #expect(shop.kind == .b2c && shop.subdomain == "shop")
    expectEqual(shop.userFlows.map(\.name), ["B2C_1_susi", "B2C_1_edit_profile", "B2C_1_reset", "B2C_1_ropc"])
    let club = try #require(directory.tenant(named: "club"))
    #expect(club.kind == .external && club.userFlows.map(\.kind) == [.signUpOrSignIn])
    let fleet = try #require(directory.tenant(named: "fleet"))
    expectEqual(fleet.userFlows.map(\.kind), [.passwordReset, .signUpOrSignIn])
    let flow = try #require(fleet.userFlow(named: "b2c_1a_signup_signin"))
    #expect(flow.localAccount == .username && flow.identityProviders == ["google.com"])
    expectEqual(flow.attributes.map(\.name), ["givenName", "extension_number"])
    #expect(flow.attributes.map(\.isRequired) == [true, false] && flow.attributes[1].form == .int)
    expectEqual(flow.attributes.map(\.validationRegEx), [nil, #"^[1-9]\d{3}$"#])
    expectEqual(flow.attributes.map(\.pattern), ["^.*", #"^[1-9]\d{3}$"#])
    #expect(flow.multiFactor == .always && flow.passwordReset == .selfService && flow.session == .policy)
    #expect(flow.nameClaim == .acr && flow.issuer == .policy && flow.needsHintAtSignOut)
    #expect(flow.tokenLifetime?.seconds == 1_800 && flow.refreshTokenLifetime?.seconds == 172_800)
    expectEqual(directory.mainTenant?.alias, "contoso")
  }

  @Test("comes back out of an export", arguments: ["own", "asWritten"]) func export(_ ids: String) throws {
    let (world, twin, file) = try WorldExportTests.twins("ids: \(ids)\n" + Self.text)
    for part in ["kind: b2c", "kind: external", "policyClaim: acr"] { #expect(file.contains(part), "\(file)") }
    for name in ["shop", "club", "fleet"] {
      let (before, after) = (world.directory.tenant(named: name), twin.directory.tenant(named: name))
      #expect(before?.kind == after?.kind && before?.userFlows == after?.userFlows, "\(name)")
    }
    expectEqual(world.directory.tenant(named: "shop")?.subdomain, ids == "own" ? "shop-t1" : "shop")
  }

  @Test(
    "is refused with the place of the mistake",
    arguments: [
      (
        "world: { tenants: { a: { kind: personal } } }",
        "2:32: there is one tenant of personal accounts, 'personal-accounts'; choose another kind"
      ),
      (
        "world: { tenants: { a: { kind: external, userFlows: [{ name: S, attributes: [{ name: x, validationRegEx: '(?=a)b' }] }] } } }",
        "2:106: '(?=a)b' cannot be a pattern: character 1 of it: groups cannot be used here; write one class after the other, each with its count: [A-Z]{2}[0-9]{4}; '\\(' is the character"
      ),
      (
        "world: { tenants: { contoso: { userFlows: [] } } }",
        "2:43: 'contoso' is not a tenant for customers; a new tenant with 'kind: b2c' or 'kind: external' has user flows"
      ),
      (
        "world: { tenants: { a: { kind: b2c, userFlows: [B2C_1_x, b2c_1_X] } } }",
        "2:58: two user flows have the name 'b2c_1_X'; give one of them another"
      ),
      (
        "world: { tenants: { a: { kind: b2c, userFlows: [{ type: signIn }] } } }",
        "2:49: an entry needs 'name': { name: B2C_1_susi, type: signUpOrSignIn }"
      ),
      (
        "world: { tenants: { a: { kind: b2c, userFlows: ['B2C 1'] } } }",
        "2:49: 'B2C 1' cannot stand in a path; take letters, digits, '_' and '-', such as B2C_1_susi"
      ),
      (
        "world: { tenants: { a: { kind: b2b } } }",
        "2:32: 'kind' is workforce, personal, b2c or external here, not 'b2b'"
      ),
    ]) func mistakes(_ text: String, _ expected: String) throws
  {
    expectEqual(ScenarioMistakeTests.message(of: "scenario: x\n" + text), "x.yaml:" + expected)
  }
}
