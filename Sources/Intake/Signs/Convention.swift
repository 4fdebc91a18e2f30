import Bytes
import LooseFormats

/// What follows from the framework that a program uses, and stands in no file: the kind of client, where the framework answers, and how
/// its settings are named. This table is the only place for such knowledge.
struct Convention: Sendable {
  let name: String
  /// Nil for a sign of the platform alone, and for a page that an API has beside it.
  let kind: ClientKind?
  /// Where the framework answers unless a setting says another path.
  let path: String?
  /// The addresses of the program while it is developed, unless a file says another.
  let bases: [String]
  /// Whether a sign-in without a secret asks for an ID token.
  let asksForIdToken: Bool
  /// The settings that the framework reads by itself: client id, secret, tenant.
  let settings: [String]
  /// Texts of sources and names of libraries.
  let signs: [String]
  /// How the names of its variables begin.
  let keys: [String]
  /// The path of the entity id of a library for SAML 2.0, unless a setting says another one.
  let entityPath: String?
  /// What says of a library's settings that they are of a service provider of SAML; nil for a framework of OAuth.
  let provider: ProviderKeys?
  /// Which accounts the library lets sign in unless a setting names a tenant, in the word for the tenant.
  let tenant: String?

  /// name | kind | path | address | `id` for ID tokens | settings | signs | beginnings of variables | path of the entity id | provider | tenant
  private static let rows = """
    ASP.NET Core|web|/signin-oidc|https://localhost:5001 http://localhost:5000|id|AzureAd:ClientId|AddMicrosoftIdentityWebApp;AddOpenIdConnect(;Microsoft.AspNetCore.Authentication.OpenIdConnect";AddMicrosoftAccountAuthorization;AddAzureAD(|
    Microsoft.Identity.Web's API|api||||AzureAd:ClientId|AddMicrosoftIdentityWebApi|
    ASP.NET Core API|api|||||AddJwtBearer(;AddAzureADBearer;UseWindowsAzureActiveDirectoryBearerAuthentication;UseOAuthBearerAuthentication|
    Swagger UI of ASP.NET Core||/swagger/oauth2-redirect.html|https://localhost:5001|||UseSwaggerUI|
    Swagger UI|spa|/oauth2-redirect.html|http://localhost:8080|||SwaggerUIBundle(|
    Swagger UI of FastAPI||/docs/oauth2-redirect|http://localhost:8000|||swagger_ui_init_oauth;swagger_ui_oauth2_redirect_url|
    ASP.NET OWIN|web||https://localhost:44300|||UseOpenIdConnectAuthentication|
    Microsoft account of ASP.NET Core|web|/signin-microsoft|https://localhost:5001 http://localhost:5000||Authentication:Microsoft:ClientId Authentication:Microsoft:ClientSecret|AddMicrosoftAccount(||||common
    Blazor WebAssembly|spa|/authentication/login-callback|https://localhost:5001 http://localhost:5000||AzureAd:ClientId|AddMsalAuthentication;Microsoft.Authentication.WebAssembly.Msal;Microsoft.NET.Sdk.BlazorWebAssembly|
    Blazor WebAssembly with OpenID Connect|spa|/authentication/login-callback|https://localhost:5001 http://localhost:5000|id||AddOidcAuthentication|
    code of OpenID Connect in .NET||||||OpenIdConnectResponseType.Code;ResponseType = "code"|
    MSAL.NET, public|native|||||PublicClientApplicationBuilder|
    MSAL.NET, confidential|daemon|||||ConfidentialClientApplicationBuilder;new ConfidentialClientApplication(;AcquireTokenForClient|
    Auth.js|web|/api/auth/callback/microsoft-entra-id|http://localhost:3000||AUTH_MICROSOFT_ENTRA_ID_ID AUTH_MICROSOFT_ENTRA_ID_SECRET AUTH_MICROSOFT_ENTRA_ID_ISSUER|providers/microsoft-entra-id|AUTH_MICROSOFT_ENTRA_ID|||common
    NextAuth|web|/api/auth/callback/azure-ad|http://localhost:3000|||providers/azure-ad;AzureADProvider(|AUTH_AZURE_AD_;AZURE_AD_|||common
    NextAuth for B2C|web|/api/auth/callback/azure-ad-b2c|http://localhost:3000|||providers/azure-ad-b2c;AzureADB2CProvider(|AUTH_AZURE_AD_B2C;AZURE_AD_B2C
    NextAuth's library|web||http://localhost:3000|||"next-auth";"@auth/core"|
    Auth.js below /auth|web||http://localhost:3000|||@auth/sveltekit;@auth/express;@auth/qwik|
    Nuxt Auth Utils|web|/auth/microsoft|http://localhost:3000||NUXT_OAUTH_MICROSOFT_CLIENT_ID NUXT_OAUTH_MICROSOFT_CLIENT_SECRET NUXT_OAUTH_MICROSOFT_TENANT|defineOAuthMicrosoftEventHandler|NUXT_OAUTH_MICROSOFT_
    MSAL.js in browsers|spa|||||@azure/msal-browser;@azure/msal-react;@azure/msal-angular;msal.UserAgentApplication;Msal.UserAgentApplication;new msal.PublicClientApplication;msal.js";alcdn.msauth.net;"msal":|REACT_APP_;VITE_;NG_APP_
    MSAL.js's providers|spa||||clientId|<MsalProvider;MsalModule.forRoot;provide: MSAL_INSTANCE|
    ADAL.js|spa|||id||adalAuthenticationServiceProvider;"adal-angular";adal.min.js|
    MSAL.js in Streamlit|spa||http://localhost:8501|||msal_streamlit_authentication|
    OpenID Connect in browsers|spa|||||"angular-auth-oidc-client";"oidc-client-ts";"react-oidc-context";"oidc-client";"react-oauth2-code-pkce";"vue-oidc-client";"@azure/msal-vue"|
    React Native|native|||||react-native-msal;react-native-app-auth;@azure/msal-react-native|
    MSAL Node, sign-in|web|||||acquireTokenByCode|
    MSAL Node's wrapper|web|||||"msal-node-wrapper"|
    MSAL Node, daemon|daemon|||||acquireTokenByClientCredential|
    MSAL Node, native|native|||||acquireTokenByDeviceCode;acquireTokenInteractive|
    MSAL Node, on behalf of|api|||||acquireTokenOnBehalfOf|
    passport-azure-ad|web|||||OIDCStrategy(|
    passport-azure-ad, API|api|||||BearerStrategy(|
    Django with django-auth-adfs|web|/oauth2/callback|http://localhost:8000|||django_auth_adfs|
    Django with Social Auth, one tenant|web|/complete/azuread-tenant-oauth2/|http://localhost:8000|||AzureADTenantOAuth2|SOCIAL_AUTH_AZUREAD_TENANT_OAUTH2_|||common
    Django with Social Auth|web|/complete/azuread-oauth2/|http://localhost:8000|||backends.azuread.AzureADOAuth2|SOCIAL_AUTH_AZUREAD_OAUTH2_|||common
    Django with Social Auth for B2C|web|/complete/azuread-b2c-oauth2/|http://localhost:8000|||AzureADB2COAuth2|SOCIAL_AUTH_AZUREAD_B2C_OAUTH2_
    Django with allauth|web|/accounts/microsoft/login/callback/|http://localhost:8000|||allauth.socialaccount.providers.microsoft||||common
    Django with identity|web||http://localhost:8000|||identity.django|
    Flask with identity|web||http://localhost:5000|||identity.flask|
    Flask over TLS|web||https://localhost:5000|||_scheme='https';_scheme="https"|
    Flask-Dance|web|/login/azure/authorized|http://localhost:5000|||make_azure_blueprint||||common
    FastAPI with fastapi-azure-auth|api||http://localhost:8000|||fastapi_azure_auth;SingleTenantAzureAuthorizationCodeBearer;MultiTenantAzureAuthorizationCodeBearer|
    MSAL Python, sign-in|web|||||initiate_auth_code_flow;get_authorization_request_url;acquire_token_by_authorization_code|
    MSAL Python, daemon|daemon|||||acquire_token_for_client|
    MSAL Python, native|native|||||msal.PublicClientApplication(;initiate_device_flow;acquire_token_interactive|
    MSAL Python, on behalf of|api|||||acquire_token_on_behalf_of|
    Airflow|web|/oauth-authorized/azure|http://localhost:8080|||FabAirflowSecurityManagerOverride;airflow.www.security;airflow.www.fab_security|
    Superset|web|/oauth-authorized/azure|http://localhost:8088|||SupersetSecurityManager|
    Flask AppBuilder|web|/oauth-authorized/azure|http://localhost:8080|||flask_appbuilder.security.manager|
    OmniAuth|web|||||provider :azure;provider :entra_id||||common
    Spring, sign-in|web||http://localhost:8080|||oauth2Login;AadWebApplicationHttpSecurityConfigurer|
    Spring's starter||||||starter-active-directory<;starter-active-directory";starter-active-directory';starter-active-directory:||||common
    Spring, API|api||http://localhost:8080|||oauth2ResourceServer(;AadResourceServerHttpSecurityConfigurer;AadAuthenticationFilter|
    Spring Boot's older sign-in|web|/login|http://localhost:8080|||EnableOAuth2Sso|
    MSAL for Java, sign-in|web|||||AuthorizationCodeParameters|
    MSAL for Java, daemon|daemon|||||ClientCredentialParameters|
    MSAL for Java, native|native|||||DeviceCodeFlowParameters;UserNamePasswordParameters;IntegratedWindowsAuthenticationParameters|
    MSAL for Java, on behalf of|api|||||OnBehalfOfParameters|
    Azure SDK, daemon|daemon|||||ClientSecretCredential|
    Azure SDK, native|native|||||DeviceCodeCredential;InteractiveBrowserCredential|
    Go's oauth2 with Microsoft|web||http://localhost:8080|||microsoft.AzureADEndpoint;oauth2/microsoft|
    Android and Apple|native|||||com.microsoft.identity.client;MSALPublicClientApplication;import MSAL|
    SAML of Spring Security's settings|web|/login/saml2/sso/|http://localhost:8080|||saml2Login;saml2-service-provider||/saml2/service-provider-metadata/|relyingparty.registration - entityid=u acs.location=r singlelogout.url=l singlelogout.responseurl=l assertingparty.entityid=a assertingparty.metadatauri=a assertingparty.singlesignon.url=a identityprovider.entityid=a identityprovider.metadatauri=a identityprovider.singlesignon.url=a assertingparty.verification.credentials.certificatelocation=k identityprovider.verification.credentials.certificatelocation=k
    SAML of Spring Security's builder|web|/login/saml2/sso/|http://localhost:8080|||RelyingPartyRegistration||/saml2/service-provider-metadata/|file registrationid registrationid=n metadatalocation=a entityid=u assertionconsumerservicelocation=r singlelogoutservicelocation=l singlesignonservicelocation=a
    SAML of python3-saml|web||http://localhost:8000|||onelogin.saml2;python3-saml|||object sp.entityid sp.entityid=u sp.assertionconsumerservice.url=r sp.assertionconsumerserviceurl=r sp.singlelogoutservice.url=l sp.logouturl=l idp.entityid=a idp.singlesignonservice.url=a idp.entrypoint=a idp.issuer=a idp.x509cert=k idp.cert=k
    SAML of node-saml|web|/saml/consume|http://localhost:3000|||passport-saml;node-saml|||object entrypoint entrypoint=a issuer=u callbackurl=r path=p logoutcallbackurl=l apporigin=h cert=k idpcert=k
    Grafana|web|/login/azuread|http://localhost:3000|||[auth.azuread]|GF_AUTH_AZUREAD_
    oauth2-proxy|web|/oauth2/callback|http://localhost:4180|||provider = "azure";provider = "entra-id";provider="azure";provider="entra-id";--provider=azure;--provider=entra-id|OAUTH2_PROXY_
    Argo CD|web|/auth/callback|https://localhost:8080|||oidc.config|
    Streamlit|web|/oauth2callback|http://localhost:8501|||st.login|
    Streamlit's pages|||http://localhost:8501|||import streamlit|
    Flask|||http://localhost:5000|||from flask;import flask|
    FastAPI|||http://localhost:8000|||from fastapi;import fastapi|
    Django|||http://localhost:8000|||from django;DJANGO_SETTINGS_MODULE|
    Laravel Socialite's Microsoft providers|web||http://localhost:8000|||Socialite::driver('azure;Socialite::driver('microsoft;Socialite::driver("azure;Socialite::driver("microsoft;socialiteproviders/microsoft;SocialiteProviders\\Azure;SocialiteProviders\\Microsoft||||common
    Laravel|||http://localhost:8000|||laravel/framework;Illuminate\\|
    Rails|||http://localhost:3000|||Rails.application|
    settings of .NET from elsewhere|||||AzureAd:ClientId|GetSection("AzureAd";GetSection("AzureAD";GetSection("Entra|
    OAuth by hand, sign-in|web|||||"authorization_code";'authorization_code';=authorization_code;response_type=code|
    OAuth by hand, daemon|daemon|||||"client_credentials";'client_credentials';=client_credentials|
    servers of JavaScript||||||"express":;"fastify":;"koa":;"@nestjs/core":|
    Microsoft Graph||||||graph.microsoft.;microsoft-graph-client";Microsoft.Graph;msgraph|
    libraries of the platform||||||"@azure/msal-node";"@azure/identity";"passport-azure-ad";"@microsoft/microsoft-graph-client"|
    """

