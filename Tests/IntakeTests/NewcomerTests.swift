import Bytes
import Expectations
import Testing

@testable import Intake

/// Causes that a dozen repositories of 2026-11 showed: each as a small input in the same form.
struct NewcomerTests {
  @Test(arguments: readings) func finds(_ reading: Reading) { expectEqual(reading.found, reading.expected) }

  private static let authority = "https://login.microsoftonline.com/\(Id.tenant)"
  private static let browser = ("web/package.json", #"{"dependencies":{"@azure/msal-browser":"4","vite":"6"}}"#)

  private static let client =
    "no file tells of a client of this API; the scenario has one, so that somebody can ask for its tokens"

  static let readings: [Reading] = [
    // As in dharmidharmu/chatwithapi-nia and Intility/fastapi-azure-auth.
    Reading(
      "a scope that is the key of a dictionary in a call",
      [
        (
          "auth.py",
          "from fastapi_azure_auth import SingleTenantAzureAuthorizationCodeBearer\nscheme = SingleTenantAzureAuthorizationCodeBearer(\n  app_client_id='\(Id.api)',\n  tenant_id='\(Id.tenant)',\n  scopes={'api://' + '\(Id.api)' + '/access_as_user': 'access_as_user'},\n)\n"
        )
      ],
      [
        "api \(Id.api) of \(Id.tenant) uri=api://\(Id.api) exposes~access_as_user",
        "native made-up of \(Id.tenant) native~http://localhost asks~api://\(Id.api)/access_as_user",
        "assumption: auth.py:2: \(client)",
      ]),
    // As in OscartGiles/fastapimsal.
    Reading(
      "a text that is put in the place of a part of an address is not an address of the app",
      [
        (
          "web/app.py",
          "import msal\nAUTHORITY = '\(authority)'\nCLIENT_ID = '\(Id.app)'\nCLIENT_SECRET = 'x'\nredirect_uri = redirect_uri.replace('http://0.0.0.0', 'http://localhost')\napp.run(port=5000)\n\n@app.get('/authorized')\ndef f(): msal.initiate_auth_code_flow()\n"
        )
      ],
      ["web \(Id.app) of \(Id.tenant) web~http://localhost:5000/authorized secret"]),
    // As in OscartGiles/fastapimsal and what Black and Prettier write.
    Reading(
      "a route whose path stands on a line of its own",
      [
        (
          "web/app.py",
          "import msal\nAUTHORITY = '\(authority)'\nCLIENT_ID = '\(Id.app)'\nCLIENT_SECRET = 'x'\napp.run(port=5000)\n\n@app.get(\n    '/sso/authorized',\n)\ndef f(): msal.initiate_auth_code_flow()\n"
        )
      ],
      ["web \(Id.app) of \(Id.tenant) web~http://localhost:5000/sso/authorized secret"]),
    // As in tenjoufire/msal-react-functions.
    Reading(
      "an API that only the page's scope tells of",
      [
        browser,
        (
          "web/auth.js",
          "export const msalConfig = { auth: { clientId: '\(Id.app)', authority: '\(authority)' } };\nexport const request = { scopes: ['api://\(Id.api)/user_impersonation'] };\n"
        ),
      ],
      [
        "spa \(Id.app) of \(Id.tenant) spa~http://localhost:5173 asks=api://\(Id.api)/user_impersonation",
        "api \(Id.api) of \(Id.tenant) uri=api://\(Id.api) exposes~user_impersonation",
        "assumption: web/auth.js:2: no file tells of the API that 'api://\(Id.api)/user_impersonation' is a scope of; the scenario has one with the scopes that clients ask for",
      ]),
    // As in uptime-university/Fast-API and Azure-Samples/ms-identity-docs-code-python.
    Reading(
      "a scope with the app's own placeholder in it is whole once the placeholder is",
      [
        ("api/.env", "TENANT_ID=\(Id.tenant)\nAPP_CLIENT_ID=<api-client-id>\n"),
        (
          "api/config.py",
          "from fastapi_azure_auth import SingleTenantAzureAuthorizationCodeBearer\nclass Settings(BaseSettings):\n  APP_CLIENT_ID: str = ''\n  TENANT_ID: str = ''\nscopes = {f'api://{APP_CLIENT_ID}/user_impersonation': 'user'}\n"
        ),
      ],
      [
        "api made-up of \(Id.tenant) exposes~user_impersonation",
        "native made-up of \(Id.tenant) native~http://localhost asks~api://\(MadeUpId.id("app api//"))/user_impersonation",
        "assumption: api/.env:2: \(client)",
      ]),
    // As in the samples of passport-azure-ad.
    Reading(
      "what a module exports is the app of its folder",
      [
        ("web/package.json", #"{"dependencies":{"@azure/msal-node":"2"}}"#),
        ("web/.env", "CLIENT_ID=Enter_the_Application_Id_Here\nAZURE_TENANT_ID=\(Id.tenant)\n"),
        (
          "web/config.js",
          "// acquireTokenByCode\nmodule.exports = { auth: { clientId: 'Enter_the_Application_Id_Here', authority: '\(authority)', redirectUri: 'http://localhost:3000/cb' } }\n"
        ),
      ],
      ["web made-up of \(Id.tenant) web=http://localhost:3000/cb"]),
    // As php-saml's settings_example.php has it.
    Reading(
      "the older arrays of PHP",
      [
        (
          "settings.php",
          """
          <?php
          $settings = array (
              'strict' => true,
              'sp' => array (
                  'entityId' => 'https://wiki.test/meta',
                  'assertionConsumerService' => array (
                      'url' => 'https://wiki.test/acs',
                  ),
                  'singleLogoutService' => array ( 'url' => 'https://wiki.test/sls' ),
              ),
              'idp' => array (
                  'entityId' => 'https://sts.windows.net/\(Id.tenant)/',
                  'singleSignOnService' => array ( 'url' => '\(authority)/saml2' ),
              ),
          );

          """
        )
      ],
      [
        "web made-up of \(Id.tenant) web=https://wiki.test/acs logout=https://wiki.test/sls uri=https://wiki.test/meta saml"
      ]),
    // As files of settings of CodeIgniter have it.
    Reading(
      "the older arrays of PHP, in a setting with a name",
      [
        (
          "application/config/auth.php",
          "<?php defined('BASEPATH') OR exit('No direct script access allowed');\n$config['azure'] = array(\n  'client_id' => '\(Id.app)',\n  'client_secret' => 'x',\n  'tenant_id' => '\(Id.tenant)',\n  'redirect_uri' => 'https://shop.test/callback',\n  'scopes' => array('openid', 'User.Read'),\n);\n$config['github'] = array('client_id' => 'abc', 'client_secret' => 'y');\n"
        )
      ],
      ["web \(Id.app) of \(Id.tenant) web=https://shop.test/callback asks=User.Read secret"]),
    // As wp-config.php has the settings of plug-ins for WordPress.
    Reading(
      "constants of PHP",
      [
        (
          "wp-config.php",
          "<?php\ndefine( 'DB_NAME', 'wordpress' );\ndefine( 'AZURE_CLIENT_ID', '\(Id.app)' );\ndefine( 'AZURE_CLIENT_SECRET', 'x' );\ndefine( 'AZURE_TENANT_ID', '\(Id.tenant)' );\ndefine( 'AZURE_REDIRECT_URI', 'https://blog.test/wp-login.php' );\n"
        )
      ],
      ["web \(Id.app) of \(Id.tenant) web=https://blog.test/wp-login.php secret"]),
    // As a component of React has it.
    Reading(
      "attributes on one line",
      [
        browser,
        (
          "web/App.jsx",
          "import { AzureAD } from './azure';\nexport default () => { return <AzureAD clientId=\"\(Id.app)\" authority='\(authority)' redirectUri=\"http://localhost:3000/\" disabled>Sign in</AzureAD>; };\n"
        ),
      ],
      ["spa \(Id.app) of \(Id.tenant) spa=http://localhost:3000/"]),
  ]

  @Test func anAPIThatIsMadeUpHasANameOfItsOwn() throws {
    let reading = try #require(Self.readings.first { $0.title.hasPrefix("an API that only") })
    expectEqual(reading.draft.apps.map(\.alias), ["web", "web-api"])
  }
}
