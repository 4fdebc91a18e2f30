import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

extension ScenarioMistakeTests {
  @Test(
    "in rules and what they match",
    arguments: [
      Mistake(
        "syntax",
        "rules: [",
        "3:1: did not find expected node content while parsing a flow node"),
      Mistake(
        "rules is a mapping",
        "rules: { when: {}, then: revokeSessions }",
        "2:8: 'rules' is a list of mappings with 'when' and 'then' here, not a mapping"),
      Mistake(
        "rule is a text",
        "rules: [revokeSessions]",
        "2:9: 'rules' is a list of mappings with 'when' and 'then' here, not 'revokeSessions'"),
      Mistake(
        "rule without when",
        "rules:\n  - then: revokeSessions",
        "3:5: a rule needs 'when', a pattern such as { endpoint: token }"),
      Mistake(
        "misspelt when",
        "rules:\n  - { wen: { endpoint: token }, then: revokeSessions }",
        "3:7: unknown key 'wen'; did you mean 'when'?"),
      Mistake(
        "rule without then",
        "rules:\n  - when: { endpoint: token }",
        "3:5: a rule needs 'then', an action or a list of them"),
      Mistake(
        "rule key",
        "rules:\n  - { when: { endpoint: token }, then: revokeSessions, els: a }",
        "3:56: unknown key 'els'. Known here: name, then, when"),
      Mistake(
        "two rules of one name",
        "rules:\n  - { name: a, when: {}, then: revokeSessions }\n  - { name: a, when: {}, then: revokeSessions }",
        "4:5: there are two rules named 'a'; give one of them another 'name'"),
      Mistake(
        "pattern key",
        "rules:\n  - { when: { endpont: token }, then: revokeSessions }",
        "3:15: unknown key 'endpont'; did you mean 'endpoint'?"),
      Mistake(
        "event",
        "rules:\n  - { when: { event: token.isued }, then: revokeSessions }",
        "3:22: unknown event 'token.isued'; did you mean 'token.issued'?"
      ),
      Mistake(
        "event like none",
        "rules:\n  - { when: { event: login }, then: revokeSessions }",
        "3:22: unknown event 'login'. Known: \(Known.events)"
      ),
      Mistake(
        "endpoint",
        "rules:\n  - { when: { endpoint: tokens }, then: revokeSessions }",
        "3:25: unknown endpoint 'tokens'; did you mean 'token'?"),
      Mistake(
        "grant",
        "rules:\n  - { when: { grant: refresh-token }, then: revokeSessions }",
        "3:22: unknown grant 'refresh-token'; did you mean 'refresh_token'? Known: authorization_code, refresh_token, client_credentials, password, device_code, jwt_bearer, on_behalf_of, saml_bearer, oob, mfa_oob, attributes, continuation_token"
      ),
      Mistake(
        "prompt",
        "rules:\n  - { when: { prompt: silent }, then: revokeSessions }",
        "3:23: unknown prompt 'silent'. Known: none, login, select_account, consent, create"),
      Mistake(
        "binding",
        "rules:\n  - { when: { endpoint: saml, binding: artifact }, then: revokeSessions }",
        "3:40: 'binding' is redirect or post here, not 'artifact'"),
      Mistake(
        "where it began",
        "rules:\n  - { when: { endpoint: saml, initiated: [sp] }, then: revokeSessions }",
        "3:42: 'initiated' is sp or idp here, not a list"),
      Mistake(
        "pattern's user",
        "rules:\n  - { when: { user: allice }, then: revokeSessions }",
        "3:21: unknown user 'allice'; did you mean 'alice'? Known: alice, bob, admin, gina, guest, personal"),
      Mistake(
        "pattern's client",
        "rules:\n  - { when: { client: [mobile] }, then: revokeSessions }",
        "3:23: 'client' is an app's name here, not a list"),
      Mistake(
        "pattern's tenant",
        "rules:\n  - { when: { tenant: contosso }, then: revokeSessions }",
        "3:23: unknown tenant 'contosso'; did you mean 'contoso'? Known: contoso, fabrikam, personal-accounts"),
      Mistake(
        "pattern's resource",
        "rules:\n  - { when: { resource: mobile }, then: revokeSessions }",
        "3:25: unknown API 'mobile'. Known: graph, arm, keyvault, storage, outlook, api"),
      Mistake(
        "occurrence 0",
        "rules:\n  - { when: { occurrence: 0 }, then: revokeSessions }",
        "3:27: 'occurrence' is a count such as 2, 1..3, 3.., every or every 3 here, not '0'"),
      Mistake(
        "occurrence backwards",
        "rules:\n  - { when: { occurrence: 3..1 }, then: revokeSessions }",
        "3:27: 'occurrence' is a count such as 2, 1..3, 3.., every or every 3 here, not '3..1'"),
      Mistake(
        "error before it happened",
        "rules:\n  - { when: { endpoint: token, error: invalid_grant }, then: revokeSessions }",
        "3:13: an error is known only afterwards; add an 'event' such as token.refused"),
      Mistake(
        "no such error",
        "rules:\n  - { when: { event: token.refused, code: AADSTS5017 }, then: revokeSessions }",
        "3:43: unknown refusal 'AADSTS5017'; did you mean 'AADSTS50173' (grantRevoked)?"),
      Mistake(
        "OAuth word",
        "rules:\n  - { when: { event: token.refused, error: invalid_grnat }, then: revokeSessions }",
        "3:44: unknown refusal 'invalid_grnat'; did you mean 'invalid_grant'?"),
      Mistake(
        "code and error",
        "rules:\n  - { when: { event: token.refused, error: invalid_grant, code: AADSTS50173 }, then: revokeSessions }",
        "3:65: 'code' and 'error' mean the same; give one of them"),
      Mistake(
        "error inside not",
        "rules:\n  - { when: { not: { error: invalid_grant } }, then: revokeSessions }",
        "3:13: an error is known only afterwards; add an 'event' such as token.refused"),
      Mistake(
        "empty not",
        "rules:\n  - { when: { not: {} }, then: revokeSessions }",
        "3:20: an empty 'not' fits everything; give it a pattern"),
      Mistake(
        "event inside not",
        "rules:\n  - { when: { not: { event: signIn } }, then: revokeSessions }",
        "3:20: 'event' goes beside 'not', not inside it"),
      Mistake(
        "occurrence inside not",
        "rules:\n  - { when: { not: { client: spa, occurrence: 2 } }, then: revokeSessions }",
        "3:35: unknown key 'occurrence'. Known here: event, endpoint, grant, prompt, userFlow, binding, initiated, client, user, action, "
          + "group, tenant, scope, resource, code, error, header, to, from, subject, attachments, host, path, method, not"
      ),
      Mistake(
        "header's name",
        "rules:\n  - { when: { header: { 'X A': b } }, then: revokeSessions }",
        "3:25: 'X A' is not a header name; use letters, digits and '-'"),
      Mistake(
        "no header",
        "rules:\n  - { when: { header: {} }, then: revokeSessions }",
        "3:23: 'header' is a header's name or a mapping here, not a mapping"),
      Mistake(
        "probability of none",
        "rules:\n  - { when: { probability: 0 }, then: revokeSessions }",
        "3:28: 'probability' is a probability above 0 and up to 1 (100%) here, not '0'"),
      Mistake(
        "probability of more than all",
        "rules:\n  - { when: { probability: 101% }, then: revokeSessions }",
        "3:28: 'probability' is a probability above 0 and up to 1 (100%) here, not '101%'"),
      Mistake(
        "probability in words",
        "rules:\n  - { when: { probability: nan }, then: revokeSessions }",
        "3:28: 'probability' is a probability such as 0.25 or 25% here, not 'nan'"),
      Mistake(
        "after a number",
        "rules:\n  - { when: { after: 30 }, then: revokeSessions }",
        "3:22: 'after' is a duration such as 90d, 1h30m or 500ms here, not '30'"),
      Mistake(
        "until before after",
        "rules:\n  - { when: { after: 1m, until: 60s }, then: revokeSessions }",
        "3:33: 'until' is not later than 'after', so the rule would never act"),
    ])
  func inPatterns(_ c: Mistake) { expectEqual(Self.message(of: "scenario: x\n" + c.text), "x.yaml:" + c.message) }
}
