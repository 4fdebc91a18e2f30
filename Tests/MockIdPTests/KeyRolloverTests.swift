import Bytes
import Crypto
import Directory
import Expectations
import HTTPClient
import HTTPWire
import JOSE
import JSON
import TestSupport
import Testing
import Time
import Worlds

@testable import MockIdP

/// A change of signing keys as an API sees it that caches the published ones.
struct KeyRolloverTests {
  /// The published keys by id, and the answer they came with.
  private static func published(_ server: MockIdPServer, _ client: HTTPClient) throws -> ([JWK], HTTPClientResponse) {
    let answer = try client.get(server.endpoints.authority + "/\(TestWorld.contoso)/discovery/v2.0/keys")
    return (try JWKSet.parse(answer.body).keys, answer)
  }

  private static func token(_ server: MockIdPServer, _ client: HTTPClient) throws -> JWS {
    let form = FormFields([
      ("client_id", "dae30000-0000-4000-8000-000000000004"), ("client_secret", "daemon-secret"),
      ("grant_type", "client_credentials"), ("scope", "api://contoso/.default"),
    ])
    let answer = try client.post(
      server.endpoints.authority + "/\(TestWorld.contoso)/oauth2/v2.0/token", form.query)
    return try JWS.parse(try #require(try JSONValue.parse(answer.body)["access_token"]?.string))
  }

  private static func verifies(_ token: JWS, _ keys: [JWK]) -> Bool {
    keys.contains { $0.id == token.keyID && token.verify(with: $0.key, algorithm: .rs256) }
  }

  @Test func theNextKeyIsPublishedBeforeItSignsAndTheOldOneAfter() throws {
    try Running.server(try Running.options()) { server, client in
      let (before, answer) = try Self.published(server, client)
      expectEqual(answer.fields["Cache-Control"], "max-age=86400, private")
      expectEqual(answer.fields["Access-Control-Allow-Origin"], "*")
      expectEqual(answer.fields["Content-Type"], "application/json; charset=utf-8")
      let first = try Self.token(server, client)
      #expect(Self.verifies(first, before))

      server.world.keys.rotate()
      let second = try Self.token(server, client)
      #expect(second.keyID != first.keyID)
      // A verifier that kept yesterday's keys for a day needs no new ones.
      #expect(Self.verifies(second, before))
      let (during, _) = try Self.published(server, client)
      #expect(Self.verifies(first, during) && Self.verifies(second, during))

      server.world.keys.rotate()
      let third = try Self.token(server, client)
      let (after, _) = try Self.published(server, client)
      #expect(Self.verifies(third, during) && Self.verifies(third, after) && Self.verifies(second, after))
      // The first key is gone, with what it signed.
      #expect(!Self.verifies(first, after))
      #expect(!after.contains { $0.id == first.keyID })
      #expect(before.count == 3 && during.count == 3 && after.count == 3)
    }
  }

  @Test func aWithdrawnKeyMakesVerifiersFetchAgain() throws {
    try Running.server(try Running.options()) { server, client in
      let first = try Self.token(server, client)
      server.world.keys.withdrawCurrent()
      let (keys, _) = try Self.published(server, client)
      #expect(!keys.contains { $0.id == first.keyID })
      #expect(Self.verifies(try Self.token(server, client), keys))
      // The server itself takes its tokens no longer.
      let answer = try client.post(
        server.endpoints.authority + "/\(TestWorld.contoso)/oauth2/v2.0/token",
        FormFields([
          ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("client_id", TestClient.api.id),
          ("client_secret", "api-secret"), ("requested_token_use", "on_behalf_of"), ("scope", "User.Read"),
          ("assertion", String(decoding: first.signingInput, as: UTF8.self) + "." + Base64.encodeURL(first.signature)),
        ]).query)
      try expectEqual(JSONValue.parse(answer.body)["error_codes"], [50013])
    }
  }
}
