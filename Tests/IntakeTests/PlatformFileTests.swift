import Expectations
import Testing

@testable import Intake

/// Files of platforms that have one part of a registration each.
struct PlatformFileTests {
  @Test(arguments: android + quarkus + pipelines) func finds(_ reading: Reading) {
    expectEqual(reading.found, reading.expected)
  }

  /// As in Azure-Samples/ms-identity-android-java, theblxckcicada/AnimalKingdom and RadoslawSt/SkipAmmigo.
  private static let android: [Reading] = [
    Reading(
      "AndroidManifest.xml has the redirect URI, taken apart",
      [
        ("app/build.gradle", "implementation 'com.microsoft.identity.client:msal:5.0'"),
        (
          "app/src/main/res/raw/auth_config.json",
          #"{"client_id":"\#(Id.app)","authorities":[{"type":"AAD","audience":{"type":"AzureADMyOrg","tenant_id":"\#(Id.tenant)"}}]}"#
        ),
        (
          "app/src/main/AndroidManifest.xml",
          """
          <?xml version="1.0" encoding="utf-8"?>
          <manifest xmlns:android="http://schemas.android.com/apk/res/android">
            <application><activity android:name="com.microsoft.identity.client.BrowserTabActivity"><intent-filter>
              <data android:scheme="msauth" android:host="test.acme.app" android:path="/t+Bk/nrTiK6yhmUDgd80TS5ZZT8=" />
            </intent-filter></activity></application>
          </manifest>
          """
        ),
      ],
      ["native \(Id.app) of \(Id.tenant) native=msauth://test.acme.app/t%2BBk%2FnrTiK6yhmUDgd80TS5ZZT8%3D"]),
    Reading(
      "a scheme in C# has the client id that the settings leave open",
      [
        ("Mobile/Mobile.csproj", #"<PackageReference Include="Microsoft.Identity.Client" />"#),
        (
          "Mobile/Platforms/Android/MsalActivity.cs",
          "using Microsoft.Identity.Client;\n[IntentFilter(new[] { Intent.ActionView }, DataHost = \"auth\", DataScheme = \"msal\(Id.app)\")]\nclass A : BrowserTabActivity {}"
        ),
        ("Mobile/appsettings.json", #"{"AzureAd":{"ClientId":"","TenantId":"\#(Id.tenant)"}}"#),
        ("Mobile/Client.cs", "var app = PublicClientApplicationBuilder.Create(options.ClientId);"),
      ], ["native \(Id.app) of \(Id.tenant) native~msal\(Id.app)://auth"]),
  ]

  /// As Quarkus' own guides and RacmanT/quarkus-oidc-demo write it.
  private static let quarkus: [Reading] = [
    Reading(
      "Quarkus signs people in",
      [
        (
          "src/main/resources/application.properties",
          """
          quarkus.http.port=9080
          quarkus.oidc.auth-server-url=https://login.microsoftonline.com/\(Id.tenant)/v2.0
          quarkus.oidc.client-id=\(Id.app)
          %dev.quarkus.oidc.credentials.secret=x
          %test.quarkus.oidc.client-id=\(Id.other)
          quarkus.oidc.application-type=web_app
          quarkus.oidc.authentication.redirect-path=/signed-in
          """
        )
      ], ["web \(Id.app) of \(Id.tenant) web~http://localhost:9080/signed-in secret"]),
    Reading(
      "Quarkus checks tokens",
      [
        (
          "application.properties",
          "quarkus.oidc.auth-server-url=https://login.microsoftonline.com/\(Id.tenant)/v2.0\nquarkus.oidc.client-id=\(Id.app)\n"
        )
      ], ["api \(Id.app) of \(Id.tenant)"]),
  ]

  private static let pipelines: [Reading] = [
    Reading(
      "GitLab's pipeline signs in as a service principal",
      [
        (
          ".gitlab-ci.yml",
          "variables:\n  ARM_CLIENT_ID: \(Id.app)\n  ARM_TENANT_ID: \(Id.tenant)\nplan:\n  script: [terraform plan]\n"
        )
      ], ["daemon \(Id.app) of \(Id.tenant)"]),
    Reading(
      "what a pipeline signs in as is not an app of the program",
      [
        (".env", "AZURE_CLIENT_ID=\(Id.app)\nAZURE_TENANT_ID=\(Id.tenant)\nAZURE_CLIENT_SECRET=x\n"),
        (
          "deploy/template.yml",
          "steps:\n  - script: terraform init\n    env:\n      ARM_CLIENT_ID: \(Id.other)\n      ARM_TENANT_ID: \(Id.tenant)\n"
        ),
      ],
      [
        "daemon \(Id.app) of \(Id.tenant) secret",
        "leftAlone: deploy/template.yml:4: \(Id.other) is what this pipeline signs in as; run 'mockidp init' on this file for it",
      ]),
  ]
}
