import Directory
import Testing

@Suite("A pattern of an attribute") struct AttributePatternTests {
  @Test(
    "matches a value as a whole, or does not",
    arguments: [
      ("^.*", ["", "x", "Zoë 🌷", "a\nb"], []),
      ("^[0-9]+$", ["7", "0042"], ["", "x", "-7", "7 "]),
      ("abc", ["abc"], ["xabc", "abcx", "ABC"]),
      ("a|bc", ["a", "bc"], ["ab", "abc", ""]),
      ("^(?:ab|cd){2}$", ["abcd", "cdcd"], ["ab", "abcdab"]),
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
      (#"\x41\u00e9\t"#, ["Aé\t"], ["A"]),
      (#"\Aab\z"#, ["ab"], ["abc"]),
      ("(?<year>[0-9]{4})", ["2026"], ["26"]),
      ("a$|^b", ["a", "b"], ["ab"]),
      ("é+", ["é", "ééé"], ["", "e"]),
      (#"[\s\S]+"#, ["é a\n"], [""]),
      ("(|x)y", ["y", "xy"], ["x"]),
      (
        #"^[a-zA-Z0-9.!#$%&’'*+/=?^_`{|}~-]+@[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)*$"#, ["kim@example.com", "o’neil@a.b"],
        ["kim", "a@b..c"]
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
      ("a(?=b)", "character 4 of it: look-arounds cannot be used here; say with [...] and {m,n} what a value may be"),
      ("(?!b)a", "character 3 of it: look-arounds cannot"), ("(?<=b)a", "character 4 of it: look-arounds cannot"),
      ("(?<!b)a", "character 4 of it: look-arounds cannot"),
      ("(?i)a", "character 2 of it: this kind of group cannot be used here; write '(' or '(?:'"),
      ("(?>a)", "this kind of group"), ("(?<a", "this kind of group"),
      ("a+?", "character 3 of it: a '?' behind '+' cannot be used here; take it away: the whole value has to match"),
      ("a{2,3}?", "a '?' behind '{2,3}' cannot"), ("a*+", "a '+' behind '*' cannot"), ("a?*", "'*' repeats '?'"),
      (#"(a)\1"#, "character 5 of it: back references cannot be used here; write the group again"),
      (#"\k<a>"#, "back references"), (#"\bword"#, "character 2 of it: word boundaries cannot"),
      (#"\q"#, "'\\q' is not known here"), (#"\p{Lu}"#, "'\\p' is not known here"), (#"\u12"#, "'12' is no number"),
      (#"\x00"#, "'00' is no number"), (#"a\"#, "'\\' escapes nothing"), ("*a", "'*' has nothing before it"),
      ("a|+", "'+' has nothing before it"), ("^*", "'*' has nothing before it"),
      ("(^a)", "the beginning of the value can stand at the beginning alone"),
      ("a^b", "the beginning of"), (#"a\Ab"#, "the beginning of"),
      ("(a$)", "the end of the value can stand at the end alone"),
      ("a$b", "the end of"), ("(a*)*", "'*' repeats what may be empty; take a '*' or '?' out"),
      ("(a?|b){2,}", "repeats what may be empty"),
      ("(|a)+", "repeats what may be empty"), (#"[^\s\S]"#, "no character can stand there"),
      ("(a", "a '(' is not closed"), ("a)", "')' closes nothing"), ("[a", "a '[' is not closed"),
      ("[]", "a '[' is not closed"),
      ("[z-a]", "the range that begins with 'z' has no end after it"), (#"[a-\d]"#, "the range that begins with 'a'"),
      ("[a-z-[aeiou]]", "sets cannot be subtracted"), ("[^é]", "[^...] has characters beyond ASCII"),
      ("a{256}", "a number in {} is 255 at most"), ("a{3,2}", "the second number in {} is smaller"),
      ("((a{200}){200}){200}", "written out the pattern is larger than 1000 characters"),
      (String(repeating: "(", count: 30), "20 deep at most"),
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
      "^[A-Z]{2}[0-9]{4}$", #"^\+?[0-9]{6,15}$"#, "(?:red|green)", #"[^a]\w\D"#, "[à-ÿ]{3}", "a*b+c?", ".{3}",
      #"\d{4}-\d{2}-\d{2}"#, #"[\w.]+@[\w.]+\.nl"#,
    ])
  func samples(_ text: String) throws {
    let pattern = try AttributePattern(text)
    #expect(pattern.matches(pattern.sample), "\(text) and \(pattern.sample)")
  }

  @Test("of the largest size is matched in little time") func size() throws {
    for text in [
      "^(?:(?:a?){30}){30}$", "(.{0,25}x){0,12}", "(a|aa|aaa|b){0,140}", "(.*a){0,200}c", "^((a?|b?|c?){10}){30}d$",
      "([ab]?[bc]?[ca]?){250}z",
    ] {
      let pattern = try AttributePattern(text)
      let start = ContinuousClock.now
      _ = pattern.matches(String(repeating: "a", count: AttributePattern.longestValue))
      #expect(ContinuousClock.now - start < .seconds(30), "\(text)")
    }
  }
}
