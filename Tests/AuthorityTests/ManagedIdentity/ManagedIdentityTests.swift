import Bytes
import Crypto
import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// Tokens for the identity of a machine, as the instance metadata service and App Service give them.
struct ManagedIdentityTests {
  static let imds = "/metadata/identity/oauth2/token"
  static let query = "api-version=2018-02-01&resource=https%3A%2F%2Fvault.azure.net"
  static let appService = "api-version=2019-08-01&resource=https%3A%2F%2Fvault.azure.net"
  static let clientID = "1de47170-0000-4000-8000-000000000006"
  static let header = [("X-IDENTITY-HEADER", "mockidp")]

  static func get(
    _ test: TestWorld, _ query: String = query, _ fields: [(String, String)] = [("Metadata", "true")]
  )
    throws -> TestAnswer
  { try test.send("GET", "\(imds)?\(query)", fields: fields) }

  private static func principal(_ test: TestWorld) throws -> ServicePrincipal {
    let id = try test.app("identity").id
    return try #require(test.world.directory.servicePrincipal(of: id, in: SeededDirectory.contoso))
  }

  // MARK: Instance metadata

  @Test func answersInTextAlone() throws {
    let test = try TestWorld()
    let answer = try Self.get(test)
    expectEqual(answer.status, 200, "\(answer.text)")
    expectEqual(answer.fields["Server"], "IMDS/150.870.65.1497")
    expectEqual(answer.fields["x-ms-request-id"], "\(answer.exchange.traceID)")
    try expectEqual(
      answer.jsonNames,
      [
        "access_token", "client_id", "expires_in", "expires_on", "ext_expires_in", "not_before", "resource",
        "token_type",
      ])
    let body = try answer.json
    for name in try answer.jsonNames { expectNotNil(body[name]?.string, "\(name)") }
    expectEqual(body["client_id"]?.string, Self.clientID)
    expectEqual(body["resource"], "https://vault.azure.net")
    expectEqual(body["token_type"], "Bearer")
    let expires = try #require(body["expires_on"]?.string.flatMap { Int64($0) })
    let left = try #require(body["expires_in"]?.string.flatMap { Int64($0) })
    expectEqual(expires, test.clock.now.seconds + left)
    #expect((43_200...86_400).contains(left))
    expectEqual(body["ext_expires_in"]?.string, "86399")
    expectEqual(body["not_before"]?.string, "\(expires - 86_700)")
  }

