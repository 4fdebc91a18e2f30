import Expectations
import JSON
import Testing

@testable import Policy

@Suite("Expressions of flexible federated credentials") struct ClaimsExpressionTests {
  private static let gitHub = "https://token.actions.githubusercontent.com"

  @Test(
    "fits by stars and question marks, and case counts",
    arguments: [
      ("repo:a/*", "repo:a/b:ref", true), ("repo:a/*", "repo:a/", true), ("repo:a/*", "repo:A/b", false),
      ("*", "", true), ("", "", true), ("", "x", false), ("a?c", "abc", true), ("a?c", "ac", false),
      ("*b*", "aabaa", true), ("a*b*c", "a-b-b-c", true), ("a*b*c", "a-c-b", false), ("**", "x", true),
      ("a.c", "abc", false), ("?", "ä", true),
    ])
  func matches(_ pattern: String, _ subject: String, _ isExpected: Bool) throws {
    let expression = try ClaimsExpression("claims['sub'] matches '\(pattern)'", issuer: Self.gitHub)
    expectEqual(expression.admits(["sub": .string(subject)]), isExpected)
  }

  @Test("takes eq letter for letter, and several conditions together")
  func equals() throws {
    let expression = try ClaimsExpression(
      "claims['sub'] eq 'a*' and claims['job_workflow_ref'] matches 'b*'", issuer: Self.gitHub)
    #expect(expression.admits(["sub": "a*", "job_workflow_ref": "bc"]))
    #expect(!expression.admits(["sub": "ab", "job_workflow_ref": "bc"]))
    #expect(!expression.admits(["sub": "a*"]))
    #expect(!expression.admits(["sub": 1, "job_workflow_ref": "b"]))
  }

  /// Each star doubles the ways in which a slow comparison could go.
  @Test("ends soon for a pattern of many stars")
  func manyStars() throws {
    let pattern = String(repeating: "a*", count: 280) + "b"
    let expression = try ClaimsExpression("claims['sub'] matches '\(pattern)'", issuer: Self.gitHub)
    #expect(!expression.admits(["sub": .string(String(repeating: "a", count: 60_000))]))
  }

  @Test(
    "refuses another form, and claims that the issuer's credentials may not name",
    arguments: [
      ("", gitHub), ("sub eq 'a'", gitHub), ("claims['sub'] is 'a'", gitHub), ("claims['sub'] eq 'a", gitHub),
      ("claims['sub'] eq 'a' or claims['sub'] eq 'b'", gitHub),
      ("claims['sub'] eq 'a'  and claims['sub'] eq 'b'", gitHub),
      ("claims['sub'] eq '\(String(repeating: "a", count: 590))'", gitHub), ("claims['actor'] eq 'a'", gitHub),
      ("claims['job_workflow_ref'] eq 'a'", "https://gitlab.com"),
    ])
  func refuses(_ text: String, _ issuer: String) {
    #expect(throws: ClaimsExpression.Fault.self) { try ClaimsExpression(text, issuer: issuer) }
  }
}
