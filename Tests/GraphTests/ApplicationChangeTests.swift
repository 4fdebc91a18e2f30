import Bytes
import Crypto
import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Testing
import Time
import Worlds

/// App registrations as tools write them (directory-administration: requests recorded of Terraform and Azure CLI).
@Suite("Changing applications") struct ApplicationChangeTests {
  /// The body that Terraform sends.
  static let terraform = """
    {"@odata.type":"#microsoft.graph.application","displayName":"TF Shop","description":"Sells.","notes":null,
    "signInAudience":"AzureADMyOrg","groupMembershipClaims":"SecurityGroup,ApplicationGroup","identifierUris":["api://contoso.onmicrosoft.com/tf-shop"],
    "isDeviceOnlyAuthSupported":false,"isFallbackPublicClient":false,"serviceManagementReference":null,
    "tags":["HideApp"],"api":{"acceptMappedClaims":false,"knownClientApplications":[],
    "oauth2PermissionScopes":[{"adminConsentDescription":"Reads.","adminConsentDisplayName":"Read",
    "id":"60000000-0000-4000-8000-0000000000a1","isEnabled":true,"type":"User","userConsentDescription":null,
    "userConsentDisplayName":null,"value":"Shop.Read"}],"requestedAccessTokenVersion":1},
    "appRoles":[{"id":"60000000-0000-4000-8000-0000000000b1","allowedMemberTypes":["User","Application"],
    "description":"Clerks","displayName":"Clerk","isEnabled":true,"value":"Clerk"}],
    "info":{"marketingUrl":"https://shop.test/m","privacyStatementUrl":null},"optionalClaims":{"accessToken":[],
    "idToken":[{"name":"email","essential":false,"additionalProperties":[]}],"saml2Token":[]},
    "publicClient":{"redirectUris":["shop://auth"]},"spa":{"redirectUris":["https://shop.test/spa"]},
    "requiredResourceAccess":[{"resourceAppId":"00000003-0000-0000-c000-000000000000","resourceAccess":[
    {"id":"e1fe6dd8-ba31-4d61-89e7-88639da4683d","type":"Scope"},{"id":"1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9","type":"Role"}]},
    {"resourceAppId":"60000000-0000-4000-8000-00000000ffff","resourceAccess":[
    {"id":"60000000-0000-4000-8000-00000000fff1","type":"Scope"}]}],
    "web":{"homePageUrl":"https://shop.test/","implicitGrantSettings":{"enableAccessTokenIssuance":false,"enableIdTokenIssuance":true},
    "logoutUrl":null,"redirectUris":["https://shop.test/callback"]}}
    """

  static func administrator() throws -> Administrator { try Administrator(Bench()) }

  @Test func whatIsWrittenComesBack() throws {
    let admin = try Self.administrator()
    let made = try admin.expect(201, "POST", "/applications", Self.terraform)
    let read = try admin.expect(200, "GET", "/applications/\(made.id)")
    expectEqual(read.body["@odata.context"], "https://localhost:8443/v1.0/$metadata#applications/$entity")
    let sent = try #require(JSONValue.parse(Array(Self.terraform.utf8)).object)
    for member in sent.members
    where !["@odata.type", "api", "info", "requiredResourceAccess", "optionalClaims"].contains(member.name) {
      if member.name == "web" || member.name == "appRoles" { continue }
      expectEqual(read.body[member.name], member.value, "\(member.name)")
      expectEqual(made.body[member.name], member.value, "\(member.name)")
    }
    expectEqual(read.body["api"]?["acceptMappedClaims"], false)
    expectEqual(read.body["api"]?["requestedAccessTokenVersion"], 1)
    expectEqual(read.body["api"]?["oauth2PermissionScopes"], sent["api"]?["oauth2PermissionScopes"])
    expectEqual(read.body["info"]?["marketingUrl"], "https://shop.test/m")
    expectEqual(read.body["info"]?.object?.names.first, "logoUrl")
    expectEqual(read.body["web"]?["implicitGrantSettings"]?["enableIdTokenIssuance"], true)
    // The permissions that the directory does not know are kept too.
    expectEqual(read.body["requiredResourceAccess"], sent["requiredResourceAccess"])
    expectEqual(read.body["publisherDomain"], "contoso.onmicrosoft.com")
    expectEqual(read.body["appRoles"]?.array?.first?["origin"], "Application")
    // The registration comes without a service principal, and the caller owns it.
    let appID = read.body["appId"]?.string ?? ""
    try expectEqual(admin.send("GET", "/servicePrincipals?$filter=appId%20eq%20'\(appID)'").body["value"], .array([]))
    let owners = try admin.expect(200, "GET", "/applications/\(made.id)/owners").body["value"]?.array
    expectEqual(owners?.map { $0["@odata.type"] }, ["#microsoft.graph.servicePrincipal"])
  }

