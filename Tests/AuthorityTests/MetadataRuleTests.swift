import Bytes
import Dispatch
import Expectations
import HTTPWire
import JOSE
import JSON
import TestSupport
import Testing
import Time
import Worlds

/// What rules make of the documents that tell everybody the same.
struct MetadataRuleTests {
  private static let discovery = "/common/v2.0/.well-known/openid-configuration"
  private static let keys = "/common/discovery/v2.0/keys"

  private static func world(_ when: String, _ then: String) throws -> TestWorld {
    try TestWorld(file: "rules: [{ when: \(when), then: \(then) }]")
  }

  private static func kids(_ test: TestWorld, _ path: String = keys) throws -> [String] {
    try #require(try test.send("GET", path).json["keys"]?.array).compactMap { $0["kid"]?.string }
  }

  @Test func staleKeysLackTheOneThatSigns() throws {
    let test = try Self.world("{ endpoint: keys, occurrence: 2.. }", "{ serveKeys: stale }")
    let fresh = try Self.kids(test)
    let stale = try Self.kids(test)
    let keys = try test.world.keys.keys
    #expect(fresh.contains(keys.current.id))
    expectEqual(stale, [try #require(keys.retired).id])
    try expectEqual(Self.kids(test, "/common/discovery/keys"), stale)
    try expectEqual(Self.kids(test, "/consumers/discovery/v2.0/keys"), [])
  }

  @Test func twoServersAnswerByTurnsForAnHour() throws {
    let test = try TestWorld(
      file: """
        rules:
          - { when: { event: token.issued, occurrence: 1 }, then: { rotateKeys: unannounced } }
          - { when: { endpoint: keys }, then: { serveKeys: byTurns } }
        """)
    let before = try Self.kids(test)
    try expectEqual(Self.kids(test), before)
    _ = try test.tokens()
    let made = DispatchSemaphore(value: 0)
    test.world.keys.whenCanList { made.signal() }
    made.wait()
    let signing = try test.world.keys.current.id
    #expect(!before.contains(signing))
    for _ in 0..<2 {
      try expectEqual(Self.kids(test), before)
      #expect(try Self.kids(test).contains(signing))
    }
    test.advance(by: .minutes(60))
    for _ in 0..<2 { #expect(try Self.kids(test).contains(signing)) }
  }

  @Test func noKeysAreAnEmptyList() throws {
    let test = try Self.world("{ endpoint: keys }", "{ serveKeys: none }")
    try expectEqual(test.send("GET", Self.keys).text, #"{"keys":[]}"#)
  }

  @Test func membersOfADocumentAreChangedAndMissing() throws {
    let test = try Self.world(
      "{ endpoint: discovery }",
      "{ changeAnswer: { members: { issuer: 'https://wrong.test/v2.0', extra: [1] }, without: [jwks_uri, nothing] } }")
    let plain = try TestWorld().send("GET", Self.discovery)
    for path in [Self.discovery, "/common/.well-known/openid-configuration"] {
      let document = try test.send("GET", path).json
      expectEqual(document["issuer"], "https://wrong.test/v2.0")
      expectNil(document["jwks_uri"])
      expectEqual(document["extra"], [1])
    }
    let answer = try test.send("GET", Self.discovery)
    try expectEqual(answer.jsonNames, plain.jsonNames.filter { $0 != "jwks_uri" } + ["extra"])
    expectEqual(answer.status, 200)
    expectEqual(answer.fields["Content-Type"], plain.fields["Content-Type"])
  }

  @Test func statusAndHeadersOfAnAnswerAreChanged() throws {
    let test = try Self.world(
      "{ endpoint: keys }", "{ changeAnswer: { status: 500, headers: { cache-control: no-store, X-Test: a } } }")
    let answer = try test.send("GET", Self.keys)
    expectEqual(answer.status, 500)
    expectEqual(answer.fields.all("Cache-Control"), ["no-store"])
    expectEqual(answer.fields["x-test"], "a")
    try expectEqual(answer.json["keys"]?.array?.isEmpty, false)
  }

  @Test func tokenAnswersCanLackMembers() throws {
    let test = try Self.world(
      "{ event: token.issued }", "{ changeAnswer: { members: { expires_in: '3599' }, without: refresh_token } }")
    let answer = try test.redeem(try test.signIn())
    try expectEqual(answer.json["expires_in"], "3599")
    try expectNil(answer.json["refresh_token"])
    try expectNotNil(answer.json["access_token"])
  }

  @Test func aPageHasNoMembers() throws {
    let test = try Self.world("{ endpoint: nativeClient }", "{ changeAnswer: { without: a } }")
    let answer = try test.send("GET", "/common/oauth2/nativeclient")
    #expect(answer.text.hasPrefix("<!DOCTYPE html>"))
    expectEqual(answer.exchange.reasons.last, "the answer is not a JSON object, so it has no members to change")
  }

  @Test func aRefusalAtTheKeysIsJSON() throws {
    let test = try Self.world("{ endpoint: keys }", "{ refuse: AADSTS90033 }")
    for path in [Self.keys, "/common/discovery/keys"] {
      try expectEqual(test.send("GET", path).errorCode, 90033)
    }
  }

  @Test func headersAndHostsChooseARequest() throws {
    let test = try Self.world(
      "{ endpoint: keys, header: { User-Agent: 'python*' }, host: '*.microsoftonline.com' }",
      "{ respond: { status: 503 } }")
    func status(_ agent: String?, _ authority: String) throws -> Int {
      try test.send(
        "GET", Self.keys, fields: agent.map { [("user-agent", $0)] } ?? [], authority: authority
      ).status
    }
    try expectEqual(status("Python-requests/2", "login.microsoftonline.com"), 503)
    try expectEqual(status("Python-requests/2", "login.microsoftonline.com:443"), 503)
    try expectEqual(status("Python-requests/2", "localhost:8443"), 200)
    try expectEqual(status("curl/8", "login.microsoftonline.com"), 200)
    try expectEqual(status(nil, "login.microsoftonline.com"), 200)
  }

  @Test func theJournalHidesWhatLetsSomebodyIn() throws {
    let answer = try TestWorld().send(
      "GET", Self.keys, fields: [("Authorization", "Bearer x"), ("Cookie", "a=b"), ("X-Client-SKU", "MSAL.Python")])
    expectEqual(answer.exchange.fields["authorization"], "•••(8)")
    expectEqual(answer.exchange.fields["cookie"], "•••(3)")
    expectEqual(answer.exchange.fields["x-client-sku"], "MSAL.Python")
  }
}
