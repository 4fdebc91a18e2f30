import Bytes
import Expectations
import JSON
import Testing

@testable import Intake

/// What a tenant was asked for: manifests, lists of the Azure CLI and of Graph, Terraform's state, scripts of samples.
struct ExportFormTests {
  @Test(arguments: applications + terraform + samples) func finds(_ reading: Reading) {
    expectEqual(reading.found, reading.expected)
  }

  static let applications: [Reading] = [
    Reading(
      "a manifest in Graph's format",
      [
        (
          "manifest.json",
          """
          {"id":"\(Id.other)","appId":"\(Id.app)","displayName":"Orders","signInAudience":"AzureADMultipleOrgs",
           "identifierUris":["api://orders"],"api":{"requestedAccessTokenVersion":2,"oauth2PermissionScopes":[{"id":"\(Id.api)","value":"Read"}]},
           "appRoles":[],"web":{"redirectUris":["https://orders.test/cb"],"logoutUrl":"https://orders.test/out",
           "implicitGrantSettings":{"enableIdTokenIssuance":true,"enableAccessTokenIssuance":false}},
           "spa":{"redirectUris":["http://localhost:3000"]},"publicClient":{"redirectUris":[]},
           "passwordCredentials":[{"displayName":"ci","endDateTime":"2027-01-01T00:00:00Z"}],"keyCredentials":[],
           "groupMembershipClaims":null,"optionalClaims":{"idToken":[{"name":"email"}]},"isFallbackPublicClient":null}
          """
        )
      ],
      [
        "web \(Id.app) of made-up web=https://orders.test/cb spa=http://localhost:3000 logout=https://orders.test/out uri=api://orders audience=AzureADMultipleOrgs secret +enableIdTokenIssuance +oauth2PermissionScopes +requestedAccessTokenVersion +optionalClaims"
      ]),
    Reading(
      "a manifest in the older format",
      [
        (
          "manifest.json",
          """
          {"id":"\(Id.other)","appId":"\(Id.app)","name":"Shop","allowPublicClient":true,"accessTokenAcceptedVersion":2,
           "oauth2AllowIdTokenImplicitFlow":true,"oauth2AllowImplicitFlow":false,"signInAudience":"AzureADMyOrg",
           "replyUrlsWithType":[{"url":"https://a.test","type":"Web"},{"url":"https://b.test","type":"Spa"},{"url":"http://localhost","type":"InstalledClient"}],
           "oauth2Permissions":[{"value":"Read"}],"groupMembershipClaims":"SecurityGroup","logoutUrl":null}
          """
        )
      ],
      [
        "web \(Id.app) of made-up web=https://a.test spa=https://b.test native=http://localhost audience=AzureADMyOrg +enableIdTokenIssuance +oauth2PermissionScopes +requestedAccessTokenVersion +groupMembershipClaims +isFallbackPublicClient"
      ]),
    Reading(
      "az ad app list",
      [
        (
          "apps.json",
          """
          [{"appId":"\(Id.app)","displayName":"One","signInAudience":"AzureADMyOrg","web":{"redirectUris":["https://one.test"]}},
           {"appId":"\(Id.other)","displayName":"Two","signInAudience":"AzureADMyOrg","publicClient":{"redirectUris":["http://localhost"]}}]
          """
        )
      ],
      [
        "web \(Id.app) of made-up web=https://one.test audience=AzureADMyOrg",
        "native \(Id.other) of made-up native=http://localhost audience=AzureADMyOrg",
      ]),
    Reading(
      "az ad sp list: apps of Microsoft's and managed identities are none",
      [
        (
          "sp.json",
          """
          [{"id":"1","appId":"\(Id.app)","displayName":"Mine","servicePrincipalType":"Application","appOwnerOrganizationId":"\(Id.tenant)",
            "servicePrincipalNames":["\(Id.app)","api://mine"],"appRoleAssignmentRequired":true,"replyUrls":["https://mine.test"]},
           {"id":"2","appId":"\(Id.other)","displayName":"Theirs","servicePrincipalType":"Application","appOwnerOrganizationId":"f8cdef31-a31e-4b4a-93e4-5f571e91255a"},
           {"id":"3","appId":"\(Id.api)","displayName":"vm","servicePrincipalType":"ManagedIdentity"}]
          """
        )
      ],
      [
        "web \(Id.app) of \(Id.tenant) web=https://mine.test uri=api://mine +appRoleAssignmentRequired",
        "leftAlone: sp.json:4: the managed identity vm: mockidp answers for managed identities without a registration",
      ]),
    Reading(
      "one registration in an export and in settings; the name is told",
      [
        (
          "a.json",
          #"{"appId":"\#(Id.app)","displayName":"A","signInAudience":"AzureADMyOrg","spa":{"redirectUris":["https://a.test"]}}"#
        ),
        (
          "b.json",
          #"{"appId":"\#(Id.app)","displayName":"B","signInAudience":"AzureADMultipleOrgs","spa":{"redirectUris":[]}}"#
        ),
        (
          "src/auth.ts",
          "import '@azure/msal-browser'\nconst c = { auth: { clientId: '\(Id.app)', redirectUri: 'https://b.test' } }\n"
        ),
      ],
      [
        "spa \(Id.app) of made-up spa=https://a.test spa=https://b.test audience=AzureADMyOrg audience=AzureADMultipleOrgs",
        "contradiction: b.json:1: displayName is 'B' here and 'A' in a.json:1; the scenario has the latter",
        "contradiction: b.json:1: signInAudience is 'AzureADMultipleOrgs' here and 'AzureADMyOrg' in a.json:1; the scenario has the latter",
      ]),
    Reading(
      "JSON of other kinds",
      [("data.json", #"[{"appId":"shop","displayName":"x"},{"id":1}]"#), ("list.json", "[1,2]")], []),
  ]

  static let terraform: [Reading] = [
    Reading(
      "a state with an app, its secret and its federated credential",
      [
        (
          "terraform.tfstate",
          """
          {"version":4,"terraform_version":"1.9.0","serial":3,"resources":[
           {"type":"azuread_client_config","instances":[{"attributes":{"tenant_id":"\(Id.tenant)"}}]},
           {"type":"azuread_application","instances":[{"attributes":{
             "object_id":"\(Id.other)","client_id":"\(Id.app)","display_name":"Deploy","sign_in_audience":"AzureADMyOrg",
             "identifier_uris":["api://deploy"],"web":[{"redirect_uris":["https://d.test/"],"implicit_grant":[{"id_token_issuance_enabled":true}]}],
             "api":[{"requested_access_token_version":2,"oauth2_permission_scope":[{"id":"\(Id.api)","value":"Run","enabled":true}]}],
             "app_role":[{"id":"\(Id.api)","value":"Runner","allowed_member_types":["User"],"enabled":true}],
             "group_membership_claims":["SecurityGroup"],"required_resource_access":[]}}]},
           {"type":"azuread_application_password","instances":[{"attributes":{"application_id":"/applications/\(Id.other)","value":"shh","display_name":"ci"}}]},
           {"type":"azuread_application_federated_identity_credential","instances":[{"attributes":{
             "application_id":"/applications/\(Id.other)","display_name":"gh","issuer":"https://token.test","subject":"repo:a/b","audiences":["api://X"]}}]},
           {"type":"azurerm_storage_account","instances":[{"attributes":{"client_id":"\(Id.far)"}}]}]}
          """
        )
      ],
      [
        "web \(Id.app) of \(Id.tenant) web=https://d.test/ uri=api://deploy audience=AzureADMyOrg secret +enableIdTokenIssuance +oauth2PermissionScopes +requestedAccessTokenVersion +appRoles +groupMembershipClaims +federatedCredentials"
      ])
  ]

  static let samples: [Reading] = [
    Reading(
      "sample.json with comments, whose script fills in two files",
      [
        (
          "AppCreationScripts/sample.json",
          #"""
          { /* the apps */ "AADApps": [
            { "Id": "service", "Name": "Todo-API", "Kind": "WebApi", "Audience": "AzureADMyOrg", "Scopes": [ "Todo.Read" ],
              "AppRoles": [ { "AllowedMemberTypes": [ "Application" ], "Name": "Todo.All" } ] },
            { "Id": "client", "Name": "Todo-Web", "Kind": "WebApp", "Audience": "AzureADMyOrg", "PasswordCredentials": "Auto",
              "ReplyUrls": "https://localhost:1/cb, https://localhost:1/", "RequiredResourcesAccess": [
                { "Resource": "service", "DelegatedPermissions": [ "Todo.Read" ] },
                { "Resource": "Microsoft Graph", "DelegatedPermissions": [ "User.Read" ] } ] }, ],
            "CodeConfiguration": [
              { "App": "service", "SettingFile": "\\..\\API\\appsettings.json" },
              { "App": "client", "SettingFile": "\\..\\Web\\appsettings.json" } ] }
          """#
        ),
        (
          "API/appsettings.json",
          #"{"AzureAd":{"ClientId":"Enter_the_Application_Id_Here","TenantId":"Enter_the_Tenant"}}"#
        ),
        (
          "Web/appsettings.json",
          #"{"AzureAd":{"ClientId":"Enter_the_Application_Id_Here"},"Api":{"Scopes":["api://Enter_the_Api_Id/Todo.Read"]}}"#
        ),
      ],
      [
        "api made-up of made-up uri~api://ID exposes=Todo.Read audience=AzureADMyOrg +appRoles",
        "web made-up of made-up web=https://localhost:1/cb web=https://localhost:1/ asks=api://\(todoApi)/Todo.Read asks=User.Read audience=AzureADMyOrg secret",
      ]),
    Reading(
      "apps.json of a quickstart",
      [
        (
          "AppCreationScripts/apps.json",
          """
          {"AppRegistrations":[{"x-ms-id":"ios","x-ms-name":"ios","replyUrlsWithType":[{"url":"msauth.<bundleId>://auth","type":"InstalledClient"}],
            "requiredResourceAccess":[{"resourceAppId":"00000003-0000-0000-c000-000000000000","resourceAccess":[{"id":"x","type":"Scope","x-ms-name":"user.read"}]}],
            "codeConfigurations":[{"settingFile":"/App/Auth.swift","replaceTokens":{"redirectUri":"msauth.test.app://auth"}}]}]}
          """
        ),
        ("App/Auth.swift", "import MSAL\nlet kClientID = \"\(Id.app)\"\n"),
      ], ["native \(Id.app) of made-up native=msauth.test.app://auth asks=user.read"]),
    Reading(
      "a sample of Azure AD B2C",
      [
        (
          "AppCreationScripts/sample.json",
          #"{"Sample":{"Provider":"B2C"},"AADApps":[{"Id":"client","Name":"x","Kind":"SinglePageApplication"}]}"#
        )
      ],
      ["leftAlone: AppCreationScripts/sample.json:1: an app of Azure AD B2C, whose user flows this file does not name"]),
  ]

  /// The id that the API of the sample above gets.
  static let todoApi = MadeUpId.id("app API//service").description

  @Test func usersGroupsAndAssignments() {
    let files: [(String, String)] = [
      (
        "users.json",
        #"{"value":[{"id":"u1","userPrincipalName":"ann@acme.com","displayName":"Ann","jobTitle":null,"mail":"ann@acme.com"}]}"#
      ),
      (
        "groups.json",
        #"{"value":[{"id":"g1","displayName":"Ops Team","securityEnabled":true,"groupTypes":[],"members":[{"id":"u1"}]}]}"#
      ),
      (
        "org.json",
        #"{"value":[{"id":"\#(Id.tenant)","displayName":"Acme","countryLetterCode":"DE","verifiedDomains":[{"name":"acme.com","isDefault":true},{"name":"acme.onmicrosoft.com","isInitial":true}]}]}"#
      ),
      (
        "app.json",
        #"{"appId":"\#(Id.app)","displayName":"App","signInAudience":"AzureADMyOrg","appRoles":[{"id":"r1","value":"Admin"}]}"#
      ),
      ("sp.json", #"[{"id":"s1","appId":"\#(Id.app)","servicePrincipalType":"Application","displayName":"App"}]"#),
      (
        "assigned.json",
        #"{"value":[{"resourceId":"s1","principalId":"g1","appRoleId":"r1"},{"resourceId":"s1","principalId":"u1","appRoleId":"00000000-0000-0000-0000-000000000000"}]}"#
      ),
    ]
    let draft = Reading("", files, []).draft
    expectEqual(draft.tenants.map(\.id), [Id.tenant])
    expectEqual(draft.tenants.first?.domains, ["acme.com", "acme.onmicrosoft.com"])
    expectEqual(draft.users.map(\.alias), ["ann"])
    expectEqual(draft.users.first?.members.names, ["id", "userPrincipalName", "displayName", "mail"])
    expectEqual(draft.groups.map(\.alias), ["ops-team"])
    expectEqual(draft.groups.first?.memberAliases, ["ann"])
    expectEqual(
      draft.assignments.map { "\($0.app) \($0.role ?? "-") \($0.principal)" }, ["app Admin ops-team", "app - ann"])
  }
}

/// What an export names and no file tells of.
struct ReferenceCheckTests {
  @Test func unknownApisClientsAndPermissionsAreLeftOut() {
    let api =
      #"{"appId":"\#(Id.api)","displayName":"Api","signInAudience":"AzureADMyOrg","identifierUris":["api://one"],"api":{"requestedAccessTokenVersion":null,"oauth2PermissionScopes":[{"id":"\#(Id.far)","value":"Read"}],"knownClientApplications":["\#(Id.app)","\#(Id.other)"],"preAuthorizedApplications":[{"appId":"\#(Id.other)","permissionIds":[]},{"appId":"\#(Id.app)","permissionIds":["\#(Id.far)"]}]}}"#
    let client =
      #"{"appId":"\#(Id.app)","displayName":"App","signInAudience":"AzureADMyOrg","identifierUris":["api://one"],"requiredResourceAccess":[{"resourceAppId":"00000003-0000-0000-c000-000000000000","resourceAccess":[{"id":"e1fe6dd8-ba31-4d61-89e7-88639da4683d","type":"Scope"}]},{"resourceAppId":"\#(Id.api)","resourceAccess":[{"id":"\#(Id.far)","type":"Scope"},{"id":"\#(Id.tenant)","type":"Scope"}]},{"resourceAppId":"\#(Id.other)","resourceAccess":[]}]}"#
    let draft = Reading("", [("apps.json", "[\(api),\n\(client)]")], []).draft
    expectEqual(draft.apps[0].member("requestedAccessTokenVersion")?.json, 1)
    expectEqual(draft.apps[0].member("knownClientApplications")?.json.text, #"["\#(Id.app)"]"#)
    expectEqual(
      draft.apps[0].member("preAuthorizedApplications")?.json.text,
      #"[{"appId":"\#(Id.app)","delegatedPermissionIds":["\#(Id.far)"]}]"#)
    expectEqual(
      draft.apps[1].member("requiredResourceAccess")?.json.text,
      #"[{"resourceAppId":"00000003-0000-0000-c000-000000000000","resourceAccess":[{"id":"e1fe6dd8-ba31-4d61-89e7-88639da4683d","type":"Scope"}]},{"resourceAppId":"\#(Id.api)","resourceAccess":[{"id":"\#(Id.far)","type":"Scope"}]}]"#
    )
    #expect(draft.apps[1].all(.identifierUri).isEmpty)
    expectEqual(
      draft.remarks.filter { $0.place != nil }.map(\.text),
      [
        "a known client, \(Id.other), which no file tells of",
        "a pre-authorized client, \(Id.other), which no file tells of",
        "permissions of Api that it does not have any more",
        "permissions for the API \"\(Id.other)\", which no file tells of",
        "the App ID URI api://one belongs to another app already, \(Id.api)",
      ])
  }

  @Test func aGuestWithoutAnAccountInTheNameIsLeftToTheUser() {
    let draft = Reading(
      "",
      [
        (
          "u.json",
          #"[{"userPrincipalName":"a#EXT#@acme.com","displayName":"A"},{"userPrincipalName":"c@acme.com"}]"#
        )
      ],
      []
    ).draft
    expectEqual(draft.users.map(\.alias), ["c"])
    expectEqual(draft.remarks.map(\.text), ["the guest A; write whose guest it is by hand"])
  }
}
