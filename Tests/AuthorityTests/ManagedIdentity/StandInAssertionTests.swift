import Crypto
import Expectations
import JOSE
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// Tokens that this server signed in the place of a cluster or a pipeline.
struct StandInAssertionTests {
  private func ask(_ test: TestWorld, _ change: (inout JSONObject) -> Void = { _ in }) throws -> TestAnswer {
    let statement = try ClientAssertionTests.federated()
    var payload = statement.payload
    payload["mockidp"] = "standIn"
    change(&payload)
    let key = try test.world.keys.current
    let assertion = try JWS.compact(
      header: ["alg": "RS256", "kid": .string(key.id)], payload: .object(payload), key: key.privateKey,
      algorithm: .rs256)
    return try test.token(ClientAssertionTests.form(assertion), tenant: TestWorld.contoso)
  }

  @Test func areTakenWithoutTheIssuersKeys() throws {
    let web = FederatedKeysTests.Web([:])
    let answer = try ask(try FederatedKeysTests.world(web))
    expectEqual(answer.status, 200, "\(answer.text)")
    #expect(web.asked.isEmpty)
    #expect(
      answer.exchange.reasons.contains(
        "this server signed the assertion in the place of \(FederatedKeysTests.issuer)"))
  }

  @Test(
    arguments: [
      ("another subject", "sub", "repo:contoso/other:ref:refs/heads/main", 700_213),
      ("another audience", "aud", "api://other", 700_212), ("another issuer", "iss", "https://elsewhere.test", 700_211),
    ] as [(String, String, String, Int)]) func fitTheCredentialOrAreRefused(
      _ description: String, _ claim: String, _ value: String, _ code: Int
    ) throws
  {
    let answer = try ask(try FederatedKeysTests.world(nil)) { $0[claim] = .string(value) }
    expectEqual(answer.exchange.refusal?.code, code, "\(description)")
  }

  @Test func haveAnEnd() throws {
    let test = try FederatedKeysTests.world(nil)
    test.advance(by: .hours(1))
    try expectEqual(ask(test).exchange.refusal?.code, 700_024)
  }

  /// Another mockidp may have the same keys and be an issuer of its own.
  @Test func sayThatTheyAreStandIns() throws {
    let web = FederatedKeysTests.Web([:])
    let answer = try ask(try FederatedKeysTests.world(web)) { $0["mockidp"] = nil }
    expectEqual(answer.exchange.refusal?.code, 50_166)
    expectEqual(web.asked, [FederatedKeysTests.discovery])
  }
}
