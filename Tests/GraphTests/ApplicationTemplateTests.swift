import Directory
import Expectations
import JSON
import Testing
import Worlds

/// An app of the gallery's one template, from its making to the certificate that signs.
struct ApplicationTemplateTests {
  private static let path = "/applicationTemplates/8adf8e6e-67b2-4cf2-a259-e3dc5476c621"

  @Test func theTemplateIsFound() throws {
    let admin = try Administrator(Bench())
    let read = try admin.expect(200, "GET", Self.path).body
    expectEqual(read["supportedSingleSignOnModes"], ["oidc", "password", "saml", "external"])
    let found = try admin.expect(200, "GET", "/applicationTemplates?$filter=displayName%20eq%20'Custom'").body
    expectEqual(found["value"]?.array?.count, 1)
    let none = try admin.expect(200, "GET", "/applicationTemplates?$filter=displayName%20eq%20'Wiki'").body
    expectEqual(none["value"], .array([]))
    try admin.expect(404, "GET", "/applicationTemplates/8adf8e6e-67b2-4cf2-a259-e3dc5476c622")
  }

  @Test func anAppAndItsServicePrincipalAreMade() throws {
    let admin = try Administrator(Bench())
    let made = try admin.expect(201, "POST", Self.path + "/instantiate", #"{"displayName":"Our wiki"}"#).body
    let (app, principal) = (try #require(made["application"]), try #require(made["servicePrincipal"]))
    expectEqual(app["displayName"], "Our wiki")
    expectEqual(app["identifierUris"], .array([]))
    expectEqual(app["applicationTemplateId"], "8adf8e6e-67b2-4cf2-a259-e3dc5476c621")
    expectEqual(app["api"]?["oauth2PermissionScopes"]?.array?.first?["value"], "user_impersonation")
    let roles = app["appRoles"]?.array ?? []
    expectEqual(roles.map { $0["displayName"]?.string }, ["User", "msiam_access"])
    expectEqual(roles.map { $0["value"] }, [.null, .null])
    expectEqual(principal["appId"], app["appId"])
    expectEqual(principal["appRoleAssignmentRequired"], true)
    expectEqual(principal["preferredSingleSignOnMode"], .null)
    expectEqual(principal["tags"]?.array?.last, "WindowsAzureActiveDirectoryCustomSingleSignOnApplication")
    try admin.expect(200, "GET", "/applications/\(app["id"]?.string ?? "")")
    try admin.expect(200, "GET", "/servicePrincipals/\(principal["id"]?.string ?? "")")
    try admin.expect(400, "POST", Self.path + "/instantiate", #"{"displayName":null}"#)
  }

  @Test func itsCertificateIsMadeActivatedAndRemoved() throws {
    let admin = try Administrator(Bench())
    let made = try admin.expect(201, "POST", Self.path + "/instantiate", #"{"displayName":"Our wiki"}"#).body
    let path = "/servicePrincipals/\(made["servicePrincipal"]?["id"]?.string ?? "")"
    try admin.expect(204, "PATCH", path, #"{"preferredSingleSignOnMode":"saml"}"#)
    let certificate = try admin.expect(200, "POST", path + "/addTokenSigningCertificate", #"{"displayName":"CN=wiki"}"#)
      .body
    try admin.expect(400, "POST", path + "/addTokenSigningCertificate", #"{"displayName":"wiki"}"#)
    let thumbprint = try #require(certificate["thumbprint"]?.string)
    try admin.expect(204, "PATCH", path, #"{"preferredTokenSigningKeyThumbprint":"\#(thumbprint)"}"#)
    let read = try admin.expect(200, "GET", path).body
    expectEqual(read["preferredTokenSigningKeyThumbprint"], .string(thumbprint))
    let keys = read["keyCredentials"]?.array ?? []
    expectEqual(keys.map { $0["usage"]?.string }, ["Sign", "Verify"])
    // The id that the call gave is that of the key.
    expectEqual(keys.first?["keyId"], certificate["keyId"])
    let passwords = read["passwordCredentials"]?.array ?? []
    expectEqual(passwords.map { $0["keyId"] }, [certificate["keyId"]])
    #expect((keys + passwords).allSatisfy { $0["customKeyIdentifier"] == certificate["customKeyIdentifier"] })
    #expect(keys.allSatisfy { $0["key"] == .null } && passwords.allSatisfy { $0["secretText"] == .null })
    try admin.expect(204, "PATCH", path, #"{"keyCredentials":[],"passwordCredentials":[]}"#)
    let after = try admin.expect(200, "GET", path).body
    expectEqual(after["keyCredentials"], .array([]))
    expectEqual(after["passwordCredentials"], .array([]))
    try admin.expect(
      400, "PATCH", path, #"{"passwordCredentials":[{"keyId":"\#(certificate["keyId"]?.string ?? "")"}]}"#)
  }
}
