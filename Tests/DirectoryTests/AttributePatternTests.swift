import Directory
import Testing

@Suite("A pattern of an attribute") struct AttributePatternTests {
  @Test(
    "matches a value as a whole, or does not",
    arguments: [
      ("^.*", ["", "x", "Zoë 🌷", "a\nb"], []),
      ("^[0-9]+$", ["7", "0042"], ["", "x", "-7", "7 "]),
      ("abc", ["abc"], ["xabc", "abcx", "ABC"]),
      (#"^\d{3}-\d{2,}$"#, ["123-45", "123-4567"], ["12-45", "123-4", "١٢٣-45"]),
      (#"\w+"#, ["under_score1", "José"], ["a b", "", "a-b"]),
      (#"[\w .'-]+"#, ["Zoë O'Neil-Smith", "J. R."], ["a/b", ""]),
      (#"\D\S\W"#, ["ab ", "é!-"], ["1b ", "a  ", "abc", "abé"]),
      (#"a\sb"#, ["a b", "a\tb"], ["a\u{A0}b", "ab"]),
      (#"\(\d\)\.\*\{\}"#, ["(1).*{}"], ["1"]),
      ("a{b}", ["a{b}"], ["ab"]),
      ("a{2}b{0,1}c{1,}", ["aac", "aabccc"], ["abc", "aab"]),
      (".{1,5}", ["é", "éééée", "🌷🌷🌷🌷🌷"], ["", "éééééé"]),
      ("..", ["é🌷"], ["é", "🌷"]),
      ("[à-ÿ]+", ["éü", "ÿ"], ["e", "Ā", "×ß "]),
      ("[а-яё]{2,}", ["привет", "ёж"], ["x", "Привет"]),
      ("[a-z€-₯ß]", ["€", "ß", "q"], ["£", "ꀀ", "Q"]),
      ("[^a-c]", ["d", "é", "🌷", "-"], ["a", "", "dd"]),
      (#"[^\d\s]+"#, ["abé"], ["a1", "a b"]),
      (#"[^\w]"#, ["-", " "], ["a", "é"]),
      ("[]a]+", ["]a"], ["b"]),
      (#"[\]\[\^\-a]+"#, ["][^-a"], ["\\", "b"]),
      (#"[\^]"#, ["^"], ["a", "\\"]), ("[-^]", ["-", "^"], ["a"]), ("[^^]", ["a", "é"], ["^"]),
      (#"[\\/]"#, ["\\", "/"], ["a"]),
      ("[a-]", ["a", "-"], ["b"]), ("[:alpha:]", [":", "a", "h"], ["b"]), ("[[a]", ["[", "a"], ["b"]),
      (#"\p{L}[\p{L} ]*"#, ["Ångström b"], ["1", " a"]),
      (#"A\té"#, ["A\té"], ["A"]),
      (#"\Aab\z"#, ["ab"], ["abc"]),
      ("é+", ["é", "ééé"], ["", "e"]),
      (#"[\s\S]+"#, ["é a\n"], [""]),
      ("a*a{2}[ab]?b", ["aab", "aabb", "aaaab"], ["ab", "aabbb"]), ("", [""], ["a"]),
      ("[^é]", ["e", "🌷"], ["é", ""]), ("a{0}b", ["b"], ["ab"]), (#"[\D]"#, ["a", "é"], ["1"]),
      (
        #"^[a-zA-Z0-9.!#$%&’'*+/=?^_`{|}~-]+@[a-zA-Z0-9.-]+$"#, ["kim@example.com", "o’neil@a.b"], ["kim", "a@", "@b"]
      ),
      ("^[a-zA-Z_][0-9a-zA-Z_ ]*[0-9a-zA-Z_]+$", ["a1", "A b c"], ["1a", "a "]),
    ] as [(String, [String], [String])])
  func matches(_ text: String, _ good: [String], _ bad: [String]) throws {
    let pattern = try AttributePattern(text)
    for value in good { #expect(pattern.matches(value), "\(text) and \(value)") }
    for value in bad { #expect(!pattern.matches(value), "\(text) and \(value)") }
  }

  @Test("takes no value that is too long, or that has a zero byte") func values() throws {
    let pattern = try AttributePattern(".*")
    #expect(pattern.matches(String(repeating: "x", count: AttributePattern.longestValue)))
    #expect(!pattern.matches(String(repeating: "x", count: AttributePattern.longestValue + 1)))
    #expect(try !AttributePattern("a").matches("a\0b"))
  }

  @Test(
    "is refused with the place and the remedy",
    arguments: [
      (
        "a(?=b)",
        "character 2 of it: groups cannot be used here; write one class after the other, each with its count: [A-Z]{2}[0-9]{4}; '\\(' is the character"
      ),
      ("(ab)", "character 1 of it: groups cannot"), ("a)", "character 2 of it: groups cannot"),
      ("^(?:red|green)$", "character 2 of it: groups cannot"), ("(?i)a", "character 1 of it: groups cannot"),
      (
        "red|green",
        "character 4 of it: alternatives cannot be used here; write a class such as [ab] for one character; '\\|' is the character"
      ),
      ("a+?", "character 3 of it: a '?' behind '+' cannot be used here; take it away: the whole value has to match"),
      ("a{2,3}?", "a '?' behind '{2,3}' cannot"), ("a*+", "a '+' behind '*' cannot"),
      ("a?*", "a '*' behind '?' cannot"),
      (#"a\1"#, "'\\1' is not known here; there are \\d \\w \\s"),
      (#"\bword"#, "character 2 of it: '\\b' is not known"),
      (#"\q"#, "'\\q' is not known here"), (#"\p{Lu}"#, "'\\p' is not known here"), (#"\u0041"#, "'\\u' is not known"),
      (#"a\"#, "'\\' escapes nothing"), ("*a", "'*' has nothing before it"), ("^*", "'*' has nothing before it"),
      ("a^b", "the beginning of the value can stand at the beginning alone"), (#"a\Ab"#, "'\\A' is not known"),
      ("a$b", "the end of the value can stand at the end alone"),
      (#"[^\s\S]"#, "no character can stand there"), ("[a", "a '[' is not closed"), ("[]", "a '[' is not closed"),
      ("[z-a]", "the range that begins with 'z' has no end after it"), (#"[a-\d]"#, "the range that begins with 'a'"),
      ("[a-z-[aeiou]]", "sets cannot be subtracted"),
      ("a{4097}", "a number in {} is 4096 at most"), ("a{3,2}", "the second number in {} is smaller"),
      (String(repeating: "a", count: 501), "it has 501 characters, and 500 is the most; shorten it"),
    ])
  func faults(_ text: String, _ wanted: String) {
    #expect {
      try AttributePattern(text)
    } throws: { error in
      let text = (error as? AttributePattern.Fault)?.text ?? ""
      return text.contains(wanted)
    }
  }

  @Test(
    "tells an example of itself",
    arguments: [
      "^[A-Z]{2}[0-9]{4}$", #"^\+?[0-9]{6,15}$"#, #"[^a]\w\D"#, "[à-ÿ]{3}", "a*b+c?", ".{3}",
      #"\d{4}-\d{2}-\d{2}"#, #"[\w.]+@[\w.]+\.nl"#,
    ])
  func samples(_ text: String) throws {
    let pattern = try AttributePattern(text)
    #expect(pattern.matches(pattern.sample), "\(text) and \(pattern.sample)")
  }

  /// One that tried each way to share the value out among the parts would not come to an end.
  @Test(
    "of the largest size is matched by one look at the value for each part",
    arguments: ["a*", "a?", "a+", ".{0,9}", "[ab]*", "a{0,4096}"])
  func size(_ part: String) throws {
    let parts = String(repeating: part, count: 499 / part.utf8.count)
    let value = String(repeating: "a", count: AttributePattern.longestValue - 1)
    #expect(try !AttributePattern(parts + "b").matches(value))
    #expect(try AttributePattern(String(parts.dropLast(part.utf8.count)) + "a*b").matches(value + "b"))
  }
}