  /// What a client wrote in a spelling of its own is shown for as long as the registration has it.
  @Test func aSpellingEndsWithWhatItSays() throws {
    let bench = try Bench()
    let admin = try Administrator(bench)
    let id = try admin.expect(201, "POST", "/applications", Self.terraform).id
    let app = try #require(bench.world.directory.applications.values.first { "\($0.objectID)" == "\(id)" })
    try expectEqual(
      admin.send("GET", "/applications/\(id)").body["groupMembershipClaims"], "SecurityGroup,ApplicationGroup")
    try bench.world.edit { try $0.update(app.id) { $0.groupMembershipClaims = .all } }
    try expectEqual(admin.send("GET", "/applications/\(id)").body["groupMembershipClaims"], "All")
  }

  @Test func aNewOneHasTheDefaultsOfTheService() throws {
    let admin = try Self.administrator()
    let made = try admin.expect(201, "POST", "/applications", #"{"displayName":"Bare","keyCredentials":[]}"#)
    let members = try #require(made.body.object)
    expectEqual(
      members.names.prefix(8),
      [
        "@odata.context", "id", "deletedDateTime", "appId", "applicationTemplateId", "createdByAppId",
        "disabledByMicrosoftStatus", "createdDateTime",
      ])
    expectEqual(members["signInAudience"], "AzureADMyOrg")
    expectEqual(members["api"]?["requestedAccessTokenVersion"], .null)
    expectEqual(members["requiredResourceAccess"], .array([]))
    for name in ["description", "notes", "optionalClaims", "groupMembershipClaims", "isFallbackPublicClient"] {
      expectEqual(members[name], .null, "\(name)")
    }
    let personal = try admin.expect(
      201, "POST", "/applications", #"{"displayName":"P","signInAudience":"AzureADandPersonalMicrosoftAccount"}"#)
    expectEqual(personal.body["api"]?["requestedAccessTokenVersion"], 2)
  }

  @Test func addressesHaveNumbersForRequestsOfSAML() throws {
    let admin = try Self.administrator()
    let path = "/applications/\(try admin.expect(201, "POST", "/applications", Self.terraform).id)"
    func web() throws -> JSONValue? { try admin.expect(200, "GET", path).body["web"] }
    try admin.expect(
      204, "PATCH", path,
      #"{"web":{"redirectUriSettings":[{"uri":"https://a.test/","index":null},{"uri":"https://b.test/","index":2},{"uri":"https://c.test/","index":1}]}}"#
    )
    // The lowest number is the default.
    expectEqual(try web()?["redirectUris"], ["https://c.test/", "https://b.test/", "https://a.test/"])
    expectEqual(try web()?["redirectUriSettings"]?.array?.map { $0["index"] }, [1, 2, .null])
    // A list of addresses alone leaves them their numbers, and one that is new has none.
    try admin.expect(204, "PATCH", path, #"{"web":{"redirectUris":["https://d.test/","https://b.test/"]}}"#)
    expectEqual(
      try web()?["redirectUriSettings"],
      [["uri": "https://d.test/", "index": .null], ["uri": "https://b.test/", "index": 2]])
    for wrong in [#""x""#, "-1", "65536", "1.5"] {
      try admin.expect(
        400, "PATCH", path, #"{"web":{"redirectUriSettings":[{"uri":"https://b.test/","index":\#(wrong)}]}}"#)
    }
  }

  @Test func aChangeLeavesTheRest() throws {
    let admin = try Self.administrator()
    let id = try admin.expect(201, "POST", "/applications", Self.terraform).id
    let path = "/applications/\(id)"
    try admin.expect(
      204, "PATCH", path,
      #"{"api":{"knownClientApplications":["30b11e00-0000-4000-8000-000000000001"]},"info":{"supportUrl":"https://s.test"},"web":{"logoutUrl":"https://shop.test/out"}}"#
    )
    try admin.expect(
      204, "PATCH", path,
      #"{"api":{"preAuthorizedApplications":[{"appId":"30b11e00-0000-4000-8000-000000000001","delegatedPermissionIds":["60000000-0000-4000-8000-0000000000a1"]}]}}"#
    )
    let read = try admin.expect(200, "GET", path).body
    expectEqual(read["api"]?["oauth2PermissionScopes"]?.array?.count, 1)
    expectEqual(read["api"]?["knownClientApplications"], ["30b11e00-0000-4000-8000-000000000001"])
    expectEqual(read["api"]?["preAuthorizedApplications"]?.array?.count, 1)
    expectEqual(read["info"]?["marketingUrl"], "https://shop.test/m")
    expectEqual(read["info"]?["supportUrl"], "https://s.test")
    expectEqual(read["web"]?["redirectUris"], ["https://shop.test/callback"])
    expectEqual(read["web"]?["logoutUrl"], "https://shop.test/out")
    try admin.expect(204, "PATCH", path, #"{"displayName":"TERRAFORM_UPDATE_1"}"#)
    try admin.expect(204, "PATCH", path, #"{"displayName":"TF Shop","tags":[],"notes":null}"#)
    try expectEqual(admin.send("GET", path).body["tags"], .array([]))
  }

  @Test(
    arguments: [
      (#"{}"#, "A value is required for property 'displayName' of resource 'Application'."),
      (
        #"{"displayName":"x","signInAudience":"Everybody"}"#,
        "Invalid value specified for property 'signInAudience' of resource 'Application'."
      ),
      (#"{"displayName":"x","color":"red"}"#, "Invalid property 'color'."),
      (
        #"{"displayName":"x","identifierUris":["api://contoso"]}"#,
        "Another object with the same value for property identifierUris already exists."
      ),
      (
        #"{"displayName":"x","spa":{"redirectUris":["no"]}}"#,
        "Invalid value specified for property 'redirectUris' of resource 'Application'."
      ),
      (
        #"{"displayName":"x","appRoles":[{"id":"60000000-0000-4000-8000-0000000000b1","allowedMemberTypes":["User"],"value":"A"},{"id":"60000000-0000-4000-8000-0000000000b1","allowedMemberTypes":["User"],"value":"B"}]}"#,
        "Request contains a property with duplicate values."
      ),
      (
        #"{"displayName":"x","signInAudience":"PersonalMicrosoftAccount","api":{"requestedAccessTokenVersion":null}}"#,
        "Property api.requestedAccessTokenVersion is invalid."
      ),
      (
        #"{"displayName":"x","keyCredentials":[{"key":"bm8=","type":"AsymmetricX509Cert","usage":"Verify"}]}"#,
        "Key credential(s) is invalid."
      ),
    ]) func aBodyThatGraphRefusesChangesNothing(_ body: String, _ message: String) throws
  {
    let admin = try Self.administrator()
    let before = admin.bench.world.directory.applications.count
    let answer = try admin.expect(400, "POST", "/applications", body)
    expectEqual(answer.message, message)
    expectEqual(admin.bench.world.directory.applications.count, before)
  }

  @Test func anEnabledPermissionCannotGo() throws {
    let admin = try Self.administrator()
    let path = "/applications/" + (try admin.expect(201, "POST", "/applications", Self.terraform).id)
    for body in [#"{"appRoles":[]}"#, #"{"api":{"oauth2PermissionScopes":[]},"displayName":"gone"}"#] {
      let refused = try admin.expect(400, "PATCH", path, body)
      expectEqual(refused.code, "CannotDeleteOrUpdateEnabledEntitlement")
      expectEqual(refused.message, "Permission (scope or role) cannot be deleted or updated unless disabled first.")
    }
    try expectEqual(admin.send("GET", path).body["displayName"], "TF Shop")
    let role =
      #"{"id":"60000000-0000-4000-8000-0000000000b1","allowedMemberTypes":["User"],"displayName":"Clerk","value":"Clerk","isEnabled":false}"#
    try admin.expect(204, "PATCH", path, #"{"appRoles":[\#(role)]}"#)
    try admin.expect(204, "PATCH", path, #"{"appRoles":[]}"#)
    try expectEqual(admin.send("GET", path).body["appRoles"], .array([]))
  }

  @Test func secretsAreMadeShownOnceAndRemoved() throws {
    let admin = try Self.administrator()
    let made = try admin.expect(201, "POST", "/applications", #"{"displayName":"Keeper"}"#)
    let path = "/applications/\(made.id)"
    let new = try admin.expect(200, "POST", path + "/addPassword", #"{"passwordCredential":{"displayName":"Main"}}"#)
      .body
    expectEqual(new["@odata.context"], "https://localhost:8443/v1.0/$metadata#microsoft.graph.passwordCredential")
    expectEqual(
      new.object?.names,
      [
        "@odata.context", "customKeyIdentifier", "displayName", "endDateTime", "hint", "keyId", "secretText",
        "startDateTime",
      ])
    let text = try #require(new["secretText"]?.string)
    #expect(text.count == 40 && text.dropFirst(3).hasPrefix("8Q~"))
    expectEqual(new["hint"]?.string, String(text.prefix(3)))
    expectEqual(new["startDateTime"], "2026-01-31T10:20:30.0000000Z")
    expectEqual(new["endDateTime"], "2028-01-31T10:20:30.0000000Z")
    let app = try #require(admin.bench.world.directory.application(named: made.body["appId"]?.string ?? ""))
    #expect(app.secrets.contains { $0.digest.matches(text) })
    let listed = try admin.send("GET", path).body["passwordCredentials"]?.array
    expectEqual(listed?.map { $0["secretText"] }, [.null])
    expectEqual(listed?.first?["keyId"], new["keyId"])
    let gone = try admin.expect(
      400, "POST", path + "/removePassword", #"{"keyId":"60000000-0000-4000-8000-00000000ffff"}"#)
    #expect(gone.message.hasPrefix("No password credential found with keyId"))
    try admin.expect(204, "POST", path + "/removePassword", #"{"keyId":"\#(new["keyId"]?.string ?? "")"}"#)
    try expectEqual(admin.send("GET", path).body["passwordCredentials"], .array([]))
    try admin.expect(200, "POST", path + "/addPassword", #"{"passwordCredential":{}}"#)
    try admin.expect(
      400, "POST", path + "/addPassword", #"{"passwordCredential":{"endDateTime":"2020-01-01T00:00:00Z"}}"#)
  }

  /// Terraform sends the PEM text in Base64, Azure CLI the DER with line breaks, scripts the DER.
  @Test(arguments: ["pem", "lines", "der"]) func aCertificateIsTakenInEachForm(_ form: String) throws {
    let admin = try Self.administrator()
    let path = "/applications/" + (try admin.expect(201, "POST", "/applications", #"{"displayName":"Keeper"}"#).id)
    let pem = DaemonCertificate.certificatePEM
    let der = try Certificate.pem(pem).der
    let key =
      switch form {
      case "pem": Base64.encode(Array(pem.utf8))
      case "lines": Base64.encode(der).enumerated().map { $0 % 64 == 63 ? "\($1)\\r\\n" : "\($1)" }.joined()
      default: Base64.encode(der)
      }
    let id = "60000000-0000-4000-8000-0000000000c1"
    try admin.expect(
      204, "PATCH", path,
      #"{"id":null,"keyCredentials":[{"keyId":"\#(id)","key":"\#(key)","type":"AsymmetricX509Cert","usage":"Verify"}]}"#
    )
    let listed = try admin.send("GET", path).body["keyCredentials"]?.array
    expectEqual(listed?.first?["keyId"]?.string, id)
    expectEqual(listed?.first?["type"], "AsymmetricX509Cert")
    // A list that names it by its id alone keeps it.
    try admin.expect(204, "PATCH", path, #"{"keyCredentials":[{"keyId":"\#(id)"}]}"#)
    try expectEqual(admin.send("GET", path).body["keyCredentials"]?.array?.count, 1)
    try admin.expect(204, "PATCH", path, #"{"keyCredentials":[]}"#)
    try expectEqual(admin.send("GET", path).body["keyCredentials"], .array([]))
  }

  @Test func federatedCredentialsAreMadeChangedAndRemoved() throws {
    let admin = try Self.administrator()
    let app = "/applications/" + (try admin.expect(201, "POST", "/applications", #"{"displayName":"Ci"}"#).id)
    let path = app + "/federatedIdentityCredentials"
    let body =
      #"{"name":"ci","issuer":"https://ci.test","subject":"repo:a","audiences":["api://AzureADTokenExchange"],"description":"CI"}"#
    let made = try admin.expect(201, "POST", path, body)
    expectEqual(made.body["description"], "CI")
    try expectEqual(
      admin.expect(409, "POST", path, body).message, "FederatedIdentityCredential with name ci already exists.")
    try admin.expect(204, "PATCH", path + "/ci", #"{"subject":"repo:b","name":"ci"}"#)
    try expectEqual(admin.expect(200, "GET", path + "/\(made.id)").body["subject"], "repo:b")
    try admin.expect(400, "PATCH", path + "/ci", #"{"name":"other"}"#)
    try admin.expect(400, "PATCH", path + "/ci", #"{"issuer":"nowhere"}"#)
    try admin.expect(204, "DELETE", path + "/\(made.id)")
    try admin.expect(404, "GET", path + "/ci")
    try admin.expect(404, "DELETE", path + "/ci")
  }

  @Test func ownersComeAndGo() throws {
    let admin = try Self.administrator()
    let alice = try admin.bench.user("alice").id
    let made = try admin.expect(
      201, "POST", "/applications",
      #"{"displayName":"Owned","owners@odata.bind":["https://graph.microsoft.com/v1.0/directoryObjects/\#(alice)"]}"#)
    let owners = "/applications/\(made.id)/owners"
    try expectEqual(admin.send("GET", owners).body["value"]?.array?.count, 2)
    let one = try admin.send("GET", owners + "?$filter=id%20eq%20'\(alice)'").body["value"]?.array
    expectEqual(one?.count, 1)
    let again = try admin.expect(
      400, "POST", owners + "/$ref", #"{"@odata.id":"https://graph.microsoft.com/v1.0/directoryObjects/\#(alice)"}"#)
    #expect(again.message.hasPrefix("One or more added object references already exist"))
    try admin.expect(204, "DELETE", owners + "/\(alice)/$ref")
    try admin.expect(404, "DELETE", owners + "/\(alice)/$ref")
    try expectEqual(admin.send("GET", owners).body["value"]?.array?.count, 1)
  }

  @Test func aDeletedOneIsGone() throws {
    let admin = try Self.administrator()
    let made = try admin.expect(201, "POST", "/applications", Self.terraform)
    try admin.expect(204, "DELETE", "/applications/\(made.id)")
    let gone = try admin.expect(404, "GET", "/applications/\(made.id)")
    expectEqual(gone.code, "Request_ResourceNotFound")
    #expect(gone.message.hasPrefix("Resource '\(made.id)' does not exist"))
    // Its App ID URI is free again.
    try admin.expect(201, "POST", "/applications", Self.terraform)
  }

  @Test func theExportHasAllOfIt() throws {
    let admin = try Self.administrator()
    let made = try admin.expect(201, "POST", "/applications", Self.terraform)
    let path = "/applications/\(made.id)"
    try admin.expect(200, "POST", path + "/addPassword", #"{"passwordCredential":{"displayName":"Main"}}"#)
    try admin.expect(
      201, "POST", path + "/federatedIdentityCredentials",
      #"{"name":"ci","issuer":"https://ci.test","subject":"repo:a","audiences":["api://AzureADTokenExchange"]}"#)
    let again = try admin.again()
    let (before, after) = (try admin.send("GET", path).body, try again.expect(200, "GET", path).body)
    // What the directory does not know, and false in the place of null, are not in a scenario.
    func plain(_ body: JSONValue) -> JSONObject {
      var members = body.object ?? [:]
      for name in ["createdDateTime", "requiredResourceAccess", "isFallbackPublicClient", "groupMembershipClaims"] {
        members[name] = nil
      }
      var api = members["api"]?.object ?? [:]
      api["acceptMappedClaims"] = nil
      api["requestedAccessTokenVersion"] = nil
      members["api"] = .object(api)
      return members
    }
    expectEqual(plain(before), plain(after))
    try expectEqual(
      again.send("GET", path + "/owners").body["value"]?.array?.count,
      admin.send("GET", path + "/owners").body["value"]?.array?.count)
    let appID = made.body["appId"]?.string ?? ""
    try expectEqual(again.send("GET", "/servicePrincipals(appId='\(appID)')").status, 404)
  }
}
