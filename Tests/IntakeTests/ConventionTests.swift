import Expectations
import Testing

@testable import Intake

/// The table of frameworks: what each row is known from, and where the row answers.
struct ConventionTests {
  /// Two repositories that follow the convention, or where its own documentation says it.
  static let sources: [(name: String, known: String)] = rows.split(separator: "\n").map { row in
    let cells = row.split(separator: "|").map { String($0) }
    return (cells[0], cells[1])
  }

  private static let rows = """
    ASP.NET Core|Azure-Samples/active-directory-aspnetcore-webapp-openidconnect-v2 Azure-Samples/ms-identity-docs-code-dotnet
    Microsoft.Identity.Web's API|Azure-Samples/active-directory-dotnetcore-daemon-v2 damienbod/AzureADAuthRazorUiServiceApiCertificate
    ASP.NET Core API|Azure-Samples/active-directory-b2c-dotnet-webapp-and-webapi BinhKhuu/DotNET_LearningProjects
    Swagger UI of ASP.NET Core|damienbod/AzureADAuthRazorUiServiceApiCertificate Intility/templates
    Swagger UI|equinor/radix-api, its page of the API
    Swagger UI of FastAPI|equinor/template-fastapi-react dharmidharmu/chatwithapi-nia
    ASP.NET OWIN|Microsoft: Add sign-in to an ASP.NET web app
    Microsoft account of ASP.NET Core|Microsoft: Microsoft account external login setup with ASP.NET Core
    Blazor WebAssembly|Azure-Samples/ms-identity-docs-code-dotnet damienbod/AzureADAuthRazorUiServiceApiCertificate
    Blazor WebAssembly with OpenID Connect|Microsoft: Secure an ASP.NET Core Blazor WebAssembly standalone app with the Authentication library
    code of OpenID Connect in .NET|Microsoft: Configure OpenID Connect Web (UI) authentication in ASP.NET Core
    MSAL.NET, public|Azure-Samples/ms-identity-docs-code-dotnet Lakeside-Apps/HouzLinc
    MSAL.NET, confidential|Azure-Samples/active-directory-dotnetcore-daemon-v2 Azure-Samples/active-directory-b2c-dotnet-webapp-and-webapi
    Auth.js|nextauthjs/next-auth-example Azecko/nextra
    NextAuth|langfuse/langfuse isurucuma/academic_calendar
    NextAuth for B2C|nextauthjs/next-auth-example lugeneluistro/Py-Azure-OAuth2-Template
    NextAuth's library|langfuse/langfuse microsoft/azurechat
    Auth.js below /auth|PetrikDevOps/hely TrialAndErrorOrg/parsers
    Nuxt Auth Utils|marcaureln/techradar github-copilot-resources/copilot-metrics-viewer
    MSAL.js in browsers|Azure-Samples/ms-identity-javascript-tutorial kilroyblockchain/nyxbaby
    MSAL.js's providers|anarehder/interno_accerte_front CreativeAcer/AzureAD-Tool
    ADAL.js|Microsoft: ADAL for JavaScript; ivegamsft/COECheck
    MSAL.js in Streamlit|mstaal/msal_streamlit_authentication sachinkumar-7/Streamlit-projects
    OpenID Connect in browsers|damienbod/AzureADAuthRazorUiServiceApiCertificate equinor/template-fastapi-react
    React Native|Microsoft: Sign in users in a React Native app
    MSAL Node, sign-in|Azure-Samples/ms-identity-javascript-nodejs-tutorial Azure-Samples/ms-identity-ciam-javascript-tutorial
    MSAL Node's wrapper|Azure-Samples/ms-identity-javascript-nodejs-tutorial
    MSAL Node, daemon|Azure-Samples/ms-identity-ciam-javascript-tutorial Azure-Samples/ms-identity-javascript-nodejs-console
    MSAL Node, native|Azure-Samples/ms-identity-ciam-javascript-tutorial Azure-Samples/ms-identity-javascript-nodejs-tutorial
    MSAL Node, on behalf of|Azure-Samples/ms-identity-ciam-javascript-tutorial Azure-Samples/ms-identity-javascript-react-tutorial
    passport-azure-ad|AzureADQuickStarts/B2C-WebApp-OpenIDConnect-NodeJS Srinuthalapati/active-directory-node-webapi
    passport-azure-ad, API|Azure-Samples/ms-identity-javascript-react-tutorial ivegamsft/COECheck
    Django with django-auth-adfs|snok/django-auth-adfs, its page Settings Reference
    Django with Social Auth, one tenant|python-social-auth/social-docs, its page Microsoft Azure Active Directory
    Django with Social Auth|python-social-auth/social-docs, its page Microsoft Azure Active Directory
    Django with Social Auth for B2C|unicef/etools unicef/hope-cookiecutters
    Django with allauth|schaenzer/django-allauth-microsoft, its page Post-Installation
    Django with identity|Microsoft: Quickstart of the identity library for Django
    Flask with identity|Azure-Samples/ms-identity-python-webapp
    Flask over TLS|danurwijayanto/udacity-bertelsmann-oauth2 yugens/Deployed-An-Article-CMS-to-Azure
    Flask-Dance|yn-coder/CodingTeacher teaconmc/Biluochun-2021
    FastAPI with fastapi-azure-auth|dharmidharmu/chatwithapi-nia Intility/templates
    MSAL Python, sign-in|OscartGiles/fastapimsal dharmidharmu/chatwithapi-nia
    MSAL Python, daemon|Azure-Samples/ms-identity-python-daemon lugeneluistro/Py-Azure-OAuth2-Template
    MSAL Python, native|Azure-Samples/ms-identity-python-devicecodeflow matohin/hermes-project
    MSAL Python, on behalf of|matohin/hermes-project
    Airflow|Apache: Airflow's webserver authentication, OAuth
    Superset|Apache: Superset's security configuration, custom OAuth2
    Flask AppBuilder|its page Security, Authentication: OAuth
    OmniAuth|LBHackney-IT/LBH-IncomeCollection Lexmark-sbhattacharj/CGP-PBIE
    Spring, sign-in|Azure-Samples/ms-identity-msal-java-samples avlo/cadence3_springboot3
    Spring's starter|Azure/azure-sdk-for-java Azure-Samples/azure-spring-boot-samples
    Spring, API|Azure-Samples/ms-identity-msal-java-samples fdlessard/spring-boot-oauth2-sso-apps
    Spring Boot's older sign-in|Azure-Samples/ms-identity-msal-java-samples fdlessard/spring-boot-oauth2-sso-apps
    MSAL for Java, sign-in|Azure-Samples/ms-identity-java-webapi Azure-Samples/ms-identity-msal-java-samples
    MSAL for Java, daemon|Azure-Samples/ms-identity-java-daemon Azure-Samples/ms-identity-msal-java-samples
    MSAL for Java, native|Azure-Samples/ms-identity-java-desktop Azure-Samples/ms-identity-java-devicecodeflow
    MSAL for Java, on behalf of|Azure-Samples/ms-identity-java-webapi Azure-Samples/ms-identity-msal-java-samples
    Azure SDK, daemon|microsoftgraph/msgraph-training-go microsoftgraph/msgraph-training-typescript
    Azure SDK, native|microsoftgraph/msgraph-training-go microsoftgraph/msgraph-training-typescript
    Go's oauth2 with Microsoft|operationalsoftware/operational-core
    Android and Apple|Azure-Samples/ms-identity-android-java theblxckcicada/AnimalKingdom
    SAML of Spring Security's settings|Kahen/spring-security-saml2-azure-ad-example cbioportal/cbioportal
    SAML of Spring Security's builder|skyvers/skyve lenxin/spring-security
    SAML of python3-saml|st-endo/python3-saml-1 RaunoArike/diDATA-website
    SAML of node-saml|USEPA/csb-rebate-forms-app duhast/passport-saml-example
    Grafana|Grafana: Configure Azure AD/Entra ID OAuth authentication
    oauth2-proxy|equinor/radix-web-console pallavkothari/node-headers
    Argo CD|Argo CD: Microsoft, Entra ID App Registration Auth using OIDC
    Streamlit|Streamlit: Use Microsoft Entra to authenticate users
    Streamlit's pages|sifinell/msal-streamlit-sample sachinkumar-7/Streamlit-projects
    Flask|kelvinliu04/temp-az Ajsalemo/AzurePythonSDK-AD-Samples
    FastAPI|AndrewJHart/Azure-FastAPI-Auth-Example sklempna/fastapi-backend
    Django|Django: its development server; shubhamdipt/django-microsoft-authentication
    Laravel Socialite's Microsoft providers|SocialiteProviders/Providers, its README; adrianreen/toc-sis
    Laravel|HieuNM2809/xampp_htdocs_v2 ishanEvicio/azure-ad
    Rails|LBHackney-IT/LBH-IncomeCollection Lexmark-sbhattacharj/CGP-PBIE
    settings of .NET from elsewhere|boddev/GraphConnectorWebApi Channel908/ApiConnectorCH908
    OAuth by hand, sign-in|MacKittipat/mac-azuread-authcode-sample robmhoward/cloud-macros-playground
    OAuth by hand, daemon|Ajsalemo/AzurePythonSDK-AD-Samples manvi294/Html-Css-Recap
    servers of JavaScript|oyron/api-auth ss4301group3/sds-resource-mgt-system
    Microsoft Graph|microsoftgraph/msgraph-training-php microsoftgraph/msgraph-training-go
    libraries of the platform|Azure-Samples/ms-identity-ciam-javascript-tutorial Azure-Samples/ms-identity-javascript-nodejs-console
    """

