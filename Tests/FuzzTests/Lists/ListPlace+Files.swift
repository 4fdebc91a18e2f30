import Bytes
import Crypto
import Intake
import Policy

/// Lists of the files that `init` reads.
extension ListPlace {
  /// The objects of an export of a directory, one after the other.
  private static func objects(
    _ name: String, of object: @escaping @Sendable (Int, _ id: (String) -> String) -> String
  ) -> ListPlace {
    let item: @Sendable (Int) -> String = { number in object(number) { kind in id(kind, number) } }
    return ListPlace(name, item: item) {
      .files([("export.json", "{\"value\":[\($0.joined(separator: ","))]}")])
    }
  }

  /// The id of the object of that kind and number.
  private static func id(_ kind: String, _ number: Int) -> String {
    "\(GUID(random: SHA256.hash(Array("\(kind)/\(number)".utf8))))"
  }

  /// Exchanges of an archive of the service, one after the other.
  private static func archive(_ name: String, of entry: @escaping @Sendable (Int) -> String) -> ListPlace {
    ListPlace(name, item: entry) { entries in
      .work {
        let text = "{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}"
        let made = Result { () throws(ArchiveFault) in
          try ArchiveScenario(Array(text.utf8), file: "a.har", named: "a") { Catalogue.kind(code: $0) != nil }
        }
        return "\(made.map(\.text))"
      }
    }
  }

  /// A request for tokens, as a form and the status and body of the answer.
  private static func request(_ form: String, _ status: Int, _ body: String) -> String {
    "{\"request\":{\"method\":\"POST\",\"url\":\"https://login.microsoftonline.com/common/oauth2/v2.0/token\",\"postData\":{\"text\":\"\(form)\"}},"
      + "\"response\":{\"status\":\(status),\"content\":{\"text\":\"\(body)\"}}}"
  }

  /// An app of Terraform's with a secret.
  private static let terraform: @Sendable (Int) -> String = { number in
    """
    resource "azuread_application" "app\(number)" {
      display_name = "app\(number)"
      web { redirect_uris = ["https://app\(number).test/cb"] }
    }
    resource "azuread_application_password" "app\(number)" { application_id = azuread_application.app\(number).id }
    """
  }

  /// A strategy of passport-saml.
  private static let strategy: @Sendable (Int) -> String = { number in
    "new SamlStrategy({ entryPoint: 'https://login.microsoftonline.com/common/saml2', issuer: 'wiki\(number)', path: '/cb\(number)' });"
  }

  private static let tenant = "4e9f5adc-8a74-4f3b-8d86-5c9c3da5fab4"

  /// A source that speaks of Entra behind the list.
  private static func source(
    _ name: String, _ file: String, before: String = "", of item: @escaping @Sendable (Int) -> String
  ) -> ListPlace {
    ListPlace(name, item: item) {
      .files([
        (file, before + $0.joined() + "'\nvar authority = 'https://login.microsoftonline.com/\(tenant)'\n")
      ])
    }
  }

  /// An app that asks for scopes, four in an item: what looks at all others for each of them shows itself only with thousands.
  private static func scopes(_ name: String, of scope: String) -> ListPlace {
    let item: @Sendable (Int) -> String = { number in
      (0..<4).map { "\"\(scope)\(4 * number + $0)\"" }.joined(separator: ",")
    }
    return ListPlace(name, item: item) {
      .files([
        (
          "appsettings.json",
          "{\"AzureAd\":{\"TenantId\":\"\(tenant)\",\"ClientId\":\"2c7d38ba-6e52-4d1f-8b64-3a7a1be3d8f2\",\"Scopes\":[\($0.joined(separator: ","))]}}"
        )
      ])
    }
  }

  /// Four projects for each item, each in a folder of its own: what looks at all others shows itself only with hundreds.
  private static func projects(
    _ name: String, of files: @escaping @Sendable (_ id: (String) -> String) -> [(path: String, text: String)]
  ) -> ListPlace {
    ListPlace(name, item: numbered("p")) { items in
      .files(
        (0..<4 * items.count).flatMap { number in
          files { id($0, number) }.map { ("p\(number)/\($0.path)", $0.text) }
        })
    }
  }

  private static let oneApp = "grant_type=refresh_token&client_id=2c7d38ba-6e52-4d1f-8b64-3a7a1be3d8f2"

