import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

extension ScenarioMistakeTests {
  private static func then(
    _ description: String, at endpoint: String = "token", _ action: String, _ message: String
  ) -> Mistake {
    Mistake(description, "rules:\n  - when: { endpoint: \(endpoint) }\n    then: " + action, message)
  }

  @Test(
    "in actions on answers, tokens and connections",
    arguments: [
      then("damage what", "damage", "4:11: 'damage' needs accessToken, idToken or a list of both"),
      then(
        "damage another token", "{ damage: refreshToken, with: expired }",
        "4:21: 'damage' is accessToken or idToken here, not 'refreshToken'"),
      then(
        "damage nothing of it", "{ damage: idToken }",
        "4:11: 'damage' needs 'with' (such as badSignature), 'claims' to change or 'without' some"),
      then(
        "damage no token", "{ damage: [], with: expired }",
        "4:21: 'damage' is empty; give accessToken, idToken or both"),
      then(
        "an unknown fault", "{ damage: idToken, with: [badsignature] }",
        "4:37: unknown fault 'badsignature'; did you mean 'badSignature'? Known: badSignature, wrongAudience, "
          + "wrongIssuer, wrongTenant, wrongNonce, expired, notYetValid, unknownKey, unsigned"),
      then(
        "a claim changed and missing", "{ damage: idToken, claims: { oid: x }, without: oid }",
        "4:59: 'oid' is also changed under 'claims'; do one of both"),
      then(
        "damage where no token is", at: "keys", "{ damage: idToken, with: expired }",
        "3:23: 'damage' changes nothing at 'keys'; it is for token, authorize, signIn, managedIdentity, saml, launcher"),
      then(
        "keys at another endpoint", "{ serveKeys: stale }",
        "3:23: 'serveKeys' changes nothing at 'token'; it is for keys"),
      then("which keys", "{ serveKeys: old }", "4:24: 'serveKeys' is stale, none or byTurns here, not 'old'"),
      then(
        "change nothing", "{ changeAnswer: {} }",
        "4:27: 'changeAnswer' needs one of status, headers, members, without"),
      then(
        "change to a word", "{ changeAnswer: wrong }",
        "4:27: 'changeAnswer' is a mapping such as { members: { issuer: https://elsewhere.test } } here, not 'wrong'"),
      then(
        "change a header of the connection", "{ changeAnswer: { headers: { Content-Length: 1 } } }",
        "4:40: 'Content-Length' follows from the body; leave it out"),
      then("cut where", "cutBody", "4:11: 'cutBody' needs a number of bytes such as 40"),
      then("cut too late", "{ cutBody: 1000001 }", "4:22: 'cutBody' is a number from 0 to 1000000 here, not '1000001'"),
      then("slow as never", "{ slowBody: 0 }", "4:23: 'slowBody' is a number from 1 to 1000000 here, not '0'"),
      then(
        "reset with more", "{ resetConnection: true }",
        "4:30: 'resetConnection' stands alone; leave out what follows it"),
      then("no answer with more", "{ noAnswer: 1 }", "4:23: 'noAnswer' stands alone; leave out what follows it"),
      then(
        "revoke passwords", "{ revoke: passwords }",
        "4:21: 'revoke' is refreshTokens, sessions, codes or deviceCodes here, not 'passwords'"),
      then(
        "a password of an app", "{ expire: passwords, client: mobile }",
        "4:40: a password belongs to no app; leave 'client' out"),
      then(
        "a permission of nothing", "{ addPermission: [] }",
        "4:28: 'addPermission' is empty; give a list such as [User.Read, Mail.Read]"),
      then(
        "a permission of an unknown API", "{ addPermission: api://nobody/Read }",
        "4:28: 'api://nobody/Read' names no API; write it as api://contoso/Orders.Read, or give an app 'api://nobody' with 'identifierUris'"
      ),
      then(
        "lifetimes of nothing", "{ setLifetimes: {} }",
        "4:27: 'setLifetimes' is empty; give a lifetime such as accessToken: 1m"),
      then(
        "an unknown lifetime", "{ setLifetimes: { acessToken: 1m } }",
        "4:29: unknown key 'acessToken'; did you mean 'accessToken'?"),
    ])
  func inAnswers(_ c: Mistake) {
    expectEqual(Self.message(of: "scenario: x\n" + c.text), "x.yaml:" + c.message)
  }

  @Test("that come too late", arguments: ["{ damage: idToken, with: expired }", "{ serveKeys: none }"])
  func late(_ action: String) throws {
    let message = try #require(
      Self.message(of: "scenario: x\nrules:\n  - { when: { event: token.issued }, then: \(action) }"))
    #expect(message.hasPrefix("x.yaml:3:22: after an event it is too late to "))
  }
}
