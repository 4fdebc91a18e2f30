import Bytes
import Expectations
import Testing

struct SpellingDifferenceTests {
  static let rows = [
    ("https://a.example/", "https://a.example", "what came has a slash at its end, which is not registered"),
    ("https://a.example", "https://a.example/", "what came lacks the slash at its end"),
    (
      "repo:contoso/app:environment:production", "repo:contoso/app:environment:Production",
      "small and capital letters differ: 'production' came for 'Production'"
    ),
    ("http://a.example/cb", "https://a.example/cb", "'http' came for 'https'"),
    (
      "system:serviceaccount:shop:cart", "system:serviceaccount:shop:till",
      "'cart' came for 'till' after 'system:serviceaccount:shop:'"
    ),
    ("https://a.example/mcp", "https://a.example", "'a.example/mcp' came for 'a.example' after 'https://'"),
    ("same", "same", "they are the same"),
  ]

  @Test(arguments: rows) func saysWhichLettersDiffer(_ came: String, _ registered: String, _ words: String) {
    expectEqual(SpellingDifference(came: came, registered: registered).words, words)
  }

  @Test func theNearestIsToldFirst() {
    let known = ["system:serviceaccount:other:job", "system:serviceaccount:shop:Cart", "x"]
    expectEqual(
      SpellingDifference.listed("system:serviceaccount:shop:cart", among: known, none: "none"),
      "'system:serviceaccount:shop:Cart' (small and capital letters differ: 'cart' came for 'Cart'), "
        + "'system:serviceaccount:other:job', 'x'")
    expectEqual(SpellingDifference.listed("x", among: [], none: "none is registered"), "none is registered")
  }

  @Test func noLengthIsTooMuch() {
    let long = String(repeating: "ä", count: 3_000)
    #expect(!SpellingDifference(came: long, registered: long + "x").words.isEmpty)
    #expect(!SpellingDifference(came: "", registered: "x").words.isEmpty)
  }
}