  @Test func eachRowSaysWhatItIsKnownFrom() {
    expectEqual(Convention.all.map(\.name), Self.sources.map(\.name))
    let two = Self.sources.filter {
      $0.known.split(separator: " ").allSatisfy { $0.contains("/") && !$0.hasSuffix(",") }
    }
    // The others are those that people name, and that no search gave two programs of.
    #expect(two.count > Self.sources.count * 2 / 3)
  }

  @Test(arguments: Convention.all) func answersAtAPathOfItsOwn(_ convention: Convention) {
    #expect(convention.path.map { $0.hasPrefix("/") } ?? true)
    #expect(convention.bases.allSatisfy { $0.hasPrefix("http://localhost:") || $0.hasPrefix("https://localhost:") })
    #expect(!convention.signs.isEmpty)
  }

  @Test(arguments: [
    (
      "Grafana in Docker Compose",
      [
        (
          "docker-compose.yml",
          "services:\n  grafana:\n    environment:\n      GF_AUTH_AZUREAD_CLIENT_ID: \(Id.app)\n      GF_AUTH_AZUREAD_CLIENT_SECRET: x\n      GF_AUTH_AZUREAD_AUTH_URL: https://login.microsoftonline.com/\(Id.tenant)/oauth2/v2.0/authorize\n"
        )
      ], "web \(Id.app) of \(Id.tenant) web~http://localhost:3000/login/azuread secret"
    ),
    (
      "Airflow's provider",
      [
        (
          "webserver_config.py",
          "from airflow.www.fab_security.manager import AUTH_OAUTH\nOAUTH_PROVIDERS = [{ 'name': 'azure', 'remote_app': { 'client_id': '\(Id.app)', 'client_secret': 'x', 'api_base_url': 'https://login.microsoftonline.com/\(Id.tenant)' } }]\nAUTHORITY = 'https://login.microsoftonline.com/\(Id.tenant)'\n"
        )
      ], "web \(Id.app) of \(Id.tenant) web~http://localhost:8080/oauth-authorized/azure secret"
    ),
  ]) func follows(_ title: String, _ files: [(String, String)], _ expected: String) {
    expectEqual(Reading(title, files, []).found, [expected])
  }

