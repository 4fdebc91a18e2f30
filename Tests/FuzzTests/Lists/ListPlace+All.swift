import Bytes
import Directory
import TestSupport

extension ListPlace {
  static let all: [ListPlace] =
    forms + documents + scenarios + directories + exports + graph + worlds + files + control + texts

  // MARK: Parameters

  private static let token = "/\(TestWorld.contoso)/oauth2/v2.0/token"
  private static let legacyToken = "/\(TestWorld.contoso)/oauth2/token"
  private static let mobile = TestClient.mobile.id
  private static let daemon =
    "grant_type=client_credentials&client_id=dae30000-0000-4000-8000-000000000004&client_secret=daemon-secret"
  private static let password =
    "grant_type=password&client_id=\(mobile)&username=alice%40contoso.onmicrosoft.com&password=\(SeededDirectory.password)"

  static func numbered(_ prefix: String, _ suffix: String = "") -> @Sendable (Int) -> String {
    { "\(prefix)\($0)\(suffix)" }
  }

  static func same(_ text: String) -> @Sendable (Int) -> String { { _ in text } }

  /// A form with the list in one parameter, separated by blanks.
  private static func words(
    _ name: String, _ target: String, _ form: String, _ parameter: String = "scope",
    of item: @escaping @Sendable (Int) -> String
  ) -> ListPlace {
    ListPlace(name, item: item) {
      .service("POST", target, form: "\(form)&\(parameter)=" + $0.map(Percent.encodeForm).joined(separator: "+"))
    }
  }

  private static let forms: [ListPlace] = [
    words("scope, unknown words", token, password, of: numbered("word")),
    words("scope, one word again and again", token, password) { _ in "User.Read" },
    words("scope, unknown permissions of one API", token, password, of: numbered("api://contoso/Word")),
    words("scope, many APIs", token, password, of: numbered("api://unknown", "/Read")),
    words("scope, .default of many", token, daemon, of: numbered("api://unknown", "/.default")),
    words("scope of a daemon", token, daemon, of: numbered("word")),
    words("scope with other separators", token, password, of: numbered("a,")),
    words("scope of a device", "/common/oauth2/v2.0/devicecode", "client_id=\(mobile)", of: numbered("word")),
    words("resource of v1.0", legacyToken, password, "resource", of: numbered("word")),
    words("resource of v1.0, one word", legacyToken, password, "resource") { _ in "word" },
    words("resource of v1.0 with slashes", legacyToken, password, "resource", of: numbered("word", "/a")),
    words("resource beside scopes", token, password + "&scope=User.Read", "resource", of: numbered("word")),
    words("client_id", token, "grant_type=password", "client_id", of: numbered("word")),
    words(
      "username", token, "grant_type=password&client_id=\(mobile)&password=x&scope=openid", "username",
      of: numbered("w")),
    words(
      "response_type", "/common/oauth2/v2.0/authorize",
      "client_id=\(mobile)&redirect_uri=http%3A%2F%2Flocalhost&scope=openid", "response_type"
    ) { _ in "code" },
    words(
      "prompt", "/common/oauth2/v2.0/authorize",
      "client_id=\(mobile)&redirect_uri=http%3A%2F%2Flocalhost&response_type=code&scope=openid", "prompt"
    ) { _ in "login" },
    words(
      "scope of a sign-in", "/common/oauth2/v2.0/authorize",
      "client_id=\(mobile)&redirect_uri=http%3A%2F%2Flocalhost&response_type=code", of: numbered("word")),
    ListPlace("scope of an administrator's consent", item: numbered("word")) {
      .service(
        "GET",
        "/\(TestWorld.contoso)/v2.0/adminconsent?client_id=\(mobile)&redirect_uri=http%3A%2F%2Flocalhost&scope="
          + $0.joined(separator: "+"), form: "")
    },
    ListPlace("fields of a form", item: numbered("name", "=value")) {
      .service("POST", token, form: password + "&" + $0.joined(separator: "&"))
    },
    ListPlace("one field of a form again and again", item: same("name=value")) {
      .service("POST", token, form: password + "&" + $0.joined(separator: "&"))
    },
    ListPlace("fields of a form without a value", item: same("")) {
      .service("POST", token, form: password + "&" + $0.joined(separator: "&"))
    },
    ListPlace("escaped letters", item: same("%41%00+")) {
      .service("POST", token, form: password + "&scope=" + $0.joined())
    },
    ListPlace("parameters of a query", item: numbered("name", "=value")) {
      .service("GET", "/common/oauth2/v2.0/authorize?client_id=\(mobile)&" + $0.joined(separator: "&"), form: "")
    },
    ListPlace("parameters of a sign-out", item: numbered("name", "=value")) {
      .service("GET", "/common/oauth2/v2.0/logout?" + $0.joined(separator: "&"), form: "")
    },
    claims("claims", item: numbered("\"claim", "\":null")) { "{\"access_token\":{\($0)}}" },
    claims("claims, values of one", item: numbered("\"c", "\"")) {
      "{\"access_token\":{\"acrs\":{\"essential\":true,\"values\":[\($0)]}}}"
    },
    claims("claims, one value again and again", item: same("\"c1\"")) {
      "{\"access_token\":{\"acrs\":{\"essential\":true,\"values\":[\($0)]}}}"
    },
    claims("claims, capabilities", item: numbered("\"cp", "\"")) {
      "{\"access_token\":{\"xms_cc\":{\"values\":[\($0)]}}}"
    },
    assertion("assertion, claims", item: numbered("\"claim", "\":1")) { "{\"iss\":\"daemon\",\($0)}" },
    assertion("assertion, audiences", item: numbered("\"https://a", ".test\"")) {
      "{\"iss\":\"daemon\",\"aud\":[\($0)]}"
    },
    ListPlace("assertion, dots", item: same("a.")) {
      .service("POST", token, form: assertionForm + $0.joined())
    },
    ListPlace("a bearer assertion of SAML", item: same("Issuer")) {
      .service(
        "POST", token,
        form: "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Asaml2-bearer&client_id=\(mobile)&assertion="
          + Base64.encodeURL(Array($0.joined().utf8)))
    },
  ]

