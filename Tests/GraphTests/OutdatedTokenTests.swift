import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import Testing
import Time
import Worlds

/// Policies and places that change after a token was issued: only clients with `cp1` are challenged, apps too (msgraph-sdk-java 2306 of 2025,
/// msgraph-sdk-dotnet 3056 of 2026, Office-Add-in-samples 1033 of 2025).
struct OutdatedTokenTests {
  private func ask(_ bench: Bench, _ claims: JSONObject, path: String = "/v1.0/me") throws -> (Int, String) {
    let (response, _) = try bench.call(path, authorization: try bench.bearer(claims))
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  /// By Microsoft's names, the Graph of a cloud takes tokens for its own address alone (microsoft-identity-web 3808 of 2026).
  @Test(
    arguments: [
      ("https://graph.microsoft.us", 200), ("https://graph.microsoft.us/", 200), ("\(WellKnown.graph)", 200),
      ("https://graph.microsoft.com", 401), ("https://dod-graph.microsoft.us", 401),
    ]) func eachCloudHasItsGraph(_ audience: String, _ status: Int) throws
  {
    let bench = try Bench()
    var claims = try bench.claims()
    claims["aud"] = .string(audience)
    let token = try bench.bearer(claims)
    let (response, exchange) = try bench.call(authorization: token, cloud: .usGovernment)
    expectEqual(response.status, status)
    if status == 401 {
      #expect(exchange.reasons.contains { $0.contains("the Graph of another cloud") }, "\(exchange.reasons)")
    }
    // Under a name of this server there is one Graph for all clouds.
    expectEqual(try bench.call(authorization: token).response.status, 200)
  }

  @Test func aChangedPolicyOutdatesTokensOfWhomItConcerns() throws {
    let bench = try Bench()
    let capable = try bench.claims(capabilities: ["cp1"])
    let plain = try bench.claims()
    expectEqual(try ask(bench, capable).0, 200)
    bench.clock.advance(by: .minutes(10))
    var policy = AccessPolicy(id: .named("new"), name: "new", tenant: SeededDirectory.contoso)
    policy.control = .mfa
    policy.users = [try bench.user("bob").id]
    try bench.world.edit { $0.put(policy) }
    expectEqual(try ask(bench, capable).0, 200)
    policy.users = nil
    try bench.world.edit { $0.put(policy) }
    let (status, text) = try ask(bench, capable)
    expectEqual(status, 401)
    #expect(text.contains("TokenCreatedWithOutdatedPolicies"))
    expectEqual(try ask(bench, plain).0, 200)
  }
}