  struct Default: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Where the library says it.
    let source: String
    let file: String
    let text: String
    /// A line that names a tenant instead.
    let tenant: String

    init(_ library: String, from source: String, _ file: String, _ text: String, tenant: String) {
      (testDescription, self.source, self.file, self.text, self.tenant) = (library, source, file, text, tenant)
    }
  }

  static let defaults = [
    Default(
      "Auth.js", from: "@auth/core, providers/microsoft-entra-id.js", "auth.ts",
      "import Entra from '@auth/core/providers/microsoft-entra-id'\nconst a = { providers: [Entra({ clientId: '\(Id.app)', clientSecret: 'x',\n/**/ })] }\n",
      tenant: "issuer: 'https://login.microsoftonline.com/\(Id.tenant)/v2.0',"),
    Default(
      "NextAuth", from: "next-auth, providers/azure-ad.ts", "auth.ts",
      "import AzureADProvider from 'next-auth/providers/azure-ad'\nconst a = [AzureADProvider({ clientId: '\(Id.app)', clientSecret: 'x',\n/**/ })]\n",
      tenant: "tenantId: '\(Id.tenant)',"),
    Default(
      "Laravel Socialite's Microsoft providers", from: "SocialiteProviders/Providers, src/Microsoft/Provider.php",
      "services.php",
      "<?php use SocialiteProviders\\Microsoft\\Provider;\nreturn ['microsoft' => ['client_id' => '\(Id.app)', 'client_secret' => 'x',\n/**/ ]];\n",
      tenant: "'tenant' => '\(Id.tenant)',"),
    Default(
      "OmniAuth", from: "pond/omniauth-entra-id, README.md", "omniauth.rb",
      "use OmniAuth::Builder do\n  provider :entra_id, client_id: '\(Id.app)', client_secret: 'x',\n/**/\nend\n",
      tenant: "tenant_id: '\(Id.tenant)'"),
    Default(
      "Django with Social Auth", from: "social_core/backends/azuread.py", "settings.py",
      "A = ('social_core.backends.azuread.AzureADOAuth2',)\nSOCIAL_AUTH_AZUREAD_OAUTH2_KEY = '\(Id.app)'\nSOCIAL_AUTH_AZUREAD_OAUTH2_CLIENT_ID = '\(Id.app)'\n/**/\n",
      tenant: "SOCIAL_AUTH_AZUREAD_OAUTH2_TENANT_ID = '\(Id.tenant)'"),
    Default(
      "Django with Social Auth, one tenant", from: "social_core/backends/azuread_tenant.py", "settings.py",
      "A = ('social_core.backends.azuread_tenant.AzureADTenantOAuth2',)\nAZUREAD_CLIENT_ID = '\(Id.app)'\n/**/\n",
      tenant: "AZUREAD_TENANT_ID = '\(Id.tenant)'"),
    Default(
      "Django with allauth", from: "allauth/socialaccount/providers/microsoft/views.py", "settings.py",
      "A = ['allauth.socialaccount.providers.microsoft']\nP = {'microsoft': {'client_id': '\(Id.app)', 'secret': 'x',\n/**/ }}\n",
      tenant: "'tenant': '\(Id.tenant)',"),
    Default(
      "Flask-Dance", from: "flask_dance/contrib/azure.py", "app.py",
      "b = make_azure_blueprint(client_id='\(Id.app)', client_secret='x',\n/**/ )\n", tenant: "tenant='\(Id.tenant)',"),
    Default(
      "Microsoft account of ASP.NET Core", from: "dotnet/AspNetCore.Docs 19795", "Program.cs",
      "services.AddAuthentication().AddMicrosoftAccount(o => {\n o.ClientId = \"\(Id.app)\";\n o.ClientSecret = \"x\";\n/**/ });\n",
      tenant: "o.Authority = \"https://login.microsoftonline.com/\(Id.tenant)\";"),
    Default(
      "Spring's starter", from: "Azure/azure-sdk-for-java, AadAuthenticationProperties.java, afterPropertiesSet",
      "application.properties",
      "spring.cloud.azure.active-directory.enabled=true\nspring.cloud.azure.active-directory.credential.client-id=\(Id.app)\nspring.cloud.azure.active-directory.credential.client-secret=x\n#\n",
      tenant: "\nspring.cloud.azure.active-directory.profile.tenant-id=\(Id.tenant)"),
  ]

  /// A library that nobody tells the tenant takes one that is none, and then the app's audience is what it needs.
  @Test(arguments: defaults) func takesEverybodyWithoutATenant(_ row: Default) throws {
    let pom = ("pom.xml", "<artifactId>spring-cloud-azure-starter-active-directory</artifactId>")
    func audience(_ tenant: String) -> [String] {
      let mark = row.text.contains("/**/") ? "/**/" : "#"
      let text = row.text.split(separator: mark).joined(separator: tenant)
      let files = [(row.file, text)] + (row.file.hasPrefix("application") ? [pom] : [])
      let draft = Reading("", files, []).draft
      expectEqual(draft.apps.map(\.clientId), [Id.app])
      let lines = ScenarioWriter(draft, withSecrets: false).text.split(separator: "\n")
      return lines.filter { $0.contains("signInAudience: ") }.map { $0.split(separator: " ")[1].description }
    }
    expectEqual(Convention.all.first { $0.name == row.testDescription }?.tenant, "common")
    expectEqual(audience(""), ["AzureADandPersonalMicrosoftAccount"])
    expectEqual(audience(row.tenant), ["AzureADMyOrg"])
  }

  @Test func everyDefaultHasARow() {
    let told = Self.defaults.filter { !$0.source.isEmpty }.map(\.testDescription)
    expectEqual(Set(Convention.all.filter { $0.tenant != nil }.map(\.name)), Set(told))
  }
}
