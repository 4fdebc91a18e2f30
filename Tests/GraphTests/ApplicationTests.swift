import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Scenarios
import Testing
import Worlds

/// App registrations, service principals and app role assignments, as those who look for them read them.
@Suite("Graph's applications") struct ApplicationTests {
  static let text = """
    scenario: own
    world:
      apps:
        shop:
          type: web
          clientId: 50000000-0000-4000-8000-000000000001
          displayName: Shop
          owners: [bob]
          web:
            redirectUris: [https://shop.test/callback]
            homePageUrl: https://shop.test/
            logoutUrl: https://shop.test/out
            implicitGrantSettings: { enableIdTokenIssuance: true }
          spa: { redirectUris: [https://shop.test/spa] }
          publicClient: { redirectUris: [shop://auth] }
          passwordCredentials: [{ secretText: s3cret, displayName: Main, endDateTime: 2027-01-01 }]
          federatedCredentials: [{ name: ci, issuer: 'https://ci.test', subject: repo }]
          requiredResourceAccess:
            - resourceAppId: graph
              resourceAccess: [{ id: User.Read, type: Scope }, { id: User.Read.All, type: Role }]
          identifierUris: [api://shop]
          scopes: [{ value: Shop.Read, id: 50000000-0000-4000-8000-0000000000a1, type: Admin }]
          appRoles: [{ value: Clerk, id: 50000000-0000-4000-8000-0000000000b1, allowedMemberTypes: [User] }]
          assignments: [{ role: Clerk, users: [alice], groups: [staff] }]
          preauthorizedClients: [mobile]
          optionalClaims: { idToken: [{ name: groups, additionalProperties: [emit_as_roles] }] }
          groupMembershipClaims: SecurityGroup
          assignmentRequired: true
    """

  static func bench() throws -> Bench {
    try Bench(scenario: ScenarioDecoder.scenario(from: Array(text.utf8), file: "x"))
  }

  private static func get(
    _ bench: Bench, _ path: String, _ query: String? = nil, _ scope: String = "Application.Read.All Directory.Read.All"
  ) throws -> JSONValue {
    let answer = try bench.call(
      "/v1.0/" + path, query: query, authorization: try bench.token(scope), fields: ["ConsistencyLevel": "eventual"])
    guard answer.response.status == 200 else { throw Fault(text: answer.response.text) }
    return try answer.response.json()
  }

  struct Fault: Error {
    let text: String
  }

  @Test func showARegistrationAsItsWordsSay() throws {
    let bench = try Self.bench()
    let shop = try Bench.found(bench.world.directory.application(named: "shop"))
    let app = try Self.get(bench, "applications/\(shop.objectID)")
    expectEqual(app["@odata.context"], "https://localhost:8443/v1.0/$metadata#applications/$entity")
    expectEqual(app["appId"], "50000000-0000-4000-8000-000000000001")
    expectEqual(app["id"], "\(shop.objectID)")
    expectEqual(app["displayName"], "Shop")
    expectEqual(app["signInAudience"], "AzureADMyOrg")
    expectEqual(app["publisherDomain"], "contoso.onmicrosoft.com")
    expectEqual(app["identifierUris"], ["api://shop"])
    expectEqual(app["groupMembershipClaims"], "SecurityGroup")
    expectEqual(app["web"]?["redirectUris"], ["https://shop.test/callback"])
    expectEqual(app["web"]?["homePageUrl"], "https://shop.test/")
    expectEqual(app["web"]?["logoutUrl"], "https://shop.test/out")
    expectEqual(
      app["web"]?["implicitGrantSettings"], ["enableAccessTokenIssuance": false, "enableIdTokenIssuance": true])
    expectEqual(app["spa"], ["redirectUris": ["https://shop.test/spa"]])
    expectEqual(app["publicClient"], ["redirectUris": ["shop://auth"]])
    let secret = try Bench.found(app["passwordCredentials"]?.array?.first)
    expectEqual(secret["displayName"], "Main")
    expectEqual(secret["hint"], "s3c")
    expectEqual(secret["secretText"], .null)
    expectEqual(secret["endDateTime"], "2027-01-01T00:00:00Z")
    expectEqual(
      app["requiredResourceAccess"],
      [
        [
          "resourceAppId": "00000003-0000-0000-c000-000000000000",
          "resourceAccess": [
            ["id": "e1fe6dd8-ba31-4d61-89e7-88639da4683d", "type": "Scope"],
            ["id": "df021288-bdef-4463-88db-98f22de89214", "type": "Role"],
          ],
        ]
      ])
    expectEqual(app["api"]?["requestedAccessTokenVersion"], 2)
    expectEqual(app["api"]?["oauth2PermissionScopes"]?.array?.first?["type"], "Admin")
    expectEqual(
      app["api"]?["preAuthorizedApplications"],
      [
        [
          "appId": "30b11e00-0000-4000-8000-000000000001",
          "delegatedPermissionIds": ["50000000-0000-4000-8000-0000000000a1"],
        ]
      ])
    expectEqual(app["appRoles"]?.array?.first?["allowedMemberTypes"], ["User"])
    expectEqual(
      app["optionalClaims"]?["idToken"],
      [
        ["name": "groups", "source": nil, "essential": false, "additionalProperties": ["emit_as_roles"]]
      ])
    let owners = try Self.get(bench, "applications/\(shop.objectID)/owners")
    expectEqual(owners["value"]?.array?.map { $0["userPrincipalName"] }, ["bob@contoso.onmicrosoft.com"])
    let credentials = try Self.get(bench, "applications/\(shop.objectID)/federatedIdentityCredentials")
    expectEqual(credentials["value"]?.array?.first?["subject"], "repo")
    let named = try Self.get(bench, "applications/\(shop.objectID)/federatedIdentityCredentials/ci")
    expectEqual(named["issuer"], "https://ci.test")
  }

