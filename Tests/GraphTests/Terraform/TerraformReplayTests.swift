import Bytes
import Directory
import Expectations
import JSON
import Testing

/// The requests of Terraform's provider for its resources, one by one. A resource is made, read until it stands still, changed, and taken
/// away; whatever was sent comes back, so a second plan is empty.
@Suite("Terraform's requests") struct TerraformReplayTests {
  private static let application = """
    {"@odata.type":"#microsoft.graph.application","api":{"@odata.type":"#microsoft.graph.apiApplication","acceptMappedClaims":null,
    "knownClientApplications":[],"oauth2PermissionScopes":[{"adminConsentDescription":"Access","adminConsentDisplayName":"Access",
    "id":"2f1c4b30-0000-4000-8000-000000000001","isEnabled":true,"type":"User","userConsentDescription":null,"userConsentDisplayName":null,
    "value":"access"}],"requestedAccessTokenVersion":2},"appRoles":[{"allowedMemberTypes":["User","Application"],"description":"Reads",
    "displayName":"Reader","id":"2f1c4b30-0000-4000-8000-000000000002","isEnabled":true,"origin":"Application","value":"Read.All"}],
    "description":null,"displayName":"TF App","groupMembershipClaims":"SecurityGroup, ApplicationGroup","identifierUris":["api://contoso.onmicrosoft.com/tf-app"],
    "info":{"logoUrl":null,"marketingUrl":null,"privacyStatementUrl":null,"supportUrl":null,"termsOfServiceUrl":null},
    "isDeviceOnlyAuthSupported":null,"isFallbackPublicClient":null,"notes":null,"optionalClaims":{"accessToken":[{"additionalProperties":[],
    "essential":false,"name":"email","source":null}],"idToken":[],"saml2Token":[]},"owners@odata.bind":[OWNER],
    "publicClient":{"redirectUris":["http://localhost"]},"requiredResourceAccess":[{"resourceAccess":[{"id":"e1fe6dd8-ba31-4d61-89e7-88639da4683d",
    "type":"Scope"},{"id":"7ab1d382-f21e-4acd-a863-ba3e13f7da61","type":"Role"}],"resourceAppId":"00000003-0000-0000-c000-000000000000"},
    {"resourceAccess":[{"id":"aaaaaaaa-0000-4000-8000-000000000001","type":"Scope"}],"resourceAppId":"bbbbbbbb-0000-4000-8000-000000000002"}],
    "serviceManagementReference":null,"signInAudience":"AzureADMyOrg","spa":{"redirectUris":["https://tf.test/spa"]},"tags":["HideApp"],
    "web":{"homePageUrl":"https://tf.test/","implicitGrantSettings":{"enableAccessTokenIssuance":false,"enableIdTokenIssuance":true},
    "logoutUrl":null,"redirectUris":["https://tf.test/cb"]}}
    """

  /// What the data source of a user selects.
  private static let userMembers =
    "accountEnabled,ageGroup,businessPhones,city,companyName,consentProvidedForMinor,country,createdDateTime,creationType,department,"
    + "displayName,employeeHireDate,employeeId,employeeOrgData,employeeType,externalUserState,faxNumber,givenName,id,imAddresses,jobTitle,mail,"
    + "mailNickname,mobilePhone,officeLocation,onPremisesDistinguishedName,onPremisesDomainName,onPremisesImmutableId,"
    + "onPremisesSamAccountName,onPremisesSecurityIdentifier,onPremisesSyncEnabled,onPremisesUserPrincipalName,otherMails,postalCode,"
    + "preferredLanguage,proxyAddresses,state,streetAddress,surname,usageLocation,userPrincipalName,userType"

  private func makeApplication(_ tf: Terraform) throws -> String {
    try tf.make("/applications", Self.application.replacing("OWNER", with: tf.owner))
  }

  @Test func dataSources() throws {
    let tf = try Terraform(Bench())
    let domain = try tf.settled("/domains")["value"]?.array?.first
    for name in ["isInitial", "isDefault", "isVerified", "authenticationType", "supportedServices"] {
      expectNotNil(domain?[name], "\(name)")
    }
    let graph = try tf.settled("/servicePrincipals?$filter=appId+eq+'00000003-0000-0000-c000-000000000000'")["value"]?
      .array
    expectEqual(graph?.count, 1)
    try tf.admin.expect(
      200, "GET", "/beta/servicePrincipals/\(graph?.first?["id"]?.string ?? "")?$select=samlMetadataUrl")
    let select =
      "accountEnabled,appDisplayName,appId,appOwnerOrganizationId,appRoleAssignmentRequired,displayName,id,preferredSingleSignOnMode,servicePrincipalNames,servicePrincipalType,tags"
    let page = try tf.settled("/servicePrincipals?$select=\(select)&$top=20")
    expectEqual(page["value"]?.array?.first?.object?.names.count, 11)
    expectEqual(page["@odata.nextLink"]?.string?.contains("$skiptoken="), true)
    let users = try tf.settled("/users?$filter=userPrincipalName+eq+'Alice@Contoso.onmicrosoft.com'")["value"]?.array
    expectEqual(users?.count, 1)
    let alice = "/users/\(users?.first?["id"]?.string ?? "")"
    let found = try tf.settled("\(alice)?$select=\(Self.userMembers)")
    expectEqual(
      found.object?.names.filter { $0 != "@odata.context" }.count, Self.userMembers.split(separator: ",").count)
    try tf.admin.expect(404, "GET", alice + "/manager")
    // The next page of the principals is the address that the first one names.
    var (next, count) = (page["@odata.nextLink"]?.string, page["value"]?.array?.count ?? 0)
    while let address = next?.split(separator: "/v1.0", maxSplits: 1).last.map(String.init) {
      let rest = try tf.admin.expect(200, "GET", address).body
      count += rest["value"]?.array?.count ?? 0
      next = rest["@odata.nextLink"]?.string
    }
    try expectEqual(tf.settled("/servicePrincipals?$top=999")["value"]?.array?.count, count)
    try tf.admin.expect(200, "GET", "/beta/groups?$filter=displayName+eq+'Engineers'")
  }

