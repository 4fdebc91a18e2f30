import Directory
import Expectations
import JSON
import Testing
import Worlds

/// The requests of Terraform's provider for people, grants and Conditional Access.
@Suite("Terraform's requests for the tenant") struct TerraformTenantTests {
  private static let user = """
    {"accountEnabled":true,"ageGroup":null,"city":"Berlin","companyName":null,"consentProvidedForMinor":null,"country":null,
    "department":null,"displayName":"TF User","employeeId":null,"employeeOrgData":{"costCenter":null,"division":"d"},"employeeType":null,
    "faxNumber":null,"givenName":null,"jobTitle":null,"mail":null,"mailNickname":"tfuser","mobilePhone":null,"officeLocation":null,
    "otherMails":[],"passwordPolicies":null,"passwordProfile":{"forceChangePasswordNextSignIn":false,"password":"Gr4ph-passw0rd!"},
    "postalCode":null,"preferredLanguage":null,"state":null,"streetAddress":null,"surname":null,"usageLocation":null,
    "userPrincipalName":"tfuser@contoso.onmicrosoft.com"}
    """
  private static let selected =
    "accountEnabled,ageGroup,city,companyName,consentProvidedForMinor,country,department,displayName,employeeId,employeeOrgData,employeeType,"
    + "faxNumber,givenName,jobTitle,mail,mailNickname,mobilePhone,officeLocation,otherMails,passwordPolicies,postalCode,preferredLanguage,"
    + "state,streetAddress,surname,usageLocation,userPrincipalName"

