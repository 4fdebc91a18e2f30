import Bytes
import Crypto
import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import Policy
import Testing
import Time
import Worlds

struct TokenTests {
  @Test func refreshTokensAreListedWithWhetherTheyAreGood() throws {
    let bench = try Bench()
    try bench.giveRefreshToken("one")
    try bench.giveRefreshToken("two", user: "bob", client: "web")
    let all = try bench.ask("GET", "/v1/tokens")["tokens"]?.array ?? []
    expectEqual(all.count, 2)
    #expect(all.allSatisfy { $0["valid"] == true })
    try expectEqual(bench.ask("GET", "/v1/tokens", query: "user=bob")["tokens"]?.array?.first?["client"], "web")
    let id = try #require(
      try bench.ask("GET", "/v1/tokens", query: "user=alice")["tokens"]?.array?.first?["id"]?.string)
    try expectEqual(bench.call("DELETE", "/v1/tokens/\(id)").status, 204)
    try expectEqual(bench.ask("GET", "/v1/tokens", query: "user=alice")["tokens"]?.array?.first?["revoked"], true)
    try expectEqual(bench.ask("DELETE", "/v1/tokens"), ["removed": 2])
    try expectEqual(bench.call("DELETE", "/v1/tokens/00").status, 404)
    try expectEqual(bench.call("DELETE", "/v1/tokens/no-id").status, 404)
  }

  struct Death: CustomTestStringConvertible {
    let testDescription: String
    let path: String
    var body = ""
    let check: String
  }

  @Test(arguments: [
    Death(testDescription: "age", path: "/v1/age", body: #"{"kind": "refreshTokens"}"#, check: "age"),
    Death(testDescription: "revocation", path: "/v1/actions", body: #"{"revoke": "refreshTokens"}"#, check: "revoked"),
    Death(testDescription: "password", path: "/v1/users/alice/changePassword", check: "sign-in"),
    Death(testDescription: "disabled", path: "/v1/users/alice/disable", check: "user"),
    Death(testDescription: "deleted", path: "/v1/users/alice/delete", check: "user"),
  ])
  func aDeadOneSaysWhy(_ death: Death) throws {
    let bench = try Bench()
    try bench.giveRefreshToken("one")
    bench.world.clock.advance(by: .minutes(1))
    _ = try bench.ask("POST", death.path, body: death.body)
    let answer = try bench.ask("POST", "/v1/tokens/introspect", body: #"{"token": "one"}"#)
    expectEqual(answer["kind"], "refreshToken")
    expectEqual(answer["user"], "alice")
    expectEqual(answer["valid"], false)
    expectEqual(answer["checks"]?.array?.filter { $0["ok"] == false }.compactMap { $0["check"]?.string }, [death.check])
  }

  @Test func nobodysTokenIsUnknown() throws {
    let answer = try Bench().ask("POST", "/v1/tokens/introspect", body: #"{"token": "hello"}"#)
    expectEqual(answer["kind"], "unknown")
    expectEqual(answer["valid"], false)
  }

  private func mint(_ order: String, _ bench: Bench) throws -> (answer: JSONValue, inspection: JSONValue) {
    let answer = try bench.ask("POST", "/v1/tokens", body: order)
    let token = try #require(answer["token"])
    return (answer, try bench.ask("POST", "/v1/tokens/introspect", body: JSONValue.object(["token": token]).text))
  }

  @Test func anyTokenCanBeMinted() throws {
    let bench = try Bench()
    let (answer, inspection) = try mint(
      #"{"client": "mobile", "user": "alice", "scope": "Mail.Read No.Such", "lifetime": "7m", "claims": {"tenant_ctry": "NL"}}"#,
      bench)
    let claims = answer["claims"]
    expectEqual(claims?["scp"], "Mail.Read No.Such")
    expectEqual(claims?["tenant_ctry"], "NL")
    expectEqual(claims?["exp"]?.integer, Bench.start.seconds + 420)
    expectEqual(inspection["valid"], true, "\(inspection.text)")
    expectEqual(inspection["kind"], "accessToken")
    #expect(inspection["user"] == "alice" && inspection["client"] == "mobile" && inspection["resource"] == "graph")
  }

  /// An ID token without `profile` has no `oid`: `sub` says whose it is, and the inspection why names are missing.
  @Test func anIDTokenWithoutNamesIsSomebodysToo() throws {
    let bench = try Bench()
    let user = try #require(bench.world.directory.user(named: "alice"))
    let client = try #require(bench.world.directory.application(named: "mobile"))
    let sub = TokenSubject.pairwise(user: user.id, tenant: user.tenant, recipient: client.id)
    let answer = try bench.ask(
      "POST", "/v1/tokens", body: #"{"client": "mobile", "user": "alice", "kind": "idToken", "without": ["oid"]}"#)
    expectEqual(answer["claims"]?["sub"], .string(sub))
    let inspection = try bench.ask(
      "POST", "/v1/tokens/introspect", body: JSONValue.object(["token": answer["token"] ?? nil]).text)
    expectEqual(inspection["valid"], true, "\(inspection.text)")
    expectEqual(inspection["user"], "alice")
    let remarks = inspection["remarks"]?.strings ?? []
    #expect(remarks.contains { $0.contains("profile was not asked for") }, "\(remarks)")
  }

  /// A token that is bound to a key is good in a request that the key signed.
  @Test func aBoundTokenComesInItsSignedRequest() throws {
    let bench = try Bench()
    let key = try PrivateKey.rsa()
    let modulus = try #require(key.publicKey.modulus)
    let exponent = try #require(key.publicKey.exponent)
    let jwk: JSONValue = [
      "kty": "RSA", "n": .string(Base64.encodeURL(modulus)), "e": .string(Base64.encodeURL(exponent)),
    ]
    let thumbprint = try #require(JWK.thumbprint(of: jwk))
    let (answer, bare) = try mint(
      #"{"client": "mobile", "user": "alice", "claims": {"cnf": {"kid": "\#(thumbprint)"}}}"#, bench)
    let failed = bare["checks"]?.array?.filter { $0["ok"] == false }.compactMap { $0["check"]?.string }
    expectEqual(failed, ["cnf"])

    for (time, isValid) in [(Bench.start.seconds, true), (Bench.start.seconds - 600, false)] {
      let proof = try JWS.compact(
        header: ["alg": "RS256", "typ": "pop"],
        payload: ["at": answer["token"] ?? nil, "ts": .integer(time), "cnf": ["jwk": jwk]], key: key, algorithm: .rs256)
      let inspection = try bench.ask(
        "POST", "/v1/tokens/introspect", body: JSONValue.object(["token": .string(proof)]).text)
      expectEqual(inspection["valid"], .bool(isValid), "\(inspection.text)")
      expectEqual(inspection["user"], "alice")
    }
  }

  struct Damage: CustomTestStringConvertible {
    let testDescription: String
    let check: String
  }

  @Test(arguments: [
    Damage(testDescription: "badSignature", check: "signature"),
    Damage(testDescription: "unknownKey", check: "signature"),
    Damage(testDescription: "unsigned", check: "signature"), Damage(testDescription: "expired", check: "exp"),
    Damage(testDescription: "notYetValid", check: "nbf"), Damage(testDescription: "wrongAudience", check: "aud"),
    Damage(testDescription: "wrongIssuer", check: ""), Damage(testDescription: "wrongTenant", check: "iss"),
  ])
  func damageIsDoneAndFound(_ damage: Damage) throws {
    let order = #"{"client": "mobile", "user": "alice", "with": "\#(damage.testDescription)"}"#
    let (_, inspection) = try mint(order, Bench())
    let failed = inspection["checks"]?.array?.filter { $0["ok"] == false }.compactMap { $0["check"]?.string } ?? []
    // Of issuers only the tenant counts: one server goes by several names.
    #expect(damage.check.isEmpty ? failed.isEmpty : failed.contains(damage.check), "\(inspection.text)")
  }

  @Test func otherKindsOfTokens() throws {
    let bench = try Bench()
    let (_, own) = try mint(#"{"client": "daemon"}"#, bench)
    #expect(own["user"] == nil && own["client"] == "daemon" && own["valid"] == true, "\(own.text)")
    let (identity, _) = try mint(#"{"client": "spa", "user": "alice", "kind": "idToken", "without": "name"}"#, bench)
    expectEqual(identity["claims"]?["aud"], "59a00000-0000-4000-8000-000000000002")
    expectNil(identity["claims"]?["name"])
    let (refresh, found) = try mint(#"{"client": "mobile", "user": "bob", "kind": "refreshToken"}"#, bench)
    #expect(found["kind"] == "refreshToken" && found["valid"] == true && found["user"] == "bob")
    expectNil(refresh["claims"])
    try expectEqual(bench.ask("GET", "/v1/tokens")["tokens"]?.array?.count, 1)
  }

  @Test(arguments: [
    (#"{"client": "mobil"}"#, "Did you mean 'mobile'?"),
    (#"{"client": "mobile", "user": "alcie"}"#, "Did you mean 'alice'?"),
    (#"{"client": "mobile", "user": "alice", "kind": "acessToken"}"#, "Did you mean 'accessToken'?"),
    (#"{"client": "mobile", "kind": "idToken"}"#, "no member 'user'"),
    (#"{"client": "mobile", "user": "alice", "lifetime": "-1m"}"#, "more than nothing"),
    (#"{"client": "mobile", "user": "alice", "with": "expird"}"#, "one of, or a list of"),
    (#"{"client": "mobile", "user": "alice", "scope": "api://nobody/x"}"#, "not-minted"),
    (#"{"client": "mobile", "user": "alice", "claims": {"oid": "x"}, "without": "oid"}"#, "do one of both"),
  ])
  func refusals(_ order: String, _ says: String) throws {
    let response = try Bench().call("POST", "/v1/tokens", body: order)
    expectEqual(response.status, 400)
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text.contains(says), "\(text)")
  }
}
