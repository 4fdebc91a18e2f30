import Bytes
import Challenges
import Crypto
import Expectations
import HTTPClient
import HTTPWire
import JOSE
import JSON
import Testing
import Time

@testable import Gates

/// The way from a token of Entra to one of the registry, and what leads nowhere. The login service is a key and an answer.
@Suite("A registry's own tokens") struct RegistryDeskTests {
  private static let tenant = "c0a70050-0000-4000-8000-000000000001"
  private static let daemon = "dae30000-0000-4000-8000-000000000004"
  private static let secret = "s3cret"
  private static let site = "contoso.azurecr.io"
  private static let start = UnixTime(seconds: 1_769_854_830)

  private let clock = ManualClock(Self.start)
  private let key: SigningKey
  private let desk: RegistryDesk

  init() throws {
    let key = try SigningKey.make(now: Self.start, entropy: SeededEntropy(seed: 1))
    self.key = key
    let good = try Self.token(key)
    let source = TokenSource(authority: "https://login.test", tenant: Self.tenant) {
      method, url, _, body throws(HTTPClientError) in
      if method == "GET" {
        return (200, JSONValue.object(["keys": .array([key.jwk()])]).serialized)
      }
      let form = FormFields(parsing: String(decoding: body, as: UTF8.self))
      return form?["client_secret"] == Self.secret
        ? (200, JSONValue.object(["access_token": .string(good)]).serialized)
        : (401, JSONValue.object(["error_description": "AADSTS7000215: no"]).serialized)
    }
    desk = RegistryDesk(
      source: source, clock: clock, entropy: SeededEntropy(seed: 2), key: try PrivateKey.rsa(),
      audiences: ["https://containerregistry.azure.net", "https://management.azure.com"])
  }

  private static func token(
    _ key: SigningKey, audience: String = "https://management.azure.com", tenant: String = tenant
  ) throws -> String {
    let claims: JSONObject = [
      "aud": .string(audience), "iss": .string("https://sts.windows.net/\(tenant)/"), "tid": .string(tenant),
      "exp": .integer(start.seconds + 3_600), "nbf": .integer(start.seconds), "appid": .string(daemon),
      "oid": "0b1ec700-0000-4000-8000-000000000004",
    ]
    return try JWS.compact(
      header: .object(["alg": "RS256", "kid": .string(key.id)]), payload: .object(claims), key: key.privateKey)
  }

  private func request(
    _ method: String, _ path: String, form: [(String, String)] = [], query: String? = nil, authorization: String? = nil
  ) -> HTTPRequest {
    var fields = HTTPFields()
    if let authorization { fields.append("Authorization", authorization) }
    return HTTPRequest(
      method: method, path: path, query: query, fields: fields, body: Array(FormFields(form).encoded.utf8),
      isSecure: true,
      authority: Self.site)
  }

  private func exchange(_ more: [(String, String)]) -> RegistryDesk.Outcome {
    desk.outcome(of: request("POST", "/oauth2/exchange", form: more))
  }

  private func tokens(_ outcome: RegistryDesk.Outcome) throws -> JSONObject {
    guard case .tokens(let members) = outcome else { throw UnexpectedOutcome(text: "\(outcome)") }
    return members
  }

  private struct UnexpectedOutcome: Error {
    let text: String
  }

  private func refresh() throws -> String {
    let answer = try tokens(
      exchange([("grant_type", "access_token"), ("service", Self.site), ("access_token", try Self.token(key))]))
    return try #require(answer["refresh_token"]?.string)
  }

  private func access(_ scope: String) throws -> String {
    let form = [
      ("grant_type", "refresh_token"), ("service", Self.site), ("scope", scope), ("refresh_token", try refresh()),
    ]
    return try #require(tokens(desk.outcome(of: request("POST", "/oauth2/token", form: form)))["access_token"]?.string)
  }

  @Test("are given for one of Entra, and open the door that their scope names") func goesTheWholeWay() throws {
    let claims = try JWS.parse(try refresh()).payload
    expectEqual(
      claims.object?.names,
      [
        "jti", "sub", "nbf", "exp", "iat", "iss", "aud", "version", "rid", "grant_type", "appid", "permissions",
        "roles",
      ])
    expectEqual(claims["exp"], .integer(Self.start.seconds + 11_700))
    expectEqual(claims["appid"]?.string, Self.daemon)
    let pull = try access("repository:shop/cart:pull")
    expectEqual(try JWS.parse(pull).payload["access"]?.array?.first?["Name"]?.string, "shop/cart")
    let doors: [(String, String, Bool)] = [
      ("GET", "/v2/", true), ("GET", "/v2/shop/cart/manifests/1", true), ("PUT", "/v2/shop/cart/manifests/1", false),
      ("GET", "/v2/shop/other/manifests/1", false), ("GET", "/v2/_catalog", false),
    ]
    for (method, path, opens) in doors {
      switch desk.outcome(of: request(method, path, authorization: "Bearer \(pull)")) {
      case .passes(let isProved): #expect(opens && isProved, "\(method) \(path)")
      case .challenged(.scope): #expect(!opens, "\(method) \(path)")
      case let outcome: Issue.record("\(method) \(path): \(outcome)")
      }
    }
  }

