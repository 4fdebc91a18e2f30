import Testing

@testable import Scenarios

@Suite("What was found out about tokens") struct RecentTokenTests {
  @Test("is kept for a text, and for no other that ends alike") func kept() {
    let tokens = RecentTokens<Int>()
    let end = String(repeating: "e", count: 60)
    tokens.keep(1, for: "a." + end)
    #expect(tokens["a." + end] == 1)
    #expect(tokens["b." + end] == nil)
    tokens.keep(2, for: "b." + end)
    #expect(tokens["a." + end] == nil && tokens["b." + end] == 2)
    tokens.forget()
    #expect(tokens["b." + end] == nil)
  }

  @Test("does not pile up: neither long texts nor many are kept") func bounded() {
    let tokens = RecentTokens<Int>(capacity: 4)
    let longest = String(repeating: "t", count: 8_192)
    tokens.keep(1, for: longest)
    tokens.keep(2, for: longest + "t")
    #expect(tokens[longest] == 1 && tokens[longest + "t"] == nil)
    for number in 0..<100 { tokens.keep(number, for: "token-\(number)") }
    #expect((0..<100).count { tokens["token-\($0)"] != nil } <= 4)
    #expect(tokens["token-99"] == 99)
  }
}