  @Test func application() throws {
    let tf = try Terraform(Bench())
    try tf.settled("/applications?$filter=displayName+eq+'TF+App'")
    let id = try makeApplication(tf)
    let path = "/applications/\(id)"
    try tf.admin.expect(204, "PATCH", path, #"{"displayName":"\#(Terraform.initialName)"}"#)
    try tf.admin.expect(204, "PATCH", path, #"{"displayName":"TF App"}"#)
    try tf.reads(path, Self.application.replacing("OWNER", with: tf.owner))
    let hidden = try tf.settled("/beta\(path)?$select=oauth2RequirePostResponse")
    expectEqual(hidden["oauth2RequirePostResponse"], false)
    try tf.lists(path + "/owners", tf.caller)
    try tf.admin.expect(204, "DELETE", "\(path)/owners/\(tf.caller)/$ref")
    try tf.lists(path + "/owners", tf.caller, false)
    // `api` comes without clients and scopes, and both stay.
    try tf.admin.expect(
      204, "PATCH", path,
      #"{"api":{"acceptMappedClaims":true,"knownClientApplications":[],"requestedAccessTokenVersion":2},"notes":"n"}"#)
    try expectEqual(tf.settled(path)["api"]?["oauth2PermissionScopes"]?.array?.count, 1)
    // A role goes in two steps.
    let early = try tf.admin.expect(400, "PATCH", path, #"{"appRoles":[]}"#)
    #expect(early.message.hasPrefix("Permission (scope or role) cannot be deleted or updated unless disabled first."))
    try tf.admin.expect(
      204, "PATCH", path,
      #"{"appRoles":[{"allowedMemberTypes":["User","Application"],"description":"Reads","displayName":"Reader","id":"2f1c4b30-0000-4000-8000-000000000002","isEnabled":false,"value":"Read.All"}]}"#
    )
    try tf.admin.expect(204, "PATCH", path, #"{"appRoles":[]}"#)
    try expectEqual(tf.settled(path)["appRoles"], [])
    try tf.goes(path)
  }

  @Test func partsOfAnApplication() throws {
    let tf = try Terraform(Bench())
    let path =
      "/applications/\(try tf.make("/applications", #"{"displayName":"Parts","signInAudience":"AzureADMyOrg"}"#))"
    let other =
      try tf.settled("/applications/\(try tf.make("/applications", #"{"displayName":"Client"}"#))")["appId"]?.string
      ?? ""
    for part in [
      #"{"requiredResourceAccess":[{"resourceAppId":"00000003-0000-0000-c000-000000000000","resourceAccess":[{"id":"e1fe6dd8-ba31-4d61-89e7-88639da4683d","type":"Scope"}]}]}"#,
      #"{"appRoles":[{"allowedMemberTypes":["User"],"description":"d","displayName":"n","id":"2f1c4b30-0000-4000-8000-00000000000a","isEnabled":true,"value":"v"}]}"#,
      #"{"api":{"oauth2PermissionScopes":[{"adminConsentDescription":"a","adminConsentDisplayName":"a","id":"2f1c4b30-0000-4000-8000-00000000000b","isEnabled":true,"type":"Admin","userConsentDescription":null,"userConsentDisplayName":null,"value":"s"}]}}"#,
      #"{"identifierUris":["api://contoso.onmicrosoft.com/parts"]}"#,
      #"{"web":{"redirectUris":["https://parts.test/a","https://parts.test/b"]}}"#,
      #"{"spa":{"redirectUris":["https://parts.test/spa"]}}"#,
      #"{"publicClient":{"redirectUris":["http://localhost"]}}"#,
      #"{"api":{"preAuthorizedApplications":[{"appId":"\#(other)","delegatedPermissionIds":["2f1c4b30-0000-4000-8000-00000000000b"]}]}}"#,
    ] {
      try tf.admin.expect(204, "PATCH", path, part)
      try tf.reads(path, part)
    }
    let alice = try tf.admin.bench.user("alice").id
    try tf.admin.expect(
      204, "POST", path + "/owners/$ref",
      #"{"@odata.id":"https://graph.microsoft.com/v1.0/directoryObjects/\#(alice)"}"#)
    try tf.lists(path + "/owners?$filter=id+eq+'\(alice)'", "\(alice)")
    try tf.admin.expect(204, "DELETE", "\(path)/owners/\(alice)/$ref")
    try tf.admin.expect(
      204, "PATCH", path, #"{"identifierUris":[],"web":{"redirectUris":[]},"requiredResourceAccess":[]}"#)
    try tf.goes(path)
  }

  @Test func servicePrincipal() throws {
    let tf = try Terraform(Bench())
    let app = try tf.settled("/applications/\(try makeApplication(tf))")["appId"]?.string ?? ""
    try expectEqual(tf.settled("/servicePrincipals?$filter=appId+eq+'\(app)'")["value"], [])
    let id = try tf.make(
      "/servicePrincipals",
      #"{"accountEnabled":true,"appId":"\#(app)","appRoleAssignmentRequired":false,"description":"\#(Terraform.initialName)","owners@odata.bind":[\#(tf.owner)]}"#
    )
    let path = "/servicePrincipals/\(id)"
    try tf.admin.expect(204, "PATCH", path, #"{"description":null}"#)
    try tf.admin.expect(200, "GET", "/beta\(path)?$select=samlMetadataUrl")
    try tf.lists(path + "/owners", tf.caller)
    try tf.admin.expect(204, "DELETE", "\(path)/owners/\(tf.caller)/$ref")
    try expectEqual(tf.settled(path)["appRoles"]?.array?.first?["value"], "Read.All")
    let change =
      #"{"accountEnabled":false,"alternativeNames":["a"],"appRoleAssignmentRequired":true,"description":"d","displayName":"TF App","id":"\#(id)","loginUrl":null,"notes":"n","notificationEmailAddresses":[],"preferredSingleSignOnMode":"saml","samlSingleSignOnSettings":{},"tags":["WindowsAzureActiveDirectoryIntegratedApp"]}"#
    try tf.admin.expect(204, "PATCH", path, change)
    try tf.reads(path, change)
    let again = try tf.admin.send("POST", "/servicePrincipals", #"{"appId":"\#(app)"}"#)
    #expect(again.status == 409 && again.body["error"]?["details"]?.array?.first?["code"] == "ObjectConflict")
    try tf.goes(path)
  }

  @Test(arguments: ["applications", "servicePrincipals"])
  func password(_ collection: String) throws {
    let tf = try Terraform(Bench())
    let application = try makeApplication(tf)
    let app = try tf.settled("/applications/\(application)")["appId"]?.string ?? ""
    let principal = try tf.make("/servicePrincipals", #"{"appId":"\#(app)"}"#)
    let path = "/\(collection)/\(collection == "applications" ? application : principal)"
    for body in [#"{"passwordCredential":{"displayName":"one"}}"#, #"{"passwordCredential":{}}"#] {
      let made = try tf.admin.expect(200, "POST", path + "/addPassword", body).body
      let key = made["keyId"]?.string ?? ""
      expectEqual(made["secretText"]?.string?.utf8.count, 40)
      func isThere() throws -> Bool {
        try tf.settled(path)["passwordCredentials"]?.array?.contains { $0["keyId"]?.string == key } == true
      }
      #expect(try isThere())
      try tf.admin.expect(204, "POST", path + "/removePassword", #"{"keyId":"\#(key)"}"#)
      #expect(try !isThere())
    }
  }

  @Test func certificateAndFederatedCredential() throws {
    let tf = try Terraform(Bench())
    let id = try makeApplication(tf)
    let path = "/applications/\(id)"
    let key = Base64.encode(Array(DaemonCertificate.certificatePEM.utf8))
    let credential =
      ##"{"@odata.type":"#microsoft.graph.keyCredential","key":"\##(key)","keyId":"2f1c4b30-0000-4000-8000-00000000000c","startDateTime":"2026-01-01T00:00:00Z","type":"AsymmetricX509Cert","usage":"Verify"}"##
    try tf.admin.expect(204, "PATCH", path, #"{"id":"\#(id)","keyCredentials":[\#(credential)]}"#)
    try expectEqual(
      tf.settled(path)["keyCredentials"]?.array?.map { $0["keyId"]?.string },
      [
        "2f1c4b30-0000-4000-8000-00000000000c"
      ])
    try tf.admin.expect(204, "PATCH", path, #"{"id":"\#(id)","keyCredentials":[]}"#)
    let federated =
      #"{"audiences":["api://AzureADTokenExchange"],"description":null,"issuer":"https://token.actions.githubusercontent.com","name":"main","subject":"repo:o/r:ref:refs/heads/main"}"#
    let one = path + "/federatedIdentityCredentials/" + (try tf.make(path + "/federatedIdentityCredentials", federated))
    try tf.reads(one, federated)
    try tf.admin.expect(
      204, "PATCH", one,
      federated.replacing(#""description":null"#, with: #""description":"d","id":"\#(one.suffix(36))""#))
    try expectEqual(tf.settled(one)["description"], "d")
    try tf.goes(one)
  }
}