  private static func claims(
    _ name: String, item: @escaping @Sendable (Int) -> String, _ json: @escaping @Sendable (String) -> String
  ) -> ListPlace {
    ListPlace(name, item: item) {
      .service(
        "POST", token, form: password + "&scope=User.Read&claims=" + Percent.encodeForm(json($0.joined(separator: ",")))
      )
    }
  }

  private static let assertionForm =
    "grant_type=client_credentials&client_id=dae30000-0000-4000-8000-000000000004&scope=https%3A%2F%2Fgraph.microsoft.com%2F.default"
    + "&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion="

  private static func assertion(
    _ name: String, item: @escaping @Sendable (Int) -> String, _ payload: @escaping @Sendable (String) -> String
  ) -> ListPlace {
    ListPlace(name, item: item) {
      let header = Base64.encodeURL(Array(#"{"alg":"RS256","typ":"JWT"}"#.utf8))
      let payload = Base64.encodeURL(Array(payload($0.joined(separator: ",")).utf8))
      return .service("POST", token, form: assertionForm + "\(header).\(payload).AAAA")
    }
  }

  // MARK: Documents

  /// A JSON body with the list between `begin` and `end`.
  private static func json(
    _ name: String, _ method: String, _ path: String, _ begin: String, _ end: String,
    of item: @escaping @Sendable (Int) -> String
  ) -> ListPlace {
    ListPlace(name, item: item) { .control(method, path, body: begin + $0.joined(separator: ",") + end) }
  }

  /// The same in YAML, an item a line.
  private static func yaml(
    _ name: String, _ method: String, _ path: String, _ begin: String, of item: @escaping @Sendable (Int) -> String
  ) -> ListPlace {
    ListPlace(name, item: item) { .control(method, path, body: begin + $0.joined(separator: "\n") + "\n") }
  }

  private static let documents: [ListPlace] = [
    ListPlace("tokens, scope", item: numbered("word")) {
      .control(
        "POST", "/tokens", body: "{\"client\":\"mobile\",\"user\":\"alice\",\"scope\":\"\($0.joined(separator: " "))\"}"
      )
    },
    ListPlace("tokens, scope of one API", item: numbered("api://contoso/Word")) {
      .control(
        "POST", "/tokens", body: "{\"client\":\"mobile\",\"user\":\"alice\",\"scope\":\"\($0.joined(separator: " "))\"}"
      )
    },
    json(
      "tokens, claims", "POST", "/tokens", "{\"client\":\"mobile\",\"user\":\"alice\",\"claims\":{", "}}",
      of: numbered("\"claim", "\":1")),
    json(
      "tokens, without", "POST", "/tokens", "{\"client\":\"mobile\",\"user\":\"alice\",\"without\":[", "]}",
      of: numbered("\"claim", "\"")),
    json("tokens, with", "POST", "/tokens", "{\"client\":\"mobile\",\"user\":\"alice\",\"with\":[", "]}") { _ in
      "\"expired\""
    },
    json(
      "apps, redirect URIs", "POST", "/apps",
      "{\"alias\":\"many\",\"displayName\":\"Many\",\"type\":\"native\",\"redirectUris\":[", "]}",
      of: numbered("\"https://a.test/", "\"")),
    json(
      "apps, redirect URIs of a change", "PATCH", "/apps/mobile", "{\"redirectUris\":[", "]}",
      of: numbered("\"https://a.test/", "\"")),
    json("apps, App ID URIs", "PATCH", "/apps/api", "{\"identifierUris\":[", "]}", of: numbered("\"api://many/", "\"")),
    json("apps, scopes", "PATCH", "/apps/api", "{\"scopes\":[", "]}", of: numbered("\"Word.", "\"")),
    json(
      "apps, app roles", "PATCH", "/apps/api", "{\"appRoles\":[", "]}", of: numbered("{\"value\":\"Word.", "\"}")),
    json(
      "apps, secrets", "PATCH", "/apps/web", "{\"passwordCredentials\":[", "]}",
      of: numbered("{\"secretText\":\"secret", "\"}")),
    json(
      "apps, permissions with ids of none", "PATCH", "/apps/mobile",
      "{\"requiredResourceAccess\":[{\"resourceAppId\":\"graph\",\"resourceAccess\":[", "]}]}"
    ) { _ in "{\"id\":\"e1fe6dd8-ba31-4d61-89e7-88639da4683d\",\"type\":\"Scope\"}" },
    json(
      "apps, APIs of the static list", "PATCH", "/apps/mobile", "{\"requiredResourceAccess\":[", "]}"
    ) { _ in
      "{\"resourceAppId\":\"graph\",\"resourceAccess\":[{\"id\":\"User.Read\",\"type\":\"Scope\"}]}"
    },
    json("apps, assigned users", "PATCH", "/apps/web", "{\"assignedUsers\":[", "]}") { _ in "\"alice\"" },
    json("apps, assignments", "PATCH", "/apps/api", "{\"assignments\":[", "]}") { _ in "{\"users\":[\"alice\"]}" },
    json(
      "apps, properties of a claim", "PATCH", "/apps/mobile",
      "{\"optionalClaims\":{\"idToken\":[{\"name\":\"email\",\"additionalProperties\":[", "]}]}}",
      of: numbered("\"word", "\"")),
    json(
      "users, directory extensions", "PATCH", "/users/alice", "{", "}",
      of: numbered("\"extension_0123456789abcdef0123456789abcdef_w", "\":\"v\"")),
    yaml(
      "apps, redirect URIs in YAML", "POST", "/apps", "alias: many\ndisplayName: Many\ntype: native\nredirectUris:\n",
      of: numbered("- https://a.test/")),
    json(
      "apps, permissions that do not exist", "POST", "/apps",
      "{\"alias\":\"many\",\"displayName\":\"Many\",\"type\":\"native\",\"permissions\":[", "]}",
      of: numbered("\"Word.", "\"")),
    json(
      "apps, one permission again and again", "POST", "/apps",
      "{\"alias\":\"many\",\"displayName\":\"Many\",\"type\":\"native\",\"permissions\":[", "]}"
    ) { _ in "\"User.Read\"" },
    json(
      "apps, permissions of one API again and again", "POST", "/apps",
      "{\"alias\":\"many\",\"displayName\":\"Many\",\"type\":\"native\",\"apiPermissions\":[", "]}"
    ) { _ in "\"api://contoso/Orders.Read\"" },
    json(
      "apps, federated credentials", "POST", "/apps",
      "{\"alias\":\"many\",\"displayName\":\"Many\",\"type\":\"native\",\"federatedCredentials\":[", "]}",
      of: numbered("{\"issuer\":\"https://i.test\",\"subject\":\"s", "\"}")),
    json("apps, known clients", "PATCH", "/apps/api", "{\"knownClients\":[", "]}") { _ in "\"mobile\"" },
    json(
      "apps, members of no meaning", "POST", "/apps",
      "{\"alias\":\"many\",\"displayName\":\"Many\",\"type\":\"native\",", "}",
      of: numbered("\"word", "\":1")),
    yaml(
      "apps, members of no meaning in YAML", "POST", "/apps", "alias: many\ndisplayName: Many\ntype: native\n",
      of: numbered("word", ": 1")),
    json(
      "users, members of no meaning", "POST", "/users", "{\"alias\":\"many\",\"displayName\":\"Many\",", "}",
      of: numbered("\"word", "\":1")),
    json("users, roles", "POST", "/users", "{\"alias\":\"many\",\"displayName\":\"Many\",\"roles\":[", "]}") { _ in
      "\"Global Administrator\""
    },
    json(
      "users, telephone numbers", "POST", "/users", "{\"alias\":\"many\",\"displayName\":\"Many\",\"businessPhones\":[",
      "]}", of: numbered("\"+49 ", "\"")),
    json("groups, members", "POST", "/groups", "{\"alias\":\"many\",\"displayName\":\"Many\",\"members\":[", "]}") {
      _ in "\"alice\""
    },
    json(
      "groups, unknown members", "POST", "/groups", "{\"alias\":\"many\",\"displayName\":\"Many\",\"members\":[", "]}",
      of: numbered("\"user", "\"")),
    json("consents, scopes", "POST", "/consents", "{\"client\":\"mobile\",\"scopes\":[", "]}") { _ in "\"User.Read\"" },
    json(
      "consents, unknown scopes", "POST", "/consents", "{\"client\":\"mobile\",\"scopes\":[", "]}",
      of: numbered("\"word", "\"")),
    json("policies, users", "POST", "/policies", "{\"name\":\"many\",\"require\":\"mfa\",\"users\":[", "]}") { _ in
      "\"alice\""
    },
    json("policies, resources", "POST", "/policies", "{\"name\":\"many\",\"require\":\"mfa\",\"resources\":[", "]}") {
      _ in "\"api\""
    },
    json(
      "rules", "POST", "/rules", "[", "]",
      of: numbered("{\"name\":\"r", "\",\"when\":{\"endpoint\":\"token\"},\"then\":{\"delay\":\"2s\"}}")),
    json("rules without names", "POST", "/rules", "[", "]") { _ in
      "{\"when\":{\"endpoint\":\"token\"},\"then\":{\"delay\":\"2s\"}}"
    },
    yaml(
      "rules in YAML", "POST", "/rules", "",
      of: numbered("- { name: r", ", when: { endpoint: token }, then: { delay: 2s } }")),
    json("rules, actions of one", "POST", "/rules", "{\"when\":{\"event\":\"signIn\"},\"then\":[", "]}") { _ in
      "{\"disable\":\"alice\"}"
    },
    json(
      "rules, exceptions of one", "POST", "/rules", "{\"when\":{\"endpoint\":\"token\",\"not\":[",
      "]},\"then\":{\"delay\":\"2s\"}}", of: numbered("{\"client\":\"mobile\",\"host\":\"h", "\"}")),
    json(
      "rules, conditions of no meaning", "POST", "/rules", "{\"when\":{", "},\"then\":{\"delay\":\"2s\"}}",
      of: numbered("\"word", "\":1")),
    json(
      "rules, header fields", "POST", "/rules",
      "{\"when\":{\"endpoint\":\"token\"},\"then\":{\"respond\":{\"status\":200,\"headers\":{", "}}}}",
      of: numbered("\"X-", "\":\"1\"")),
    json("verify", "POST", "/verify", "{\"expect\":[", "]}") { _ in "{\"event\":\"signIn\"}" },
    json(
      "verify, with names", "POST", "/verify", "{\"expect\":[", "]}",
      of: numbered("{\"event\":\"signIn\",\"name\":\"e", "\"}")),
    json("verify, one after the other", "POST", "/verify", "{\"expect\":[", "]}") {
      "{\"event\":\"signIn\",\"name\":\"e\($0)\",\"after\":\"e\(max(0, $0 - 1))\"}"
    },
    json("verify, an order", "POST", "/verify", "{\"expect\":[{\"inOrder\":[", "]}]}") { _ in "{\"event\":\"signIn\"}"
    },
    yaml("verify in YAML", "POST", "/verify", "expect:\n", of: numbered("- { event: signIn, name: e", " }")),
    json("actions", "POST", "/actions", "[", "]") { _ in "{\"disable\":\"alice\"}" },
    json(
      "rules, members of an answer", "POST", "/rules",
      "{\"when\":{\"endpoint\":\"discovery\"},\"then\":{\"changeAnswer\":{\"members\":{", "}}}}",
      of: numbered("\"m", "\":1")),
    json("lifetimes of no meaning", "PATCH", "/lifetimes", "{", "}", of: numbered("\"word", "\":1")),
    json(
      "an array in an array", "POST", "/apps",
      "{\"alias\":\"many\",\"displayName\":\"Many\",\"type\":\"native\",\"a\":", "",
      of: same("[")),
  ]
}
