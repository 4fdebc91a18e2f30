import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

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
        "2:34: 'count' is a number such as 2, or a range such as 1..3 or 2.. here, not a list"),
      Mistake(
        "count below 0",
        "expect: [{ event: signIn, count: -1 }]",
        "2:34: 'count' is a number such as 2, or a range such as 1..3 or 2.. here, not '-1'"),
      Mistake(
        "count that ends before it begins",
        "expect: [{ event: signIn, count: 3..1 }]",
        "2:34: 'count' is a number such as 2, or a range such as 1..3 or 2.. here, not '3..1'"),
      Mistake(
        "never is no",
        "expect: [{ event: signIn, never: false }]",
        "2:34: 'never' is true; leave it out where something has to happen here, not 'false'"),
      Mistake(
        "never and count",
        "expect: [{ event: signIn, never: true, count: 1 }]",
        "2:47: 'never' and 'count' mean the same; give one of them"),
      Mistake(
        "after something nobody knows",
        "expect: [{ event: signIn, after: token.isued }]",
        "2:34: unknown expectation 'token.isued'; did you mean 'token.issued'?"
      ),
      Mistake(
        "after an order",
        "expect: [{ event: signIn, after: x }, { name: x, inOrder: [{ event: signIn }, { event: signOut }] }]",
        "2:34: 'x' names an order of several steps; name a pattern or an event that happens once"),
      Mistake(
        "after an empty pattern",
        "expect: [{ event: signIn, after: {} }]",
        "2:34: a pattern needs something to look for, such as 'event'"),
      Mistake(
        "one name for two",
        "expect: [{ name: x, event: signIn }, { name: x, event: signOut }]",
        "2:38: two expectations have the name 'x'"),
      Mistake(
        "an order of one",
        "expect: [{ inOrder: [{ event: signIn }] }]",
        "2:21: 'inOrder' needs two patterns or more"),
      Mistake(
        "an order with a count",
        "expect: [{ inOrder: [{ event: signIn }, { event: signOut }], count: 1 }]",
        "2:62: unknown key 'count'. Known here: name, inOrder"),
      Mistake(
        "expectation key",
        "expect: [{ event: signIn, times: 1 }]",
        "2:27: unknown key 'times'. Known here: name, inOrder, count, never, after, before, event, endpoint, grant, prompt, userFlow, binding, initiated, client, user, action, group, tenant, scope, resource, code, error, header, to, from, subject, attachments, host, path, method, not"
      ),
      Mistake(
        "user of an expectation",
        "expect: [{ event: signIn, user: eve }]",
        "2:33: unknown user 'eve'. Known: alice, bob, admin, gina, guest, personal"),
    ])
  func inExpectations(_ c: Mistake) { expectEqual(Self.message(of: "scenario: x\n" + c.text), "x.yaml:" + c.message) }
}