  @Test func theTokenIsTheIdentitysOwn() throws {
    let test = try TestWorld()
    let body = try Self.get(test).json
    let claims = try body.claims("access_token")
    let principal = "\(try Self.principal(test).id)"
    for (name, value) in [
      ("aud", JSONValue.string("https://vault.azure.net")), ("appid", .string(Self.clientID)), ("appidacr", "2"),
      ("idtyp", "app"), ("oid", .string(principal)), ("sub", .string(principal)), ("ver", "1.0"),
      ("tid", .string(TestWorld.contoso)), ("iss", "https://\(TestWorld.authority)/\(TestWorld.contoso)/"),
      ("xms_mirid", .string(try test.app("identity").managedIdentityResource ?? "")),
    ] { expectEqual(claims[name], value, "\(name)") }
    expectEqual(claims["exp"]?.integer.map { "\($0)" }, body["expires_on"]?.string)
    expectNil(claims["scp"])
    expectEqual(claims.names.dropFirst(5).sorted(), Array(claims.names.dropFirst(5)))
    let token = try JWS.parse(try #require(body["access_token"]?.string))
    #expect(token.verify(with: try test.world.keys.current.publicKey, algorithm: .rs256))
    let graph = try Self.get(test, "api-version=2018-02-01&resource=https://graph.microsoft.com").json
    try expectEqual(graph.claims("access_token")["roles"], ["User.Read.All"])
  }

  @Test func theSameTokenIsGivenOutForHalfADay() throws {
    let test = try TestWorld()
    let first = try Self.get(test).json["access_token"]
    test.advance(by: .minutes(30))
    try expectEqual(Self.get(test).json["access_token"], first)
    test.advance(by: .hours(12))
    #expect(try Self.get(test).json["access_token"] != first)
    let other = try Self.get(test, "api-version=2018-02-01&resource=https://graph.microsoft.com").json["access_token"]
    #expect(other != first)
  }

  struct Refused: CustomTestStringConvertible {
    let testDescription: String
    var query = ManagedIdentityTests.query
    var fields = [("Metadata", "true")]
    let body: String
  }

  static let noVersion =
    #"{"error":"Bad request. api-version is invalid or was not specified in the request. For more information refer to aka.ms/azureimds","newest-versions":["2025-04-07","2024-07-17","2024-03-15"]}"#
  static let noHeader = #"{"error":"invalid_request","error_description":"Required metadata header not specified"}"#
  /// certbot-dns-azure 54 (2025-02-18).
  static let proxied = """
    <?xml version="1.0" encoding="utf-8"?>
    <Error xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
        <Code>InvalidHeaderValue</Code>
        <Message>The value provided for one of the HTTP headers was not in the correct format.</Message>
        <Details>Header contains 'X-Forwarded-For' are not supported.</Details>
    </Error>
    """
  static let noIdentity = #"{"error":"invalid_request","error_description":"Identity not found"}"#

  static let refused = [
    Refused(testDescription: "no Metadata", fields: [], body: noHeader),
    Refused(testDescription: "Metadata with another value", fields: [("Metadata", "yes")], body: noHeader),
    Refused(
      testDescription: "an api-version that is not a date",
      query: "api-version=latest&resource=https://vault.azure.net",
      body: noVersion),
    Refused(
      testDescription: "an api-version after the newest",
      query: "api-version=2099-01-01&resource=https://vault.azure.net", body: noVersion),
    Refused(
      testDescription: "through a proxy", fields: [("Metadata", "true"), ("X-Forwarded-For", "10.0.0.1")],
      body: proxied),
    Refused(testDescription: "no api-version", query: "resource=https://vault.azure.net", body: noVersion),
    Refused(
      testDescription: "an api-version before the first",
      query: "api-version=2017-12-01&resource=https://vault.azure.net",
      body: noVersion),
    Refused(
      testDescription: "no resource", query: "api-version=2018-02-01",
      body: #"{"error":"invalid_request","error_description":"Required query variable 'resource' is missing"}"#),
    Refused(
      testDescription: "another client id", query: query + "&client_id=00000000-0000-0000-0000-000000000001",
      body: noIdentity),
    Refused(
      testDescription: "an app that is not an identity", query: query + "&client_id=" + TestClient.web.id,
      body: noIdentity),
    Refused(
      testDescription: "two names of two identities",
      query: query + "&client_id=\(clientID)&object_id=00000000-0000-0000-0000-000000000001", body: noIdentity),
  ]

  @Test(arguments: refused) func isRefusedWithTheServicesBytes(_ row: Refused) throws {
    let answer = try Self.get(try TestWorld(), row.query, row.fields)
    expectEqual(answer.status, 400)
    expectEqual(answer.text, row.body)
    let type = row.body == Self.proxied ? "text/xml" : "application/json"
    #expect(answer.fields["Content-Type"]?.hasPrefix(type) ?? false)
  }

  @Test(arguments: ["https://nowhere.test", "https://vault.azure.net/.default"])
  func anUnknownResourceIsNamed(_ resource: String) throws {
    let answer = try Self.get(try TestWorld(), "api-version=2018-02-01&resource=\(resource)")
    expectEqual(answer.status, 400)
    expectEqual(answer.error, "invalid_resource")
    expectEqual(answer.exchange.refusal?.code, 500_011)
    let text = try answer.json["error_description"]?.string ?? ""
    #expect(
      text.hasPrefix(
        "AADSTS500011: The resource principal named \(resource) was not found in the tenant named \(TestWorld.contoso)."
      ))
    try expectEqual(
      answer.jsonNames,
      [
        "error", "error_description", "error_codes", "timestamp", "trace_id", "correlation_id", "error_uri",
      ])
    try expectEqual(answer.json["error_uri"], "https://westeurope.login.microsoft.com/error?code=500011")
  }

  @Test(arguments: ["True", "TRUE"]) func theLettersOfMetadataMayBeLarge(_ value: String) throws {
    try expectEqual(Self.get(try TestWorld(), Self.query, [("Metadata", value)]).status, 200)
  }

  @Test func anAppsOwnAPIIsNotToldWhichResourceAsks() throws {
    let test = try TestWorld()
    let claims = try Self.get(test, "api-version=2018-02-01&resource=api://contoso").json.claims("access_token")
    expectNil(claims["xms_mirid"])
  }

  /// A user-assigned identity tells the machine, where Azure's own APIs ask on behalf of one.
  @Test(arguments: [
    ("userAssigned", imds, "https://management.azure.com/", true),
    ("userAssigned", imds, "https://vault.azure.net", true),
    ("userAssigned", imds, "https://graph.microsoft.com", false), ("userAssigned", imds, "api://contoso", false),
    ("systemAssigned", imds, "https://management.azure.com/", false),
    ("systemAssigned", "/MSI/token", "https://management.azure.com/", false),
  ]) func tellsTheMachine(_ kind: String, _ path: String, _ api: String, _ isTold: Bool) throws {
    let test = try TestWorld(
      file: "world: { apps: { worker: { managedIdentity: \(kind) } } }\nmachine: { identities: [worker] }\n")
    let version = path == Self.imds ? "2018-02-01" : "2019-08-01"
    let answer = try test.send(
      "GET", "\(path)?api-version=\(version)&resource=\(api)", fields: [("Metadata", "true")] + Self.header)
    let claims = try answer.json.claims("access_token")
    expectEqual(claims["xms_az_rid"]?.string, isTold ? ManagedIdentityResource.machine("mockidp") : nil)
  }

  @Test(arguments: ["POST", "PUT", "OPTIONS"]) func thePlacesHaveGetAlone(_ method: String) throws {
    for path in [Self.imds, "/MSI/token", "/MSI/auth"] {
      let answer = try TestWorld().send(method, "\(path)?\(Self.query)", fields: [("Metadata", "true")])
      expectEqual(answer.status, 405)
      expectEqual(answer.fields["Allow"], "GET, HEAD")
      expectNil(answer.fields["x-ms-ests-server"])
    }
  }

  @Test func aTokenThatIsAnotherAppsProofHasVersion2() throws {
    let test = try TestWorld()
    let answer = try Self.get(test, "api-version=2018-02-01&resource=api://AzureADTokenExchange")
    expectEqual(answer.status, 200, "\(answer.text)")
    let claims = try answer.json.claims("access_token")
    let principal = "\(try Self.principal(test).id)"
    for (name, value) in [
      ("aud", JSONValue.string("\(WellKnown.tokenExchange)")), ("ver", "2.0"), ("azp", .string(Self.clientID)),
      ("azpacr", "2"), ("idtyp", "app"), ("sub", .string(principal)), ("oid", .string(principal)),
      ("iss", "https://\(TestWorld.authority)/\(TestWorld.contoso)/v2.0"),
    ] { expectEqual(claims[name], value, "\(name)") }
    expectNil(claims["jti"])
    try expectEqual(answer.json["resource"], "api://AzureADTokenExchange")
  }

  @Test func anAPIThatRequiresAssignmentIsForAssignedIdentities() throws {
    let test = try TestWorld(file: "world: { apps: { api: { assignmentRequired: true } } }")
    let answer = try Self.get(test, "api-version=2018-02-01&resource=api://contoso")
    expectEqual(answer.status, 400)
    expectEqual(answer.exchange.refusal?.code, 501_051)
    let assigned = try TestWorld(
      file:
        "world: { apps: { api: { assignmentRequired: true, assignments: [{ role: Orders.Process, apps: [identity] }] } } }"
    )
    let token = try Self.get(assigned, "api-version=2018-02-01&resource=api://contoso").json.claims("access_token")
    expectEqual(token["roles"], ["Orders.Process"])
  }

  @Test func aMachineThatNeedsNoMetadataAnswersWithoutIt() throws {
    let test = try TestWorld(file: "machine: { metadataHeader: optional }")
    try expectEqual(Self.get(test, Self.query, []).status, 200)
    try expectEqual(Self.get(test, Self.query, [("X-Forwarded-For", "10.0.0.1")]).status, 400)
  }

  @Test func everyNameOfTheIdentityWillDo() throws {
    let test = try TestWorld()
    let principal = try Self.principal(test)
    let resource = try #require(try test.app("identity").managedIdentityResource)
    for parameter in [
      "client_id=\(Self.clientID)", "client_id=\(Self.clientID.uppercased())", "object_id=\(principal.id)",
      "msi_res_id=\(resource)", "mi_res_id=\(resource.uppercased())", "client_id=\(Self.clientID)&bypass_cache=true",
    ] {
      try expectEqual(Self.get(test, Self.query + "&" + parameter).status, 200, "\(parameter)")
    }
  }

  @Test func aDisabledIdentityIsNotFound() throws {
    let test = try TestWorld()
    let id = try test.app("identity").id
    try test.change { $0.updateApplication(id) { $0.isEnabled = false } }
    try expectEqual(Self.get(test).text, Self.noIdentity)
  }

  // MARK: App Service

  private static func appService(
    _ test: TestWorld, _ query: String = appService, _ fields: [(String, String)] = header
  ) throws -> TestAnswer { try test.send("GET", "/MSI/token?\(query)", fields: fields) }

  @Test func appServiceAnswersWithoutALifetime() throws {
    let test = try TestWorld()
    let answer = try Self.appService(test)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.jsonNames, ["access_token", "expires_on", "resource", "token_type", "client_id"])
    try expectEqual(answer.json["client_id"]?.string, Self.clientID.uppercased())
    try expectEqual(answer.json["expires_on"], Self.get(test).json["expires_on"])
    // One token at both places, but for the machine, of which this one knows nothing.
    let (here, there) = (try answer.json.claims("access_token"), try Self.get(test).json.claims("access_token"))
    for name in there.names where name != "xms_az_rid" { expectEqual(here[name], there[name], "\(name)") }
    expectNil(here["xms_az_rid"])
  }

