import Bytes
import Expectations
import JSON
import Testing

@testable import Intake

/// Causes that sixteen repositories of the eighth list showed: each as a small input in the same form.
struct VisitorTests {
  @Test(arguments: programs + later + readers + settings + strangers) func finds(_ reading: Reading) {
    expectEqual(reading.found, reading.expected)
  }

  private static let authority = "https://login.microsoftonline.com/\(Id.tenant)"
  private static let browser = #"{"dependencies":{"@azure/msal-browser":"4","vite":"6"}}"#

  private static let programs: [Reading] = [
    // As in PetrikDevOps/hely.
    Reading(
      "Auth.js answers at a shorter path in SvelteKit",
      [
        ("package.json", #"{"scripts":{"dev":"vite dev"},"dependencies":{"@auth/sveltekit":"1","vite":"6"}}"#),
        (".env", "ENTRA_ID_ID=\(Id.app)\nENTRA_ID_SECRET=x\nENTRA_ID_ISSUER=\(authority)/v2.0\n"),
        (
          "src/auth.ts",
          "import Entra from '@auth/sveltekit/providers/microsoft-entra-id'\nexport const { handle } = SvelteKitAuth({ providers: [Entra({ clientId: ENTRA_ID_ID, clientSecret: ENTRA_ID_SECRET, issuer: ENTRA_ID_ISSUER })] })\n"
        ),
      ],
      [
        "web \(Id.app) of \(Id.tenant) web~http://localhost:5173/auth/callback/microsoft-entra-id secret"
      ]),
    // As in TimoWilhelm/fastapi_azure_starter.
    Reading(
      "fields of a settings class with a type in brackets and without a default",
      [
        (
          "app/config.py",
          "class Settings(BaseSettings):\n    TENANT_ID: constr(strip_whitespace=True) = Field(..., env=\"TENANT_ID\")\n    OPENAPI_CLIENT_ID: constr(strip_whitespace=True) = Field(\n        ..., env=\"OPENAPI_CLIENT_ID\"\n    )\n    API_CLIENT_ID: str = Field(...)\n"
        ),
        (
          "app/main.py",
          "from fastapi import FastAPI\napp = FastAPI(swagger_ui_oauth2_redirect_url='/oauth2-redirect')\nscopes = {f'api://{settings.API_CLIENT_ID}/user_impersonation': 'x'}\n"
        ),
      ],
      [
        "spa made-up of made-up spa~http://localhost:8000/docs/oauth2-redirect asks=api://\(MadeUpId.id("app app/api/"))/user_impersonation",
        "api made-up of made-up uri~api://ID exposes~user_impersonation",
        "missing: app/main.py:3: in 'api://${API_CLIENT_ID}/user_impersonation' write api://\(MadeUpId.id("app app/api/")) for the API's address",
      ]),
    // As in equinor/radix-api.
    Reading(
      "the page of Swagger UI that signs in by itself, and an API of Microsoft's that is the audience",
      [
        ("go.mod", "module acme\n"),
        (
          "deploy.yaml",
          "variables:\n  OIDC_AUDIENCE: 6dae42f8-4368-4678-94ff-3960e28e3630\n  OIDC_ISSUER: https://sts.windows.net/\(Id.tenant)/\n"
        ),
        (
          "docs/swagger.js",
          "window.ui = SwaggerUIBundle({ url: './swagger.json' });\nwindow.ui.initOAuth({ clientId: '\(Id.app)', scopes: 'openid 6dae42f8-4368-4678-94ff-3960e28e3630/.default' });\n"
        ),
      ],
      [
        "spa \(Id.app) of \(Id.tenant) spa~http://localhost:8080/oauth2-redirect.html",
        "leftAlone: deploy.yaml:2: 6dae42f8-4368-4678-94ff-3960e28e3630 is an app of Microsoft's, which every tenant has",
      ]),
    // As in unicef/etools.
    Reading(
      "a key that says nothing, with a variable that does; and where a program sends people",
      [
        ("manage.py", "import os\n"),
        (
          "base.py",
          "AUTHENTICATION_BACKENDS = ('social_core.backends.azuread_b2c.AzureADB2COAuth2',)\nKEY = os.getenv('AZURE_B2C_CLIENT_ID')\nTENANT_URL = 'https://shop.b2clogin.com/shop.onmicrosoft.com/B2C_1_in'\nLOGOUT_URL = TENANT_URL + '/oauth2/v2.0/logout'\nredirect_url = '/oauth2/v2.0/authorize?p=B2C_1_in'\n"
        ),
      ],
      ["web made-up of made-up web~http://localhost:8000/complete/azuread-b2c-oauth2/"]),
  ]

  private static let later: [Reading] = [
    // As in marcaureln/techradar and github-copilot-resources/copilot-metrics-viewer.
    Reading(
      "Nuxt's own sign-in, with another provider's secret beside it",
      [
        ("package.json", #"{"scripts":{"dev":"nuxt dev"},"dependencies":{"nuxt-auth-utils":"0.5","nuxt":"4"}}"#),
        (
          "server/routes/auth/microsoft.get.ts",
          "export default defineOAuthMicrosoftEventHandler({ config: { clientId: process.env.MICROSOFT_CLIENT_ID, clientSecret: process.env.MICROSOFT_CLIENT_SECRET } })\n"
        ),
        (".env", "MICROSOFT_CLIENT_ID=\(Id.app)\nMICROSOFT_CLIENT_SECRET=x\nOAUTH_GITHUB_CLIENT_SECRET=y\n"),
      ], ["web \(Id.app) of made-up web~http://localhost:3000/auth/microsoft secret"]),
    // As in adrianreen/toc-sis.
    Reading(
      "Laravel: a setting by its name, and the key of its sessions",
      [
        ("composer.json", #"{"require":{"laravel/framework":"12","socialiteproviders/microsoft-azure":"5"}}"#),
        (
          ".env",
          "APP_KEY=\nAZURE_CLIENT_ID=\(Id.app)\nAZURE_CLIENT_SECRET=x\nAZURE_TENANT_ID=\(Id.tenant)\nAZURE_REDIRECT_URI=http://localhost/callback\n"
        ),
        (
          "app/Graph.php",
          "<?php // login.microsoftonline.com\n$this->clientId = config('services.azure.client_id');\n$this->tenantId = config('services.azure.tenant');\n"
        ),
        (
          "app/AzureController.php",
          "<?php\nreturn Socialite::driver('azure')->scopes([\n 'User.Read',\n 'https://graph.microsoft.com/Mail.Read',\n])->redirect();\n"
        ),
      ],
      [
        "web \(Id.app) of \(Id.tenant) web=http://localhost/callback asks=Mail.Read asks=User.Read secret"
      ]),
    // As in ministryofjustice/laa-review-criminal-legal-aid.
    Reading(
      "a folder for each environment",
      ["production", "staging"].map { name in
        (
          "config/\(name)/config_map.yml",
          "data:\n  AZURE_CLIENT_ID: \(name == "staging" ? Id.app : Id.other)\n  AZURE_TENANT_ID: \(Id.tenant)\n  AZURE_CLIENT_SECRET: x\n  AZURE_REDIRECT_URI: https://\(name).shop.test/callback\n"
        )
      },
      [
        "web \(Id.other) of \(Id.tenant) web=https://production.shop.test/callback secret",
        "leftAlone: config/staging/config_map.yml:2: \(Id.app) is the same program's in another environment; run 'mockidp init' on this file for it",
      ]),
  ]

  private static let readers: [Reading] = [
    Reading(
      "Laravel: what a sign-in asks for, in a file without any other sign",
      [
        ("composer.json", #"{"require":{"laravel/framework":"12","socialiteproviders/microsoft":"4"}}"#),
        (".env", "MICROSOFT_CLIENT_ID=\(Id.app)\nMICROSOFT_CLIENT_SECRET=x\n"),
        (
          "app/Http/SignIn.php",
          "<?php\nreturn Socialite::driver('microsoft')->scopes(['User.Read', 'offline_access'])->redirect();\n"
        ),
        (
          "app/Http/Others.php",
          "<?php // login.microsoftonline.com\nreturn Socialite::driver('google')->scopes(['https://www.googleapis.com/auth/drive', 'read:user'])->redirect();\n"
        ),
        (
          "app/Http/Calendar.php",
          "<?php\nreturn Socialite::driver(\"microsoft\")->setScopes([\n 'Calendars.Read',\n])->redirect();\n"
        ),
      ],
      ["web \(Id.app) of made-up web~http://localhost:8000 asks=User.Read asks=Calendars.Read secret"]),
    Reading(
      "ENV.fetch of Ruby, alone and within a text",
      [
        (
          "auth.rb",
          "AUTHORITY = \"https://login.microsoftonline.com/#{ENV.fetch('AAD_TENANT_ID')}/v2.0\"\nconfig = { client_id: ENV.fetch(\"AAD_CLIENT_ID\"), client_secret: ENV.fetch('AAD_CLIENT_SECRET', nil), redirect_uri: \"#{ENV.fetch('SHOP_HOST', 'http://localhost:3000')}/callback\" }\n"
        ),
        (".env", "AAD_TENANT_ID=\(Id.tenant)\nAAD_CLIENT_ID=\(Id.app)\n"),
      ], ["web \(Id.app) of \(Id.tenant) web=http://localhost:3000/callback secret"]),
    Reading(
      "a page and an API that are one registration, in both generations of Terraform",
      [
        (
          "old/main.tf",
          "resource \"azuread_application\" \"old\" {\n  name = \"old\"\n  identifier_uris = [\"api://old\"]\n  reply_urls = [\"https://old.test/cb\"]\n}\n"
        ),
        (
          "new/main.tf",
          "resource \"azuread_application\" \"new\" {\n  display_name = \"new\"\n  identifier_uris = [\"api://new\"]\n  single_page_application { redirect_uris = [\"https://new.test/\"] }\n}\n"
        ),
      ],
      [
        "web made-up of made-up web=https://old.test/cb uri=api://old",
        "spa made-up of made-up spa=https://new.test/ uri=api://new",
      ]),
    Reading(
      "credentials of an API in Docker Compose, under .NET's name and under the Azure SDK's",
      [
        ("api/api.csproj", "<Project/>"),
        (
          "api/appsettings.json",
          "{\"AzureAd\":{\"Instance\":\"https://login.microsoftonline.com/\",\"TenantId\":\"\(Id.tenant)\",\"ClientId\":\"\(Id.app)\"}}"
        ),
        ("api/Program.cs", "services.AddMicrosoftIdentityWebApi(configuration.GetSection(\"AzureAd\"));\n"),
        (
          "compose.yaml",
          "services:\n  api:\n    environment:\n      AzureAd__ClientId: ${AZURE_CLIENT_ID}\n      AZURE_CLIENT_ID: ${AZURE_CLIENT_ID}\n      AZURE_TENANT_ID: ${AZURE_TENANT_ID}\n      AZURE_CLIENT_SECRET: ${AZURE_CLIENT_SECRET}\n"
        ),
      ], ["api \(Id.app) of \(Id.tenant) secret"]),
    Reading(
      "the same credentials with the API's own id",
      [
        ("api/api.csproj", "<Project/>"),
        (
          "api/appsettings.json",
          "{\"AzureAd\":{\"Instance\":\"https://login.microsoftonline.com/\",\"TenantId\":\"\(Id.tenant)\",\"ClientId\":\"\(Id.app)\"}}"
        ),
        ("api/Program.cs", "services.AddMicrosoftIdentityWebApi(configuration.GetSection(\"AzureAd\"));\n"),
        (
          "compose.yaml",
          "services:\n  api:\n    environment:\n      AZURE_CLIENT_ID: \(Id.app)\n      AZURE_TENANT_ID: \(Id.tenant)\n      AZURE_CLIENT_SECRET: x\n"
        ),
      ], ["api \(Id.app) of \(Id.tenant) secret"]),
    Reading(
      "Microsoft accounts in ASP.NET Core, whose settings stand in no file",
      [
        ("shop.csproj", "<Project/>"),
        (
          "Program.cs",
          "builder.Services.AddAuthentication().AddMicrosoftAccount(o => {\n  o.ClientId = builder.Configuration[\"Authentication:Microsoft:ClientId\"];\n  o.ClientSecret = builder.Configuration[\"Authentication:Microsoft:ClientSecret\"];\n});\n"
        ),
      ],
      [
        "web made-up of made-up web~https://localhost:5001/signin-microsoft web~http://localhost:5000/signin-microsoft secret"
      ]),
    Reading(
      "names of classes and packages among permissions",
      [
        (
          "settings.py",
          "import msal\nCLIENT_ID = \"\(Id.app)\"\nAUTHORITY = \"\(authority)\"\nSCOPE = [\"user.read\"]\nDEFAULT_PERMISSIONS = [\"rest_framework.permissions.IsAuthenticated\"]\nPERMISSIONS = [\"com.shop.api\"]\n"
        )
      ],
      [
        "native \(Id.app) of \(Id.tenant) native~http://localhost native~msal\(Id.app)://auth native~https://login.microsoftonline.com/common/oauth2/nativeclient asks=user.read",
        "leftAlone: settings.py:5: 'rest_framework.permissions.IsAuthenticated' is a name of the program's, and no permission of Microsoft Graph",
        "leftAlone: settings.py:6: 'com.shop.api' is a name of the program's, and no permission of Microsoft Graph",
      ]),
  ]

  private static let settings: [Reading] = [
    // As in microsoft/chat-copilot.
    Reading(
      "variables with two lines in the place of sections are settings of the one program that has them",
      [
        ("docker/.env", "Authentication__AzureAd__ClientId=\nFrontend__AadClientId=\n"),
        ("api/api.csproj", "<Project/>"),
        (
          "api/appsettings.json",
          "{\"Authentication\":{\"AzureAd\":{\"Instance\":\"https://login.microsoftonline.com\",\"TenantId\":\"\(Id.tenant)\",\"ClientId\":\"\",\"Scopes\":\"access_as_user\"}},\n\"Frontend\":{\"AadClientId\":\"\"}}"
        ),
        (
          "api/Program.cs",
          "services.AddMicrosoftIdentityWebApi(configuration.GetSection(\"Authentication:AzureAd\"));\n"
        ),
        ("web/package.json", browser),
        (
          "web/src/index.tsx",
          "import { PublicClientApplication } from '@azure/msal-browser';\nconst app = new PublicClientApplication(config(await fetch('/authConfig')));\nroot.render(<MsalProvider instance={app}/>);\n"
        ),
      ],
      [
        "api made-up of \(Id.tenant) exposes=access_as_user",
        "spa made-up of \(Id.tenant) spa~http://localhost:5173 asks~api://\(MadeUpId.id("app docker//"))/access_as_user",
      ]),
    // As in frasermclean/ohmyword.
    Reading(
      "an API that has its page's id beside its own audience, and what it calls Graph with",
      [
        ("api/api.csproj", "<Project/>"), ("api/Program.cs", "services.AddMicrosoftIdentityWebApi(configuration);\n"),
        (
          "api/appsettings.json",
          "{\"AzureAd\":{\"TenantId\":\"\(Id.tenant)\",\"ClientId\":\"\(Id.app)\",\"Audience\":\"\(Id.api)\"},\n\"Graph\":{\"TenantId\":\"\(Id.tenant)\",\"ClientId\":\"\(Id.other)\",\"ClientSecret\":\"\"}}"
        ),
        ("web/package.json", browser),
        (
          "web/environment.ts",
          "export const environment = { auth: { clientId: '\(Id.app)', redirectUri: 'http://localhost:4200', scopes: ['https://auth.shop.test/api/access'] } };\n"
        ),
        (
          "web/auth.ts",
          "import { PublicClientApplication } from '@azure/msal-browser';\nexport const app = new PublicClientApplication({ auth: { clientId: environment.auth.clientId, authority: '\(authority)' } });\n"
        ),
      ],
      [
        "api \(Id.api) of \(Id.tenant) uri=https://auth.shop.test/api exposes~access",
        "daemon \(Id.other) of \(Id.tenant) secret",
        "spa \(Id.app) of \(Id.tenant) spa=http://localhost:4200 asks=https://auth.shop.test/api/access",
      ]),
    // As in jstadnicki/isthereanynews.
    Reading(
      "an API that takes its page's tokens too has the other audience",
      [
        ("api/api.csproj", "<Project/>"),
        (
          "api/Startup.cs",
          "services.AddJwtBearer(o => {\n o.Authority = \"\(authority)\";\n ValidAudiences = new[] { \"\(Id.app)\", \"\(Id.api)\" };\n});\n"
        ),
        ("web/package.json", browser),
        ("web/auth.ts", "export const msalConfig = { auth: { clientId: '\(Id.app)', authority: '\(authority)' } };\n"),
      ],
      ["api \(Id.api) of \(Id.tenant)", "spa \(Id.app) of \(Id.tenant) spa~http://localhost:5173"]),
    // As in ministryofjustice/laa-landing-page.
    Reading(
      "a program of Spring with what it calls others with, tools of JavaScript, and an API that it asks for all",
      [
        ("build.gradle", "implementation 'org.springframework.boot:spring-boot-starter-oauth2-client'\n"),
        (
          "src/main/resources/application.properties",
          "spring.security.oauth2.client.registration.azure.client-id=\(Id.app)\nspring.security.oauth2.client.registration.azure.client-secret=x\nspring.security.oauth2.client.registration.azure.authorization-grant-type=authorization_code\nspring.security.oauth2.client.provider.azure.issuer-uri=\(authority)/v2.0\nspring.security.oauth2.resourceserver.jwt.audience=\(Id.app)\nuser.api.scope=api://users/.default\ntech.credentials.client-id=\(Id.other)\ntech.credentials.client-secret=y\n"
        ),
        ("src/main/java/Security.java", "http.oauth2Login(x).oauth2ResourceServer(y); // login.microsoftonline.com\n"),
        ("package.json", #"{"scripts":{"test":"node pa11y.js"}}"#),
      ],
      [
        "web \(Id.app) of \(Id.tenant) web~http://localhost:8080/login/oauth2/code/azure secret",
        "daemon \(Id.other) of \(Id.tenant) secret",
        "api made-up of \(Id.tenant) uri=api://users",
        "assumption: src/main/resources/application.properties:6: no file tells of the API that 'api://users/.default' is a scope of; the scenario has one with the scopes that clients ask for",
      ]),
    // As in carlfranklin/MsalAuthInMauiBlazor.
    Reading(
      "the scheme of an Android activity whose client id is still to come",
      [
        ("app/app.csproj", "<Project/>"),
        ("app/appsettings.json", "{\"Settings\":{\"ClientId\":\"{YOUR-ID}\",\"TenantId\":\"\(Id.tenant)\"}}"),
        (
          "app/Wrapper.cs",
          "using Microsoft.Identity.Client;\nPCA = PublicClientApplicationBuilder.Create(settings.ClientId).WithRedirectUri(\"http://localhost\").Build();\n"
        ),
        (
          "app/Platforms/Android/MsalActivity.cs",
          "using Microsoft.Identity.Client;\n[IntentFilter(new[] { Intent.ActionView }, DataHost = \"auth\", DataScheme = \"msal{YOUR-ID}\")]\n"
        ),
      ],
      ["native made-up of \(Id.tenant) native=http://localhost native~msalID://auth"]),
    // As in nguyenquyhy/Hy-Academy.
    Reading(
      "a scope that only a variable has is that of the API beside the page",
      [
        ("api/api.csproj", "<Project/>"), ("api/Program.cs", "services.AddMicrosoftIdentityWebApi(configuration);\n"),
        ("api/appsettings.json", "{\"AzureAd\":{\"TenantId\":\"\(Id.tenant)\",\"ClientId\":\"\(Id.api)\"}}"),
        ("web/package.json", browser),
        (
          "web/auth.ts",
          "export const msalConfig = { auth: { clientId: '\(Id.app)', authority: '\(authority)' } };\nexport const request = { scopes: [process.env.REACT_APP_API_SCOPE] };\n"
        ),
      ],
      [
        "api \(Id.api) of \(Id.tenant) uri~api://\(Id.api) exposes~access_as_user",
        "spa \(Id.app) of \(Id.tenant) spa~http://localhost:5173 asks=api://\(Id.api)/access_as_user",
        "missing: web/auth.ts:2: set REACT_APP_API_SCOPE to api://\(Id.api)/access_as_user",
      ]),
  ]

  private static let strangers: [Reading] = [
    // As in Kapitol-Group/containerapps-builtinauth-bicep and frasermclean/ohmyword.
    Reading(
      "parameters of other services, and what a deployment's scope is",
      [
        (
          "infra/main.bicep",
          "param documentsClientId string = ''\nparam documentsClientSecret string = ''\nvar issuer = '${environment().authentication.loginEndpoint}${tenant().tenantId}/v2.0' // azuread\n"
        ),
        (
          "web/auth.json",
          "{\"AzureAd\":{\"TenantId\":\"\(Id.tenant)\",\"ClientId\":\"\(Id.api)\",\"Audience\":\"api://shop\"},\"expressionEvaluationOptions\":{\"scope\":\"inner\"},\"deployment\":{\"scope\":\"resourcegroup\"}}"
        ),
      ],
      [
        "api \(Id.api) of \(Id.tenant)",
        "near: infra/main.bicep:1: documentsClientId: nothing beside it speaks of Microsoft Entra",
      ]),
    // As in halllo/IdentityServerExperiments.
    Reading(
      "a sign-in of ASP.NET Core at another provider's address",
      [
        ("web/web.csproj", "<Project/>"),
        (
          "web/Startup.cs",
          "// sign-in with login.microsoftonline.com comes later\nbuilder.AddOpenIdConnect(\"corp\", options =>\n{\n  options.Authority = \"https://id.shop.test/\";\n  options.ClientId = \"web\";\n});\n"
        ),
      ], []),
  ]
}
