import Expectations
import Platform
import Scenarios
import Testing

@testable import MockIdPCommand

/// What `mockidp init` writes is a scenario: the words that it knows are words of the language.
struct InitScenarioTests {
  private static let app = "1b6c27a9-5d41-4c0e-9a53-2f6f0ad2c7e1"
  private static let api = "3d8e49cb-7f63-4e2a-9c75-4b8b2cf4e9a3"
  private static let tenant = "4e9f5adc-8a74-4f3b-8d86-5c9c3da5fab4"
  private static let scope = "5fa06bed-9b85-4a4c-9e97-6dad4eb6abc5"
  private static let role = "6ab17cfe-ac96-4b5d-8fa8-7ebe5fc7bcd6"

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let files: [(String, String)]

    init(_ title: String, _ files: [(String, String)]) {
      testDescription = title
      self.files = files
    }
  }

  static let cases: [Case] = [
    Case(
      "settings of a web app",
      [
        (
          ".env",
          "AZURE_CLIENT_ID=\(app)\nAZURE_TENANT_ID=\(tenant)\nAZURE_CLIENT_SECRET=s\nREDIRECT_URI=http://localhost/cb\n"
        )
      ]),
    Case(
      "placeholders alone",
      [
        (
          "src/authConfig.js",
          "import '@azure/msal-browser'\nconst c = { auth: { clientId: 'Enter_the_Application_Id_Here' } }\n"
        )
      ]),
    Case(
      "a daemon",
      [
        (
          "config.cfg",
          "[azure]\nclientId = \(app)\nclientSecret = YOUR_SECRET_HERE\ntenantId = acme.com\nscope = https://graph.microsoft.com/.default\n"
        )
      ]),
    Case(
      "an Android app",
      [
        (
          "auth_config.json",
          #"{"client_id":"\#(app)","redirect_uri":"msauth://test.acme/2pO%3D","authorities":[{"type":"AAD","audience":{"type":"AzureADandPersonalMicrosoftAccount"}}]}"#
        )
      ]),
    Case(
      "a client of an API that no file tells of",
      [
        (
          "auth.ts",
          "import '@azure/msal-browser'\nconst c = { auth: { clientId: '\(app)' }, scopes: ['api://orders/Orders.Read', 'User.Read', 'https://management.azure.com/user_impersonation'] }\n"
        )
      ]),
    Case(
      "a secret beside a single-page app",
      [
        (".env", "REACT_APP_CLIENT_ID=\(app)\n"),
        (
          "app.json",
          #"{"appId":"\#(app)","displayName":"A","signInAudience":"AzureADMyOrg","spa":{"redirectUris":["http://localhost:3000"]},"passwordCredentials":[{"displayName":"x"}]}"#
        ),
      ]),
    Case(
      "a sample with a daemon that has a role of an API",
      [
        (
          "AppCreationScripts/sample.json",
          """
          {"AADApps":[
           {"Id":"api","Name":"Api","Kind":"WebApi","Audience":"AzureADMyOrg","AppRoles":[{"Types":["Application"],"Name":"Run"}],"OptionalClaims":{"AccessTokenClaims":["idtyp"]}},
           {"Id":"daemon","Name":"Daemon","Kind":"Daemon","Audience":"AzureADMyOrg","PasswordCredentials":"Auto","SecurityGroups":[{"Name":"Ops"}],
            "RequiredResourcesAccess":[{"Resource":"api","ApplicationPermissions":["Run"]},{"Resource":"Microsoft Graph","ApplicationPermissions":["User.Read.All"]}]}]}
          """
        )
      ]),
    Case(
      "a whole tenant",
      [
        (
          "org.json",
          #"{"value":[{"id":"\#(tenant)","displayName":"Acme","countryLetterCode":"DE","verifiedDomains":[{"name":"acme.com","isDefault":true},{"name":"acme.onmicrosoft.com","isInitial":true}]}]}"#
        ),
        (
          "users.json",
          #"{"value":[{"id":"7bc28d0f-bda7-4c6e-90b9-8fcf60d8cde7","userPrincipalName":"ann@acme.com","displayName":"Ann","mail":"ann@acme.com","accountEnabled":true,"businessPhones":["1"],"department":"Ops","otherMails":[],"userType":"Member","jobTitle":null},{"id":"8cd39e10-ceb8-4d7f-81ca-90d071e9def8","userPrincipalName":"g_x.com#EXT#@acme.onmicrosoft.com","displayName":"Guest"}]}"#
        ),
        (
          "groups.json",
          #"{"value":[{"id":"9de4af21-dfc9-4e80-92db-a1e182faef09","displayName":"Ops","securityEnabled":true,"mailEnabled":false,"groupTypes":[],"members":[{"id":"7bc28d0f-bda7-4c6e-90b9-8fcf60d8cde7"}]},{"id":"aef5b032-e0da-4f91-83ec-b2f293fb0f1a","displayName":"News","securityEnabled":false,"mailEnabled":true,"groupTypes":["Unified"]}]}"#
        ),
        (
          "apps.json",
          """
          [{"id":"0","appId":"\(api)","displayName":"Orders","signInAudience":"AzureADMyOrg","identifierUris":["api://orders"],
            "api":{"requestedAccessTokenVersion":null,"acceptMappedClaims":null,"knownClientApplications":["\(app)"],
             "oauth2PermissionScopes":[{"id":"\(scope)","value":"Orders.Read","type":"User","isEnabled":true,"adminConsentDisplayName":"Read","adminConsentDescription":"Reads","userConsentDisplayName":null,"userConsentDescription":null}],
             "preAuthorizedApplications":[{"appId":"\(app)","delegatedPermissionIds":["\(scope)"]}]},
            "appRoles":[{"id":"\(role)","value":"Approver","displayName":"Approver","description":"May","allowedMemberTypes":["User"],"isEnabled":true,"origin":"Application"}],
            "web":{"redirectUris":[],"homePageUrl":null,"logoutUrl":null,"implicitGrantSettings":{"enableAccessTokenIssuance":false,"enableIdTokenIssuance":false}},
            "spa":{"redirectUris":[]},"publicClient":{"redirectUris":[]},"groupMembershipClaims":null,"optionalClaims":null,"keyCredentials":[],"passwordCredentials":[]},
           {"id":"1","appId":"\(app)","displayName":"Shop (web)","signInAudience":"AzureADandPersonalMicrosoftAccount","identifierUris":[],
            "requiredResourceAccess":[{"resourceAppId":"00000003-0000-0000-c000-000000000000","resourceAccess":[{"id":"e1fe6dd8-ba31-4d61-89e7-88639da4683d","type":"Scope"}]},{"resourceAppId":"\(api)","resourceAccess":[{"id":"\(scope)","type":"Scope"}]}],
            "web":{"redirectUris":["https://shop.acme.com/cb"],"logoutUrl":"https://shop.acme.com/out","implicitGrantSettings":{"enableIdTokenIssuance":true}},
            "spa":{"redirectUris":["https://shop.acme.com/"]},"publicClient":{"redirectUris":["http://localhost"]},"isFallbackPublicClient":true,
            "groupMembershipClaims":"SecurityGroup, ApplicationGroup","optionalClaims":{"idToken":[{"name":"email","source":null,"essential":false,"additionalProperties":[]}],"accessToken":[],"saml2Token":[]},
            "passwordCredentials":[{"displayName":"a","secretText":null},{"displayName":"b","secretText":null}]}]
          """
        ),
        (
          "sp.json",
          #"[{"id":"s1","appId":"\#(api)","servicePrincipalType":"Application","displayName":"Orders","appRoleAssignmentRequired":true}]"#
        ),
        (
          "assigned.json",
          #"{"value":[{"resourceId":"s1","principalId":"9de4af21-dfc9-4e80-92db-a1e182faef09","appRoleId":"\#(role)"}]}"#
        ),
      ]),
    Case(
      "a state of Terraform",
      [
        (
          "terraform.tfstate",
          """
          {"version":4,"terraform_version":"1.9.0","resources":[
           {"type":"azuread_client_config","instances":[{"attributes":{"tenant_id":"\(tenant)"}}]},
           {"type":"azuread_application","instances":[{"attributes":{"object_id":"o","client_id":"\(app)","display_name":"Deploy","sign_in_audience":"AzureADMyOrg",
             "identifier_uris":["api://deploy"],"web":[{"redirect_uris":["https://d.test/"],"implicit_grant":[{"id_token_issuance_enabled":true}]}],
             "api":[{"requested_access_token_version":2,"oauth2_permission_scope":[{"id":"\(scope)","value":"Run","type":"Admin","enabled":true,"admin_consent_display_name":"Run"}]}],
             "app_role":[{"id":"\(role)","value":"Runner","display_name":"Runner","allowed_member_types":["User","Application"],"enabled":true}],
             "required_resource_access":[{"resource_app_id":"00000003-0000-0000-c000-000000000000","resource_access":[{"id":"e1fe6dd8-ba31-4d61-89e7-88639da4683d","type":"Scope"}]}],
             "optional_claims":[{"id_token":[{"name":"upn","essential":true,"additional_properties":[]}],"access_token":[]}]}}]},
           {"type":"azuread_application_federated_identity_credential","instances":[{"attributes":{"application_id":"/applications/o","display_name":"gh","issuer":"https://token.actions.githubusercontent.com","subject":"repo:a/b:ref:refs/heads/main","audiences":["api://AzureADTokenExchange"]}}]},
           {"type":"azuread_user","instances":[{"attributes":{"object_id":"7bc28d0f-bda7-4c6e-90b9-8fcf60d8cde7","user_principal_name":"ann@acme.com","display_name":"Ann","account_enabled":true,"job_title":""}}]},
           {"type":"azuread_group","instances":[{"attributes":{"object_id":"9de4af21-dfc9-4e80-92db-a1e182faef09","display_name":"Ops","security_enabled":true,"mail_enabled":false,"types":[],"members":["7bc28d0f-bda7-4c6e-90b9-8fcf60d8cde7"]}}]}]}
          """
        )
      ]),
  ]

  @Test(arguments: cases) func isAScenario(_ files: Case) throws {
    let directory = try TemporaryDirectory()
    for (path, text) in files.files {
      if let slash = path.lastIndex(of: "/") { _ = try makeFolder("\(directory.path)/\(path[..<slash])") }
      try TextFile.replace("\(directory.path)/\(path)", with: text)
    }
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run(["init", directory.path], on: recorder.console()), .success)
    let text = recorder.output
    #expect(throws: Never.self, "\(text)") {
      try ScenarioDecoder.scenario(
        from: Array(text.utf8), file: "world.yaml",
        extending: ScenarioBases(of: "world.yaml") { try TextFile.bytes($0) })
    }
  }

  private func makeFolder(_ path: String) throws -> Bool { mkdir(path, 0o755) == 0 }
}
