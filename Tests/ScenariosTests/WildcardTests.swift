import Testing

@testable import Scenarios
@testable import Worlds

@Suite("Wildcard") struct WildcardTests {
  @Test(
    "fits",
    arguments: [
      ("", ""), ("a", "A"), ("*", ""), ("*", "x"), ("a*", "a"), ("a*", "abc"), ("*c", "abc"), ("a*c", "ac"),
      ("a*b*c", "axxbxxc"), ("a*b*c", "abbc"), ("**", "a"), ("*.microsoft.com", "graph.microsoft.com"),
      ("*b*", "abc"), ("a*a", "aa"), ("*ab", "aab"),
    ])
  func fits(_ wildcard: String, _ text: String) { #expect(Wildcard(wildcard).matches(text)) }

  @Test(
    "does not fit",
    arguments: [
      ("", "a"), ("a", ""), ("a", "ab"), ("a*", "ba"), ("*c", "cd"), ("a*a", "a"), ("a*b*c", "acb"), ("ab*ba", "aba"),
      ("*b*", "ac"), ("*.microsoft.com", "microsoft.com"),
    ])
  func doesNotFit(_ wildcard: String, _ text: String) { #expect(!Wildcard(wildcard).matches(text)) }
}
