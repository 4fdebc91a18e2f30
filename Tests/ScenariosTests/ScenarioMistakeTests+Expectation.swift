import Testing

@testable import Scenarios

extension ScenarioMistakeTests {
  @Test(
    "in expectations",
    arguments: [
      Mistake(
        "expect is a mapping",
        "expect: { event: signIn }",
        "2:9: 'expect' is a list of mappings such as { event: signIn, count: 1 } here, not a mapping"),
      Mistake(
        "expectation is a text",
        "expect: [signIn]",
        "2:10: 'expect' is a list of mappings such as { event: signIn, count: 1 } here, not 'signIn'"),
      Mistake(
        "expectation of nothing",
        "expect: [{ count: 1 }]",
        "2:10: an expectation needs something to look for, such as 'event'"),
      Mistake(
        "count is a list",
        "expect: [{ event: signIn, count: [1] }]",
        "2:34: 'count' is a number here, not a list"),
      Mistake(
        "count below 0",
        "expect: [{ event: signIn, count: -1 }]",
        "2:34: 'count' is a number from 0 on here, not '-1'"),
      Mistake(
        "expectation key",
        "expect: [{ event: signIn, times: 1 }]",
        "2:27: unknown key 'times'. Known here: count, event, endpoint, grant, prompt, client, user, tenant, scope, resource, code, error, header, host, not"
      ),
      Mistake(
        "user of an expectation",
        "expect: [{ event: signIn, user: eve }]",
        "2:33: unknown user 'eve'. Known: alice, bob, admin, gina, guest, personal"),
    ])
  func inExpectations(_ c: Mistake) { #expect(Self.message(of: "scenario: x\n" + c.text) == "x.yaml:" + c.message) }
}