  /// Whether its signs are the protocol's own, which every provider has.
  var isProtocol: Bool { name.hasPrefix("OAuth") }

  static let all: [Convention] = rows.parts(0x0A).map { row in
    let cells = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    func cell(_ number: Int) -> String? { number < cells.count && !cells[number].isEmpty ? cells[number] : nil }
    return Convention(
      name: cells[0], kind: cell(1).flatMap(ClientKind.init), path: cell(2), bases: cell(3)?.blankParts ?? [],
      asksForIdToken: cell(4) != nil,
      settings: cell(5)?.blankParts ?? [], signs: (cell(6) ?? "").parts(0x3B), keys: (cell(7) ?? "").parts(0x3B),
      entityPath: cell(8), provider: cell(9).map { ProviderKeys($0.blankParts) }, tenant: cell(10))
  }

  private static let owners = all.indices.flatMap { number in all[number].signs.map { _ in number } }
  private static let needles = Needles(all.flatMap(\.signs))

  /// The conventions that a text follows, each with the offset of its first sign.
  static func found(in bytes: [UInt8]) -> [(convention: Convention, place: Int)] {
    var places: [Int: Int] = [:]
    for (needle, place) in needles.places(in: bytes) {
      places[owners[needle]] = min(places[owners[needle]] ?? place, place)
    }
    return places.sorted { $0.key < $1.key }.map { (all[$0.key], $0.value) }
  }

  /// The convention of a variable: that with the longest beginning.
  static func named(_ key: String) -> Convention? {
    var best: (length: Int, convention: Convention)?
    for convention in all {
      for beginning in convention.keys where key.hasPrefix(beginning) && beginning.utf8.count > best?.length ?? 0 {
        best = (beginning.utf8.count, convention)
      }
    }
    return best?.convention
  }
}

/// How the settings of a service provider of SAML 2.0 are called.
struct ProviderKeys: Sendable {
  /// The names before that of the provider; `object` for settings that stand in one object, `file` for calls that follow each other.
  let root: String
  /// The setting that no provider is without; `-` for none.
  let needed: String
  /// The last names of keys, in small letters and without hyphens, and what they say in the letters of `Fact`.
  let ends: [(end: String, fact: Fact)]

  init(_ words: [String]) {
    (root, needed) = (words[0], words[1])
    ends = words.dropFirst(2).compactMap { word in
      word.utf8.last.flatMap { Fact(rawValue: $0) }.map { (String(word.dropLast(2)), $0) }
    }
  }
}
