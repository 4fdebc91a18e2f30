import Bytes
import Expectations
import HTTPClient
import HTTPWire
import JSON
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

@testable import MockIdP

/// Sixty-four redemptions at once, each on a connection of its own: one comes through.
struct RedemptionRaceTests {
  private static let racers = 64

  /// The answers to the same form, sent by all at once.
  private static func redeemAtOnce(_ form: String, _ server: some Reachable, _ client: HTTPClient) throws
    -> [HTTPClientResponse]
  {
    let answers = Mutex<[HTTPClientResponse]>([])
    let url = server.endpoints.http + "/common/oauth2/v2.0/token"
    try race(racers) {
      let answer = try client.post(url, form)
      answers.withLock { $0.append(answer) }
    }
    return answers.withLock { $0 }
  }

  private static func expectOne(_ answers: [HTTPClientResponse], others code: JSONValue, _ word: JSONValue) throws {
    expectEqual(answers.count, racers)
    expectEqual(answers.filter { $0.status == 200 }.count, 1)
    for answer in answers where answer.status != 200 {
      let body = try JSONValue.parse(answer.body)
      expectEqual(answer.status, 400)
      expectEqual(body["error"], word)
      expectEqual(body["error_codes"], [code])
    }
  }

  @Test func ofACode() throws {
    try Running.world { server, client in
      let code = try ServerTests.code(server, client)
      let answers = try Self.redeemAtOnce(ServerTests.form(code: code), server, client)
      try Self.expectOne(answers, others: 54005, "invalid_grant")
    }
  }

  @Test func ofADeviceCode() throws {
    let options = try Running.options { $0.scenario.settings.signIn = .auto }
    try Running.server(options) { server, client in
      let base = server.endpoints.http + "/common/oauth2/v2.0"
      let start = try client.post(
        base + "/devicecode",
        FormFields([("client_id", TestClient.mobile.id), ("scope", "openid offline_access User.Read")]).query)
      let code = try #require(try JSONValue.parse(start.body)["device_code"]?.string)
      let form = FormFields([
        ("client_id", TestClient.mobile.id), ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
        ("device_code", code),
      ]).query
      // The first poll waits; from the second on somebody has approved.
      try expectEqual(JSONValue.parse(client.post(base + "/token", form).body)["error"], "authorization_pending")
      try Self.expectOne(try Self.redeemAtOnce(form, server, client), others: 70000, "invalid_grant")
    }
  }

  /// A refresh uses nothing up: all come through.
  @Test func ofARefreshToken() throws {
    try Running.world { server, client in
      let token = try ServerTests.signIn(server, client)
      let form = FormFields([
        ("client_id", TestClient.mobile.id), ("grant_type", "refresh_token"), ("refresh_token", token),
      ]).query
      let answers = try Self.redeemAtOnce(form, server, client)
      #expect(answers.allSatisfy { $0.status == 200 })
      let tokens = answers.compactMap { try? JSONValue.parse($0.body)["refresh_token"]?.string }
      expectEqual(Set(tokens).count, Self.racers)
    }
  }
}