  @Test("are given for a password that is a refresh token, and for an app's secret") func passwords() throws {
    let zeros = "00000000-0000-0000-0000-000000000000"
    for (name, password) in [(zeros, try refresh()), (Self.daemon, Self.secret)] {
      let proof = "Basic " + Base64.encode(Array("\(name):\(password)".utf8))
      let asked = request(
        "GET", "/oauth2/token", query: "service=\(Self.site)&scope=repository:a:pull&offline_token=true",
        authorization: proof)
      expectEqual(try tokens(desk.outcome(of: asked)).names, ["access_token", "refresh_token"])
      guard case .passes(isProved: true) = desk.outcome(of: request("GET", "/v2/_catalog", authorization: proof)) else {
        Issue.record("\(name) does not pass")
        continue
      }
    }
    let wrong = "Basic " + Base64.encode(Array("\(Self.daemon):wrong".utf8))
    guard case .challenged(.password) = desk.outcome(of: request("GET", "/v2/", authorization: wrong)) else {
      Issue.record("a wrong secret is asked for again")
      return
    }
    let admin = "Basic " + Base64.encode(Array("contoso:key".utf8))
    guard case .passes(isProved: false) = desk.outcome(of: request("GET", "/v2/", authorization: admin)) else {
      Issue.record("an admin is the emulator's affair")
      return
    }
  }

  @Test("are not given without a proof, and say why to whoever runs the guard") func refuses() throws {
    let good = try Self.token(key)
    let service = ("service", Self.site)
    let rows: [([(String, String)], String)] = [
      ([("grant_type", "password"), service, ("access_token", good)], "as grant_type"),
      (
        [("grant_type", "access_token"), ("service", "other.azurecr.io"), ("access_token", good)],
        "is not this registry"
      ),
      ([("grant_type", "access_token"), service], "no access_token"),
      (
        [("grant_type", "access_token"), service, ("access_token", good), ("tenant", "wrong tenant")],
        "the tenant 'wrong tenant'"
      ),
      (
        [
          ("grant_type", "access_token"), service,
          ("access_token", try Self.token(key, audience: "https://graph.test")),
        ], "the token is for"
      ),
      (
        [("grant_type", "access_token"), service, ("access_token", try Self.token(key, tenant: Self.daemon))],
        "the issuer"
      ),
      ([("grant_type", "access_token"), service, ("access_token", "x")], "the token is none"),
    ]
    for (form, reason) in rows {
      guard case .denied(let told) = exchange(form) else {
        Issue.record("\(reason): not refused")
        continue
      }
      #expect(told.contains(reason), "\(told)")
    }
    guard case .nowhere = desk.outcome(of: request("GET", "/oauth2/exchange")) else {
      Issue.record("GET of the exchange is nowhere")
      return
    }
    let nobody = request(
      "POST", "/oauth2/token", form: [("grant_type", "password"), service, ("scope", "registry:catalog:*")])
    guard case .denied = desk.outcome(of: nobody) else {
      Issue.record("nobody gets no token")
      return
    }
  }

  @Test("end, and are good for one registry and one purpose") func end() throws {
    let pull = try access("repository:cart:pull")
    let refresh = try refresh()
    guard case .challenged(.audience) = desk.outcome(of: request("GET", "/v2/", authorization: "Bearer \(refresh)"))
    else {
      Issue.record("a refresh token is not an access token")
      return
    }
    clock.advance(by: .minutes(75))
    guard case .challenged(.expired) = desk.outcome(of: request("GET", "/v2/", authorization: "Bearer \(pull)")) else {
      Issue.record("it does not end")
      return
    }
    guard
      case .challenged(.signature) = desk.outcome(
        of: request("GET", "/v2/", authorization: "Bearer \(try Self.token(key))"))
    else {
      Issue.record("a token of Entra does not open the registry")
      return
    }
  }
}
