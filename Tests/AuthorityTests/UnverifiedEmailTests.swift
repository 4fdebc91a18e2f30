import Expectations
import JSON
import TestSupport
import Testing

/// Addresses whose domain the user's tenant has not verified.
struct UnverifiedEmailTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let app: String
    var mail = "bob@elsewhere.test"
    var user = "bob"
    let isStated: Bool
    var testDescription: String { "\(app), \(user), \(mail)" }
  }

  private static let multiple = "signInAudience: AzureADMultipleOrgs"
  private static let single = "signInAudience: AzureADMyOrg"

  @Test(arguments: [
    Row(app: multiple, isStated: false), Row(app: single, isStated: true),
    Row(app: multiple, mail: "bob@Contoso.com", isStated: true),
    Row(app: "\(multiple), authenticationBehaviors: { removeUnverifiedEmailClaim: false }", isStated: true),
    Row(app: "\(single), authenticationBehaviors: { removeUnverifiedEmailClaim: true }", isStated: false),
    Row(app: "\(multiple), authenticationBehaviors: { requireClientServicePrincipal: true }", isStated: false),
    Row(app: multiple, mail: "gina@elsewhere.test", user: "guest", isStated: false),
    Row(app: multiple, mail: "gina@fabrikam.com", user: "guest", isStated: true),
  ])
  func areNotForAppsOfSeveralTenants(_ row: Row) throws {
    let test = try TestWorld(
      file: """
        world:
          users: { \(row.user): { mail: \(row.mail) } }
          apps:
            web: { \(row.app), optionalClaims: { idToken: [xms_edov] } }
            api: { \(row.app), optionalClaims: { accessToken: [email] } }

        """)
    let body = try test.tokens(
      row.user, for: .web, scope: "openid profile email api://contoso/access_as_user", tenant: "contoso.com")
    let id = try body.claims("id_token")
    expectEqual(id["email"]?.string, row.isStated ? row.mail : nil)
    expectEqual(id["xms_edov"] != nil, row.isStated)
    try expectEqual(body.claims("access_token")["email"]?.string, row.isStated ? row.mail : nil)
  }

  @Test func doNotExistForPersonalAccounts() throws {
    let test = try TestWorld(file: "world: { users: { personal: { mail: pia@elsewhere.test } } }\n")
    let body = try test.tokens("personal", scope: "openid email", tenant: "consumers")
    try expectEqual(body.claims("id_token")["email"], "pia@elsewhere.test")
  }
}