  @Test(arguments: [
    ("applications", "$filter=appId eq '50000000-0000-4000-8000-000000000001'", ["Shop"]),
    ("applications", "$filter=identifierUris/any(x:x eq 'api://shop')", ["Shop"]),
    ("applications", "$filter=startswith(displayName,'Contoso W')", ["Contoso Web"]),
    ("applications", "$filter=displayName eq 'Azure Key Vault'", []),
    ("applications", "$search=\"displayName:shop\"&$count=true", ["Shop"]),
    ("servicePrincipals", "$filter=appId eq '00000003-0000-0000-c000-000000000000'", ["Microsoft Graph"]),
    ("servicePrincipals", "$filter=displayName eq 'Microsoft Graph'", ["Microsoft Graph"]),
    (
      "servicePrincipals", "$filter=servicePrincipalNames/any(c:c eq 'https://graph.microsoft.com')",
      ["Microsoft Graph"]
    ),
    ("servicePrincipals", "$filter=appId eq '50000000-0000-4000-8000-000000000001'", ["Shop"]),
    ("servicePrincipals(appId='50000000-0000-4000-8000-000000000001')", "", ["Shop"]),
    ("applications(appId='50000000-0000-4000-8000-000000000001')", "$select=displayName", ["Shop"]),
  ]) func areFound(_ path: String, _ query: String, _ names: [String]) throws {
    let body = try Self.get(Self.bench(), path, query.isEmpty ? nil : query)
    let found = body["value"]?.array ?? [body]
    expectEqual(found.compactMap { $0["displayName"]?.string }, names)
  }

  @Test(arguments: [
    ("applications/50000000-0000-4000-8000-00000000ffff", 404), ("applications/shop", 400),
    ("servicePrincipals/50000000-0000-4000-8000-00000000ffff", 404),
    ("applications(appId='00000003-0000-0000-c000-000000000000')", 404), ("applications(appId='x')", 400),
    ("servicePrincipals(appId='50000000-0000-4000-8000-00000000ffff')", 404),
  ]) func areRefused(_ path: String, _ status: Int) throws {
    let bench = try Self.bench()
    let answer = try bench.call("/v1.0/" + path, authorization: try bench.token("Application.Read.All"))
    expectEqual(answer.response.status, status, "\(answer.response.text)")
  }

