import Bytes
import Directory
import Expectations
import JSON
import Policy
import Scenarios
import TestSupport
import Testing
import Time
import Worlds

/// The grant of apps that act for nobody but themselves.
struct ClientCredentialsTests {
  static let daemon = "dae30000-0000-4000-8000-000000000004"
  static let graph = "https://graph.microsoft.com/.default"

  static func form(_ changes: [(String, String?)] = []) -> FormFields {
    FormFields([
      ("grant_type", "client_credentials"), ("client_id", daemon), ("client_secret", "daemon-secret"), ("scope", graph),
    ]).with(changes)
  }

  // MARK: Success

  @Test func answersWithFourMembers() throws {
    let answer = try TestWorld().token(Self.form(), tenant: TestWorld.contoso)
    expectEqual(answer.status, 200)
    try expectEqual(answer.jsonNames, ["token_type", "expires_in", "ext_expires_in", "access_token"])
    try expectEqual(answer.json["token_type"], "Bearer")
    try expectEqual(answer.json["expires_in"], 3599)
    try expectEqual(answer.json["ext_expires_in"], 3599)
    expectEqual(answer.exchange.events, [.tokenIssued])
    expectEqual(answer.exchange.resource, "graph")
  }

  @Test(arguments: ["botframework.com", "d6d49420-f39b-4df7-a1dc-d59a935871db"])
  func theBotFrameworksTenantKnowsEveryBot(_ tenant: String) throws {
    let test = try TestWorld(file: "world: { apps: { daemon: { audience: AzureADMultipleOrgs } } }\n")
    let form = Self.form([("scope", "https://api.botframework.com/.default")])
    let answer = try test.token(form, tenant: tenant)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.json["expires_in"], 86_399)
    let claims = try answer.json.claims("access_token")
    expectEqual(
      claims.names,
      [
        "aud", "iss", "iat", "nbf", "exp", "aio", "appid", "appidacr", "idp", "rh", "tid", "uti", "ver", "xms_ftd",
      ])
    expectEqual(claims["aud"], "https://api.botframework.com")
    expectEqual(claims["tid"], "d6d49420-f39b-4df7-a1dc-d59a935871db")
    let life = (claims["exp"]?.integer ?? 0) - (claims["iat"]?.integer ?? 0)
    expectEqual(life, 86_700)
    // The tenant belongs to Microsoft, and no list of this server's has it.
    expectNil(test.world.directory.tenants[WellKnown.botFrameworkTenant])
    try expectEqual(TestWorld().token(form, tenant: tenant).errorCode, 700_016)
  }

  @Test func tokenForGraphIsInTheOlderShape() throws {
    let test = try TestWorld()
    let json = try test.token(Self.form(), tenant: "contoso.onmicrosoft.com").json
    let claims = try json.claims("access_token")
    let app = try test.app("daemon")
    let principal = try #require(test.world.directory.servicePrincipal(of: app.id, in: SeededDirectory.contoso))
    expectEqual(
      claims.names,
      [
        "aud", "iss", "iat", "nbf", "exp", "aio", "app_displayname", "appid", "appidacr", "idp", "idtyp", "oid", "rh",
        "roles", "sub", "tenant_region_scope", "tid", "uti", "ver", "wids", "xms_acd", "xms_act_fct", "xms_ftd",
        "xms_idrel", "xms_rd", "xms_sub_fct", "xms_tcdt", "xms_tnt_fct",
      ])
    try expectEqual(json.header("access_token").names, ["typ", "alg", "x5t", "kid"])
    expectEqual(claims["aud"], "https://graph.microsoft.com")
    expectEqual(claims["iss"], "https://localhost:8443/\(TestWorld.contoso)/")
    expectEqual(claims["idp"], claims["iss"])
    expectEqual(claims["appid"], .string(Self.daemon))
    expectEqual(claims["appidacr"], "1")
    expectEqual(claims["idtyp"], "app")
    expectEqual(claims["oid"], "\(principal.id)")
    expectEqual(claims["sub"], claims["oid"])
    expectEqual(claims["roles"], ["User.Read.All"])
    expectEqual(claims["ver"], "1.0")
    expectEqual(claims["iat"]?.integer, TestWorld.start.seconds - 300)
    expectEqual(claims["exp"]?.integer, TestWorld.start.seconds + 3600)
  }

  /// The claim names of a captured token for an API of the newer shape, to which no role was assigned.
  @Test func tokenForAnOwnAPIHasTheCapturedClaims() throws {
    let test = try TestWorld(directory: { directory in
      for id in directory.roleAssignments.keys { directory.remove(id) }
    })
    let json = try test.token(
      Self.form([("scope", "\(TestClient.api.id)/.default")]), tenant: TestWorld.contoso
    ).json
    let claims = try json.claims("access_token")
    expectEqual(
      claims.names.sorted(),
      [
        "aio", "aud", "azp", "azpacr", "exp", "iat", "iss", "nbf", "oid", "rh", "sub", "tid", "uti", "ver", "xms_ftd",
      ])
    expectEqual(
      claims.names,
      [
        "aud", "iss", "iat", "nbf", "exp", "aio", "azp", "azpacr", "oid", "rh", "sub", "tid", "uti", "ver", "xms_ftd",
      ])
    expectEqual(claims["ver"], "2.0")
    expectEqual(claims["aud"], .string(TestClient.api.id))
    expectEqual(claims["iss"], "https://localhost:8443/\(TestWorld.contoso)/v2.0")
    try expectEqual(json.header("access_token").names, ["typ", "alg", "kid"])
  }

  struct Accepted: CustomTestStringConvertible {
    let testDescription: String
    var scope: String
    var audience: String
  }

  @Test(arguments: [
    Accepted(
      testDescription: "a bare .default means Graph", scope: ".default", audience: "https://graph.microsoft.com"),
    Accepted(
      testDescription: "the words libraries add",
      scope: "openid profile offline_access https://graph.microsoft.com/.default",
      audience: "https://graph.microsoft.com"),
    Accepted(
      testDescription: "a resource without slash at the end", scope: "https://management.core.windows.net/.default",
      audience: "https://management.core.windows.net"),
    Accepted(
      testDescription: "a resource with one", scope: "https://management.core.windows.net//.default",
      audience: "https://management.core.windows.net/"),
    Accepted(
      testDescription: "a client id", scope: "00000003-0000-0000-c000-000000000000/.default",
      audience: "00000003-0000-0000-c000-000000000000"),
    Accepted(testDescription: "an App ID URI", scope: "api://contoso/.default", audience: TestClient.api.id),
  ])
  func spellingsOfTheResource(_ row: Accepted) throws {
    let answer = try TestWorld().token(Self.form([("scope", row.scope)]), tenant: TestWorld.contoso)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.json.claims("access_token")["aud"], .string(row.audience))
  }

  @Test func secretMayComeByBasic() throws {
    let answer = try TestWorld().token(
      Self.form([("client_id", nil), ("client_secret", nil)]), tenant: TestWorld.contoso,
      fields: [("Authorization", "Basic " + Base64.encode(Array("\(Self.daemon):daemon%2Dsecret".utf8)))])
    expectEqual(answer.status, 200, "\(answer.text)")
  }

  @Test func clientInfoIsIgnored() throws {
    let answer = try TestWorld().token(Self.form([("client_info", "1")]), tenant: TestWorld.contoso)
    try expectEqual(answer.jsonNames, ["token_type", "expires_in", "ext_expires_in", "access_token"])
  }

  @Test func clientsThatHeedChallengesGetADayFromMicrosoftsAPIs() throws {
    let claims = #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#
    let test = try TestWorld()
    let graph = try test.token(Self.form([("claims", claims)]), tenant: TestWorld.contoso).json
    expectEqual(graph["expires_in"], 86399)
    try expectEqual(graph.claims("access_token")["xms_cc"], ["cp1"])
    try expectEqual(graph.claims("access_token")["exp"]?.integer, TestWorld.start.seconds + 86_400)
    let own = try test.token(
      Self.form([("claims", claims), ("scope", "api://contoso/.default")]), tenant: TestWorld.contoso
    ).json
    expectEqual(own["expires_in"], 3599)
  }

  // MARK: Refusals

  struct Refused: CustomTestStringConvertible {
    let testDescription: String
    var tenant = TestWorld.contoso
    var changes: [(String, String?)] = []
    var fields: [(String, String)] = []
    var status = 400
    var error: String
    var code: Int
    var directory: @Sendable (inout DirectoryState) -> Void = { _ in }
  }

  @Test(arguments: [
    Refused(testDescription: "an alias for a tenant", tenant: "common", error: "invalid_request", code: 50059),
    Refused(testDescription: "another alias", tenant: "organizations", error: "invalid_request", code: 50059),
    Refused(testDescription: "personal accounts", tenant: "consumers", error: "invalid_request", code: 50059),
    Refused(
      testDescription: "an alias, though the app is not known either", tenant: "common",
      changes: [("client_id", "11111111-0000-4000-8000-000000000000")], error: "invalid_request", code: 50059),
    Refused(testDescription: "an unknown tenant", tenant: "nowhere.test", error: "invalid_request", code: 90002),
    Refused(testDescription: "no client id", changes: [("client_id", nil)], error: "invalid_request", code: 900144),
    Refused(
      testDescription: "an app of nobody", changes: [("client_id", "11111111-0000-4000-8000-000000000000")],
      error: "unauthorized_client", code: 700016),
    Refused(
      testDescription: "an app of another tenant", tenant: TestWorld.fabrikam, error: "unauthorized_client",
      code: 700016),
    Refused(
      testDescription: "an app for several tenants without a principal here", tenant: TestWorld.fabrikam,
      changes: [("client_id", TestClient.web.id), ("client_secret", "web-secret")], status: 401,
      error: "invalid_client", code: 7_000_229),
    Refused(
      testDescription: "a disabled app", error: "unauthorized_client", code: 7_000_112,
      directory: { directory in
        if let id = directory.application(named: "daemon")?.id {
          directory.updateApplication(id) { $0.isEnabled = false }
        }
      }),
    Refused(
      testDescription: "no credential", changes: [("client_secret", nil)], status: 401, error: "invalid_client",
      code: 7_000_216),
    Refused(
      testDescription: "an empty secret", changes: [("client_secret", "")], status: 401, error: "invalid_client",
      code: 7_000_216),
    Refused(
      testDescription: "a wrong secret", changes: [("client_secret", "nope")], status: 401, error: "invalid_client",
      code: 7_000_215),
    Refused(
      testDescription: "a wrong secret before a missing scope", changes: [("client_secret", "nope"), ("scope", nil)],
      status: 401, error: "invalid_client", code: 7_000_215),
    Refused(
      testDescription: "a wrong secret before a malformed scope",
      changes: [("client_secret", "nope"), ("scope", "a,b")],
      status: 401, error: "invalid_client", code: 7_000_215),
    Refused(
      testDescription: "an app that has no secret", changes: [("client_id", TestClient.mobile.id)], status: 401,
      error: "invalid_client", code: 7_000_215),
    Refused(
      testDescription: "an expired secret", status: 401, error: "invalid_client", code: 7_000_222,
      directory: { directory in
        if let id = directory.application(named: "daemon")?.id {
          directory.updateApplication(id) { $0.secrets[0].expiresAt = TestWorld.start }
        }
      }),
    Refused(testDescription: "no scope", changes: [("scope", nil)], error: "invalid_request", code: 900144),
    Refused(
      testDescription: "a named scope", changes: [("scope", "https://graph.microsoft.com/User.Read")],
      error: "invalid_scope", code: 1_002_012),
    Refused(
      testDescription: "a bare scope", changes: [("scope", "User.Read")], error: "invalid_scope", code: 1_002_012),
    Refused(
      testDescription: "only the words libraries add", changes: [("scope", "openid offline_access")],
      error: "invalid_scope", code: 1_002_012),
    Refused(
      testDescription: "several resources", changes: [("scope", Self.graph + " api://contoso/.default")],
      error: "invalid_scope", code: 70011),
    Refused(
      testDescription: "a malformed scope", changes: [("scope", "a,b/.default")], error: "invalid_scope", code: 70011),
    Refused(
      testDescription: "an unknown resource", changes: [("scope", "api://not-a-registered-resource/.default")],
      error: "invalid_resource", code: 500011),
    Refused(
      testDescription: "an unknown resource among two", changes: [("scope", "api://nothing/.default " + Self.graph)],
      error: "invalid_resource", code: 500011),
    Refused(
      testDescription: "a resource that wants assignment", changes: [("scope", "api://contoso/.default")],
      error: "invalid_grant", code: 501051,
      directory: { directory in
        for id in directory.roleAssignments.keys { directory.remove(id) }
        guard let api = directory.application(named: "api"),
          var principal = directory.servicePrincipal(of: api.id, in: SeededDirectory.contoso)
        else { return }
        principal.requiresAssignment = true
        directory.put(principal)
      }),
    Refused(
      testDescription: "a browser", fields: [("Origin", "https://spa.contoso.test")], error: "invalid_request",
      code: 9_002_326),
    Refused(
      testDescription: "claims that are not JSON", changes: [("claims", "{")], error: "invalid_request", code: 90023),
  ])
  func refusals(_ row: Refused) throws {
    let answer = try TestWorld(directory: row.directory)
      .token(Self.form(row.changes), tenant: row.tenant, fields: row.fields)
    expectEqual(answer.status, row.status, "\(answer.text)")
    expectEqual(answer.error, row.error)
    expectEqual(answer.errorCode, row.code)
    try expectNil(answer.json["suberror"])
  }

  // MARK: Captures

  struct Captured: CustomTestStringConvertible {
    let testDescription: String
    var changes: [(String, String?)]
    var status: Int
    /// The body with what differs from run to run masked.
    var body: String
  }

  @Test(arguments: [
    Captured(
      testDescription: "tokens", changes: [], status: 200,
      body: """
        {"token_type":"Bearer","expires_in":{seconds},"ext_expires_in":{seconds},"access_token":"{redacted-jwt}"}
        """),
    Captured(
      testDescription: "a wrong secret", changes: [("client_secret", "nope")], status: 401,
      body: """
        {"error":"invalid_client","error_description":"AADSTS7000215: Invalid client secret provided. Ensure the secret being \
        sent in the request is the client secret value, not the client secret ID, for a secret added to app \
        '{daemon-app-id}'. Trace ID: {guid} Correlation ID: {guid} Timestamp: {timestamp}","error_codes":[7000215],\
        "timestamp":"{timestamp}","trace_id":"{guid}","correlation_id":"{guid}",\
        "error_uri":"https://login.microsoftonline.com/error?code=7000215"}
        """),
    Captured(
      testDescription: "an unknown resource", changes: [("scope", "api://not-a-registered-resource/.default")],
      status: 400,
      body: """
        {"error":"invalid_resource","error_description":"AADSTS500011: The resource principal named \
        api://not-a-registered-resource was not found in the tenant named {tenant-id}. This can happen if the application \
        has not been installed by the administrator of the tenant or consented to by any user in the tenant. You might \
        have sent your authentication request to the wrong tenant. Trace ID: {guid} Correlation ID: {guid} Timestamp: \
        {timestamp}","error_codes":[500011],"timestamp":"{timestamp}","trace_id":"{guid}","correlation_id":"{guid}",\
        "error_uri":"https://login.microsoftonline.com/error?code=500011"}
        """),
    Captured(
      testDescription: "an unknown app", changes: [("client_id", "00000000-0000-0000-0000-000000000000")], status: 400,
      body: """
        {"error":"unauthorized_client","error_description":"AADSTS700038: {guid} is not a valid application identifier. \
        Trace ID: {guid} Correlation ID: {guid} Timestamp: {timestamp}","error_codes":[700038],\
        "timestamp":"{timestamp}","trace_id":"{guid}","correlation_id":"{guid}"}
        """),
  ])
  func equalsTheCapturedAnswer(_ row: Captured) throws {
    let answer = try TestWorld().token(Self.form(row.changes), tenant: TestWorld.contoso)
    var body = answer.text
    for (value, mask) in [
      (Self.daemon, "{daemon-app-id}"), (TestWorld.contoso, "{tenant-id}"), ("2026-01-31 10:20:30Z", "{timestamp}"),
      ("\(answer.exchange.traceID)", "{guid}"), ("\(answer.exchange.correlationID)", "{guid}"),
      ("00000000-0000-0000-0000-000000000000", "{guid}"), ("3599", "{seconds}"),
      ((try answer.json)["access_token"]?.string ?? "no token", "{redacted-jwt}"),
    ] { body = body.replacing(value, with: mask) }
    expectEqual(body, row.body)
    expectEqual(answer.status, row.status)
  }
}
