import Bytes
import Expectations
import LooseFormats
import Testing

@testable import Intake

/// What single keys and values mean.
struct ShapeTests {
  @Test(arguments: [
    "", "<client-id>", "Enter_the_Application_Id_Here", "[Enter the id, e.g. \(Id.app)]", "YOUR_CLIENT_ID",
    "${CLIENT_ID}",
    "{tenant}", "{{ clientId }}", "%CLIENT_ID%", "$(ClientId)", "__ClientId__", "CLIENT_ID", "#{ClientId}#",
    "tenant-id",
    "00000000-0000-0000-0000-000000000000", "11111111-2222-3333-4444-555555555555",
    "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
    "Copy the secret from the portal", "ReplaceWithTenantID",
  ]) func placeholders(_ text: String) { #expect(Placeholder.fits(text)) }

  @Test(arguments: [
    Id.app, Id.app.uppercased(), "acme.onmicrosoft.com", "common", "https://localhost:5001/cb", "User.Read",
    "Ab8~Q.k3y",
    "TodoList.Read", "access_as_user",
  ]) func valuesAreNoPlaceholders(_ text: String) { #expect(!Placeholder.fits(text)) }

  @Test(arguments: [
    ("clientId", Fact.clientId), ("CLIENT_ID", .clientId), ("kClientID", .clientId),
    ("REACT_APP_AAD_CLIENT_ID", .clientId),
    ("ida:ClientId", .clientId), ("client-id", .clientId), ("AUTH_MICROSOFT_ENTRA_ID_ID", .clientId),
    ("AppId", .clientId),
    ("applicationId", .clientId), ("AADClientId", .clientId), ("TENANT_ID", .tenant), ("tenantId", .tenant),
    ("tenant", .tenant),
    ("AUTH_MICROSOFT_ENTRA_ID_ISSUER", .authority), ("issuer-uri", .authority), ("authority", .authority),
    ("Instance", .instance), ("ida:AADInstance", .instance), ("CLOUD_INSTANCE", .instance), ("Domain", .domain),
    ("ClientSecret", .secret), ("AUTH_MICROSOFT_ENTRA_ID_SECRET", .secret), ("appKey", .secret),
    ("CLIENT_SECRET", .secret),
    ("thumbprint", .certificate), ("CertificateName", .certificate), ("REDIRECT_URI", .redirectUri),
    ("redirectUri", .redirectUri),
    ("CallbackPath", .callbackPath), ("postLogoutRedirectUri", .logoutUrl), ("scopes", .scope),
    ("graphUserScopes", .scope),
    ("EXPECTED_SCOPES", .exposedScope), ("app-id-uri", .identifierUri), ("Audience", .audience),
    ("SignUpSignInPolicyId", .policy), ("NEXTAUTH_URL", .homePage),
  ]) func keys(_ key: String, _ fact: Fact) { expectEqual(KeyWords(key).fact, fact) }

  @Test(arguments: [
    "id", "name", "SESSION_SECRET", "NEXTAUTH_SECRET", "GOOGLE_CLIENT_ID", "objectId", "session_id", "client",
    "clientIdentity",
    "MANAGED_IDENTITY_CLIENT_ID", "", "ClientSecretName",
  ]) func otherKeys(_ key: String) { expectNil(KeyWords(key).fact) }

  @Test(
    arguments: [
      ("https://login.microsoftonline.com/common", Authority.Service.entra, "common"),
      ("https://login.microsoftonline.com/\(Id.tenant)/v2.0", .entra, Id.tenant),
      ("https://LOGIN.microsoftonline.us/acme.com/", .entra, "acme.com"), ("https://sts.windows.net/x/", .entra, "x"),
      ("https://login.partner.microsoftonline.cn", .entra, nil),
      ("https://acme.ciamlogin.com/", .externalId, "acme.onmicrosoft.com"),
      ("https://acme.b2clogin.com/acme.onmicrosoft.com/b2c_1_in", .b2c, "acme.onmicrosoft.com"),
      ("https://login.microsoftonline.com/tfp/acme.onmicrosoft.com/b2c_1_in", .b2c, "acme.onmicrosoft.com"),
      ("https://fs.acme.test/adfs/oauth2", .adfs, "adfs"), ("https://idp.test/realms/a", .other, "realms"),
    ] as [(String, Authority.Service, String?)]) func authorities(
      _ text: String, _ service: Authority.Service, _ tenant: String?
    )
  {
    expectEqual(Authority(text)?.service, service)
    expectEqual(Authority(text)?.tenant, tenant)
  }

  @Test(arguments: ["common", "", "login.microsoftonline.com/common", "ftp://x"]) func noAuthorities(_ text: String) {
    expectNil(Authority(text))
  }

  @Test(arguments: [
    ("User.Read", "", "User.Read"), ("https://graph.microsoft.com/Mail.Read", "", "Mail.Read"),
    ("openid", "", "openid"),
    ("api://acme/Orders.Read", "api://acme", "Orders.Read"),
    ("https://vault.azure.net//.default", "https://vault.azure.net", ".default"),
    ("\(Id.api)/.default", Id.api, ".default"),
  ]) func scopes(_ text: String, _ api: String, _ name: String) {
    expectEqual(ValueShape.scope(text)?.api, api)
    expectEqual(ValueShape.scope(text)?.name, name)
  }

  @Test(arguments: ["", "a b", "a/b", "api://acme/", "<scope>", "${SCOPE}"]) func noScopes(_ text: String) {
    expectNil(ValueShape.scope(text))
  }

  @Test func madeUpIdsFollowFromTheirNames() {
    expectEqual(MadeUpId.id("a"), MadeUpId.id("a"))
    #expect(MadeUpId.id("a") != MadeUpId.id("b"))
    #expect(!Placeholder.isMadeUp(MadeUpId.id("a")))
    expectEqual(Array(MadeUpId.id("a").description)[14], "4")
  }

  @Test(arguments: [
    ("node_modules", true), (".git", true), ("src", false), ("bin", true), ("UiTests", true), ("raw", false),
    ("test", true),
  ]) func folders(_ name: String, _ isLeftOut: Bool) { expectEqual(Intake.isLeftOut(folder: name), isLeftOut) }

  @Test(arguments: [
    ("appsettings.json", true), (".env.local", true), ("a/b.swift", true), ("oAuth.properties.example", true),
    ("logo.png", false),
    ("package-lock.json", false), ("msal.min.js", false), ("README.md", false), ("Dockerfile", false),
    ("x.d.ts", false),
  ]) func files(_ name: String, _ isWanted: Bool) { expectEqual(Intake.isWanted(name), isWanted) }
}