  static let files: [ListPlace] = [
    archive(
      "archive, tokens",
      of: { _ in request(oneApp, 200, "{\\\"access_token\\\":\\\"x\\\",\\\"scope\\\":\\\"User.Read\\\"}") }),
    archive(
      "archive, refusals", of: { _ in request(oneApp, 400, "{\\\"error\\\":\\\"x\\\",\\\"error_codes\\\":[70043]}") }),
    archive(
      "archive, users",
      of: {
        request("\(oneApp)&username=ann\($0)%40acme.com", 400, "{\\\"error\\\":\\\"x\\\",\\\"error_codes\\\":[50034]}")
      }),
    archive(
      "archive, apps",
      of: { request("grant_type=refresh_token&client_id=\(id("app", $0))", 200, "{\\\"access_token\\\":\\\"x\\\"}") }),
    archive(
      "archive, scopes",
      of: {
        request("\(oneApp)&scope=Word\($0)", 200, "{\\\"access_token\\\":\\\"x\\\",\\\"scope\\\":\\\"Word\($0)\\\"}")
      }),
    objects(
      "init, users",
      of: { number, id in
        "{\"id\":\"\(id("user"))\",\"userPrincipalName\":\"ann\(number)@acme.com\",\"displayName\":\"Ann\"}"
      }),
    objects(
      "init, users of one name",
      of: { number, id in
        "{\"id\":\"\(id("user"))\",\"userPrincipalName\":\"ann@a\(number).com\",\"displayName\":\"Ann\"}"
      }),
    objects(
      "init, guests of many tenants",
      of: { number, id in
        "{\"id\":\"\(id("user"))\",\"userPrincipalName\":\"ann_a\(number).com#EXT#@acme.com\",\"displayName\":\"Ann\"}"
      }),
    objects(
      "init, groups",
      of: { number, id in
        "{\"id\":\"\(id("group"))\",\"displayName\":\"Staff\",\"securityEnabled\":true,\"members\":[\"\(id("group"))\"]}"
      }),
    objects(
      "init, apps",
      of: { number, id in
        "{\"appId\":\"\(id("app"))\",\"displayName\":\"Shop\",\"signInAudience\":\"AzureADMyOrg\",\"identifierUris\":[\"api://shop\(number)\"]}"
      }),
    objects(
      "init, service principals with an assignment each",
      of: { number, id in
        "{\"appId\":\"\(id("app"))\",\"displayName\":\"Shop\",\"signInAudience\":\"AzureADMyOrg\"},"
          + "{\"id\":\"\(id("principal"))\",\"appId\":\"\(id("app"))\",\"displayName\":\"Shop\",\"servicePrincipalType\":\"Application\"},"
          + "{\"resourceId\":\"\(id("principal"))\",\"principalId\":\"\(id("principal"))\",\"appRoleId\":\"\(id("role"))\"}"
      }),
    ListPlace("init, lines of an environment", item: numbered("SETTING_", "=value")) {
      .files([(".env", "AZURE_CLIENT_ID=2c7d38ba-6e52-4d1f-8b64-3a7a1be3d8f2\n" + $0.joined(separator: "\n"))])
    },
    ListPlace("init, service providers of SAML", item: strategy) { .files([("app.js", $0.joined(separator: "\n"))]) },
    ListPlace("init, resources of Terraform", item: terraform) { .files([("main.tf", $0.joined(separator: "\n"))]) },
    ListPlace("init, blocks of one resource", item: same("web { redirect_uris = [\"https://a.test/cb\"] }")) {
      .files([("main.tf", "resource \"azuread_application\" \"a\" {\n\($0.joined(separator: "\n"))\n}\n")])
    },
    source("init, attributes of a tag", "index.html", of: numbered("<input title=\"text\" id=\"d", "\" hidden>")),
    source("init, attributes of one tag", "index.html", of: numbered("data-x=\"", " text\" ")),
    source("init, calls that do not end", "app.js", of: numbered("a=f(\"text", "\",")),
    source("init, assignments in one statement", "app.js", of: numbered("a", "=")),
    source("init, conditions in one statement", "app.js", of: same("a=b?\"c\":")),
    source("init, accessors that do not end", "App.cs", of: numbered("string A", " { get ")),
    source("init, defaults of defaults", "app.js", of: same("process.env.X||")),
    source("init, defaults in a text", "app.js", before: "clientId='", of: same("${a:-")),
    source("init, scopes in one text", "app.js", before: "scopes='", of: numbered("api://shop/Word", " ")),
    scopes("init, scopes of one app", of: "Word"),
    scopes("init, scopes of another API", of: "api://9d3a6c1e-5b72-4f0d-a1c8-2e4b7f90d635/Word"),
    scopes("init, scopes of an API without an address", of: "api://Enter_the_API_Id_Here/Word"),
    projects(
      "init, projects with one variable",
      of: { _ in
        [
          (".env", "AZURE_CLIENT_ID=\nAZURE_TENANT_ID=\nAZURE_CLIENT_SECRET=\n"),
          ("app.py", "app = msal.ConfidentialClientApplication(os.environ['AZURE_CLIENT_ID'])\n"),
        ]
      }),
    projects(
      "init, projects with a tenant each",
      of: { id in [(".env", "AZURE_CLIENT_ID=\(id("app"))\nAZURE_TENANT_ID=\(id("tenant"))\n")] }),
    projects(
      "init, APIs of .NET",
      of: { id in
        [
          ("appsettings.json", "{\"AzureAd\":{\"TenantId\":\"\(tenant)\",\"ClientId\":\"\(id("app"))\"}}"),
          ("Program.cs", "services.AddMicrosoftIdentityWebApi(configuration.GetSection(\"AzureAd\"));\n"),
        ]
      }),
    projects(
      "init, pages with an API each",
      of: { id in
        [
          ("package.json", "{\"dependencies\":{\"@azure/msal-browser\":\"4\"}}"),
          (
            "auth.js",
            "const a = { clientId: '\(id("app"))', authority: 'https://login.microsoftonline.com/\(tenant)' }\nconst scopes = ['api://\(id("api"))/Word.Read']\n"
          ),
        ]
      }),
    ListPlace("init, names in one key", item: numbered("a", "__")) {
      .files([("appsettings.json", "{\"AzureAd\":{\"TenantId\":\"\(tenant)\",\"\($0.joined())\":\"x\"}}")])
    },
    ListPlace("init, slashes behind a user flow", item: same("/")) {
      .files([
        ("appsettings.json", "{\"AzureAdB2C\":{\"ClientId\":\"\(tenant)\",\"PolicyName\":\"B2C_1_a\($0.joined())\"}}")
      ])
    },
  ]
}
