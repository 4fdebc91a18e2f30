import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Scenarios
import Testing
import Time
import Worlds

/// Users and groups as Terraform writes them, directory roles, named locations and Conditional Access policies.
@Suite("Administering a tenant") struct TenantAdministrationTests {
  private static let user = """
    {"accountEnabled":true,"ageGroup":null,"city":null,"companyName":null,"consentProvidedForMinor":null,"country":null,
    "department":"Sales","displayName":"T User","employeeId":null,"employeeOrgData":{"costCenter":null,"division":null},
    "employeeType":null,"faxNumber":null,"givenName":null,"jobTitle":null,"mail":null,"mailNickname":"tuser",
    "mobilePhone":null,"officeLocation":null,"otherMails":[],"passwordPolicies":null,
    "passwordProfile":{"forceChangePasswordNextSignIn":false,"password":"Gr4ph-passw0rd!"},"postalCode":null,
    "preferredLanguage":null,"state":null,"streetAddress":null,"surname":null,"usageLocation":null,
    "userPrincipalName":"tuser@contoso.onmicrosoft.com"}
    """

  @Test func aUserIsMadeAndHasAManager() throws {
    let admin = try Administrator(Bench())
    let made = try admin.expect(201, "POST", "/users", Self.user)
    try admin.expect(204, "PATCH", "/beta/users/\(made.id)", #"{"showInAddressList":true}"#)
    let shown = try admin.expect(200, "GET", "/beta/users/\(made.id)?$select=showInAddressList")
    expectEqual(shown.body["showInAddressList"], true)
    try admin.expect(404, "GET", "/users/\(made.id)/manager")
    let alice = try admin.bench.user("alice").id
    try admin.expect(
      204, "PUT", "/users/\(made.id)/manager/$ref",
      #"{"@odata.id":"https://graph.microsoft.com/v1.0/users/\#(alice)"}"#)
    try expectEqual(admin.expect(200, "GET", "/users/\(made.id)/manager").id, "\(alice)")
    try admin.expect(204, "DELETE", "/users/\(made.id)/manager/$ref")
    try admin.expect(404, "DELETE", "/users/\(made.id)/manager/$ref")
  }

  @Test func theNameOfADeletedUserIsFree() throws {
    let admin = try Administrator(Bench())
    let first = try admin.expect(201, "POST", "/users", Self.user).id
    #expect(try admin.expect(400, "POST", "/users", Self.user).message.hasSuffix("userPrincipalName already exists."))
    try admin.expect(204, "DELETE", "/users/\(first)")
    let second = try admin.expect(201, "POST", "/users", Self.user).id
    #expect(first != second)
    let items = try admin.expect(200, "GET", "/directory/deletedItems/microsoft.graph.user").body["value"]?.array
    expectEqual(items?.map { $0["id"]?.string }, [first])
    try admin.expect(200, "POST", "/directory/deletedItems/\(first)/restore")
    let mark = first.filter { $0 != "-" }
    try expectEqual(
      admin.send("GET", "/users/\(first)").body["userPrincipalName"]?.string, mark + "tuser@contoso.onmicrosoft.com")
    try admin.expect(204, "DELETE", "/users/\(first)")
    try admin.expect(204, "DELETE", "/directory/deletedItems/\(first)")
    try admin.expect(404, "GET", "/directory/deletedItems/\(first)")
  }

  @Test(
    arguments: [
      ("state", #""on""#), ("displayName", #""""#), ("conditions", "null"), ("sessionControls", "[]"),
      ("grantControls", #"{"operator":"XOR","builtInControls":["mfa"]}"#),
    ]) func aPolicyWithOneBadMemberStaysAsItIs(_ member: String, _ value: String) throws
  {
    let admin = try Administrator(Bench())
    let path = "/identity/conditionalAccess/policies"
    let made = try admin.expect(
      201, "POST", path,
      #"{"displayName":"P","state":"disabled","conditions":{"users":{"includeUsers":["All"]}},"grantControls":null}"#)
    let before = try admin.expect(200, "GET", "\(path)/\(made.id)").body
    let other = member == "displayName" ? #""state":"enabled""# : #""displayName":"Q""#
    let refused = try admin.expect(400, "PATCH", "\(path)/\(made.id)", "{\(other),\"\(member)\":\(value)}")
    expectEqual(
      refused.message, "Invalid value specified for property '\(member)' of resource 'ConditionalAccessPolicy'.")
    try expectEqual(admin.expect(200, "GET", "\(path)/\(made.id)").body, before)
  }

  @Test(arguments: ["groups", "applications"]) func selectShowsWhatTheBetaKeeps(_ list: String) throws {
    let admin = try Administrator(Bench())
    let group = list == "groups" ? #""mailEnabled":false,"mailNickname":"k","securityEnabled":true,"# : ""
    let made = try admin.expect(201, "POST", "/beta/\(list)", "{\"displayName\":\"K\",\(group)\"windows\":{\"a\":1}}")
    let shown = try admin.expect(200, "GET", "/beta/\(list)/\(made.id)?$select=id,Windows").body
    expectEqual(shown["windows"], ["a": 1])
    expectNil(shown["displayName"])
    // Of an open type nobody can say that it lacks a name.
    try expectNil(admin.expect(200, "GET", "/beta/\(list)/\(made.id)?$select=macOS").body["macOS"])
    try expectNil(admin.expect(200, "GET", "/\(list)/\(made.id)?$select=windows").body["windows"])
  }

  @Test(arguments: ["groups", "applications", "servicePrincipals", "users"])
  func selectShowsWhatTheBetaKeepsInLists(_ list: String) throws {
    let admin = try Administrator(Bench())
    let id: String
    switch list {
    case "users": id = "\(try admin.bench.user("alice").id)"
    case "groups": id = "97000000-0000-4000-8000-000000000001"
    case "applications": id = try admin.expect(201, "POST", "/applications", #"{"displayName":"K"}"#).id
    default:
      let app = try admin.expect(201, "POST", "/applications", #"{"displayName":"K"}"#).body["appId"]?.string ?? ""
      id = try admin.expect(201, "POST", "/servicePrincipals", "{\"appId\":\"\(app)\"}").id
    }
    try admin.expect(204, "PATCH", "/beta/\(list)/\(id)", #"{"windows":{"a":1}}"#)
    func kept(_ path: String, _ name: String = "windows") throws -> [JSONValue?] {
      let items = try admin.expect(200, "GET", path).body["value"]?.array ?? []
      return items.filter { $0["id"]?.string == id }.map { $0[name] }
    }
    try expectEqual(kept("/beta/\(list)?$select=id,Windows&$top=999"), [["a": 1]])
    try expectEqual(kept("/beta/\(list)?$top=999"), [["a": 1]])
    try expectEqual(kept("/beta/\(list)/delta?$select=windows"), [["a": 1]])
    // An object without the member is shown without it.
    let others = try admin.expect(200, "GET", "/beta/\(list)?$select=id,windows&$top=999").body["value"]?.array ?? []
    #expect(others.count > 1 && others.filter { $0["windows"] != nil }.count == 1)
    try expectEqual(kept("/beta/\(list)?$select=id,macOS&$top=999", "macOS"), [nil])
    if list == "servicePrincipals" {
      // Their list refuses a name that it does not have (observed).
      _ = try admin.expect(400, "GET", "/\(list)?$select=id,windows&$top=999")
    } else {
      try expectEqual(kept("/\(list)?$select=id,windows&$top=999"), [nil])
    }
    try expectEqual(admin.expect(200, "GET", "/beta/directoryObjects/\(id)?$select=windows").body["windows"], ["a": 1])
  }

  @Test func expandShowsWhatTheBetaKeeps() throws {
    let admin = try Administrator(Bench())
    let alice = try admin.bench.user("alice").id
    let group = "/beta/groups/97000000-0000-4000-8000-000000000001"
    try admin.expect(204, "PATCH", "/beta/users/\(alice)", #"{"windows":{"a":1}}"#)
    try admin.send(
      "POST", group + "/members/$ref", "{\"@odata.id\":\"https://graph.microsoft.com/v1.0/users/\(alice)\"}")
    func kept(_ members: JSONValue?) -> JSONValue? {
      members?.array?.first { $0["id"]?.string == "\(alice)" }?["windows"]
    }
    expectEqual(
      kept(try admin.expect(200, "GET", group + "?$expand=members($select=id,windows)").body["members"]), ["a": 1])
    expectEqual(kept(try admin.expect(200, "GET", group + "/members?$select=id,windows").body["value"]), ["a": 1])
    let list = try admin.expect(200, "GET", "/beta/groups?$expand=members($select=id,windows)").body["value"]?.array
    expectEqual(Set(list?.compactMap { kept($0["members"]) } ?? []), [["a": 1]])
    let unwritten = try admin.expect(200, "GET", "/groups?$expand=members($select=id,windows)").body["value"]?.array
    #expect(unwritten?.contains { kept($0["members"]) != nil } == false)
  }

  @Test func whatAnAppSaysOfItsAuthenticationIsMergedAndShown() throws {
    let admin = try Administrator(Bench())
    let made = try admin.expect(
      201, "POST", "/applications",
      #"{"displayName":"B","authenticationBehaviors":{"removeUnverifiedEmailClaim":true}}"#)
    func shown() throws -> JSONValue? {
      try admin.expect(200, "GET", "/applications/\(made.id)?$select=authenticationBehaviors")
        .body["authenticationBehaviors"]
    }
    try expectEqual(shown(), ["removeUnverifiedEmailClaim": true])
    try admin.expect(
      204, "PATCH", "/applications/\(made.id)", #"{"authenticationBehaviors":{"blockAzureADGraphAccess":true}}"#)
    try expectEqual(shown()?["removeUnverifiedEmailClaim"], true)
    try expectEqual(shown()?["blockAzureADGraphAccess"], true)
    try admin.expect(
      400, "PATCH", "/applications/\(made.id)", #"{"authenticationBehaviors":{"removeUnverifiedEmailClaim":"no"}}"#)
    try admin.expect(204, "PATCH", "/applications/\(made.id)", #"{"authenticationBehaviors":null}"#)
    try expectEqual(shown(), .null)
  }

  @Test func aGroupOfTheBetaKeepsWhatItWasGiven() throws {
    let admin = try Administrator(Bench())
    let caller = try admin.expect(200, "GET", "/servicePrincipals(appId='dae30000-0000-4000-8000-000000000004')").id
    let made = try admin.expect(
      201, "POST", "/beta/groups",
      #"{"displayName":"TF Group","mailEnabled":false,"mailNickname":"tfgroup","securityEnabled":true,"groupTypes":[],"description":null,"isAssignableToRole":false,"visibility":null,"writebackConfiguration":{"isEnabled":false,"onPremisesGroupType":null},"hideFromAddressLists":true,"owners@odata.bind":["https://graph.microsoft.com/v1.0/directoryObjects/\#(caller)"]}"#
    )
    let path = "/beta/groups/\(made.id)"
    let read = try admin.expect(200, "GET", path).body
    expectEqual(read["writebackConfiguration"], ["isEnabled": false, "onPremisesGroupType": nil])
    expectEqual(read["hideFromAddressLists"], true)
    try expectEqual(admin.send("GET", path + "/owners").body["value"]?.array?.map { $0["id"]?.string }, [caller])
    try admin.expect(204, "PATCH", path, #"{"displayName":"TERRAFORM_UPDATE_1","unheardOf":{"a":1}}"#)
    try expectEqual(admin.send("GET", path).body["unheardOf"], ["a": 1])
    let again = try admin.again()
    try expectEqual(again.send("GET", path).body["writebackConfiguration"]?["isEnabled"], false)
    try admin.expect(204, "DELETE", path)
    try admin.expect(404, "GET", path)
  }

  @Test func aMicrosoft365GroupComesBack() throws {
    let admin = try Administrator(Bench())
    let made = try admin.expect(
      201, "POST", "/groups",
      #"{"displayName":"News","mailEnabled":true,"mailNickname":"tfnews","securityEnabled":false,"groupTypes":["Unified"]}"#
    )
    try admin.expect(204, "DELETE", "/groups/\(made.id)")
    try admin.expect(404, "GET", "/groups/\(made.id)")
    try admin.expect(200, "POST", "/directory/deletedItems/\(made.id)/restore")
    try expectEqual(admin.expect(200, "GET", "/groups/\(made.id)").body["displayName"], "News")
  }

  @Test func rolesAreGivenAndTaken() throws {
    let admin = try Administrator(Bench())
    let bob = try admin.bench.user("bob").id
    let role = "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3"
    let path = "/roleManagement/directory/roleAssignments"
    let body = #"{"principalId":"\#(bob)","roleDefinitionId":"\#(role)","directoryScopeId":"/"}"#
    let made = try admin.expect(201, "POST", path, body)
    try admin.expect(400, "POST", path, body)
    try expectEqual(admin.bench.user("bob").directoryRoles, ["Application Administrator"])
    let found = try admin.expect(200, "GET", path + "?$filter=principalId%20eq%20'\(bob)'").body["value"]?.array
    expectEqual(found?.map { $0["roleDefinitionId"]?.string }, [role])
    try admin.expect(200, "GET", path + "/\(made.id)")
    try admin.expect(204, "DELETE", path + "/\(made.id)")
    try admin.expect(404, "GET", path + "/\(made.id)")
    #expect(try admin.bench.user("bob").directoryRoles.isEmpty)
    try expectEqual(admin.send("GET", "/roleManagement/directory/roleDefinitions/\(role)").status, 200)
  }

  @Test func locationsAreKept() throws {
    let admin = try Administrator(Bench())
    let path = "/identity/conditionalAccess/namedLocations"
    let ranges = ##"[{"@odata.type":"#microsoft.graph.iPv4CidrRange","cidrAddress":"203.0.113.0/24"}]"##
    let made = try admin.expect(
      201, "POST", path,
      ##"{"@odata.type":"#microsoft.graph.ipNamedLocation","displayName":"Office","isTrusted":true,"ipRanges":\##(ranges)}"##
    )
    let read = try admin.expect(200, "GET", path + "/\(made.id)").body
    expectEqual(read["@odata.type"], "#microsoft.graph.ipNamedLocation")
    try expectEqual(read["ipRanges"], JSONValue.parse(Array(ranges.utf8)))
    try admin.expect(400, "DELETE", path + "/\(made.id)")
    let again = try admin.again()
    try expectEqual(again.expect(200, "GET", path + "/\(made.id)").body["displayName"], "Office")
    try admin.expect(204, "PATCH", path + "/\(made.id)", #"{"isTrusted":false}"#)
    try admin.expect(204, "DELETE", path + "/\(made.id)")
    try admin.expect(404, "GET", path + "/\(made.id)")
    try admin.expect(400, "POST", path, #"{"displayName":"x"}"#)
  }

  @Test(
    arguments: [
      ("ip", #""ipRanges":[{"cidrAddress":"10.0.0.0"}]"#), ("ip", #""ipRanges":[{"cidrAddress":"10.0.0.0/33"}]"#),
      ("ip", #""ipRanges":["10.0.0.0/8"]"#), ("ip", #""ipRanges":[]"#), ("ip", #""isTrusted":"yes""#),
      ("ip", #""displayName":"""#), ("country", #""countriesAndRegions":"DE""#),
      ("country", #""countriesAndRegions":["Germany"]"#), ("country", #""includeUnknownCountriesAndRegions":1"#),
      ("country", #""countryLookupMethod":"stars""#),
    ])
  func aLocationWithABadMemberIsRefused(_ kind: String, _ member: String) throws {
    let admin = try Administrator(Bench())
    let path = "/identity/conditionalAccess/namedLocations"
    let type = ##""@odata.type":"#microsoft.graph.\##(kind)NamedLocation""##
    let place =
      kind == "ip" ? #""ipRanges":[{"cidrAddress":"2001:db8::/32"}]"# : #""countriesAndRegions":["DE"]"#
    let whole = "{\(type),\"displayName\":\"L\",\(place)}"
    var body = try #require(try JSONValue.parse(Array(whole.utf8)).object)
    let change = try #require(try JSONValue.parse(Array("{\(member)}".utf8)).object)
    body.merge(change.members)
    let name = change.names[0]
    let refused = try admin.expect(400, "POST", path, JSONValue.object(body).text)
    expectEqual(refused.message, "Invalid value specified for property '\(name)' of resource 'NamedLocation'.")
    try admin.expect(400, "POST", path, "{\(type),\"displayName\":\"L\"}")
    try expectEqual(admin.expect(200, "GET", path).body["value"], [])
    let made = try admin.expect(201, "POST", path, whole).id
    let before = try admin.expect(200, "GET", "\(path)/\(made)").body
    let other = name == "displayName" ? place : #""displayName":"Q""#
    try admin.expect(400, "PATCH", "\(path)/\(made)", "{\(other),\(member)}")
    try expectEqual(admin.expect(200, "GET", "\(path)/\(made)").body, before)
  }

  /// `clientAppTypes` is a set, and locations that are left out act.
  @Test(
    arguments: [
      (#""clientAppTypes":["browser","mobileAppsAndDesktopClients"]"#, [.browser, .mobileAppsAndDesktopClients], nil),
      (#""clientAppTypes":["browser"]"#, [.browser], nil), (#""clientAppTypes":["all"]"#, nil, nil),
      (#""clientAppTypes":["exchangeActiveSync","other"]"#, [], nil),
      (#""locations":{"includeLocations":["All"],"excludeLocations":["AllTrusted"]}"#, nil, [.elsewhere]),
      (#""locations":{"includeLocations":["AllTrusted"]}"#, nil, [.trusted]),
      (#""locations":{"includeLocations":["All"],"excludeLocations":["HOME"]}"#, nil, nil),
      (#""locations":{"includeLocations":["HOME"]}"#, nil, []),
    ] as [(String, [AccessPolicy.ClientKind]?, [AccessPolicy.Place]?)])
  func aPolicyActsAsItIsStored(
    _ condition: String, _ kinds: [AccessPolicy.ClientKind]?, _ places: [AccessPolicy.Place]?
  ) throws {
    let admin = try Administrator(Bench())
    let home = try admin.expect(
      201, "POST", "/identity/conditionalAccess/namedLocations",
      ##"{"@odata.type":"#microsoft.graph.ipNamedLocation","displayName":"Home","isTrusted":false,"ipRanges":[{"@odata.type":"#microsoft.graph.iPv4CidrRange","cidrAddress":"192.0.2.0/24"}]}"##
    ).id
    let made = try admin.expect(
      201, "POST", "/identity/conditionalAccess/policies",
      #"{"displayName":"P","state":"enabled","conditions":{"users":{"includeUsers":["All"]},"applications":{"includeApplications":["All"]},"#
        + condition.replacing("HOME", with: home) + #"},"grantControls":{"operator":"OR","builtInControls":["mfa"]}}"#)
    let id = try #require(AccessPolicy.ID(made.id))
    for one in [admin, try admin.again()] {
      let policy = try #require(
        one.bench.world.directory.policies[id] ?? one.bench.world.directory.policies.values.first)
      #expect(policy.isEnabled && policy.inertBecause == nil)
      expectEqual(policy.clientKinds, kinds)
      expectEqual(policy.places, places)
    }
  }

  /// The provider keeps the dates of a certificate that the configuration says.
  @Test func aCertificateEndsWhenItsOwnerSays() throws {
    let admin = try Administrator(Bench())
    let certificate = try #require(admin.bench.world.directory.application(named: "daemon")?.certificates.first)
    let made = try admin.expect(201, "POST", "/applications", #"{"displayName":"tf"}"#)
    func body(_ end: UnixTime) -> String {
      #"{"keyCredentials":[{"type":"AsymmetricX509Cert","usage":"Verify","key":"\#(certificate.document)","startDateTime":"2025-06-01T00:00:00Z","endDateTime":"\#(end.iso8601)"}]}"#
    }
    let path = "/applications/\(made.id)"
    let refused = try admin.expect(400, "PATCH", path, body(certificate.expiresAt + .seconds(1)))
    expectEqual(refused.code, "KeyCredentialsInvalidEndDate")
    let end = certificate.expiresAt - .hours(1)
    try admin.expect(204, "PATCH", path, body(end))
    // The same certificate on the service principal is a second key.
    let app = made.body["appId"]?.string ?? ""
    let principal = try admin.expect(201, "POST", "/servicePrincipals", #"{"appId":"\#(app)"}"#)
    try admin.expect(204, "PATCH", "/servicePrincipals/\(principal.id)", body(end))
    for one in [admin, try admin.again()] {
      let keys = try one.expect(200, "GET", "/applications(appId='\(app)')").body["keyCredentials"]?.array ?? []
      expectEqual(keys.map { $0["endDateTime"] }, [.string(end.iso8601)])
      expectEqual(keys.map { $0["startDateTime"] }, ["2025-06-01T00:00:00Z"])
      let others = try one.expect(200, "GET", "/servicePrincipals(appId='\(app)')").body["keyCredentials"]?.array ?? []
      expectEqual(others.count, 1)
    }
  }

  /// Terraform asks so whether somebody holds a role.
  @Test func theHoldersOfARoleAreFoundById() throws {
    let admin = try Administrator(Bench())
    let role = try #require(
      admin.expect(200, "GET", "/directoryRoles").body["value"]?.array?.first {
        $0["displayName"] == "Global Administrator"
      })
    let holder = try admin.bench.user("admin").id
    let path = "/directoryRoles/\(role["id"]?.string ?? "")/members?$filter=id%20eq%20"
    try expectEqual(admin.expect(200, "GET", path + "'\(holder)'").body["value"]?.array?.count, 1)
    try expectEqual(admin.expect(200, "GET", path + "'\(admin.bench.user("bob").id)'").body["value"]?.array?.count, 0)
  }

  @Test(arguments: [
    ("/me/drive", 404), ("/me/drive/root", 404), ("/me/drive/root/children", 404), ("/drives/b!1/root/children", 404),
    ("/users/bob@contoso.onmicrosoft.com/drive/items/1", 404), ("/me/drive/rooot", 400),
  ]) func nobodyHasADrive(_ path: String, _ status: Int) throws {
    let file = "scenario: x\nsummary: s\nworld: { tenants: { contoso: { licenses: { ENTERPRISEPACK: 5 } } } }\n"
    let bench = try Bench(scenario: ScenarioDecoder.scenario(from: Array(file.utf8), file: "x"))
    let response = try bench.call("/v1.0" + path, authorization: bench.token("Files.Read.All")).response
    expectEqual(response.status, status, "\(response.text)")
    if status == 404 { try expectEqual(response.json()["error"]?["code"], "ResourceNotFound") }
    try expectEqual(bench.call("/v1.0/me/drive/root", authorization: bench.token("Mail.Read")).response.status, 403)
  }

  @Test func myOrganizationIsTheCallersTenant() throws {
    let admin = try Administrator(Bench())
    try expectEqual(
      admin.expect(200, "GET", "/myorganization/users?$top=1").body["value"]?.array?.count, 1)
    try admin.expect(204, "PATCH", "/myOrganization/users/bob@contoso.onmicrosoft.com", #"{"jobTitle":"Lead"}"#)
    try admin.expect(400, "GET", "/myorganization/nothing")
  }

  @Test func aPolicyActsAsFarAsItCanBeSaid() throws {
    let admin = try Administrator(Bench())
    let path = "/identity/conditionalAccess/policies"
    let bob = try admin.bench.user("bob").id
    let body = """
      {"displayName":"TF policy","state":"enabled","conditions":{"clientAppTypes":["all"],"applications":
      {"includeApplications":["All"],"excludeApplications":[]},"users":{"includeUsers":["\(bob)"],"excludeUsers":[]},
      "platforms":null,"locations":null,"signInRiskLevels":[],"userRiskLevels":[]},"grantControls":{"operator":"OR",
      "builtInControls":["mfa"],"customAuthenticationFactors":[],"termsOfUse":[]},"sessionControls":null}
      """
    let made = try admin.expect(201, "POST", path, body)
    let id = try #require(AccessPolicy.ID(made.id))
    var policy = try #require(admin.bench.world.directory.policies[id])
    #expect(policy.isEnabled && policy.control == .mfa && policy.users == [bob] && policy.resources == nil)
    try expectEqual(admin.expect(200, "GET", path + "/\(made.id)").body["conditions"], made.body["conditions"])
    try admin.expect(204, "PATCH", path + "/\(made.id)", #"{"conditions":{"signInRiskLevels":["high"]}}"#)
    policy = try #require(admin.bench.world.directory.policies[id])
    #expect(!policy.isEnabled, "nobody knows the risk of a sign-in here")
    let read = try admin.send("GET", path + "/\(made.id)").body
    expectEqual(read["state"], "enabled")
    expectEqual(read["conditions"]?["users"], made.body["conditions"]?["users"])
    let again = try admin.again()
    try expectEqual(again.expect(200, "GET", path + "/\(made.id)").body["conditions"], read["conditions"])
    try admin.expect(204, "DELETE", path + "/\(made.id)")
    try admin.expect(404, "GET", path + "/\(made.id)")
  }
}
