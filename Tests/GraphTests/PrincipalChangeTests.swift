import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Policy
import Testing
import Time
import Worlds

/// Service principals, app role assignments and what tools do with them.
@Suite("Changing service principals") struct PrincipalChangeTests {
  /// An app with a role, and its service principal.
  struct Shop {
    let admin: Administrator
    let app: String
    let appID: String
    let principal: String

    init(_ admin: Administrator) throws {
      self.admin = admin
      let made = try admin.expect(201, "POST", "/applications", ApplicationChangeTests.terraform)
      app = made.id
      appID = made.body["appId"]?.string ?? ""
      principal = try admin.expect(
        201, "POST", "/servicePrincipals",
        #"{"accountEnabled":true,"appId":"\#(appID)","description":"TERRAFORM_UPDATE_1","tags":["WindowsAzureActiveDirectoryIntegratedApp"]}"#
      ).id
    }

    var path: String { "/servicePrincipals/\(principal)" }
  }

  @Test func followTheirApps() throws {
    let shop = try Shop(Administrator(Bench()))
    let admin = shop.admin
    let made = try admin.expect(200, "GET", shop.path).body
    expectEqual(made["displayName"], "TF Shop")
    expectEqual(made["appOwnerOrganizationId"], "\(SeededDirectory.contoso)")
    expectEqual(made["tags"], ["WindowsAzureActiveDirectoryIntegratedApp"])
    expectEqual(made["servicePrincipalNames"], .strings([shop.appID, "api://contoso.onmicrosoft.com/tf-shop"]))
    expectEqual(made["replyUrls"]?.array?.count, 3)
    expectEqual(made["appRoles"]?.array?.count, 1)
    try admin.expect(
      204, "PATCH", shop.path,
      #"{"accountEnabled":true,"alternativeNames":[],"appRoleAssignmentRequired":true,"description":null,"loginUrl":null,"notes":"n","notificationEmailAddresses":["a@b.test"],"preferredSingleSignOnMode":null,"samlSingleSignOnSettings":{},"tags":[]}"#
    )
    let read = try admin.expect(200, "GET", shop.path).body
    expectEqual(read["appRoleAssignmentRequired"], true)
    expectEqual(read["description"], .null)
    expectEqual(read["notes"], "n")
    expectEqual(read["notificationEmailAddresses"], ["a@b.test"])
    try admin.expect(204, "PATCH", "/applications/\(shop.app)", #"{"displayName":"Other"}"#)
    try expectEqual(admin.send("GET", shop.path).body["displayName"], "Other")
    let owners = try admin.expect(200, "GET", shop.path + "/owners").body["value"]?.array ?? []
    expectEqual(owners.count, 1)
    try admin.expect(204, "DELETE", shop.path + "/owners/\(owners.first?["id"]?.string ?? "")/$ref")
    try expectEqual(admin.send("GET", shop.path + "/owners").body["value"], .array([]))
  }

  @Test func areMadeOnceOfAppsThatAreThere() throws {
    let shop = try Shop(Administrator(Bench()))
    let again = try shop.admin.expect(409, "POST", "/servicePrincipals", #"{"appId":"\#(shop.appID)"}"#)
    expectEqual(again.code, "Request_MultipleObjectsWithSameKeyValue")
    #expect(again.message.hasSuffix("the service principal name \(shop.appID) is already in use."))
    let unknown = "60000000-0000-4000-8000-00000000ffff"
    let none = try shop.admin.expect(400, "POST", "/servicePrincipals", #"{"appId":"\#(unknown)"}"#)
    expectEqual(
      none.message, "The appId '\(unknown)' of the service principal does not reference a valid application object.")
    try expectEqual(shop.admin.expect(400, "POST", "/servicePrincipals", "{}").code, "Request_BadRequest")
    // Microsoft's own apps are in every tenant.
    try shop.admin.expect(
      409, "POST", "/servicePrincipals", #"{"appId":"00000003-0000-0000-c000-000000000000"}"#)
  }

  @Test func theirSecretsProveTheApp() throws {
    let shop = try Shop(Administrator(Bench()))
    let new = try shop.admin.expect(200, "POST", shop.path + "/addPassword", #"{"passwordCredential":{}}"#).body
    let app = try #require(shop.admin.bench.world.directory.application(named: shop.appID))
    #expect(app.secrets.contains { $0.digest.matches(new["secretText"]?.string ?? "") })
    try expectEqual(shop.admin.send("GET", shop.path).body["passwordCredentials"]?.array?.count, 1)
    try expectEqual(shop.admin.send("GET", "/applications/\(shop.app)").body["passwordCredentials"], .array([]))
    let again = try shop.admin.again()
    try expectEqual(again.send("GET", shop.path).body["passwordCredentials"]?.array?.count, 1)
    try shop.admin.expect(
      204, "POST", shop.path + "/removePassword", #"{"keyId":"\#(new["keyId"]?.string ?? "")"}"#)
  }

  @Test func rolesAreGivenAndTakenFromEachEnd() throws {
    let shop = try Shop(Administrator(Bench()))
    let admin = shop.admin
    let role = "60000000-0000-4000-8000-0000000000b1"
    let alice = try admin.bench.user("alice").id
    let group = try Bench.found(admin.bench.world.directory.group(named: "staff")).id
    let client = try admin.expect(200, "GET", "/servicePrincipals(appId='dae30000-0000-4000-8000-000000000004')").id
    func body(_ principal: String, _ role: String = role) -> String {
      #"{"principalId":"\#(principal)","resourceId":"\#(shop.principal)","appRoleId":"\#(role)"}"#
    }
    for (path, principal, type) in [
      (shop.path + "/appRoleAssignedTo", client, "ServicePrincipal"),
      ("/users/\(alice)/appRoleAssignments", "\(alice)", "User"),
      ("/groups/\(group)/appRoleAssignments", "\(group)", "Group"),
    ] {
      let given = try admin.expect(201, "POST", path, body(principal))
      expectEqual(given.id.count, 43)
      expectEqual(given.body["principalType"]?.string, type)
      expectEqual(given.body["appRoleId"]?.string, role)
      expectEqual(given.body["createdDateTime"], "2026-01-31T10:20:30.0000000Z")
      try expectEqual(
        admin.expect(400, "POST", path, body(principal)).message,
        "Permission being assigned already exists on the object")
      try admin.expect(200, "GET", shop.path + "/appRoleAssignedTo/\(given.id)")
    }
    try expectEqual(
      admin.expect(400, "POST", shop.path + "/appRoleAssignedTo", body("\(alice)", shop.app)).message,
      "Permission being assigned was not found on application")
    try admin.expect(
      400, "POST", shop.path + "/appRoleAssignedTo", body("60000000-0000-4000-8000-00000000ffff"))
    // A new value of the role stands in the next token of those who hold it.
    let disabled =
      #"{"id":"\#(role)","allowedMemberTypes":["User","Application"],"displayName":"C","value":"Clerk","isEnabled":false}"#
    try admin.expect(204, "PATCH", "/applications/\(shop.app)", #"{"appRoles":[\#(disabled)]}"#)
    try admin.expect(
      204, "PATCH", "/applications/\(shop.app)",
      #"{"appRoles":[{"id":"\#(role)","allowedMemberTypes":["User","Application"],"displayName":"C","value":"Seller","isEnabled":true}]}"#
    )
    let held = try admin.expect(200, "GET", shop.path + "/appRoleAssignedTo").body["value"]?.array ?? []
    #expect(held.count == 3 && held.allSatisfy { $0["appRoleId"]?.string == role })
    let again = try admin.again()
    try expectEqual(again.send("GET", shop.path + "/appRoleAssignedTo").body["value"]?.array?.count, 3)
    for item in held {
      try admin.expect(204, "DELETE", shop.path + "/appRoleAssignedTo/\(item["id"]?.string ?? "")")
    }
    try admin.expect(400, "DELETE", shop.path + "/appRoleAssignedTo/\(held.first?["id"]?.string ?? "")")
  }

  @Test func aGrantToANewOneIsConsent() throws {
    let shop = try Shop(Administrator(Bench()))
    let admin = shop.admin
    let graph = try admin.expect(200, "GET", "/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')").id
    let body =
      #"{"clientId":"\#(shop.principal)","consentType":"AllPrincipals","principalId":null,"resourceId":"\#(graph)","scope":"User.Read"}"#
    let made = try admin.expect(201, "POST", "/oauth2PermissionGrants", body)
    try expectEqual(
      admin.expect(409, "POST", "/oauth2PermissionGrants", body).message, "Permission entry already exists.")
    let list = try admin.expect(200, "GET", "/oauth2PermissionGrants?$filter=clientId%20eq%20'\(shop.principal)'")
    expectEqual(list.body["value"]?.array?.count, 1)
    let narrow = try admin.expect(200, "GET", "/oauth2PermissionGrants?$select=scope&$top=1")
    expectEqual(narrow.body["value"]?.array?.count, 1)
    expectEqual(narrow.body["value"]?.array?.first?.object?.names, ["scope"])
    let next = try #require(narrow.body["@odata.nextLink"]?.string)
    #expect(next.contains("$skiptoken="))
    let one = try admin.expect(200, "GET", "/oauth2PermissionGrants/\(made.id)?$select=scope,consentType")
    #expect(one.body["scope"] == "User.Read" && one.body["consentType"] == "AllPrincipals")
    expectNil(one.body["clientId"])
    #expect(
      try admin.expect(400, "GET", "/oauth2PermissionGrants?$select=colour").message.contains("'colour'"))
    try admin.expect(400, "GET", "/oauth2PermissionGrants?$filter=scope%20eq%20'User.Read'")
    // Azure CLI writes the path in another case.
    try admin.expect(204, "DELETE", "/oAuth2PermissionGrants/\(made.id)")
  }

  @Test func deletedOnesComeBack() throws {
    let shop = try Shop(Administrator(Bench()))
    let admin = shop.admin
    try admin.expect(204, "DELETE", "/applications/\(shop.app)")
    try admin.expect(404, "GET", shop.path)
    let items = "/directory/deletedItems"
    let apps = try admin.expect(200, "GET", items + "/microsoft.graph.application").body["value"]?.array ?? []
    expectEqual(apps.map { $0["id"]?.string }, [shop.app])
    expectEqual(apps.first?["deletedDateTime"], "2026-01-31T10:20:30Z")
    try expectEqual(admin.send("GET", items + "/microsoft.graph.servicePrincipal").body["value"]?.array?.count, 1)
    try admin.expect(200, "POST", items + "/\(shop.app)/restore")
    try expectEqual(admin.expect(200, "GET", shop.path).body["displayName"], "TF Shop")
    try admin.expect(204, "DELETE", shop.path)
    try admin.expect(200, "GET", "/applications/\(shop.app)")
    try admin.expect(204, "DELETE", items + "/\(shop.principal)")
    try admin.expect(404, "GET", items + "/\(shop.principal)")
    // A new one of the same app can be made, and a deleted app is gone after thirty days.
    try admin.expect(201, "POST", "/servicePrincipals", #"{"appId":"\#(shop.appID)"}"#)
    try admin.expect(204, "DELETE", "/applications/\(shop.app)")
    admin.bench.clock.advance(by: .days(30))
    let late = try Administrator(admin.bench)
    try late.expect(404, "GET", items + "/\(shop.app)")
  }

  @Test func theExportHasAllOfIt() throws {
    let shop = try Shop(Administrator(Bench()))
    try shop.admin.expect(
      204, "PATCH", shop.path, #"{"notes":"n","preferredSingleSignOnMode":"saml","accountEnabled":false}"#)
    let again = try shop.admin.again()
    var (before, after) = (
      try shop.admin.send("GET", shop.path).body.object ?? [:],
      try again.expect(200, "GET", shop.path).body.object ?? [:]
    )
    // The file says the addresses platform by platform.
    for name in ["createdDateTime", "replyUrls"] {
      before[name] = nil
      after[name] = nil
    }
    expectEqual(before, after)
  }

  // MARK: Who may

  @Test(
    arguments: [
      ("app Application.ReadWrite.All", 201, 204), ("app Application.ReadWrite.OwnedBy", 201, 403),
      ("app Application.Read.All", 403, 403), ("admin Application.ReadWrite.All", 201, 204),
      ("admin Directory.AccessAsUser.All", 201, 204), ("admin Application.Read.All", 403, 403),
      ("bob Application.ReadWrite.All", 201, 403), ("alice Application.ReadWrite.All", 201, 204),
    ]) func mayChangeThem(_ caller: String, _ own: Int, _ others: Int) throws
  {
    let bench = try Bench()
    let alice = try Administrator(bench, token: bench.token("Application.ReadWrite.All", of: "alice"))
    let hers = try alice.expect(201, "POST", "/applications", #"{"displayName":"Hers"}"#).id
    let words = caller.split(separator: " ").map(String.init)
    let token = words[0] == "app" ? try bench.app(words[1]) : try bench.token(words[1], of: words[0])
    let other = Administrator(bench, token: token)
    let made = try other.expect(own, "POST", "/applications", #"{"displayName":"Own"}"#)
    if own == 201 { try other.expect(204, "PATCH", "/applications/\(made.id)", #"{"notes":"x"}"#) }
    let refused = try other.expect(others, "PATCH", "/applications/\(hers)", #"{"notes":"x"}"#)
    if others == 403 { expectEqual(refused.code, "Authorization_RequestDenied") }
  }

  @Test func aTenantMayKeepUsersFromRegistering() throws {
    let bench = try Bench()
    try bench.world.edit { try $0.update(SeededDirectory.contoso) { $0.properties["allowedToCreateApps"] = false } }
    let bob = Administrator(bench, token: try bench.token("Application.ReadWrite.All", of: "bob"))
    try bob.expect(403, "POST", "/applications", #"{"displayName":"x"}"#)
    let admin = Administrator(bench, token: try bench.token("Application.ReadWrite.All", of: "admin"))
    try admin.expect(201, "POST", "/applications", #"{"displayName":"x"}"#)
  }
}
