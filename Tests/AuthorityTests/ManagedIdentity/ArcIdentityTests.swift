import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import TestSupport
import Testing
import Worlds

/// The challenge of an Azure Arc agent: a file that only programs on the machine can read.
struct ArcIdentityTests {
  /// A directory that cannot be written to.
  private final class NoFiles: ChallengeFiles {
    func write(_ key: String) throws(ChallengeFileError) -> String { throw ChallengeFileError("it is full") }
    func use(_ key: String) -> Bool { false }
  }

  private static let path = "/arc/metadata/identity/oauth2/token"
  private static let query = "?api-version=2020-06-01&resource=https://graph.microsoft.com"
  private static let metadata = [("Metadata", "true")]

  private static func get(_ test: TestWorld, _ more: String = "", key: String? = nil) throws -> TestAnswer {
    let proof = key.map { [("Authorization", "Basic \($0)")] } ?? []
    return try test.send("GET", path + query + more, fields: metadata + proof)
  }

  @Test func aChallengeNamesAFileWithoutQuotationMarks() throws {
    let files = MemoryChallengeFiles()
    let test = try TestWorld(challengeFiles: files)
    let answer = try Self.get(test)
    expectEqual(answer.status, 401)
    expectEqual(answer.fields["WWW-Authenticate"], "Basic realm=/var/opt/azcmagent/tokens/1.key")
    try expectEqual(answer.json["error"], "unauthorized")
    #expect(answer.exchange.events.isEmpty)
    let key = try #require(files.newest)
    #expect(key.utf8.count < 4_096)
  }

  @Test func theKeyOfTheFileIsGoodOnce() throws {
    let files = MemoryChallengeFiles()
    let test = try TestWorld(challengeFiles: files)
    _ = try Self.get(test)
    let key = try #require(files.newest)
    let answer = try Self.get(test, key: key)
    expectEqual(answer.status, 200, "\(answer.text)")
    try expectEqual(answer.json["client_id"]?.string, ManagedIdentityTests.clientID)
    let again = try Self.get(test, key: key)
    expectEqual(again.status, 403)
    try expectEqual(again.json["error"], "forbidden")
    expectEqual(again.exchange.events, [.tokenRefused])
  }

  @Test func theAnswerRepeatsTheIdThatNamedTheIdentity() throws {
    let files = MemoryChallengeFiles()
    let test = try TestWorld(challengeFiles: files)
    let app = try test.app("identity")
    let principal = try #require(test.world.directory.servicePrincipal(of: app.id, in: SeededDirectory.contoso))
    for (name, value) in [("object_id", "\(principal.id)"), ("msi_res_id", app.managedIdentityResource ?? "")] {
      _ = try Self.get(test)
      let key = files.newest
      let answer = try Self.get(test, "&\(name)=\(value)", key: key)
      expectEqual(answer.status, 200, "\(answer.text)")
      try expectEqual(answer.json[name]?.string, value)
    }
  }

  @Test(
    "refuses a name that is not a user-assigned identity's before the challenge",
    arguments: [
      "client_id=00000000-0000-0000-0000-000000000001", "object_id=x", "msi_res_id=/subscriptions/x", "client_id=vm",
    ])
  func aNameOfNobodyIsNotChallenged(_ name: String) throws {
    let files = MemoryChallengeFiles()
    let test = try TestWorld(file: AssignedIdentityTests.apps, challengeFiles: files)
    let name = name == "client_id=vm" ? "client_id=\(try test.app("vm").id)" : name
    let answer = try Self.get(test, "&" + name)
    expectEqual(answer.status, 400)
    expectEqual(answer.text, ManagedIdentityTests.noIdentity)
    expectNil(files.newest)
  }

  /// The agent says so whatever the version is.
  @Test(arguments: ["?api-version=2018-02-01&resource=x", "?api-version=2026-01-01&resource=x", "?resource=x"])
  func anotherVersionIsNotChallenged(_ query: String) throws {
    let files = MemoryChallengeFiles()
    let answer = try TestWorld(challengeFiles: files).send("GET", Self.path + query, fields: Self.metadata)
    expectEqual(answer.status, 400)
    try expectEqual(
      answer.json["error_description"],
      "The api-version not specified. Supported are 2021-02-01 2020-06-01 2019-11-01 2019-08-15")
    expectNil(files.newest)
  }

  @Test(arguments: ["2021-02-01", "2020-06-01", "2019-11-01", "2019-08-15"])
  func theVersionsOfTheAgent(_ version: String) throws {
    let test = try TestWorld(challengeFiles: MemoryChallengeFiles())
    let query = "?api-version=\(version)&resource=https://graph.microsoft.com"
    try expectEqual(test.send("GET", Self.path + query, fields: Self.metadata).status, 401)
  }

  @Test func theNewerNameOfAResourceIdIsPassedOver() throws {
    let test = try TestWorld(challengeFiles: MemoryChallengeFiles())
    try expectEqual(Self.get(test, "&mi_res_id=/subscriptions/x").status, 401)
  }

  @Test(
    arguments: [
      ("no Metadata", query, [], 400), ("another scheme", query, metadata + [("Authorization", "Bearer x")], 403),
      ("a key of no file", query, metadata + [("Authorization", "Basic x")], 403),
      ("an empty key", query, metadata + [("Authorization", "Basic ")], 403),
      ("through a proxy", query, metadata + [("Authorization", "Basic x"), ("X-Forwarded-For", "10.0.0.1")], 400),
      ("no version", "?resource=https://vault.azure.net", metadata + [("Authorization", "Basic x")], 400),
    ] as [(String, String, [(String, String)], Int)]) func refuses(
      _ description: String, _ query: String, _ fields: [(String, String)], _ status: Int
    ) throws
  {
    let answer = try TestWorld(challengeFiles: MemoryChallengeFiles()).send("GET", Self.path + query, fields: fields)
    expectEqual(answer.status, status, "\(description)")
    #expect(try answer.json["error_description"] != nil || answer.json["newest-versions"] != nil)
  }

  @Test func aServerThatPlaysNoAgentSaysHow() throws {
    let answer = try Self.get(try TestWorld())
    expectEqual(answer.status, 404)
    try expectEqual(answer.json["error_description"]?.string?.hasSuffix("--arc-tokens DIRECTORY"), true)
  }

  @Test func aDirectoryThatCannotBeWrittenToIsTold() throws {
    let answer = try Self.get(try TestWorld(challengeFiles: NoFiles()))
    expectEqual(answer.status, 500)
    try expectEqual(answer.json["error_description"], "it is full")
  }
}
