import Directory
import Expectations
import JSON
import Scenarios
import Testing
import Worlds

/// Accounts of customers made through Graph (Microsoft: "Create user", example of Azure AD B2C).
@Suite("Accounts of customers in Graph") struct CustomerAccountTests {
  private static let world = """
    scenario: shop
    ids: asWritten
    world:
      tenants: { shop: { kind: b2c, displayName: Shop, userFlows: [{ name: B2C_1_susi, type: signUpOrSignIn, attributes: [extension_loyaltyNumber] }] } }
      users: { kim: { tenant: shop, displayName: Kim Lee, mail: kim@example.com } }
      apps: { stock: { type: daemon, tenant: shop, clientId: 5b1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b15, secret: stock-secret } }
    """

  @Test("are made from identities, a name and a password alone") func fromIdentities() throws {
    let bench = try Bench(scenario: ScenarioDecoder.scenario(from: Array(Self.world.utf8), file: "x"))
    var claims = try bench.claims(user: "kim", client: "stock")
    for name in ["scp", "name", "unique_name", "upn"] { claims[name] = nil }
    claims["idtyp"] = "app"
    claims["roles"] = ["User.ReadWrite.All", "AuditLog.Read.All", "Application.Read.All"]
    let admin = try Administrator(bench, token: bench.bearer(claims))
    let identities = """
      "identities":[{"signInType":"emailAddress","issuer":"shop.onmicrosoft.com","issuerAssignedId":"ann@example.com"}]
      """
    let password = #""passwordProfile":{"password":"Zz9!Zz9!Zz9!","forceChangePasswordNextSignIn":false}"#
    let made = try admin.expect(
      201, "POST", "/users",
      #"{"displayName":"Ann","passwordPolicies":"DisablePasswordExpiration",\#(identities),\#(password)}"#)
    expectEqual(made.body["userPrincipalName"]?.string, "\(made.id)@shop.onmicrosoft.com")
    let shown = try admin.expect(200, "GET", "/users/\(made.id)?$select=identities,accountEnabled").body
    #expect(shown["accountEnabled"] == true)
    expectEqual(shown["identities"]?.array?.first?["issuerAssignedId"], "ann@example.com")
    // Without identities it is an ordinary user, who needs a sign-in name.
    try admin.expect(400, "POST", "/users", #"{"displayName":"Ann",\#(password)}"#)
    // The app of the tenant's own attributes is there, and what it declares can be set.
    let apps = try admin.expect(200, "GET", "/applications?$filter=startswith(displayName,'b2c-extensions-app')")
    let app = try Bench.found(apps.body["value"]?.array?.first)
    let declared = try admin.expect(200, "GET", "/applications/\(Bench.found(app["id"]?.string))/extensionProperties")
    let name = try Bench.found(declared.body["value"]?.array?.first?["name"]?.string)
    #expect(name.hasSuffix("_loyaltyNumber"))
    try admin.expect(204, "PATCH", "/users/\(made.id)", "{\"\(name)\":\"42\"}")
    try expectEqual(admin.expect(200, "GET", "/users/\(made.id)?$select=\(name)").body[name], "42")
    // Such a tenant has no report of sign-ins.
    try expectEqual(
      admin.expect(403, "GET", "/auditLogs/signIns").code, "Authentication_RequestFromNonPremiumTenantOrB2CTenant")
  }
}