  @Test func user() throws {
    let tf = try Terraform(Bench())
    let id = try tf.make("/users", Self.user)
    let path = "/users/\(id)"
    try tf.admin.expect(204, "PATCH", "/beta\(path)", #"{"showInAddressList":true}"#)
    try tf.settled(path)
    // The provider selects the rest in portions.
    var read = JSONObject()
    for member in try tf.settled("\(path)?$select=\(Self.selected)").object?.members ?? [] {
      read[member.name] = member.value
    }
    let sent = try JSONValue.parse(Array(Self.user.utf8))
    expectEqual(Terraform.missing(from: .object(read), in: sent, at: ""), [])
    try expectEqual(tf.settled("/beta\(path)?$select=showInAddressList")["showInAddressList"], true)
    try tf.admin.expect(404, "GET", path + "/manager")
    try tf.admin.expect(
      204, "PATCH", path,
      #"{"city":null,"displayName":"TF User 2","employeeOrgData":{"costCenter":"c","division":null}}"#)
    let changed = try tf.settled("\(path)?$select=city,displayName,employeeOrgData")
    #expect(changed["city"] == .null && changed["employeeOrgData"] == ["costCenter": "c", "division": nil])
    try tf.goes(path)
  }

  @Test func groupAndMember() throws {
    let tf = try Terraform(Bench())
    let group =
      #"{"description":null,"displayName":"TF Group","groupTypes":[],"isAssignableToRole":false,"mailEnabled":false,"mailNickname":"tf-group","securityEnabled":true,"owners@odata.bind":[\#(tf.owner)]}"#
    let path = "/beta/groups/\(try tf.make("/beta/groups", group))"
    try tf.admin.expect(204, "PATCH", path, #"{"displayName":"\#(Terraform.initialName)"}"#)
    try tf.admin.expect(204, "PATCH", path, #"{"displayName":"TF Group"}"#)
    try tf.reads(path, group)
    try tf.lists(path + "/owners", tf.caller)
    let bob = try tf.admin.bench.user("bob").id
    let reference = #"{"@odata.id":"https://graph.microsoft.com/beta/directoryObjects/\#(bob)"}"#
    try tf.admin.expect(204, "POST", path + "/members/$ref", reference)
    let twice = try tf.admin.expect(400, "POST", path + "/members/$ref", reference)
    expectEqual(
      twice.message,
      "One or more added object references already exist for the following modified properties: 'members'.")
    try tf.lists(path + "/members", "\(bob)")
    try tf.lists(path + "/members?$filter=id+eq+'\(bob)'", "\(bob)")
    try expectEqual(tf.settled(path + "/memberOf")["value"], [])
    try tf.admin.expect(204, "DELETE", path + "/members/\(bob)/$ref")
    try tf.admin.expect(404, "DELETE", path + "/members/\(bob)/$ref")
    try tf.goes(path)
  }

  @Test func assignmentAndGrant() throws {
    let tf = try Terraform(Bench())
    let app =
      try tf.settled("/applications/\(try tf.make("/applications", #"{"displayName":"Client"}"#))")["appId"]?.string
      ?? ""
    let client = try tf.make("/servicePrincipals", #"{"appId":"\#(app)"}"#)
    let graph = try tf.settled("/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')")["id"]?.string ?? ""
    let role =
      #"{"appRoleId":"df021288-bdef-4463-88db-98f22de89214","principalId":"\#(client)","resourceId":"\#(graph)"}"#
    let assignment =
      "/servicePrincipals/\(graph)/appRoleAssignedTo/"
      + (try tf.make("/servicePrincipals/\(graph)/appRoleAssignedTo", role))
    try tf.reads(assignment, role)
    let twice = try tf.admin.expect(400, "POST", "/servicePrincipals/\(graph)/appRoleAssignedTo", role)
    expectEqual(twice.message, "Permission being assigned already exists on the object")
    try tf.goes(assignment)
    let grant =
      #"{"clientId":"\#(client)","consentType":"AllPrincipals","resourceId":"\#(graph)","scope":"User.Read openid"}"#
    let path = "/oauth2PermissionGrants/" + (try tf.make("/oauth2PermissionGrants", grant))
    try tf.reads(path, grant)
    try tf.admin.expect(204, "PATCH", path, #"{"scope":"User.Read"}"#)
    try expectEqual(tf.settled(path)["scope"], "User.Read")
    try tf.goes(path)
    // One user's grant names the user, and what it names cannot be given twice.
    let alice = try tf.admin.bench.user("alice").id
    let one =
      #"{"clientId":"\#(client)","consentType":"Principal","principalId":"\#(alice)","resourceId":"\#(graph)","scope":"openid"}"#
    let own = "/oauth2PermissionGrants/" + (try tf.make("/oauth2PermissionGrants", one))
    try tf.reads(own, one)
    try tf.admin.expect(409, "POST", "/oauth2PermissionGrants", one)
    try tf.goes(own)
  }

  @Test func namedLocation() throws {
    let tf = try Terraform(Bench())
    let all = "/identity/conditionalAccess/namedLocations"
    let location =
      ##"{"@odata.type":"#microsoft.graph.ipNamedLocation","displayName":"Office","ipRanges":[{"@odata.type":"#microsoft.graph.iPv4CidrRange","cidrAddress":"10.0.0.0/8"}],"isTrusted":true}"##
    let path = "\(all)/\(try tf.make(all, location))"
    try tf.reads(path, location)
    try expectEqual(tf.settled(path)["@odata.type"], "#microsoft.graph.ipNamedLocation")
    try tf.admin.expect(400, "DELETE", path)
    try tf.admin.expect(204, "PATCH", path, ##"{"@odata.type":"#microsoft.graph.ipNamedLocation","isTrusted":false}"##)
    try expectEqual(tf.settled(path)["ipRanges"]?.array?.first?["cidrAddress"], "10.0.0.0/8")
    try tf.goes(path)
  }

  @Test func namedCountries() throws {
    let tf = try Terraform(Bench())
    let all = "/identity/conditionalAccess/namedLocations"
    let location =
      ##"{"@odata.type":"#microsoft.graph.countryNamedLocation","displayName":"Home","countriesAndRegions":["DE","FR"],"includeUnknownCountriesAndRegions":true}"##
    let path = "\(all)/\(try tf.make(all, location))"
    try tf.reads(path, location)
    let change =
      ##"{"@odata.type":"#microsoft.graph.countryNamedLocation","displayName":"Home 2","countriesAndRegions":["DE"],"includeUnknownCountriesAndRegions":false}"##
    try tf.admin.expect(204, "PATCH", path, change)
    try tf.reads(path, change)
    try tf.goes(path)
  }

  @Test func conditionalAccessPolicy() throws {
    let tf = try Terraform(Bench())
    let all = "/identity/conditionalAccess/policies"
    let policy = """
      {"conditions":{"applications":{"excludeApplications":["00000003-0000-0000-c000-000000000000"],"includeApplications":["All"],
      "includeUserActions":[]},"clientAppTypes":["all"],"locations":null,"platforms":null,"devices":null,"signInRiskLevels":[],
      "userRiskLevels":[],"servicePrincipalRiskLevels":[],"users":{"excludeGroups":[],"excludeRoles":[],"excludeUsers":[],"includeGroups":[],
      "includeRoles":[],"includeUsers":["All"]}},"displayName":"TF Policy","grantControls":{"builtInControls":["mfa","compliantDevice"],
      "customAuthenticationFactors":[],"operator":"AND","termsOfUse":[]},"sessionControls":null,"state":"enabled"}
      """
    let path = "\(all)/\(try tf.make(all, policy))"
    try tf.reads(path, policy)
    let kept = try #require(tf.admin.bench.world.directory.policies.values.first { $0.name == "TF Policy" })
    #expect(kept.excludedResources == [WellKnown.graph] && kept.controls == [.mfa, .compliantDevice])
    #expect(kept.controlOperator == .all && kept.isEnabled)
    try tf.admin.expect(204, "PATCH", path, #"{"state":"disabled"}"#)
    try expectEqual(tf.settled(path)["state"], "disabled")
    try tf.goes(path)
  }
}
