import Bytes
import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// What every client library needs of tokens, item by item of the list in `docs/client-needs.md`.
struct IDTokenChecklistTests {
  @Test(arguments: ["alice", "guest", "personal", "gina"]) func item54ThreeUnpaddedSegmentsAndARealSignature(
    _ user: String
  ) throws {
    let test = try TestWorld()
    let token = try #require(try test.tokens(user)["id_token"]?.string)
    let segments = token.split(separator: ".", omittingEmptySubsequences: false)
    expectEqual(segments.count, 3)
    #expect(!token.contains("="))
    let signature = try #require(Base64.decode(segments[2]))
    expectEqual(signature.count, 256)
    expectNil(String(validating: signature, as: UTF8.self))
    let header = try JWS.parse(token).header
    expectEqual(header["alg"], "RS256")
    expectEqual(header["typ"], "JWT")
    let kid = try #require(header["kid"]?.string)
    let segment = user == "personal" ? "consumers" : "common"
    let keys = try test.send("GET", "/\(segment)/discovery/v2.0/keys").json["keys"]?.array ?? []
    #expect(keys.contains { $0["kid"]?.string == kid })
  }

  @Test(arguments: ["alice", "guest", "personal", "gina"]) func item55TypesOfTheClaims(_ user: String) throws {
    let test = try TestWorld()
    let claims = try test.tokens(user, scope: "openid profile email offline_access User.Read").claims("id_token")
    for name in [
      "iss", "aud", "sub", "oid", "tid", "ver", "preferred_username", "name", "nonce", "email", "sid", "uti", "rh",
      "login_hint",
    ] where claims[name] != nil { expectNotNil(claims[name]?.string, "\(name)") }
    for name in ["iss", "aud", "sub", "oid", "tid", "ver", "preferred_username"] {
      expectNotNil(claims[name], "\(name)")
    }
    expectEqual(claims["ver"], "2.0")
    for name in ["exp", "iat", "nbf", "auth_time"] where claims[name] != nil {
      expectNotNil(claims[name]?.integer, "\(name)")
    }
    for member in claims.members where member.value.array != nil {
      #expect(["groups", "roles", "wids", "amr"].contains(member.name), "\(member.name)")
    }
  }

  @Test(arguments: ["alice", "guest", "personal", "gina"]) func item56TheIssuerIsAnAuthority(_ user: String) throws {
    let test = try TestWorld()
    let claims = try test.tokens(user).claims("id_token")
    let tid = try #require(claims["tid"]?.string)
    let issuer = try #require(claims["iss"]?.string)
    expectEqual(issuer, "https://\(TestWorld.authority)/\(tid)/v2.0")
    try expectEqual(test.send("GET", issuer + "/.well-known/openid-configuration").status, 200)
  }

  struct Account: CustomTestStringConvertible {
    let user: String
    let tenant: String
    let isHome: Bool
    var testDescription: String { "\(user) in \(tenant)" }
  }

  @Test(arguments: [
    Account(user: "alice", tenant: "common", isHome: true), Account(user: "gina", tenant: "fabrikam.com", isHome: true),
    Account(user: "guest", tenant: "contoso.com", isHome: false),
    Account(user: "personal", tenant: "consumers", isHome: true),
  ]) func item57WhoTheyAreAndWhereTheyComeFrom(_ row: Account) throws {
    let test = try TestWorld()
    let json = try test.tokens(row.user, tenant: row.tenant, [("client_info", "1")])
    let claims = try json.claims("id_token")
    for name in ["preferred_username", "oid", "tid", "sub"] { #expect((claims[name]?.string ?? "") != "", "\(name)") }
    let text = try #require(json["client_info"]?.string)
    let info = try JSONValue.parse(try #require(Base64.decode(text)))
    expectEqual(claims["oid"] == info["uid"], row.isHome)
    expectEqual(claims["tid"] == info["utid"], row.isHome)
  }

  @Test(arguments: ["n-0S6", String(repeating: "0f", count: 32), nil]) func item58TheNonceIsNobodyElses(
    _ nonce: String?
  )
    throws
  {
    let test = try TestWorld()
    let json = try test.redeem(try test.signIn("alice", [("nonce", nonce)])).json
    try expectEqual(json.claims("id_token")["nonce"]?.string, nonce)
    let again = try test.refresh(try #require(json["refresh_token"]?.string)).json
    try expectNil(again.claims("id_token")["nonce"])
  }

  /// Only Graph reads an access token here; it may change shape without any client noticing.
  @Test func item59GraphReadsTheAccessToken() throws {
    let test = try TestWorld()
    let token = try #require(try test.tokens()["access_token"]?.string)
    try expectEqual(test.graph(token: token).status, 200)
    try expectEqual(test.graph(token: token + "x").status, 401)
  }
}