  @Test func needAPermissionForThem() throws {
    let bench = try Self.bench()
    for path in ["applications", "servicePrincipals", "me/appRoleAssignments"] {
      let answer = try bench.call("/v1.0/" + path, authorization: try bench.token("User.Read"))
      expectEqual(answer.response.status, 403, "\(path)")
    }
    try expectEqual(
      bench.call("/v1.0/applications", authorization: bench.app("Application.Read.All")).response.status, 200)
  }

  @Test func showOnlyTheOwnTenant() throws {
    let bench = try Self.bench()
    let claims = try bench.claims(user: "gina", client: "graph-cli", scopes: "Application.Read.All")
    let answer = try bench.call("/v1.0/applications", authorization: try bench.bearer(claims))
    try expectEqual(answer.response.json()["value"], [])
  }

  @Test func showAServicePrincipalWithWhatItsAppOffers() throws {
    let bench = try Self.bench()
    let shop = try Self.get(bench, "servicePrincipals(appId='50000000-0000-4000-8000-000000000001')")
    expectEqual(shop["appRoleAssignmentRequired"], true)
    expectEqual(shop["servicePrincipalNames"], ["50000000-0000-4000-8000-000000000001", "api://shop"])
    expectEqual(shop["replyUrls"]?.array?.count, 3)
    expectEqual(shop["appOwnerOrganizationId"], "\(SeededDirectory.contoso)")
    let graph = try Self.get(bench, "servicePrincipals(appId='00000003-0000-0000-c000-000000000000')")
    expectEqual(graph["appOwnerOrganizationId"], "f8cdef31-a31e-4b4a-93e4-5f571e91255a")
    let roles = graph["appRoles"]?.array ?? []
    #expect(roles.count > 400 && roles.contains { $0["value"] == "Application.ReadWrite.All" })
    let byID = try Self.get(bench, "servicePrincipals/\(try #require(graph["id"]?.string))", "$select=id,displayName")
    expectEqual(byID.object?.names, ["@odata.context", "id", "displayName"])
  }

  @Test func showAnAssignmentFromBothEnds() throws {
    let bench = try Self.bench()
    let directory = bench.world.directory
    let alice = try bench.user("alice")
    let staff = try Bench.found(directory.group(named: "staff"))
    let shop = try Self.get(bench, "servicePrincipals(appId='50000000-0000-4000-8000-000000000001')", "$select=id")
    let id = try #require(shop["id"]?.string)
    let given = try #require(try Self.get(bench, "servicePrincipals/\(id)/appRoleAssignedTo")["value"]?.array)
    expectEqual(Set(given.compactMap { $0["principalDisplayName"]?.string }), [alice.displayName, staff.displayName])
    for item in given {
      expectEqual(item["appRoleId"], "50000000-0000-4000-8000-0000000000b1")
      expectEqual(item["resourceId"], .string(id))
      expectEqual(item["resourceDisplayName"], "Shop")
      expectEqual(item["id"]?.string?.utf8.count, 43)
    }
    let one = try #require(given.first { $0["principalType"] == "User" })
    expectEqual(one["principalId"], "\(alice.id)")
    let again = try Self.get(bench, "servicePrincipals/\(id)/appRoleAssignedTo/\(try #require(one["id"]?.string))")
    expectEqual(again["principalId"], one["principalId"])
    // A user has the roles of groups with the user in them too.
    let own = try Self.get(bench, "me/appRoleAssignments")["value"]?.array ?? []
    #expect(own.contains { $0["id"] == one["id"] } && own.contains { $0["principalType"] == "Group" })
    try expectEqual(Self.get(bench, "groups/\(staff.id)/appRoleAssignments")["value"]?.array?.count, 1)
    try expectEqual(Self.get(bench, "users/\(alice.id)/appRoleAssignments")["value"]?.array?.count, own.count)
    let daemon = try Self.get(bench, "servicePrincipals(appId='dae30000-0000-4000-8000-000000000004')", "$select=id")
    let held = try Self.get(bench, "servicePrincipals/\(daemon["id"]?.string ?? "")/appRoleAssignments")["value"]?.array
    expectEqual(Set(held?.compactMap { $0["resourceDisplayName"]?.string } ?? []), ["Microsoft Graph", "Contoso API"])
    #expect(held?.allSatisfy { $0["principalType"] == "ServicePrincipal" } ?? false)
  }
}
