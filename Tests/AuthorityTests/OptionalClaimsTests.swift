import Bytes
import Directory
import Expectations
import JSON
import Policy
import TestSupport
import Testing
import Time

/// Each optional claim of Microsoft's reference: its value, and what changes its form.
struct OptionalClaimsTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let claim: String
    let value: JSONValue?
    var user = "alice"
    var token = "id_token"
    /// The name in the token, where it is not that of the registration.
    var name: String?
    var testDescription: String { "\(claim) of \(user) in the \(token)" }
  }

  static let color = "extension_\("50000000-0000-4000-8000-000000000001".filter { $0 != "-" })_color"

  static func world(_ claim: String) throws -> TestWorld {
    try TestWorld(
      file: """
        world:
          tenants: { contoso: { countryLetterCode: US, preferredLanguage: de } }
          users:
            alice:
              country: DE
              preferredLanguage: de-DE
              preferredDataLocation: EUR
              onPremisesSecurityIdentifier: S-1-5-21-1
              otherMails: [alice@elsewhere.test, a.archer@contoso.com]
              extensionAttribute3: three
              \(color): green
            bob: { country: Germany, mail: bob@elsewhere.test }
          apps:
            mobile: { optionalClaims: { idToken: [email, \(claim)] }, authenticationBehaviors: { removeUnverifiedEmailClaim: false } }
            api: { requestedAccessTokenVersion: 1, audience: AzureADMyOrg, optionalClaims: { accessToken: [email, \(claim)] } }

        """)
  }

  @Test(arguments: [
    Row(claim: "ctry", value: "DE"), Row(claim: "ctry", value: nil, user: "bob"),
    Row(claim: "tenant_ctry", value: "US"), Row(claim: "xms_tpl", value: "de"), Row(claim: "xms_pl", value: "de-de"),
    Row(claim: "xms_pdl", value: "EUR"), Row(claim: "xms_pdl", value: nil, user: "bob"),
    Row(claim: "onprem_sid", value: "S-1-5-21-1"), Row(claim: "in_corp", value: "true"),
    Row(claim: "xms_edov", value: true),
    Row(claim: "xms_edov", value: false, user: "bob"), Row(claim: "xms_edov", value: true, user: "guest"),
    Row(claim: "verified_secondary_email", value: ["a.archer@contoso.com"]),
    Row(claim: "verified_secondary_email", value: nil, user: "guest"),
    // Nothing here makes these: they are known, and absent.
    Row(claim: "pwd_exp", value: nil), Row(claim: "pwd_url", value: nil), Row(claim: "fwd", value: nil),
    Row(claim: "vnet", value: nil), Row(claim: "ztdid", value: nil),
    Row(claim: color, value: "green", name: "extn.color"),
    Row(claim: "{ name: \(color), source: user }", value: "green", token: "access_token", name: "extn.color"),
    Row(claim: color, value: nil, user: "bob", name: "extn.color"),
    Row(claim: "extensionAttribute3", value: "three", name: "extn.extensionAttribute3"),
    Row(claim: "upn", value: nil, user: "guest"),
    Row(
      claim: "{ name: upn, additionalProperties: [include_externally_authenticated_upn] }",
      value: "gina_fabrikam.onmicrosoft.com#EXT#@contoso.onmicrosoft.com", user: "guest", name: "upn"),
    Row(
      claim: "{ name: upn, additionalProperties: [include_externally_authenticated_upn_without_hash] }",
      value: "gina_fabrikam.onmicrosoft.com_EXT_@contoso.onmicrosoft.com", user: "guest", token: "access_token",
      name: "upn"),
    Row(claim: "aud", value: "api://contoso", token: "access_token"),
    Row(
      claim: "{ name: aud, additionalProperties: [use_guid] }", value: "a9100000-0000-4000-8000-000000000005",
      token: "access_token", name: "aud"),
    Row(claim: "preferred_username", value: "alice@contoso.onmicrosoft.com", token: "access_token"),
    Row(claim: "idtyp", value: nil, token: "access_token"),
    Row(
      claim: "{ name: idtyp, additionalProperties: [include_user_token] }", value: "user", token: "access_token",
      name: "idtyp"),
  ])
  func haveTheirValues(_ row: Row) throws {
    let test = try Self.world(row.claim)
    let body = try test.tokens(row.user, scope: TokenClaimsTests.api, tenant: "contoso.com")
    let claims = try body.claims(row.token)
    let name = row.name ?? row.claim
    let expected: JSONValue? =
      name == "aud" && row.value != nil && row.name != nil ? "\(try test.app("api").id)" : row.value
    expectEqual(claims[name], expected, "\(claims.names)")
  }

  @Test func ofAVerifiedDomainIsSaidBesideTheAddressOnly() throws {
    let test = try TestWorld(file: "world: { apps: { mobile: { optionalClaims: { idToken: [xms_edov] } } } }\n")
    let claims = try test.tokens(scope: "openid profile api://contoso/access_as_user", tenant: "contoso.com")
      .claims("id_token")
    expectNil(claims["email"])
    expectNil(claims["xms_edov"])
  }

  // MARK: Groups

  @Test(
    arguments: [
      ("SecurityGroup", "[]", ["ids", "ids", "ids"]), ("SecurityGroup", "[sam_account_name]", ["ENG"]),
      ("SecurityGroup", "[dns_domain_and_sam_account_name]", ["corp.contoso.com\\ENG"]),
      ("SecurityGroup", "[netbios_domain_and_sam_account_name]", ["CORP\\ENG"]),
      ("SecurityGroup", "[netbios_name_and_sam_account_name]", ["CORP\\ENG"]),
      // The first one counts.
      ("SecurityGroup", "[sam_account_name, netbios_domain_and_sam_account_name]", ["ENG"]),
      // Names of cloud groups are for apps that ask for no other groups than theirs.
      ("SecurityGroup", "[cloud_displayname]", ["ids", "ids", "ids"]),
      ("ApplicationGroup", "[cloud_displayname]", ["Pilots"]),
      ("ApplicationGroup", "[sam_account_name, cloud_displayname]", ["ENG", "Pilots"]),
      ("ApplicationGroup", "[sam_account_name]", ["ENG"]),
      ("ApplicationGroup, DirectoryRole", "[]", ["ids", "ids"]),
      ("SecurityGroup, ApplicationGroup", "[]", ["ids", "ids", "ids", "ids"]),
    ] as [(String, String, [String])])
  func groupsHaveTheForm(_ setting: String, _ properties: String, _ expected: [String]) throws {
    let test = try TestWorld(
      file: """
        world:
          groups:
            engineers:
              onPremisesSamAccountName: ENG
              onPremisesDomainName: corp.contoso.com
              onPremisesNetBiosName: CORP
            pilots: { displayName: Pilots, type: microsoft365, members: [bob] }
            others: { displayName: Others, members: [bob] }
          apps:
            mobile:
              groupMembershipClaims: "\(setting)"
              assignedGroups: [engineers, pilots]
              optionalClaims: { idToken: [{ name: groups, additionalProperties: \(properties) }] }

        """)
    let claims = try test.tokens("bob", scope: TokenClaimsTests.api, tenant: "contoso.com").claims("id_token")
    let said = (claims["groups"]?.strings ?? []).map { GUID($0) == nil ? $0 : "ids" }
    expectEqual(said.sorted(), expected.sorted())
    expectEqual(claims["wids"] != nil, setting.contains("DirectoryRole"))
  }

  // MARK: Daemons

  @Test func ofATokenWithoutAUserAreThoseOfAppAndTenant() throws {
    let test = try TestWorld(
      file: """
        world:
          tenants: { contoso: { countryLetterCode: US } }
          apps: { api: { optionalClaims: { accessToken: [idtyp, tenant_ctry, tenant_region_scope, xms_tcdt, xms_tpl, upn, ctry] } } }

        """)
    let claims = try test.daemonToken().claims("access_token")
    expectEqual(claims["idtyp"], "app")
    expectEqual(claims["tenant_ctry"], "US")
    expectEqual(claims["tenant_region_scope"], "NA")
    expectEqual(claims["xms_tpl"], "en")
    expectNotNil(claims["xms_tcdt"]?.integer)
    expectNil(claims["upn"])
    expectNil(claims["ctry"])
  }
}

extension TestWorld {
  /// The answer to the seeded daemon that asks for a token for the seeded API.
  func daemonAnswer(scope: String = "api://contoso/.default") throws -> TestAnswer {
    try token(
      FormFields([
        ("grant_type", "client_credentials"), ("client_id", "\(try app("daemon").id)"),
        ("client_secret", "daemon-secret"), ("scope", scope),
      ]), tenant: TestWorld.contoso)
  }

  func daemonToken() throws -> JSONValue { try daemonAnswer().json }
}
