import Expectations
import Testing

@testable import Intake

/// The untouched templates of `dotnet new`, and the same with ids filled in: the registration that each needs.
struct TemplateTests {
  @Test(arguments: untouched + filled + others) func finds(_ reading: Reading) {
    expectEqual(reading.found, reading.expected)
  }

  private static let launch = (
    "Properties/launchSettings.json",
    #"{"profiles":{"https":{"applicationUrl":"https://localhost:7123;http://localhost:5123"}}}"#
  )
  private static let head = "/*\nThe following identity settings need to be configured\n*/\n"
  private static let noId = "11111111-1111-1111-11111111111111111"
  private static let noPage = "33333333-3333-3333-33333333333333333"

  private static func template(
    _ title: String, _ settings: String, _ program: String, isPage: Bool = false, _ expected: [String]
  ) -> Reading {
    let sdk = isPage ? "Microsoft.NET.Sdk.BlazorWebAssembly" : "Microsoft.NET.Sdk.Web"
    return Reading(
      title,
      [
        ("App.csproj", #"<Project Sdk="\#(sdk)"></Project>"#), launch,
        (isPage ? "wwwroot/appsettings.json" : "appsettings.json", settings), ("Program.cs", program),
      ], expected)
  }

  private static func web(_ section: String) -> String {
    "using Microsoft.Identity.Web;\nbuilder.Services.AddAuthentication(OpenIdConnectDefaults.AuthenticationScheme)\n"
      + ".AddMicrosoftIdentityWebApp(builder.Configuration.GetSection(\"\(section)\"));"
  }

  private static func api(_ section: String) -> String {
    "using Microsoft.AspNetCore.Authentication.JwtBearer;\nbuilder.Services.AddAuthentication(JwtBearerDefaults.AuthenticationScheme)\n"
      + ".AddMicrosoftIdentityWebApi(builder.Configuration.GetSection(\"\(section)\"));"
  }

  private static func directory(_ id: String, _ tenant: String, _ more: String = "", after: String = "") -> String {
    head
      + #"{"AzureAd":{"Instance":"https://login.microsoftonline.com/","Domain":"qualified.domain.name","TenantId":"\#(tenant)","ClientId":"\#(id)",\#(more)"CallbackPath":"/signin-oidc"}\#(after)}"#
  }

  private static let graph =
    #","DownstreamApi":{/* a comment */"BaseUrl":"https://graph.microsoft.com/v1.0","Scopes":["user.read"]}"#
  private static let flows =
    #""SignedOutCallbackPath":"/signout/B2C_1_susi","SignUpSignInPolicyId":"b2c_1_susi","ResetPasswordPolicyId":"b2c_1_reset","EditProfilePolicyId":"b2c_1_edit_profile""#

  private static let untouched: [Reading] = [
    template(
      "webapp", directory(noId, "22222222-2222-2222-2222-222222222222"), web("AzureAd"),
      ["web made-up of made-up web~https://localhost:7123/signin-oidc +enableIdTokenIssuance"]),
    template(
      "webapp for several organizations",
      head
        + #"{"AzureAd":{"Instance":"https://login.microsoftonline.com/","TenantId":"common","ClientId":"\#(noId)","CallbackPath":"/signin-oidc"}}"#,
      web("AzureAd"),
      [
        "web made-up of made-up web~https://localhost:7123/signin-oidc audience~AzureADMultipleOrgs +enableIdTokenIssuance"
      ]),
    template(
      "webapp that calls Graph",
      directory(
        noId, "22222222-2222-2222-2222-222222222222",
        #""ClientSecret":"secret-from-app-registration","ClientCertificates":[],"#, after: graph),
      web("AzureAd"), ["web made-up of made-up web~https://localhost:7123/signin-oidc asks=user.read secret"]),
    template(
      "webapp of Azure AD B2C",
      #"{"AzureAdB2C":{"Instance":"https://login.microsoftonline.com/tfp/","ClientId":"\#(noId)","CallbackPath":"/signin-oidc","Domain":"qualified.domain.name",\#(flows)}}"#,
      web("AzureAdB2C"), ["web made-up of made-up web~https://localhost:7123/signin-oidc +enableAccessTokenIssuance"]),
    template(
      "webapi", directory(noId, "22222222-2222-2222-2222-222222222222", #""Scopes":"access_as_user","#),
      api("AzureAd"),
      [
        "api made-up of made-up exposes=access_as_user",
        "native made-up of made-up native~http://localhost asks~api://1b77c7e6-c1e3-4a81-bf6f-31d06bfcbd0a/access_as_user",
        "assumption: appsettings.json:4: no file tells of a client of this API; the scenario has one, so that somebody can ask for its tokens",
      ]),
    template(
      "webapi of Azure AD B2C",
      #"{"AzureAdB2C":{"Instance":"https://qualified.domain.name.b2clogin.com/","ClientId":"\#(noId)","Domain":"qualified.domain.name","Scopes":"access_as_user","SignUpSignInPolicyId":"b2c_1_susi"}}"#,
      api("AzureAdB2C"),
      [
        "api made-up of made-up exposes=access_as_user",
        "native made-up of made-up native~http://localhost asks~api://cd9c1913-5b72-43bc-83be-2dabeadcd9f1/access_as_user",
        "assumption: appsettings.json:1: no file tells of a client of this API; the scenario has one, so that somebody can ask for its tokens",
      ]),
    template(
      "blazorwasm",
      #"{/* c */"AzureAd":{"Authority":"https://login.microsoftonline.com/22222222-2222-2222-2222-222222222222","ClientId":"\#(noPage)","ValidateAuthority":true}}"#,
      #"builder.Services.AddMsalAuthentication(o => builder.Configuration.Bind("AzureAd", o.ProviderOptions.Authentication));"#,
      isPage: true, ["spa made-up of made-up spa~https://localhost:7123/authentication/login-callback"]),
    template(
      "blazorwasm of Azure AD B2C",
      #"{"AzureAdB2C":{"Authority":"https://aadB2CInstance.b2clogin.com/qualified.domain.name/b2c_1_susi","ClientId":"\#(noPage)","ValidateAuthority":false}}"#,
      #"builder.Services.AddMsalAuthentication(o => builder.Configuration.Bind("AzureAdB2C", o.ProviderOptions.Authentication));"#,
      isPage: true, ["spa made-up of made-up spa~https://localhost:7123/authentication/login-callback"]),
    template(
      "blazorwasm with OpenID Connect",
      #"{"Local":{"Authority":"https://login.microsoftonline.com/","ClientId":"\#(noPage)"}}"#,
      #"builder.Services.AddOidcAuthentication(o => builder.Configuration.Bind("Local", o.ProviderOptions));"#,
      isPage: true,
      ["spa made-up of made-up spa~https://localhost:7123/authentication/login-callback +enableIdTokenIssuance"]),
  ]

  private static let filled: [Reading] = [
    template(
      "webapp with ids", directory(Id.app, Id.tenant), web("AzureAd"),
      ["web \(Id.app) of \(Id.tenant) web~https://localhost:7123/signin-oidc +enableIdTokenIssuance"]),
    template(
      "webapi with ids", directory(Id.api, Id.tenant, #""Scopes":"access_as_user","#), api("AzureAd"),
      [
        "api \(Id.api) of \(Id.tenant) exposes=access_as_user",
        "native made-up of \(Id.tenant) native~http://localhost asks~api://\(Id.api)/access_as_user",
        "assumption: appsettings.json:4: no file tells of a client of this API; the scenario has one, so that somebody can ask for its tokens",
      ]),
    template(
      "blazorwasm with ids",
      #"{"AzureAd":{"Authority":"https://login.microsoftonline.com/\#(Id.tenant)","ClientId":"\#(Id.app)"}}"#,
      "builder.Services.AddMsalAuthentication(o => {});", isPage: true,
      ["spa \(Id.app) of \(Id.tenant) spa~https://localhost:7123/authentication/login-callback"]),
    template(
      "AddOpenIdConnect that asks for a code",
      #"{"Entra":{"Authority":"https://login.microsoftonline.com/\#(Id.tenant)/v2.0","ClientId":"\#(Id.app)"}}"#,
      "builder.Services.AddAuthentication().AddOpenIdConnect(o => { o.ResponseType = OpenIdConnectResponseType.Code; });",
      ["web \(Id.app) of \(Id.tenant) web~https://localhost:7123/signin-oidc secret"]),
    template(
      "the settings are user secrets", #"{"Logging":{}}"#, web("Entra"),
      ["web made-up of made-up web~https://localhost:7123/signin-oidc +enableIdTokenIssuance"]),
  ]

  private static let others: [Reading] = [
    template(
      "blazor with accounts of its own", #"{"ConnectionStrings":{"DefaultConnection":"DataSource=app.db"}}"#,
      "builder.Services.AddIdentityCore<ApplicationUser>();", []),
    template(
      "worker", #"{"Logging":{"LogLevel":{"Default":"Information"}}}"#,
      "builder.Services.AddHostedService<Worker>();", []),
    template(
      "a using of JwtBearer alone", #"{"Logging":{}}"#, "using Microsoft.AspNetCore.Authentication.JwtBearer;", []),
  ]
}
