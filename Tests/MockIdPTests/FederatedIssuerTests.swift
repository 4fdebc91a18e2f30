import Bytes
import Directory
import Dispatch
import Expectations
import HTTPClient
import HTTPWire
import JOSE
import JSON
import Scenarios
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

@testable import MockIdP

/// An app that proves itself with the token of another issuer, which is another server here.
struct FederatedIssuerTests {
  private static let daemon = "dae30000-0000-4000-8000-000000000004"
  private static let path = "/\(TestWorld.contoso)/oauth2/v2.0/token"

  /// The other issuer's token for its daemon.
  private static func assertion(_ issuer: MockIdPServer, _ client: HTTPClient) throws -> String {
    let form = FormFields([
      ("client_id", daemon), ("client_secret", "daemon-secret"), ("grant_type", "client_credentials"),
      ("scope", "api://contoso/.default"),
    ])
    let answer = try client.post(issuer.endpoints.authority + path, form.query)
    return try #require(try JSONValue.parse(answer.body)["access_token"]?.string)
  }

  /// What a machine of this server gets for its managed identity. Of this service's own tokens only such a one proves an app.
  private static func machineAssertion(_ server: MockIdPServer, _ client: HTTPClient) throws -> String {
    let answer = try client.get(
      server.endpoints.authority
        + "/metadata/identity/oauth2/token?api-version=2018-02-01&resource=api://AzureADTokenExchange",
      [("Metadata", "true")])
    return try #require(try JSONValue.parse(answer.body)["access_token"]?.string, "\(answer.status)")
  }

  private static func redeem(_ assertion: String, at server: MockIdPServer, _ client: HTTPClient) throws -> JSONValue {
    let form = FormFields([
      ("client_id", daemon), ("grant_type", "client_credentials"), ("scope", "https://graph.microsoft.com/.default"),
      ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
      ("client_assertion", assertion),
    ])
    return try JSONValue.parse(try client.post(server.endpoints.authority + path, form.query).body)
  }

  private static func trust(_ token: JWS, keysURL: String?, _ server: MockIdPServer) throws {
    let credential = FederatedCredential(
      id: Identifier(GUID.zero), name: "other", issuer: try #require(token.payload["iss"]?.string),
      subject: try #require(token.payload["sub"]?.string), audience: try #require(token.payload["aud"]?.string),
      keysURL: keysURL)
    try server.world.change { directory in
      guard let id = directory.application(named: "daemon")?.id else { return }
      directory.updateApplication(id) { $0.federatedCredentials = [credential] }
    }
  }

  @Test func itsKeysAreFetchedOverTLS() throws {
    // One home has one certificate authority, which both servers trust.
    let home = try TestFiles.makeDirectory()
    try Running.server(try Running.options(home: home)) { issuer, client in
      try Running.server(try Running.options(home: home)) { server, _ in
        let assertion = try Self.assertion(issuer, client)
        try Self.trust(try JWS.parse(assertion), keysURL: nil, server)
        try expectNotNil(Self.redeem(assertion, at: server, client)["access_token"])
        // They are kept: the issuer need not be there any more.
        issuer.stop(grace: .zero)
        try expectNotNil(Self.redeem(assertion, at: server, client)["access_token"])
      }
    }
  }

  /// The server itself is the issuer, by another of its names or in another world: no request is sent, not even one that
  /// the rules of that world would answer.
  @Test(arguments: ["127.0.0.1", "t1.localhost", "sts.example.test", "login.microsoftonline.com"])
  func theServersOwnKeysNeedNoRequest(_ host: String) throws {
    var options = try Running.options(home: try TestFiles.makeDirectory())
    options.hostnames = ["sts.example.test"]
    try Running.server(options) { server, client in
      let payload = try JWS.parse(try Self.machineAssertion(server, client)).payload
      let port = server.endpoints.https.split(separator: ":").last.map { ":\($0)" } ?? ""
      let issuer = "https://\(host)\(host == "login.microsoftonline.com" ? "" : port)/\(TestWorld.contoso)/v2.0"
      let key = try server.world.keys.current
      var claims = try #require(payload.object)
      claims["iss"] = .string(issuer)
      let token = try JWS.compact(
        header: ["typ": "JWT", "alg": "RS256", "kid": .string(key.id)], payload: .object(claims), key: key.privateKey)
      try Self.trust(try JWS.parse(token), keysURL: nil, server)
      let before = server.world.journal.exchanges.count
      let answer = try Self.redeem(token, at: server, client)
      expectNotNil(answer["access_token"], "\(answer.text)")
      // A key that the server does not have is refused without a request too.
      let other = try JWS.compact(
        header: ["typ": "JWT", "alg": "RS256", "kid": "unknown"], payload: .object(claims), key: key.privateKey)
      #expect(try Self.redeem(other, at: server, client)["error_codes"]?.array?.first?.integer != 50166)
      let endpoints = server.world.journal.exchanges.dropFirst(before).map(\.endpoint)
      expectEqual(endpoints, [.token, .token])
    }
  }

