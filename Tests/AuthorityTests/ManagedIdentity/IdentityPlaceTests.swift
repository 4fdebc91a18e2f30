import Bytes
import Crypto
import Directory
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing
import Worlds

/// The places beside virtual machines and App Service: Machine Learning, Service Fabric and Cloud Shell.
struct IdentityPlaceTests {
  private static let learning = "/MSI/auth?api-version=2017-09-01&resource=https://graph.microsoft.com"
  private static let fabric =
    "/service-fabric/metadata/identity/oauth2/token?api-version=2019-07-01-preview&resource=https://graph.microsoft.com"
  private static let secret = [("Secret", "mockidp")]
  private static let nobody = "00000000-0000-0000-0000-000000000001"

  // MARK: Machine Learning

  @Test func machineLearningWritesSeconds() throws {
    let test = try TestWorld()
    let answer = try test.send("GET", Self.learning + "&clientid=\(ManagedIdentityTests.clientID)", fields: Self.secret)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.jsonNames, ["access_token", "expires_in", "expires_on", "resource", "token_type"])
    expectEqual(answer.fields["Content-Type"], "application/json")
    let claims = try answer.json.claims("access_token")
    expectEqual(claims["exp"], try answer.json["expires_on"])
    expectEqual(claims["roles"], ["User.Read.All"])
  }

  /// Whatever fails is plain text.
  @Test(
    arguments: [
      ("no secret", learning, [], 401, "Invalid secret token header: ."),
      ("another secret", learning, [("secret", "x")], 401, "Invalid secret token header: ."),
      ("App Service's header", learning, [("X-IDENTITY-HEADER", "mockidp")], 401, "Invalid secret token header: ."),
      ("another identity", learning + "&clientid=" + nobody, secret, 400, failure(404)),
      ("no resource", "/MSI/auth?api-version=2017-09-01", secret, 400, "The resource query parameter is missing."),
      (
        "a newer version", "/MSI/auth?api-version=2019-08-01&resource=x", secret, 400,
        "The api-version query parameter has to be 2017-09-01."
      ),
      (
        "an unknown resource", "/MSI/auth?api-version=2017-09-01&resource=https://nowhere.test", secret, 400,
        failure(400)
      ),
    ] as [(String, String, [(String, String)], Int, String)]) func machineLearningRefuses(
      _ description: String, _ target: String, _ fields: [(String, String)], _ status: Int, _ text: String
    ) throws
  {
    let answer = try TestWorld().send("GET", target, fields: fields)
    expectEqual(answer.status, status, "\(description)")
    expectEqual(answer.text, text)
    expectEqual(answer.fields["Content-Type"], "text/plain; charset=utf-8")
    expectEqual(answer.exchange.events, [.tokenRefused])
  }

  /// Without a system-assigned identity a request has to name one, and `client_id` names none.
  @Test func machineLearningDoesNotReadTheNewerName() throws {
    let test = try TestWorld(file: "machine: { identities: [identity] }")
    func answer(_ more: String) throws -> TestAnswer {
      try test.send("GET", Self.learning + more, fields: Self.secret)
    }
    for name in ["", "&client_id=\(ManagedIdentityTests.clientID)"] {
      expectEqual(try answer(name).status, 400)
      expectEqual(try answer(name).text, Self.failure(400))
    }
    expectEqual(try answer("&clientid=\(ManagedIdentityTests.clientID)").status, 200)
  }

  private static func failure(_ status: Int) -> String {
    "InternalError - :{\nInfo: Request failure status code: \(status)\n\n}"
  }

  // MARK: Service Fabric

  @Test(arguments: ["2019-07-01-preview", "2020-05-01"]) func serviceFabricAnswersInText(_ version: String) throws {
    let answer = try TestWorld().send(
      "GET", Self.fabric.replacing("2019-07-01-preview", with: version), fields: Self.secret)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.jsonNames, ["token_type", "access_token", "expires_on", "resource"])
    for name in try answer.jsonNames { try expectNotNil(answer.json[name]?.string) }
  }

  @Test(
    arguments: [
      ("no secret", fabric, [], 400, "BadRequestWithReason"),
      ("another secret", fabric, [("Secret", "x")], 404, "ManagedIdentityNotFound"),
      (
        "no resource", "/service-fabric/metadata/identity/oauth2/token?api-version=2020-05-01", secret, 400,
        "ArgumentNullOrEmpty"
      ),
      (
        "no version", "/service-fabric/metadata/identity/oauth2/token?resource=https://vault.azure.net", secret, 400,
        "InvalidApiVersion"
      ),
      (
        "an unknown resource",
        "/service-fabric/metadata/identity/oauth2/token?api-version=2020-05-01&resource=https://nowhere.test", secret,
        400, "invalid_resource"
      ),
    ] as [(String, String, [(String, String)], Int, String)]) func serviceFabricRefuses(
      _ description: String, _ target: String, _ fields: [(String, String)], _ status: Int, _ code: String
    ) throws
  {
    let answer = try TestWorld().send("GET", target, fields: fields)
    expectEqual(answer.status, status, "\(description)")
    try expectEqual(answer.json["error"]?["code"]?.string, code)
    try expectEqual(answer.json["error"]?["correlationId"]?.string, "\(answer.exchange.correlationID)")
    expectEqual(answer.fields["Server"], "Kestrel")
  }

  /// The cluster says which identity an app has. A name that is not a `principalId` changes nothing.
  @Test(arguments: ["", "&client_id=" + nobody, "&object_id=" + nobody]) func serviceFabricWantsASystemAssignedIdentity(
    _ name: String
  ) throws {
    let without = try TestWorld(file: "machine: { identities: [identity] }").send(
      "GET", Self.fabric + name, fields: Self.secret)
    expectEqual(without.status, 404)
    try expectEqual(without.json["error"]?["code"], "DefaultIdentityNotDefined")
    let none = try TestWorld(file: "machine: { identities: [] }").send("GET", Self.fabric + name, fields: Self.secret)
    try expectEqual(none.json["error"]?["code"], "ManagedIdentityNotFound")
    try expectEqual(TestWorld().send("GET", Self.fabric + name, fields: Self.secret).status, 200)
  }

  /// An object id as `principalId` names an identity, and one of nobody's is refused.
  @Test func serviceFabricHeedsAPrincipalID() throws {
    let test = try TestWorld(file: "machine: { identities: [identity] }")
    let directory = test.world.directory
    let app = try #require(directory.application(named: ManagedIdentityTests.clientID))
    let tenant = try #require(app.tenant)
    let object = try #require(directory.servicePrincipal(of: app.id, in: tenant)?.id)
    let answer = try test.send("GET", Self.fabric + "&principalId=\(object)", fields: Self.secret)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.json.claims("access_token")["appid"]?.string, ManagedIdentityTests.clientID)
    let other = try test.send("GET", Self.fabric + "&principalId=" + Self.nobody, fields: Self.secret)
    expectEqual(other.status, 404)
    try expectEqual(other.json["error"]?["code"], "ManagedIdentityNotFound")
  }

  @Test func oneGoodVersionOfSeveralWillDo() throws {
    let target = Self.fabric.replacing("?api-version", with: "?api-version=1.0&api-version")
    try expectEqual(TestWorld().send("GET", target, fields: Self.secret).status, 200)
  }

  @Test func aTokenThatAnAPIRefusedIsReplaced() throws {
    let test = try TestWorld()
    func token(_ more: String) throws -> String {
      let answer = try test.send("GET", Self.fabric + "&xms_cc=CP1" + more, fields: Self.secret)
      return try #require(try answer.json["access_token"]?.string)
    }
    let first = try token("")
    try expectEqual(token(""), first)
    try expectEqual(token("&token_sha256_to_refresh=" + String(repeating: "0", count: 64)), first)
    let digest = Hex.encode(SHA256.hash(Array(first.utf8)))
    #expect(try token("&token_sha256_to_refresh=" + digest) != first)
    let claims = try test.send("GET", Self.fabric + "&xms_cc=CP1", fields: Self.secret).json.claims("access_token")
    expectEqual(claims["xms_cc"], ["cp1"])
  }

  // MARK: Cloud Shell

  private static let metadata = [("Metadata", "true")]
  private static let graph = FormFields([("resource", "https://graph.microsoft.com")])

  @Test(arguments: ["alice", "bob"]) func cloudShellsTokenIsItsUsers(_ user: String) throws {
    let test = try TestWorld(file: user == "alice" ? "" : "machine: { user: \(user) }")
    let answer = try test.post("/oauth2/token", Self.graph, fields: Self.metadata)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(
      answer.jsonNames,
      [
        "access_token", "refresh_token", "expires_in", "expires_on", "not_before", "resource", "token_type",
      ])
    let claims = try answer.json.claims("access_token")
    expectEqual(claims["oid"]?.string, "\(try test.user(user).id)")
    expectEqual(claims["scp"]?.string?.isEmpty, false)
    expectEqual(claims["idtyp"]?.string, "user")
  }

  @Test func theResourceMayStandInTheURL() throws {
    let answer = try TestWorld().post(
      "/oauth2/token?resource=https://graph.microsoft.com", FormFields(), fields: Self.metadata)
    expectEqual(answer.status, 200, "\(answer.text)")
  }

  @Test(
    arguments: [
      ("no Metadata", graph, [], "bad_request_102"), ("no resource", FormFields(), metadata, "BadRequest"),
      (
        "a user-assigned identity",
        FormFields([("resource", "https://graph.microsoft.com"), ("client_id", ManagedIdentityTests.clientID)]),
        metadata, "BadRequest"
      ), ("an unknown resource", FormFields([("resource", "https://nowhere.test")]), metadata, "AudienceNotSupported"),
      (
        "an API of Microsoft's that is not on the list",
        FormFields([("resource", "https://api.fabric.microsoft.com/")]),
        metadata, "AudienceNotSupported"
      ),
      ("an API of one's own", FormFields([("resource", "api://contoso")]), metadata, "AudienceNotSupported"),
    ] as [(String, FormFields, [(String, String)], String)]) func cloudShellRefuses(
      _ description: String, _ form: FormFields, _ fields: [(String, String)], _ code: String
    ) throws
  {
    let answer = try TestWorld().post("/oauth2/token", form, fields: fields)
    expectEqual(answer.status, 400, "\(description)")
    try expectEqual(answer.json["error"]?["code"]?.string, code)
    try expectEqual(answer.json["error"]?["message"]?.string?.isEmpty, false)
  }

  @Test func cloudShellTakesAFormAlone() throws {
    try expectEqual(
      TestWorld().send("GET", "/oauth2/token?resource=https://graph.microsoft.com", fields: Self.metadata).status, 405)
  }
}
