import Bytes
import Directory
import Expectations
import Graph
import HTTPWire
import JOSE
import JSON
import Testing
import Time
import Worlds

struct TokenRefusalTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    let code: String
    let message: String
    /// What is sent in `Authorization`.
    let authorization: @Sendable (Bench) throws -> String?

    init(
      _ testDescription: String, _ message: String, status: Int = 401, code: String = "InvalidAuthenticationToken",
      _ authorization: @escaping @Sendable (Bench) throws -> String?
    ) {
      self.testDescription = testDescription
      self.status = status
      self.code = code
      self.message = message
      self.authorization = authorization
    }

    /// A token whose claims are changed before it is signed.
    static func claims(
      _ testDescription: String, _ message: String, status: Int = 401, code: String = "InvalidAuthenticationToken",
      _ change: @escaping @Sendable (inout JSONObject) -> Void
    ) -> Self {
      Self(testDescription, message, status: status, code: code) { bench in
        var claims = try bench.claims()
        change(&claims)
        return try bench.bearer(claims)
      }
    }
  }

  static let empty = "Access token is empty."
  static let noDots = """
    IDX14100: JWT is not well formed, there are no dots (.).\nThe token needs to be in JWS or JWE Compact Serialization \
    Format. (JWS): 'EncodedHeader.EncodedPayload.EncodedSignature'. (JWE): \
    'EncodedProtectedHeader.EncodedEncryptedKey.EncodedInitializationVector.EncodedCiphertext.EncodedAuthenticationTag'.
    """
  static let undecodable = "IDX14102: Unable to decode the header '[PII is hidden]' as Base64Url encoded string."
  static let signature = "Access token validation failure. Invalid signature."
  static let issuer = "Access token validation failure. Invalid issuer."
  static let audience = "Access token validation failure. Invalid audience."
  static let expired = "Lifetime validation failed, the token is expired."
  static let early = "Lifetime validation failed, the token is not yet valid."
  static let now = Bench.start.seconds

  static let rows: [Row] = [
    Row("no Authorization", empty) { _ in nil },
    Row("Bearer and nothing", empty) { _ in "Bearer" },
    Row("Bearer and blanks", empty) { _ in "Bearer   " },
    Row("another scheme", empty) { _ in "Basic YTpi" },
    Row("an opaque token", noDots) { _ in "Bearer EwBgA8l6BAAU" },
    Row("two parts", undecodable) { _ in "Bearer aaaa.bbbb" },
    Row("an encrypted token", undecodable) { _ in "Bearer a.b.c.d.e" },
    Row("a header that is not base64url", undecodable) { _ in "Bearer a$a.e30.AA" },
    Row("a payload that is not JSON", undecodable) { _ in "Bearer e30.AAAA.AA" },
    Row("no signature, alg none", signature) { bench in
      let parts = [JSONValue.object(["alg": "none"]), .object(try bench.claims())]
      return "Bearer " + parts.map { Base64.encodeURL($0.serialized) }.joined(separator: ".") + "."
    },
    Row("a changed payload", signature) { bench in
      var parts = try bench.sign(try bench.claims()).split(separator: ".").map(String.init)
      var claims = try bench.claims()
      claims["scp"] = "Directory.ReadWrite.All"
      parts[1] = Base64.encodeURL(JSONValue.object(claims).serialized)
      return "Bearer " + parts.joined(separator: ".")
    },
    Row("a key that is not published", signature) { bench in
      "Bearer " + (try bench.sign(try bench.claims(), kid: "AAAAAAAAAAAAAAAAAAAAAAAAAAA"))
    },
    Row("a published key that did not sign", signature) { bench in
      "Bearer " + (try bench.sign(try bench.claims(), kid: bench.keys.next.id))
    },
    .claims("a tenant nobody knows", issuer) { $0["tid"] = "11111111-2222-4333-8444-555555555555" },
    .claims("no tenant", issuer) { $0["tid"] = nil },
    .claims("another tenant's issuer", issuer) {
      $0["iss"] = "https://localhost:8443/fab21ca0-0000-4000-8000-000000000002/"
    },
    .claims("an id_token", audience) { $0["aud"] = $0["appid"] },
    .claims("another API", audience) { $0["aud"] = "api://contoso" },
    .claims("Graph's name with a path", audience) { $0["aud"] = "https://graph.microsoft.com/v1.0" },
    .claims("no audience", audience) { $0["aud"] = nil },
    .claims("ended past the skew", expired) { $0["exp"] = .integer(now - 301) },
    .claims("no end", expired) { $0["exp"] = nil },
    .claims("begins past the skew", early) { $0["nbf"] = .integer(now + 301) },
    .claims(
      "a user who is gone",
      "Resource '11111111-2222-4333-8444-555555555555' does not exist or one of its queried reference-property objects "
        + "are not present.", status: 404, code: "Request_ResourceNotFound"
    ) { $0["oid"] = "11111111-2222-4333-8444-555555555555" },
    .claims(
      "a user of another tenant",
      "Resource '9e570000-0000-4000-8000-000000000004' does not exist or one of its queried reference-property objects "
        + "are not present.", status: 404, code: "Request_ResourceNotFound"
    ) { $0["oid"] = "9e570000-0000-4000-8000-000000000004" },
    .claims(
      "an app the tenant does not have",
      "The identity of the calling application could not be established.", status: 403,
      code: "Authorization_IdentityNotFound"
    ) { $0["appid"] = "11111111-2222-4333-8444-555555555555" },
    .claims(
      "no permission to read users",
      "Insufficient privileges to complete the operation.", status: 403, code: "Authorization_RequestDenied"
    ) { $0["scp"] = "openid profile email" },
    .claims(
      "a permission in another case",
      "Insufficient privileges to complete the operation.", status: 403, code: "Authorization_RequestDenied"
    ) { $0["scp"] = "user.read" },
    .claims(
      "an app's own token", "/me request is only valid with delegated authentication flow.", status: 400,
      code: "BadRequest"
    ) {
      $0["scp"] = nil
      $0["idtyp"] = "app"
      $0["roles"] = ["User.Read.All"]
    },
  ]

  @Test(arguments: rows)
  func isToldAsGraphTellsIt(_ row: Row) throws {
    let bench = try Bench()
    let (response, exchange) = try bench.call(
      authorization: try row.authorization(bench), fields: ["client-request-id": "my-id"])
    expectEqual(response.status, row.status)
    let error = try response.json()["error"]
    expectEqual(error?["code"], .string(row.code))
    expectEqual(error?["message"], .string(row.message))
    expectEqual(
      error?["innerError"],
      [
        "date": "2026-01-31T10:20:30", "request-id": "\(exchange.traceID)", "client-request-id": "my-id",
      ])
    expectEqual(response.fields["Content-Type"], "application/json")
    expectEqual(response.fields["Cache-Control"], row.status == 401 ? nil : "no-cache")
    expectNil(response.fields["OData-Version"])
    expectEqual(
      response.fields["WWW-Authenticate"],
      (row.status == 401
        ? "Bearer realm=\"\", authorization_uri=\"https://localhost:8443/common/oauth2/authorize\", "
          + "client_id=\"00000003-0000-0000-c000-000000000000\"" : nil))
    expectEqual(exchange.resourceError, row.code)
    expectEqual(exchange.events, [.resourceRefused])
    expectEqual(exchange.reasons.last?.hasPrefix("→ \(row.status) \(row.code): "), true)
  }

  @Test func theJournalSaysWhenATokenExpired() throws {
    let bench = try Bench()
    let token = try bench.bearer(try bench.claims())
    bench.clock.advance(by: .minutes(60))
    try expectEqual(bench.call(authorization: token).response.status, 200)
    bench.clock.advance(by: .minutes(5))
    try expectEqual(bench.call(authorization: token).response.status, 200)
    bench.clock.advance(by: .seconds(1))
    let (response, exchange) = try bench.call(authorization: token)
    expectEqual(response.status, 401)
    expectEqual(exchange.user?.alias, "alice")
    expectEqual(exchange.client?.alias, "mobile")
    expectEqual(exchange.tenant?.alias, "contoso")
    expectEqual(exchange.reasons, ["→ 401 InvalidAuthenticationToken: the token expired at 2026-01-31T11:20:30Z"])
  }

  struct Good: CustomTestStringConvertible {
    let testDescription: String
    let authorization: @Sendable (Bench) throws -> String
  }

  @Test(arguments: [
    Good(testDescription: "a small scheme") { "bearer " + (try $0.sign(try $0.claims())) },
    Good(testDescription: "the next key") { "Bearer " + (try $0.sign(try $0.claims(), with: $0.keys.next)) },
    Good(testDescription: "the retired key") {
      "Bearer " + (try $0.sign(try $0.claims(), with: Bench.found($0.keys.retired)))
    },
    Good(testDescription: "another name of this server as issuer") {
      try $0.bearer(try $0.claims(issuer: "https://mockidp:443"))
    },
    Good(testDescription: "Graph's URL as audience") {
      try $0.bearer($0.claims(audience: "https://graph.microsoft.com"))
    },
    Good(testDescription: "Graph's URL with a slash") {
      try $0.bearer($0.claims(audience: "https://graph.microsoft.com/"))
    },
    Good(testDescription: "this server's name") { try $0.bearer($0.claims(audience: "https://localhost:8443")) },
    Good(testDescription: "this server's name with a slash") {
      try $0.bearer($0.claims(audience: "https://localhost:8443/"))
    },
    Good(testDescription: "a user who was disabled, until the token ends") { bench in
      let token = try bench.bearer(try bench.claims())
      try bench.world.perform(SetEnabledAction(user: .id(try bench.user("alice").id), isEnabled: false))
      return token
    },
    Good(testDescription: "a revoked sign-in of a client that cannot handle challenges") { bench in
      let token = try bench.bearer(try bench.claims())
      bench.clock.advance(by: .seconds(10))
      try bench.world.perform(RevokeSessionsAction(user: .id(try bench.user("alice").id)))
      return token
    },
  ])
  func isTaken(_ row: Good) throws {
    let bench = try Bench()
    let (response, exchange) = try bench.call(authorization: try row.authorization(bench))
    expectEqual(response.status, 200)
    expectEqual(exchange.events, [.resourceServed])
    expectNil(exchange.resourceError)
  }

  @Test func aCapableClientIsChallengedAfterRevocation() throws {
    let bench = try Bench()
    let token = try bench.bearer(try bench.claims(capabilities: ["cp1"]))
    try bench.world.perform(RevokeSessionsAction(user: .id(try bench.user("alice").id)))
    try expectEqual(bench.call(authorization: token).response.status, 200, "issued in the very second counts")
    bench.clock.advance(by: .seconds(10))
    try bench.world.perform(RevokeSessionsAction(user: .id(try bench.user("alice").id)))
    let response = try bench.call(authorization: token).response
    expectEqual(response.status, 401)
    try expectEqual(
      response.json()["error"]?["message"],
      "Continuous access evaluation resulted in challenge with result: InteractionRequired and code: TokenIssuedBeforeRevocationTimestamp"
    )
    let claims = #"{"access_token":{"nbf":{"essential":true, "value":"1769854840"}}}"#
    let common =
      "realm=\"\", authorization_uri=\"https://localhost:8443/common/oauth2/authorize\", "
      + "client_id=\"00000003-0000-0000-c000-000000000000\""
    let challenge = try #require(response.fields["WWW-Authenticate"])
    let description = try #require(response.json()["error"]?["message"]?.string)
    let bearer =
      "Bearer \(common), error_description=\"\(description)\", error=\"insufficient_claims\", "
      + "claims=\"\(Base64.encode(Array(claims.utf8)))\", PoP \(common), nonce=\""
    #expect(challenge.hasPrefix(bearer) && challenge.hasSuffix("\""), "\(challenge)")
    // The nonce is a signed time.
    let nonce = try JWS.parse(String(challenge.dropFirst(bearer.count).dropLast()))
    expectEqual(nonce.payload, ["ts": "1769854840"])
    try expectEqual(
      bench.call(authorization: try bench.bearer(try bench.claims(capabilities: ["cp1"]))).response.status, 200)
  }
}

extension Bench {
  fileprivate func claims(audience: String) throws -> JSONObject {
    var claims = try claims()
    claims["aud"] = .string(audience)
    return claims
  }
}
