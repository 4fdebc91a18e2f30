import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

extension ScenarioMistakeTests {
  @Test(
    "in actions",
    arguments: [
      Mistake(
        "unknown action",
        "rules:\n  - { when: {}, then: { expir: refreshTokens } }",
        "3:25: unknown action 'expir'; did you mean 'expire'?"),
      Mistake(
        "unknown action, a word",
        "rules:\n  - { when: {}, then: revokeSession }",
        "3:23: unknown action 'revokeSession'; did you mean 'revokeSessions'?"),
      Mistake(
        "no action",
        "rules:\n  - { when: {}, then: [] }",
        "3:23: 'then' is empty; give an action or a list of them"),
      Mistake(
        "an empty action",
        "rules:\n  - { when: {}, then: {} }",
        "3:23: an action is missing. Known: \(Known.actions)"
      ),
      Mistake(
        "a list in the list",
        "rules:\n  - { when: {}, then: [[revokeSessions]] }",
        "3:24: 'then' is a mapping such as { delay: 2s } here, not a list"),
      Mistake(
        "two actions in one",
        "rules:\n  - { when: {}, then: { delay: 1s, respond: { status: 503 } } }",
        "3:23: 'respond' and 'delay' are actions of their own; make a list of them"),
      Mistake(
        "parameter of another action",
        "rules:\n  - { when: {}, then: { expire: codes, by: 1d } }",
        "3:40: unknown key 'by'. Known here: expire, of, client"),
      Mistake(
        "expire what",
        "rules:\n  - { when: {}, then: { expire: refreshToken } }",
        "3:33: unknown kind of thing 'refreshToken'; did you mean 'refreshTokens'?"
          + " Known: refreshTokens, sessions, codes, deviceCodes, passwords, signInFlows, clientAssertions"),
      Mistake(
        "expire what says itself when it ends",
        "rules:\n  - { when: {}, then: { expire: accessTokens } }",
        "3:33: unknown kind of thing 'accessTokens'. Known: refreshTokens, sessions, codes, deviceCodes, passwords, signInFlows, clientAssertions. "
          + Ageable.remedyForTokens),
      Mistake(
        "age what says itself when it ends",
        "rules:\n  - { when: {}, then: { age: idTokens, by: 2h } }",
        "3:30: unknown kind of thing 'idTokens'. Known: refreshTokens, sessions, codes, deviceCodes, passwords, signInFlows, clientAssertions. "
          + Ageable.remedyForTokens),
      Mistake(
        "expire nothing",
        "rules:\n  - { when: {}, then: expire }",
        "3:23: 'expire' needs one of refreshTokens, sessions, codes, deviceCodes, passwords, signInFlows, clientAssertions"
      ),
      Mistake(
        "expire of nobody",
        "rules:\n  - { when: {}, then: { expire: codes, of: alcie } }",
        "3:44: unknown user 'alcie'; did you mean 'alice'? Known: alice, bob, admin, gina, guest, personal"),
      Mistake(
        "sessions of an app",
        "rules:\n  - { when: {}, then: { expire: sessions, client: mobile } }",
        "3:51: a session belongs to no app; leave 'client' out"),
      Mistake(
        "age without by",
        "rules:\n  - { when: {}, then: { age: refreshTokens } }",
        "3:23: 'age' needs 'by', a duration such as 91d"),
      Mistake(
        "age by a number",
        "rules:\n  - { when: {}, then: { age: refreshTokens, by: 91 } }",
        "3:49: 'by' is a duration such as 90d, 1h30m or 500ms here, not '91'"),
      Mistake(
        "password of nobody",
        "rules:\n  - { when: {}, then: { changePassword: carol } }",
        "3:41: unknown user 'carol'. Known: alice, bob, admin, gina, guest, personal"),
      Mistake(
        "empty password",
        "rules:\n  - { when: {}, then: { changePassword: alice, to: '' } }",
        "3:52: 'to' is a text here, not an empty text"),
      Mistake(
        "clock by a word",
        "rules:\n  - { when: {}, then: { advanceClock: tomorrow } }",
        "3:39: 'advanceClock' is a duration such as 90d, 1h30m or 500ms here, not 'tomorrow'"),
      Mistake(
        "refuse with nothing",
        "rules:\n  - { when: {}, then: refuse }",
        "3:23: 'refuse' needs a code such as AADSTS50173 or a name of the catalogue"),
      Mistake(
        "refuse with no code",
        "rules:\n  - { when: {}, then: { refuse: AADSTS1 } }",
        "3:33: unknown refusal 'AADSTS1'; take a code or a name from the catalogue"),
      Mistake(
        "refuse with a slip",
        "rules:\n  - { when: {}, then: { refuse: grantRevokd } }",
        "3:33: unknown refusal 'grantRevokd'; did you mean 'AADSTS50173' (grantRevoked)?"),
      Mistake(
        "refuse after the event",
        "rules:\n  - { when: { event: token.issued }, then: { refuse: grantRevoked } }",
        "3:22: after an event it is too late to refuse; put 'endpoint' or 'grant' in the place of 'event'"),
      Mistake(
        "respond after the event",
        "rules:\n  - { when: { event: token.issued }, then: { respond: { status: 503 } } }",
        "3:22: after an event it is too late to respond; put 'endpoint' or 'grant' in the place of 'event'"),
      Mistake(
        "respond without status",
        "rules:\n  - { when: {}, then: { respond: { body: a } } }",
        "3:34: 'respond' needs 'status', a number such as 503"),
      Mistake(
        "respond with a number",
        "rules:\n  - { when: {}, then: { respond: 503 } }",
        "3:34: 'respond' is a mapping such as { status: 503 } here, not '503'"),
      Mistake(
        "status out of range",
        "rules:\n  - { when: {}, then: { respond: { status: 99 } } }",
        "3:44: 'status' is a number from 200 to 599 here, not '99'"),
      Mistake(
        "status is a text",
        "rules:\n  - { when: {}, then: { respond: { status: down } } }",
        "3:44: 'status' is a number here, not 'down'"),
      Mistake(
        "two bodies",
        "rules:\n  - { when: {}, then: { respond: { status: 503, body: a, json: {} } } }",
        "3:64: 'body' and 'json' are both the body; give one of them"),
      Mistake(
        "header of two lines",
        "rules:\n  - { when: {}, then: { respond: { status: 503, headers: { X-A: \"a\\r\\nB: c\" } } } }",
        "3:65: the header 'X-A' has a control character; a header is one line"),
      Mistake(
        "header name",
        "rules:\n  - { when: {}, then: { respond: { status: 503, headers: { 'X A': a } } } }",
        "3:60: 'X A' is not a header name; use letters, digits and '-'"),
      Mistake(
        "header of the connection",
        "rules:\n  - { when: {}, then: { respond: { status: 503, headers: { content-length: 3 } } } }",
        "3:60: 'content-length' follows from the body; leave it out"),
      Mistake(
        "respond key",
        "rules:\n  - { when: {}, then: { respond: { status: 503, retryafter: 2s } } }",
        "3:49: unknown key 'retryafter'; did you mean 'retryAfter'?"),
      Mistake(
        "delay too long",
        "rules:\n  - { when: {}, then: { delay: 1h } }",
        "3:32: 'delay' is a duration of at most 10m here, not '1h'"),
      Mistake(
        "delay of none",
        "rules:\n  - { when: {}, then: { delay: 0s } }",
        "3:32: 'delay' is a duration of more than 0s here, not '0s'"),
    ])
  func inActions(_ c: Mistake) { expectEqual(Self.message(of: "scenario: x\n" + c.text), "x.yaml:" + c.message) }
}