  @Test func theOlderVersionWritesADate() throws {
    let test = try TestWorld()
    let answer = try Self.appService(
      test, "api-version=2017-09-01&resource=https://vault.azure.net&clientid=\(Self.clientID)", [("secret", "mockidp")]
    )
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.json["expires_on"], "02/01/2026 00:00:00 +00:00")
  }

  @Test(
    arguments: [
      (
        "another identity", appService + "&client_id=00000000-0000-0000-0000-000000000001", header, 400,
        "No User Assigned or Delegated Managed Identity found for specified ClientId/ResourceId/PrincipalId."
      ),
      (
        "an unknown resource", "api-version=2019-08-01&resource=https://nowhere.test", header, 500,
        "An unexpected error occured while fetching the AAD Token."
      ),
      ("no resource", "api-version=2019-08-01", header, 400, "The resource query parameter is missing."),
    ] as [(String, String, [(String, String)], Int, String)]) func appServiceRefuses(
      _ description: String, _ query: String, _ fields: [(String, String)], _ status: Int, _ message: String
    ) throws
  {
    let answer = try Self.appService(try TestWorld(), query, fields)
    expectEqual(answer.status, status, "\(description)")
    try expectEqual(answer.jsonNames, ["statusCode", "message", "correlationId"])
    try expectEqual(answer.json["statusCode"], .integer(Int64(status)))
    try expectEqual(answer.json["message"]?.string, message)
    try expectEqual(answer.json["correlationId"]?.string, "\(answer.exchange.correlationID)")
    expectEqual(answer.fields["X-CORRELATION-ID"], "\(answer.exchange.correlationID)")
  }

  @Test(
    arguments: [
      ("no header", appService, [], 403), ("another header", appService, [("X-IDENTITY-HEADER", "x")], 403),
      ("the older header", appService, [("secret", "mockidp")], 403),
      ("the newer header", "api-version=2017-09-01&resource=https://vault.azure.net", header, 401),
    ] as [(String, String, [(String, String)], Int)]) func appServiceSaysNothingToAWrongHeader(
      _ description: String, _ query: String, _ fields: [(String, String)], _ status: Int
    ) throws
  {
    let answer = try Self.appService(try TestWorld(), query, fields)
    expectEqual(answer.status, status, "\(description)")
    expectEqual(answer.text, "")
    expectEqual(answer.fields["Server"], "Kestrel")
  }

  @Test func appServiceNamesTheVersionThatItDoesNotHave() throws {
    let answer = try Self.appService(try TestWorld(), "api-version=2020-01-01&resource=https://vault.azure.net")
    expectEqual(answer.status, 400)
    expectEqual(
      answer.text,
      #"{"error":{"code":"UnsupportedApiVersion","message":"The HTTP resource that matches the request URI 'https://localhost:8443/MSI/token?api-version=2020-01-01&resource=https://vault.azure.net' does not support the API version '2020-01-01'.","innerError":null}}"#
    )
    let none = try Self.appService(try TestWorld(), "resource=https://vault.azure.net")
    try expectEqual(none.json["error"]?["code"], "ApiVersionUnspecified")
  }

  @Test func appServicePassesOverTheParameterOfVirtualMachines() throws {
    let test = try TestWorld()
    try expectEqual(Self.appService(test, Self.appService + "&msi_res_id=/subscriptions/x").status, 200)
    try expectEqual(Self.appService(test, Self.appService + "&mi_res_id=/subscriptions/x").status, 400)
  }

  /// An identity that is not the app's own has to be named, where the scenario says what is assigned.
  @Test(arguments: [
    ("machine: { identities: [identity] }", "2019-08-01", 400),
    ("machine: { identities: [worker] }", "2019-08-01", 400),
    ("machine: { identities: [identity, worker] }", "2019-08-01", 400),
    ("machine: { identities: [worker, vm] }", "2019-08-01", 200), ("", "2019-08-01", 200),
    ("machine: { identities: [identity] }", "2017-09-01", 200),
  ]) func appServiceNamesNoDefault(_ machine: String, _ version: String, _ status: Int) throws {
    let test = try TestWorld(file: AssignedIdentityTests.apps + machine + "\n")
    let query = "api-version=\(version)&resource=https%3A%2F%2Fvault.azure.net"
    let answer = try Self.appService(test, query, [("X-IDENTITY-HEADER", "mockidp"), ("secret", "mockidp")])
    expectEqual(answer.status, status, "\(answer.text)")
    try expectEqual(
      answer.json["message"]?.string, status == 200 ? nil : "Unable to load the proper Managed Identity.")
  }

  @Test func anAppWithoutIdentitiesIsTold() throws {
    let answer = try Self.appService(try TestWorld(file: "machine: { identities: [] }"))
    try expectEqual(answer.json["message"], "Unable to load requested managed identity.")
  }

  /// The newer version refuses a name of nobody (above).
  @Test func theOlderVersionGivesTheAppsOwnTokenInThePlaceOfAnUnknownOne() throws {
    let test = try TestWorld(file: AssignedIdentityTests.apps)
    let query = "api-version=2017-09-01&resource=https://vault.azure.net&clientid=00000000-0000-0000-0000-000000000001"
    let answer = try Self.appService(test, query, [("secret", "mockidp")])
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.json["client_id"]?.string, "\(test.app("vm").id)".uppercased())
  }
}
