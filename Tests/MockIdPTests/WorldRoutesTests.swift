import Authority
import Bytes
import Directory
import Expectations
import HTTPClient
import HTTPWire
import JSON
import Scenarios
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// Every route of the login host and Microsoft Graph, called without a tenant of its own: which world takes the request.
@Suite("A request that names no tenant") struct WorldRoutesTests {
  /// A request for a made world behind the name that all worlds share.
  struct Row: Sendable, CustomTestStringConvertible {
    let pattern: String
    /// What tells the world, as the documentation says it.
    let clue: String
    var method = "GET"
    /// The path with the query. `{…}` stands for a thing of the made world.
    let target: String
    var form = ""
    var fields: [(String, String)] = []

    var testDescription: String { "\(method) \(target) \(form)" }
  }

  private static let common = "/common/oauth2/v2.0"

  /// Calls of the native authentication API: the first of each flow, and those that bring what it gave.
  private static let native: [Row] =
    ["oauth2/v2.0/initiate", "signup/v1.0/start", "resetpassword/v1.0/start"].flatMap { path in
      ["client_id={client}", "client_id={seeded}&username=kim@{domain}"].map { form in
        Row(
          pattern: "/{tenant}/\(path)", clue: "the domain of `username`; `client_id`", method: "POST",
          target: "/common/\(path)", form: form)
      }
    }
    + [
      "oauth2/v2.0/challenge", "oauth2/v2.0/introspect", "signup/v1.0/challenge", "signup/v1.0/continue",
      "resetpassword/v1.0/challenge", "resetpassword/v1.0/continue", "resetpassword/v1.0/submit",
      "resetpassword/v1.0/poll_completion", "register/v1.0/introspect", "register/v1.0/challenge",
      "register/v1.0/continue",
    ].flatMap { path in
      ["client_id={seeded}&continuation_token={continuation}", "client_id={client}"].map { form in
        Row(
          pattern: "/{tenant}/\(path)", clue: "`continuation_token`; `client_id`", method: "POST",
          target: "/common/\(path)", form: form)
      }
    }

  /// What concerns no app and no user brings nothing that a world has handed out.
  private static let unowned: [Row] = [
    ("/issuers/{name}/.well-known/openid-configuration", "GET", "/issuers/cluster/.well-known/openid-configuration"),
    ("/issuers/{name}/openid/v1/jwks", "GET", "/issuers/cluster/openid/v1/jwks"),
    ("/pipelines/github/token", "GET", "/pipelines/github/token"),
    (
      "/pipelines/azure-devops/{organization}/{project}/token", "POST",
      "/pipelines/azure-devops/contoso/shop/token"
    ),
  ].map { pattern, method, target in
    Row(
      pattern: pattern, clue: "the header field or the label alone", method: method, target: target,
      fields: [("Mockidp-World", "t1")])
  }

  /// SAML: the provider names itself, and the addresses that start an app name the app.
  private static let saml: [Row] =
    ["/saml2", "/saml2/{principal}"].map { path in
      Row(
        pattern: "/{tenant}" + path, clue: "the issuer of `SAMLRequest`", method: "POST",
        target: "/common" + path.replacing("{principal}", with: "00000000-0000-4000-8000-000000000001"),
        form: "SAMLRequest={samlRequest}")
    }
    + ["/signin", "/signin/{name}", "/api/signin", "/{domain}/signin", "/{domain}/signin/{name}"].map { path in
      Row(
        pattern: path + "/{application}",
        clue: path.hasPrefix("/{domain}") ? "the domain in the path" : "the client id in the path",
        target: path.replacing("{name}", with: "wiki") + "/{client}")
    }
    + [
      Row(
        pattern: "/{tenant}/samlsignout", clue: "the session cookie", method: "POST", target: "/common/samlsignout",
        form: "a=b", fields: [("Cookie", "ESTSAUTH={cookie}")]),
      Row(
        pattern: "/{tenant}/federationmetadata/2007-06/federationmetadata.xml", clue: "`appid`",
        target: "/common/federationmetadata/2007-06/federationmetadata.xml?appid={client}"),
    ]

  // The last rows of `named` end the session whose cookie these bring.
  static let rows = saml + named + native + unowned

