import Expectations
import Testing

@testable import Intake

/// Files that say how a program is run: their variables are settings of the program.
struct DeploymentFormTests {
  @Test(arguments: rows) func finds(_ reading: Reading) { expectEqual(reading.found, reading.expected) }

  static let rows: [Reading] = [
    Reading(
      "Docker Compose with a mapping and with a list",
      [
        (
          "docker-compose.yml",
          """
          services:
            web:
              environment:
                AZURE_CLIENT_ID: \(Id.app)
                AZURE_TENANT_ID: \(Id.tenant)
                REDIRECT_URI: http://localhost:8080/auth/callback
            orders:
              environment:
                - AzureAd__ClientId=\(Id.api)
                - "AzureAd__TenantId=\(Id.tenant)"
                - AzureAd__Instance=https://login.microsoftonline.com/
                - AzureAd__Audience=api://\(Id.api)
          """
        )
      ],
      [
        "spa \(Id.app) of \(Id.tenant) spa=http://localhost:8080/auth/callback",
        "api \(Id.api) of \(Id.tenant)",
      ]),
    Reading(
      "a deployment of Kubernetes, whose secret is the cluster's",
      [
        (
          "deployment.yaml",
          """
          kind: Deployment
          spec:
            template:
              spec:
                containers:
                  - name: orders
                    env:
                      - name: AZURE_CLIENT_ID
                        value: "\(Id.app)"
                      - name: AZURE_TENANT_ID
                        value: "\(Id.tenant)"
                      - name: AZURE_CLIENT_SECRET
                        valueFrom: { secretKeyRef: { name: orders, key: secret } }
          """
        )
      ], ["api \(Id.app) of \(Id.tenant)"]),
    Reading(
      "exported app settings",
      [
        (
          "settings.json",
          #"[{"name":"A","value":"1","slotSetting":false}]"#
        ),
        (
          "app.json",
          #"{"appSettings":[{"name":"AzureAd__ClientId","value":"\#(Id.app)"},{"name":"AzureAd__TenantId","value":"\#(Id.tenant)"}]}"#
        ),
      ], ["api \(Id.app) of \(Id.tenant)"]),
    Reading(
      "parameters of a template",
      [
        (
          "main.parameters.json",
          #"{"parameters":{"authClientId":{"value":"\#(Id.app)"},"authTenantId":{"value":"\#(Id.tenant)"},"location":{"value":"x"}}}"#
        )
      ], ["api \(Id.app) of \(Id.tenant)"]),
    Reading(
      "Bicep, where ids stand there as texts",
      [
        (
          "main.bicep",
          """
          param tenantId string = '\(Id.tenant)'
          param apiClientId string = '\(Id.app)' // the API
          param otherClientId string = '${prefix}-id'
          var name = 'x'
          """
        )
      ], ["api \(Id.app) of \(Id.tenant)"]),
    Reading(
      "a workflow that signs in",
      [
        (
          ".github/workflows/deploy.yml",
          """
          jobs:
            ship:
              steps:
                - uses: azure/login@v2
                  with:
                    client-id: \(Id.app)
                    tenant-id: \(Id.tenant)
          """
        )
      ], ["daemon \(Id.app) of \(Id.tenant)"]),
    Reading(
      "a Spring API that serves its page",
      [
        ("pom.xml", ""),
        (
          "src/main/resources/application.yml",
          """
          spring:
            cloud:
              azure:
                active-directory:
                  credential: { client-id: \(Id.app), client-secret: tiptop }
                  profile: { tenant-id: \(Id.tenant) }
                  redirect-uri-template: http://localhost:8080/
          """
        ),
        ("src/main/resources/templates/index.html", #"<script src="App/Scripts/msal.js"></script>"#),
        ("src/main/java/Security.java", "private AadAuthenticationFilter filter;"),
      ], ["spa \(Id.app) of \(Id.tenant) spa=http://localhost:8080/ secret"]),
  ]

  @Test func workflowsNameTheirSecrets() throws {
    let text =
      "jobs: { a: { steps: [{ with: { client-id: '${{ secrets.AZURE_CLIENT_ID }}', tenant-id: '\(Id.tenant)' } }] } }"
    let draft = Reading.draft([(".github/workflows/deploy.yml", Array(text.utf8))])
    let app = try #require(draft.apps.first)
    expectEqual(app.kind, .daemon)
    #expect(app.idFinding?.value == "${AZURE_CLIENT_ID}" || app.idFinding?.variable == "AZURE_CLIENT_ID")
  }
}