  @Test func anotherWorldOfTheServerIsAnIssuerToo() throws {
    try Running.server(try Running.options(home: try TestFiles.makeDirectory())) { server, client in
      let world = try server.worlds.make(WorldRecipe(template: server.world.template), name: "t1").world
      let tenant = try #require(world.directory.tenantsInOrder.first { $0.kind == .workforce })
      let identity = try #require(world.directory.application(named: "identity"))
      let principal = try #require(world.directory.servicePrincipal(of: identity.id, in: tenant.id))
      let key = try world.keys.current
      let now = world.now.seconds
      let issuer = "\(server.endpoints.authority)/\(tenant.id)/v2.0"
      let token = try JWS.compact(
        header: ["typ": "JWT", "alg": "RS256", "kid": .string(key.id)],
        payload: [
          "iss": .string(issuer), "sub": "\(principal.id)", "oid": "\(principal.id)",
          "aud": "api://AzureADTokenExchange", "nbf": .integer(now - 5), "exp": .integer(now + 600),
        ], key: key.privateKey)
      try Self.trust(try JWS.parse(token), keysURL: nil, server)
      try expectNotNil(Self.redeem(token, at: server, client)["access_token"])
      #expect(world.journal.exchanges.isEmpty)
    }
  }

  @Test func anIssuerThatIsGoneIsToldApart() throws {
    let home = try TestFiles.makeDirectory()
    let assertion = try Running.server(try Running.options(home: home)) { try Self.assertion($0, $1) }
    try Running.server(try Running.options(home: home)) { server, client in
      try Self.trust(try JWS.parse(assertion), keysURL: nil, server)
      let answer = try Self.redeem(assertion, at: server, client)
      expectEqual(answer["error_codes"], [50166])
      expectEqual(answer["error"], "invalid_request")
      let reasons = server.world.journal.exchanges.flatMap(\.reasons)
      #expect(reasons.contains { $0.contains("cannot be had") && $0.contains("Nobody listens") }, "\(reasons)")
    }
  }

  /// One that takes the connection and says nothing holds up whoever needs its keys, and no other request of the server.
  @Test func anIssuerThatNeverAnswersHoldsUpNoOtherRequest() throws {
    let home = try TestFiles.makeDirectory()
    let assertion = try Running.server(try Running.options(home: home)) { try Self.assertion($0, $1) }
    let issuer = try SilentServer()
    try Running.server(try Running.options(home: home)) { server, client in
      try Self.trust(try JWS.parse(assertion), keysURL: "http://127.0.0.1:\(issuer.port)/keys", server)
      let answer = Mutex<Result<JSONValue, any Error>?>(nil)
      let waiting = DispatchGroup()
      DispatchQueue(label: "waiting").async(group: waiting) {
        let result = Result { try Self.redeem(assertion, at: server, client) }
        answer.withLock { $0 = result }
      }
      // From here on the server waits for the issuer. Each request has a connection of its own, so all loops have some.
      try issuer.waitForClient()
      for _ in 0..<8 {
        let document = try client.get(server.endpoints.authority + "/common/v2.0/.well-known/openid-configuration")
        expectEqual(document.status, 200)
      }
      #expect(answer.withLock { $0 == nil }, "the request that waits was answered before the others")
      waiting.wait()
      try expectEqual(#require(answer.withLock { $0 }).get()["error_codes"], [50166])
      let reasons = server.world.journal.exchanges.flatMap(\.reasons)
      // The whole fetch and the wait for its answer have limits of their own; on a busy machine either may be the first.
      #expect(
        reasons.contains { $0.contains("did not answer in time") || $0.contains("took too long") }, "\(reasons)")
      expectEqual(server.world.journal.exchanges.filter { $0.endpoint == .token }.count, 1)
    }
  }

  @Test func anotherAuthoritysIssuerIsNotTrusted() throws {
    try Running.server(try Running.options()) { issuer, client in
      try Running.server(try Running.options()) { server, own in
        let assertion = try Self.assertion(issuer, client)
        try Self.trust(try JWS.parse(assertion), keysURL: nil, server)
        try expectEqual(Self.redeem(assertion, at: server, own)["error_codes"], [50166])
      }
    }
  }

  @Test func aPageThatIsNoKeySetIsRefused() throws {
    let home = try TestFiles.makeDirectory()
    try Running.server(try Running.options(home: home)) { issuer, client in
      try Running.server(try Running.options(home: home)) { server, _ in
        let assertion = try Self.assertion(issuer, client)
        // A page that is read and holds no set of keys is another refusal than one that is not there.
        let pages: [(String, JSONValue)] = [
          ("/", [900_612]), ("/nothing/here", [50166]), ("/common/v2.0/.well-known/openid-configuration", [900_612]),
        ]
        for (path, codes) in pages {
          try Self.trust(try JWS.parse(assertion), keysURL: issuer.endpoints.authority + path, server)
          try expectEqual(Self.redeem(assertion, at: server, client)["error_codes"], codes, "\(path)")
        }
      }
    }
  }
}