  private static let named: [Row] = [
    Row(
      pattern: "/{tenant}/v2.0/.well-known/openid-configuration", clue: "`appid`",
      target: "/common/v2.0/.well-known/openid-configuration?appid={client}"),
    Row(
      pattern: "/{tenant}/.well-known/openid-configuration", clue: "`appid`",
      target: "/common/.well-known/openid-configuration?appid={client}"),
    Row(
      pattern: "/{tenant}/discovery/v2.0/keys", clue: "`appid`", target: "/common/discovery/v2.0/keys?appid={client}"),
    Row(pattern: "/{tenant}/discovery/keys", clue: "`appid`", target: "/common/discovery/keys?appid={client}"),
    Row(
      pattern: "/common/discovery/instance", clue: "the tenant in `authorization_endpoint`",
      target: "/common/discovery/instance?api-version=1.1&authorization_endpoint="
        + "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/authorize"),
    Row(
      pattern: "/common/userrealm/{user}", clue: "the domain of the user in the path",
      target: "/common/UserRealm/{user}?api-version=1.0"),
    Row(
      pattern: "/common/userrealm", clue: "the domain of `user`",
      target: "/common/userrealm/?user={user}&api-version=2.1"),
    Row(pattern: "/getuserrealm.srf", clue: "the domain of `login`", target: "/getuserrealm.srf?login={user}"),
    Row(
      pattern: "/{tenant}/GetCredentialType", clue: "the domain of `Username`", method: "POST",
      target: "/common/GetCredentialType", form: #"{"Username":"{user}"}"#),
    Row(
      pattern: "/{tenant}/oauth2/v2.0/authorize", clue: "`login_hint`, `domain_hint`, `id_token_hint`, `client_id`",
      target: "\(common)/authorize?client_id={seeded}&login_hint={user}"),
    Row(
      pattern: "/{tenant}/oauth2/v2.0/authorize", clue: "`login_hint`, `domain_hint`, `id_token_hint`, `client_id`",
      target: "\(common)/authorize?client_id={seeded}&domain_hint={domain}"),
    Row(
      pattern: "/{tenant}/oauth2/v2.0/authorize", clue: "`login_hint`, `domain_hint`, `id_token_hint`, `client_id`",
      target: "\(common)/authorize?client_id={client}"),
    Row(
      pattern: "/{tenant}/oauth2/authorize", clue: "`login_hint`, `domain_hint`, `id_token_hint`, `client_id`",
      target: "/common/oauth2/authorize?client_id={seeded}&id_token_hint={idToken}"),
    Row(
      pattern: "/{tenant}/oauth2/v2.0/token",
      clue: "the code, refresh token, device code or `assertion`; the domain of `username`; `client_id`",
      method: "POST",
      target: "/organizations/oauth2/v2.0/token",
      form: "grant_type=password&client_id={seeded}&username={user}&password=Passw0rd!&scope=User.Read"),
    Row(
      pattern: "/{tenant}/oauth2/v2.0/token",
      clue: "the code, refresh token, device code or `assertion`; the domain of `username`; `client_id`",
      method: "POST",
      target: "\(common)/token", form: "grant_type=refresh_token&client_id={seeded}&refresh_token={refresh}"),
    Row(
      pattern: "/{tenant}/oauth2/v2.0/token",
      clue: "the code, refresh token, device code or `assertion`; the domain of `username`; `client_id`",
      method: "POST",
      target: "\(common)/token",
      form: "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&client_id={seeded}&assertion={idToken}"),
    Row(
      pattern: "/{tenant}/oauth2/v2.0/token",
      clue: "the code, refresh token, device code or `assertion`; the domain of `username`; `client_id`",
      method: "POST",
      target: "\(common)/token", form: "grant_type=client_credentials&client_id={client}"),
    Row(
      pattern: "/{tenant}/oauth2/token",
      clue: "the code, refresh token, device code or `assertion`; the domain of `username`; `client_id`",
      method: "POST",
      target: "/common/oauth2/token",
      form: "grant_type=device_code&client_id={seeded}&code={deviceCode}&device_code={deviceCode}"),
    Row(
      pattern: "/{tenant}/oauth2/v2.0/devicecode", clue: "`client_id`", method: "POST", target: "\(common)/devicecode",
      form: "client_id={client}&scope=User.Read"),
    Row(
      pattern: "/{tenant}/oauth2/devicecode", clue: "`client_id`", method: "POST", target: "/common/oauth2/devicecode",
      form: "client_id={client}"),
    Row(
      pattern: "/{tenant}/oauth2/checksession", clue: "the session cookie", target: "/common/oauth2/checksession",
      fields: [("Cookie", "ESTSAUTH={cookie}")]),
    Row(
      pattern: "/redeem", clue: "the tenant in `rd`",
      target: "/redeem?rd=https%3a%2f%2finvitations.microsoft.com%2fredeem%2f%3ftenant%3d{tenant}%26user%3dx"),
    // These end the session of the cookie.
    Row(
      pattern: "/{tenant}/oauth2/logout", clue: "`id_token_hint`, `logout_hint`, the session cookie",
      target: "/common/oauth2/logout", fields: [("Cookie", "ESTSAUTH={cookie}")]),
    Row(
      pattern: "/{tenant}/oauth2/v2.0/logout", clue: "`id_token_hint`, `logout_hint`, the session cookie",
      target: "\(common)/logout?id_token_hint={idToken}"),
    Row(
      pattern: "/{tenant}/oauth2/v2.0/logout", clue: "`id_token_hint`, `logout_hint`, the session cookie",
      target: "\(common)/logout?logout_hint={user}"),
    Row(
      pattern: "/{tenant}/oauth2/v2.0/logoutsession", clue: "`id_token_hint`, `logout_hint`, the session cookie",
      target: "\(common)/logoutsession?logout_hint={user}"),
    Row(
      pattern: "/{tenant}/oauth2/deviceauth", clue: "the user code", target: "/common/oauth2/deviceauth?otc={userCode}"),
    Row(
      pattern: "/devicelogin", clue: "the user code", method: "POST", target: "/devicelogin", form: "otc={userCode}"),
    Row(pattern: "/deviceloginus", clue: "the user code", target: "/deviceloginus?user_code={userCode}"),
    Row(pattern: "/deviceloginchina", clue: "the user code", target: "/deviceloginchina?otc={userCode}"),
    Row(pattern: "/device", clue: "the user code", target: "/device?otc={userCode}"),
    Row(pattern: "/link", clue: "the user code", target: "/link?otc={userCode}"),
    Row(
      pattern: "/{tenant}/openid/userinfo", clue: "the bearer token", target: "/common/openid/userinfo",
      fields: [("Authorization", "Bearer {access}")]),
    Row(
      pattern: "/{tenant}/v2.0/adminconsent", clue: "`client_id`",
      target: "/organizations/v2.0/adminconsent?client_id={client}"),
    Row(pattern: "/{tenant}/adminconsent", clue: "`client_id`", target: "/common/adminconsent?client_id={client}"),
    Row(
      pattern: "/metadata/identity/oauth2/token", clue: "`client_id`",
      target:
        "/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https://graph.microsoft.com&client_id={client}"
    ),
    Row(
      pattern: "/MSI/token", clue: "`client_id`",
      target: "/MSI/token?api-version=2019-08-01&resource=https://graph.microsoft.com&client_id={client}"),
    Row(
      pattern: "/MSI/auth", clue: "`client_id`",
      target: "/MSI/auth?api-version=2017-09-01&resource=https://graph.microsoft.com&client_id={client}"),
    Row(
      pattern: "/arc/metadata/identity/oauth2/token", clue: "`client_id`",
      target: "/arc/metadata/identity/oauth2/token?api-version=2020-06-01&client_id={client}"),
    Row(
      pattern: "/service-fabric/metadata/identity/oauth2/token", clue: "`client_id`",
      target: "/service-fabric/metadata/identity/oauth2/token?api-version=2020-05-01&client_id={client}"),
    Row(
      pattern: "/oauth2/token", clue: "`client_id`", method: "POST",
      target: "/oauth2/token", form: "resource=https://graph.microsoft.com&client_id={client}"),
    Row(
      pattern: "/metadata", clue: "the bearer token", target: "/metadata?api-version=2021-02-01",
      fields: [("Authorization", "Bearer {access}")]),
    Row(
      pattern: "/metadata/{path...}", clue: "the bearer token", target: "/metadata/instance?api-version=2021-02-01",
      fields: [("Authorization", "Bearer {access}")]),
    Row(
      pattern: "/{tenant}/login", clue: "`ctx` of the form", method: "POST", target: "/common/login", form: "ctx={ctx}"),
    Row(
      pattern: "/{tenant}/SAS/ProcessAuth", clue: "`ctx` of the form", method: "POST",
      target: "/common/SAS/ProcessAuth", form: "ctx={ctx}"),
    Row(pattern: "/kmsi", clue: "`ctx` of the form", method: "POST", target: "/kmsi", form: "ctx={ctx}"),
    Row(
      pattern: "/appverify", clue: "`ctx` of the form", method: "POST", target: "/appverify", form: "ctx={ctx}"),
    Row(pattern: "/{tenant}/reprocess", clue: "`ctx`", target: "/common/reprocess?ctx={ctx}"),
    Row(
      pattern: "/{tenant}/SAS/BeginAuth", clue: "`Ctx`", method: "POST", target: "/common/SAS/BeginAuth",
      form: #"{"Ctx":"{ctx}","AuthMethodId":"OneWaySMS","Method":"BeginAuth"}"#),
    Row(
      pattern: "/{tenant}/SAS/EndAuth", clue: "`Ctx`", method: "POST", target: "/common/SAS/EndAuth",
      form: #"{"Ctx":"{ctx}","Method":"EndAuth"}"#),
    Row(
      pattern: "/{tenant}/oauth2/nativeclient", clue: "the code", target: "/common/oauth2/nativeclient?code={code}"),
    Row(
      pattern: "/metadata/endpoints", clue: "the bearer token", target: "/metadata/endpoints?api-version=2022-09-01",
      fields: [("Authorization", "Bearer {access}")]),
    Row(
      pattern: "/tenants", clue: "the bearer token", target: "/tenants?api-version=2022-09-01",
      fields: [("Authorization", "Bearer {access}")]),
    Row(
      pattern: "/subscriptions", clue: "the bearer token", target: "/subscriptions?api-version=2022-09-01",
      fields: [("Authorization", "Bearer {access}")]),
    Row(
      pattern: "/subscriptions/{id}", clue: "the bearer token", target: "/subscriptions/1?api-version=2022-09-01",
      fields: [("Authorization", "Bearer {access}")]),
    Row(
      pattern: "/v1.0/…", clue: "the bearer token", target: "/v1.0/me", fields: [("Authorization", "Bearer {access}")]),
    Row(
      pattern: "/oidc/userinfo", clue: "the bearer token", target: "/oidc/userinfo",
      fields: [("Authorization", "Bearer {access}")]),
  ]

  @Test("has a row for every route, here and in the documentation") func rowsAreComplete() throws {
    let patterns = Set(Self.rows.map(\.pattern))
    let missing = Set(AuthorityRoutes.joined.patterns).subtracting(patterns)
    #expect(missing.isEmpty, "\(missing)")
    let page = try ["worlds", "worlds-reference"].map { name in
      try String(decoding: #require(TestFiles.read(Self.root + "/docs/\(name).md")), as: UTF8.self)
    }.joined()
    for row in Self.rows {
      let path = row.pattern.replacing("{tenant}", with: "common")
      #expect(page.contains("| `\(path)` | \(row.clue) |"), "\(path)")
    }
    for clue in WorldClue.all {
      #expect(page.contains("| \(clue.name) | \(clue.example) | \(clue.use) |"), "\(clue.name)")
    }
  }

  private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// A world with a tenant for customers beside those of the seeds.
  private static let world = #"""
    {"name": "t1", "clientIds": "perWorld", "overrides": {"world": {
      "tenants": {"flowers": {"kind": "external", "userFlows": [{"name": "SignUpSignIn"}]}},
      "users": {"kim": {"displayName": "Kim Lee", "tenant": "flowers", "mail": "kim@example.com"}},
      "apps": {"wiki": {"type": "web", "identifierUris": ["https://wiki.test/saml"],
        "redirectUris": ["https://wiki.test/saml/acs"], "saml": {}},
        "garden": {"type": "native", "tenant": "flowers", "redirectUris": ["http://localhost:5001"],
        "isFallbackPublicClient": true, "nativeAuthenticationApisEnabled": "all"}}}}}
    """#

  @Test("is for the world that what it brings belongs to") func placed() throws {
    try Running.server(try Running.options()) { server, client in
      let made = try WorldServerTests.make(client, server, Self.world)
      _ = try WorldServerTests.make(client, server, #"{"name": "t2", "clientIds": "perWorld"}"#)
      let things = try Self.things(of: made, client, server)
      for row in Self.rows {
        let before = try Self.count(client, server)
        let fields = row.fields.map { ($0.0, Self.filled($0.1, things)) }
        let url = server.endpoints.https + Self.filled(row.target, things)
        let answer =
          row.method == "POST"
          ? try client.post(url, Self.filled(row.form, things), fields) : try client.get(url, fields)
        try expectEqual(
          Self.count(client, server), before + 1, "\(row.testDescription): \(answer.status) \(answer.text)")
      }
    }
  }

  @Test(
    "is for the default world when it brings nothing", arguments: ["/common/oauth2/v2.0/authorize", "/devicelogin"])
  func unplaced(path: String) throws {
    try Running.server(try Running.options()) { server, client in
      _ = try WorldServerTests.make(client, server, #"{"name": "t1"}"#)
      _ = try client.get(server.endpoints.https + path)
      expectEqual(server.world.journal.exchanges.count, 1)
    }
  }

  /// How many exchanges the journal of the made world has.
  private static func count(_ client: HTTPClient, _ server: MockIdPServer) throws -> Int {
    guard case .world(let world) = server.worlds.world(named: "t1") else { throw TestFault("no world") }
    return world.journal.exchanges.count
  }

  private static func filled(_ text: String, _ things: [String: String]) -> String {
    var text = text
    for (name, value) in things { text = text.replacing("{\(name)}", with: value) }
    return text
  }

  /// One of each thing that the made world has handed out, and its names.
  private static func things(
    of made: JSONValue, _ client: HTTPClient, _ server: MockIdPServer
  ) throws -> [String: String] {
    let tenant = try #require(made["tenants"]?.array?.first)
    let id = try #require(tenant["id"]?.string)
    let user = try #require(made["users"]?.array?.first?["userPrincipalName"]?.string)
    let mobile = try #require(made["apps"]?.array?.first { $0["alias"]?.string == "mobile" }?["clientId"]?.string)
    let base = server.endpoints.https + "/\(id)/oauth2/v2.0"
    let tokens = try WorldServerTests.json(
      client.post(
        base + "/token",
        "grant_type=password&client_id=\(mobile)&username=\(user)&password=Passw0rd!&scope=openid%20offline_access%20User.Read"
      ))
    let device = try WorldServerTests.json(
      client.post(base + "/devicecode", "client_id=\(mobile)&scope=openid%20User.Read"))
    let authorize =
      base
      + "/authorize?client_id=\(mobile)&response_type=code&redirect_uri=http://localhost&scope=openid&login_hint=\(user)"
    let page = try client.get(authorize)
    let open = try #require(HTMLForm(in: page.text), "\(page.text)")
    let flowers = try #require(
      made["tenants"]?.array?.first { $0["alias"]?.string == "flowers" }?["id"]?.string, "\(made)")
    let garden = try #require(made["apps"]?.array?.first { $0["alias"]?.string == "garden" }?["clientId"]?.string)
    let started = try WorldServerTests.json(
      client.post(
        server.endpoints.https + "/\(flowers)/oauth2/v2.0/initiate",
        "client_id=\(garden)&username=kim@example.com&challenge_type=password%20redirect"))
    let (code, cookie) = try signIn(user, client, server, authorize)
    return [
      "tenant": id, "user": user, "domain": tenant["domain"]?.string ?? "", "client": mobile,
      "seeded": "30b11e00-0000-4000-8000-000000000001", "access": tokens["access_token"]?.string ?? "",
      "idToken": tokens["id_token"]?.string ?? "", "refresh": tokens["refresh_token"]?.string ?? "",
      "deviceCode": device["device_code"]?.string ?? "", "userCode": device["user_code"]?.string ?? "",
      "ctx": open.fields.first { $0.0 == "ctx" }?.1 ?? "", "cookie": cookie, "code": code,
      "samlRequest": Percent.encode(Base64.encode(Array(samlRequest.utf8))),
      "continuation": try #require(started["continuation_token"]?.string, "\(started)"),
    ]
  }

  private static let samlRequest = """
    <samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="id1" Version="2.0"\
     IssueInstant="2026-01-01T00:00:00Z">\
    <Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">https://wiki.test/saml</Issuer></samlp:AuthnRequest>
    """

  /// Signs the user in on the pages. The code for the app, and the cookie of the session.
  private static func signIn(
    _ user: String, _ client: HTTPClient, _ server: MockIdPServer, _ authorize: String
  ) throws -> (code: String, cookie: String) {
    let page = try client.get(authorize)
    let form = try #require(HTMLForm(in: page.text), "\(page.text)")
    var fields = FormFields(form.fields)
    fields.set("loginfmt", user)
    fields.set("passwd", SeededDirectory.password)
    let cookies = page.fields.all("Set-Cookie").map { String($0.prefix { $0 != ";" }) }.joined(separator: "; ")
    let url = form.action.hasPrefix("/") ? server.endpoints.https + form.action : form.action
    let answer = try client.post(url, fields.encoded, [("Cookie", cookies), ("Origin", server.endpoints.https)])
    let location = try #require(answer.fields["Location"], "\(answer.status) \(answer.text)")
    let query = location.firstPlace(of: "?").map { String(location[$0.upperBound...]) } ?? ""
    let session = answer.fields.all("Set-Cookie").first { $0.hasPrefix("ESTSAUTH=") } ?? ""
    return (
      FormFields(parsing: query)?["code"] ?? "", String(session.dropFirst("ESTSAUTH=".count).prefix { $0 != ";" })
    )
  }
}
