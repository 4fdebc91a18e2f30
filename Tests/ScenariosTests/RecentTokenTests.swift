import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

@Suite("What was found out about tokens") struct RecentTokenTests {
  private func text(_ token: String) throws -> TokenText { try #require(TokenText(token)) }

  @Test("is kept for a text, and for no other that ends alike") func kept() throws {
    let tokens = RecentTokens<Int>(capacity: 4)
    let end = String(repeating: "e", count: 60)
    let (first, second) = (try text("a." + end), try text("b." + end))
    tokens.keep(1, for: first)
    expectEqual(tokens[first], 1)
    expectNil(tokens[second])
    tokens.keep(2, for: second)
    #expect(tokens[first] == 1 && tokens[second] == 2)
    tokens.forget()
    #expect(tokens[first] == nil && tokens[second] == nil)
  }

  @Test("does not pile up: neither long texts nor many are kept") func bounded() throws {
    let longest = String(repeating: "t", count: 8_192)
    expectNotNil(TokenText(longest))
    expectNil(TokenText(longest + "t"))
    let tokens = RecentTokens<Int>(capacity: 4)
    for number in 0..<100 { tokens.keep(number, for: try text("token-\(number)")) }
    #expect(try (0..<100).count { tokens[try text("token-\($0)")] != nil } <= 4)
    expectEqual(tokens[try text("token-99")], 99)
  }
}
