import Expectations
import Testing

@testable import Intake

/// Templates that make registrations, beside those of Terraform: Bicep's, and those of the Teams Toolkit.
struct TemplateFileTests {
  @Test(arguments: bicep + teams) func finds(_ reading: Reading) { expectEqual(reading.found, reading.expected) }

  /// As in microsoftgraph/msgraph-bicep-types and equinor/template-fastapi-react.
  private static let bicep: [Reading] = [
    Reading(
      "an API and a page that asks for it, in a module with parameters",
      [
        (
          "main.bicep",
          """
          param host string = 'shop.acme.test'
          module apps './apps.bicep' = {
            name: 'apps'
            params: { address: 'https://${host}' }
          }
          """
        ),
        (
          "apps.bicep",
          """
          extension microsoftGraph
          @description('Where the page is.')
          param address string
          param certKey string?
          var graph = '00000003-0000-0000-c000-000000000000'
          resource api 'Microsoft.Graph/applications@v1.0' = {
            uniqueName: 'orders'
            displayName: 'Orders'
            identifierUris: ['api://orders']
            api: {
              requestedAccessTokenVersion: 2
              oauth2PermissionScopes: [
                {
                  id: guid('orders', 'read')
                  value: 'Orders.Read'
                  type: 'User'
                }
              ]
            }
            appRoles: !empty(certKey) ? [
              { id: '31a61854-0d6d-4c60-918b-efffd4fac379', value: 'Admin', displayName: 'Admin', allowedMemberTypes: [ 'User', 'Application' ] }
            ] : []
            // One that a pipeline proves itself with.
            resource fic 'federatedIdentityCredentials' = {
              name: '${api.uniqueName}/ship'
              audiences: ['api://AzureADTokenExchange']
            }
          }
          resource page 'Microsoft.Graph/applications@v1.0' = if (true) {
            displayName: empty(address) ? 'page' : '${address}-page'
            spa: {
              redirectUris: [
                '${address}/'
                'http://localhost:3000/' // while it is developed
              ]
            }
            requiredResourceAccess: [
              {
                resourceAppId: graph
                resourceAccess: [ { id: 'e1fe6dd8-ba31-4d61-89e7-88639da4683d', type: 'Scope' } ]
              }
              {
                resourceAppId: api.appId
                resourceAccess: [ { id: guid('orders', 'read'), type: 'Scope' } ]
              }
            ]
          }
          resource known 'Microsoft.Graph/servicePrincipals@v1.0' existing = { appId: graph }
          """
        ),
      ],
      [
        "api made-up of made-up uri=api://orders exposes=Orders.Read +requestedAccessTokenVersion +appRoles",
        "spa made-up of made-up spa=https://shop.acme.test/ spa=http://localhost:3000/ asks=User.Read asks=api://orders/Orders.Read",
      ]),
    Reading(
      "a template and the program that it is for are one registration",
      [
        ("web/package.json", #"{"dependencies":{"@azure/msal-browser":"4","vite":"7"}}"#),
        (
          "web/src/auth.ts",
          "export const config = { auth: { clientId: '\(Id.app)', authority: 'https://login.microsoftonline.com/\(Id.tenant)' } }"
        ),
        (
          "infra/app.bicep",
          "resource app 'Microsoft.Graph/applications@v1.0' = {\n  displayName: 'Shop'\n  spa: { redirectUris: [ 'https://shop.acme.test/' ] }\n}"
        ),
      ], ["spa \(Id.app) of \(Id.tenant) spa=https://shop.acme.test/"]),
  ]

  /// As in samples of OfficeDev/TeamsFx-Samples and templates of OfficeDev/teams-toolkit.
  private static let teams: [Reading] = [
    Reading(
      "a tab with an API behind it",
      [
        ("package.json", #"{"dependencies":{"@microsoft/teamsfx":"3"}}"#),
        ("env/.env.local", "TEAMSFX_ENV=local\nAAD_APP_CLIENT_ID=\nAAD_APP_TENANT_ID=\n"),
        ("env/.env.local.user", "SECRET_AAD_APP_CLIENT_SECRET=\n"),
        (
          "teamsapp.local.yml",
          """
          provision:
            - uses: aadApp/create
              with:
                name: tab-aad
                generateClientSecret: true
                signInAudience: AzureADMyOrg
              writeToEnvironmentFile:
                clientId: AAD_APP_CLIENT_ID
                clientSecret: SECRET_AAD_APP_CLIENT_SECRET
            - uses: script
              with:
                run: echo "::set-teamsfx-env TAB_DOMAIN=localhost:53000"; echo "::set-teamsfx-env TAB_ENDPOINT=https://localhost:53000";
          deploy:
            - uses: file/createOrUpdateEnvironmentFile
              with:
                target: ./api/.localConfigs
                envs:
                  M365_CLIENT_ID: ${{AAD_APP_CLIENT_ID}}
                  M365_CLIENT_SECRET: ${{SECRET_AAD_APP_CLIENT_SECRET}}
          """
        ),
        (
          "aad.manifest.json",
          #"""
          {
            "id": "${{AAD_APP_OBJECT_ID}}", "appId": "${{AAD_APP_CLIENT_ID}}", "name": "tab-aad", "signInAudience": "AzureADMyOrg",
            "requiredResourceAccess": [{"resourceAppId": "Microsoft Graph", "resourceAccess": [{"id": "User.Read", "type": "Scope"}]}],
            "oauth2Permissions": [{"id": "${{AAD_APP_ACCESS_AS_USER_PERMISSION_ID}}", "value": "access_as_user"}],
            "preAuthorizedApplications": [{"appId": "1fec8e78-bce4-4aaf-ab1b-5451cc387264", "permissionIds": ["${{X}}"]}],
            "identifierUris": ["api://${{TAB_DOMAIN}}/${{AAD_APP_CLIENT_ID}}"],
            "replyUrlsWithType": [{"url": "${{TAB_ENDPOINT}}/auth-end.html?clientId=${{AAD_APP_CLIENT_ID}}", "type": "Spa"}]
          }
          """#
        ),
        (
          "api/src/config.ts",
          "const config = { clientId: process.env.M365_CLIENT_ID, clientSecret: process.env.M365_CLIENT_SECRET }"
        ),
      ],
      [
        "spa made-up of made-up spa=https://localhost:53000/auth-end.html?clientId=ID asks=User.Read uri=api://localhost:53000/ID exposes=access_as_user audience=AzureADMyOrg secret +preAuthorizedApplications"
      ]),
    Reading(
      "a bot has an app of its own, and an address that only a tunnel knows",
      [
        (
          "m365agents.yml",
          """
          provision:
            - uses: botAadApp/create
              with: { name: "bot${{APP_NAME_SUFFIX}}" }
              writeToEnvironmentFile: { botId: BOT_ID, botPassword: SECRET_BOT_PASSWORD }
          """
        )
      ], ["daemon made-up of made-up audience=AzureADMultipleOrgs secret"]),
  ]
}
