import Expectations
import Testing

@testable import Bytes

struct EncodingTests {
  @Test(arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE")])
  func base64FollowsRFC4648(_ plain: String, _ encoded: String) {
    expectEqual(Base64.encodeURL(Array(plain.utf8)), encoded)
    expectEqual(Base64.decode(encoded), Array(plain.utf8))
    expectEqual(Base64.decode(Base64.encode(Array(plain.utf8))), Array(plain.utf8))
  }

  @Test(arguments: ["Z", "Zh", "Zm9v=", "Zm 9v", "====", "Zg==="])
  func base64Refuses(_ text: String) { expectNil(Base64.decode(text)) }

  @Test(arguments: [("00ff", [0, 255] as [UInt8]?), ("0", nil), ("zz", nil), ("AB", [171])])
  func hexReadsEitherCase(_ text: String, _ bytes: [UInt8]?) { expectEqual(Hex.decode(text), bytes) }

  @Test func entrasRedirectEncodingUsesPlusAndSmallDigits() {
    expectEqual(
      Percent.encodeForm("AADSTS50058: A (b) 'c' ~\r\nhttps://x/?a=1"),
      "AADSTS50058%3a+A+(b)+%27c%27+%7e%0d%0ahttps%3a%2f%2fx%2f%3fa%3d1")
  }

  @Test(arguments: [
    ("a%20b", false, "a b" as String?), ("a+b", false, "a+b"), ("a+b", true, "a b"), ("%zz%4", false, "%zz%4"),
    ("%ff", false, nil), ("%e2%82%ac", false, "€"),
  ])
  func percentDecodes(_ text: String, _ plus: Bool, _ expected: String?) {
    expectEqual(Percent.decode(text, plusIsSpace: plus), expected)
  }
}

struct FormFieldsTests {
  @Test func keepsOrderBlanksAndEmptyValues() throws {
    let form = try #require(FormFields(parsing: "b=1+2&a=%22x%22&c&b=3&&=v"))
    expectEqual(form.fields.map(\.name), ["b", "a", "c", "b", ""])
    expectEqual(form["b"], "1 2")
    expectEqual(form["a"], "\"x\"")
    expectEqual(form["c"], "")
    expectNil(form.nonEmpty("c"))
    expectEqual(form.firstDuplicate, "b")
  }

  /// To Swift an e with an accent equals an e and an accent, and so does the sign for kelvin a K.
  @Test func tellsNamesApartByTheirBytes() throws {
    var form = try #require(FormFields(parsing: "%C3%A9=1&e%CC%81=2&%E2%84%AA=3&K=4"))
    expectNil(form.firstDuplicate)
    expectEqual(form["e\u{301}"], "2")
    expectEqual(form["K"], "4")
    form.set("e\u{301}", "5")
    expectEqual(form["\u{E9}"], "1")
    form.remove("K")
    expectEqual(form.fields.map(\.value), ["1", "5", "3"])
  }

  @Test func refusesWhatIsNotUTF8() { expectNil(FormFields(parsing: "a=%ff")) }

  @Test func refusesTooManyFields() { expectNil(FormFields(parsing: "a=1&b=2&c=3", maximumFields: 2)) }
}

struct GUIDTests {
  @Test func readsEitherCaseAndWritesSmallLetters() {
    expectEqual(GUID("00000003-0000-0000-C000-000000000000")?.description, "00000003-0000-0000-c000-000000000000")
  }

  @Test(arguments: [
    "", "00000003-0000-0000-c000-00000000000", "{00000003-0000-0000-c000-000000000000}",
    "0000000300000000c000000000000000    ", "g0000003-0000-0000-c000-000000000000",
  ])
  func refuses(_ text: String) { expectNil(GUID(text)) }

  @Test func randomOnesAreVersionFour() {
    expectEqual(GUID(random: [UInt8](repeating: 0xFF, count: 16)).description, "ffffffff-ffff-4fff-bfff-ffffffffffff")
    expectEqual(GUID(random: [UInt8](repeating: 0, count: 16)).description, "00000000-0000-4000-8000-000000000000")
  }
}

struct ASCIITests {
  @Test func lowersASCIIOnly() {
    expectEqual(ASCII.lowercased("ÀB\u{212A}c"), "Àb\u{212A}c")
    #expect(ASCII.equalIgnoringCase("oAuth2", "OAUTH2"))
    #expect(!ASCII.equalIgnoringCase("a", "ab"))
    expectEqual(ASCII.trimmed("\t a b "), "a b")
  }
}

struct SeenWordsTests {
  /// Below and above the number of words at which a table takes over.
  @Test(arguments: [1, 15, 16, 17, 1_000])
  func aWordCountsOnce(count: Int) {
    var seen = SeenWords()
    let words = (0..<count).map { "word\($0)" }
    let firstTime = words.map { seen.insert($0) }
    let secondTime = words.map { seen.insert($0) }
    #expect(firstTime.allSatisfy { $0 })
    #expect(!secondTime.contains(true))
    #expect(words.allSatisfy { seen.contains($0) })
    #expect(!seen.contains("Word0"))
  }

  @Test(arguments: [1, 1_000])
  func lettersMayDifferInCase(count: Int) {
    var seen = SeenWords((0..<count).map { "Word\($0)" }, ignoringCase: true)
    // Only the case of ASCII letters, and no other form of the same letter.
    let answers = ["wORD0", "\u{E9}", "e\u{301}", "\u{C9}"].map { seen.insert($0) }
    expectEqual(answers, [false, true, true, true])
  }
}
