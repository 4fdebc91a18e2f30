import Bytes
import Crypto
import Directory
import Expectations
import HTTPClient
import HTTPWire
import JOSE
import JSON
import Scenarios
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
      // Three of the ring, and the partner cloud's.
      #expect(before.count == 4 && during.count == 4 && after.count == 4)
    }
  }

  /// Two worlds behind one name, of which one has rotated its keys: the document of v1.0 leads a client in each to the keys of its world.
  @Test func theOlderDocumentLeadsToTheKeysOfItsWorld() throws {
    try Running.server(try Running.options()) { server, client in
      let control = server.endpoints.control
      for name in ["t1", "t2"] {
        try expectEqual(client.send(method: "PUT", url: "\(control)/worlds/\(name)").status, 201)
      }
      try expectEqual(client.post("\(control)/worlds/t2/actions", #"["rotateKeys"]"#).status, 200)
      var signers: Set<String?> = []
      for world in server.worlds.worlds where world.isMade {
        let tenant = try #require(world.directory.tenant(named: "contoso")).id
        let form = FormFields([
          ("client_id", "dae30000-0000-4000-8000-000000000004"), ("client_secret", "daemon-secret"),
          ("grant_type", "client_credentials"), ("resource", "api://contoso"),
        ])
        let base = server.endpoints.authority
        let answer = try JSONValue.parse(client.post("\(base)/\(tenant)/oauth2/token", form.query).body)
        let token = try JWS.parse(try #require(answer["access_token"]?.string, "\(answer.text)"))
        signers.insert(token.keyID)
        // By the name that all worlds share the address has the tenant; by the world's own name it is everybody's.
        let own = [("Host", "\(world.name).\(base.dropFirst("https://".count))")]
        let ways: [(fields: [(String, String)], place: String)] = [([], "\(tenant)"), (own, "common")]
        for (fields, place) in ways {
          let document = try JSONValue.parse(
            client.get("\(base)/\(tenant)/.well-known/openid-configuration", fields).body)
          let address = try #require(document["jwks_uri"]?.string)
          #expect(address.hasSuffix("/\(place)/discovery/keys"), "\(address)")
          let keys = try JWKSet.parse(client.get("\(base)/\(place)/discovery/keys", fields).body).keys
          #expect(Self.verifies(token, keys))
        }
      }
      expectEqual(signers.count, 2)
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
