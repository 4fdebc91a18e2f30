import Directory
import Expectations
import JSON
import Policy
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

  /// An app of the template that signs in by SAML.
  private func principal(_ admin: Administrator) throws -> String {
    let made = try admin.expect(201, "POST", Self.path + "/instantiate", #"{"displayName":"Our wiki"}"#).body
    let path = "/servicePrincipals/\(made["servicePrincipal"]?["id"]?.string ?? "")"
    try admin.expect(204, "PATCH", path, #"{"preferredSingleSignOnMode":"saml"}"#)
    return path
  }

  @Test func aCertificateIsUploadedWithItsKey() throws {
    let admin = try Administrator(Bench())
    let path = try principal(admin)
    try admin.expect(204, "PATCH", path, UploadedCertificate.body())
    let read = try admin.expect(200, "GET", path + "?$select=keyCredentials,passwordCredentials").body
    let keys = read["keyCredentials"]?.array ?? []
    expectEqual(
      keys.map { $0["keyId"]?.string },
      ["4c266507-3e74-4b91-aeba-18a25b450f6e", "e35a7d11-fef0-49ad-9f3e-aacbe0a42c42"])
    // The certificate can be read, and the key cannot.
    expectEqual(keys.map { $0["key"] ?? .null }, [.null, .string(UploadedCertificate.certificate)])
    expectEqual(read["passwordCredentials"]?.array?.map { $0["secretText"] }, [.null])
    try admin.expect(
      204, "PATCH", path, #"{"preferredTokenSigningKeyThumbprint":"\#(UploadedCertificate.thumbprint)"}"#)
    // A world from the export has the ids that the client chose, by which its next call names them.
    let twin = try admin.again().expect(200, "GET", path + "?$select=keyCredentials,passwordCredentials").body
    for name in ["keyCredentials", "passwordCredentials"] { expectEqual(twin[name], read[name]) }
    let app = try #require(admin.bench.world.directory.applicationsInOrder.last { $0.saml != nil })
    let now = admin.bench.world.now
    expectEqual(app.samlCertificate(preferring: UploadedCertificate.thumbprint, at: now)?.name, "wiki.test")
    // What a client read comes back, and changes nothing; then it goes.
    let again = try admin.expect(200, "GET", path).body
    try admin.expect(
      204, "PATCH", path,
      #"{"keyCredentials":\#(again["keyCredentials"]?.text ?? ""),"passwordCredentials":\#(again["passwordCredentials"]?.text ?? "")}"#
    )
    try expectEqual(admin.expect(200, "GET", path).body["keyCredentials"]?.array?.count, 2)
    try admin.expect(204, "PATCH", path, #"{"keyCredentials":[],"passwordCredentials":[]}"#)
    try expectEqual(admin.expect(200, "GET", path).body["passwordCredentials"], .array([]))
  }

  @Test(
    "what is uploaded has to belong together",
    arguments: [
      UploadedCertificate.body(password: "wrong"), UploadedCertificate.body(certificate: UploadedCertificate.key),
      UploadedCertificate.body().replacing("passwordCredentials", with: "notes@odata.type"),
      UploadedCertificate.body().replacing(#""usage":"Verify""#, with: #""usage":"Encrypt""#),
    ])
  func badUpload(_ body: String) throws {
    let admin = try Administrator(Bench())
    let path = try principal(admin)
    let answer = try admin.expect(400, "PATCH", path, body)
    #expect(answer.message.hasPrefix("Key credential(s) is invalid."), "\(answer.message)")
    try expectEqual(admin.expect(200, "GET", path).body["keyCredentials"], .array([]))
  }

  @Test func aRoleWithoutAValueIsGivenByItsID() throws {
    let admin = try Administrator(Bench())
    let made = try admin.expect(201, "POST", Self.path + "/instantiate", #"{"displayName":"Our wiki"}"#).body
    let principal = made["servicePrincipal"]?["id"]?.string ?? ""
    let alice = try admin.bench.user("alice")
    let role = "b9632174-c057-4f7e-951b-be3adc52bfe6"
    let body = #"{"principalId":"\#(alice.id)","resourceId":"\#(principal)","appRoleId":"\#(role)"}"#
    let path = "/servicePrincipals/\(principal)/appRoleAssignedTo"
    try expectEqual(admin.expect(201, "POST", path, body).body["appRoleId"], .string(role))
    try expectEqual(
      admin.expect(200, "GET", path).body["value"]?.array?.map { $0["appRoleId"] }, [.string(role)])
    // No token and no assertion states it.
    let app = try #require(made["application"]?["appId"]?.string.flatMap { Application.ID($0) })
    let directory = admin.bench.world.directory
    expectEqual(directory.roles(of: alice.id, on: app, in: alice.tenant), [])
    expectEqual(directory.application(named: "\(app)")?.role(named: role)?.displayName, "msiam_access")
  }
}
