import Bytes
import Expectations
import Testing

/// Text from outside in front of a terminal or a CI system.
struct PrintableTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let line: String
  }

  @Test(arguments: [
    Row(testDescription: "plain", text: "GET /common 200", line: "GET /common 200"),
    Row(testDescription: "beyond ASCII", text: "Zoë 名前 🙂 …", line: "Zoë 名前 🙂 …"),
    Row(testDescription: "an escape sequence", text: "\u{1B}[2J\u{1B}]0;x\u{7}", line: #"\u001B[2J\u001B]0;x\u0007"#),
    Row(testDescription: "a colour", text: "\u{1B}[31mred", line: #"\u001B[31mred"#),
    Row(testDescription: "line ends", text: "a\r\nb\nc\rd", line: #"a\u000D\u000Ab\u000Ac\u000Dd"#),
    Row(testDescription: "a tab and a NUL", text: "a\tb\0c", line: #"a\u0009b\u0000c"#),
    Row(testDescription: "DEL and C1", text: "\u{7F}\u{80}\u{9B}2J\u{9F}", line: #"\u007F\u0080\u009B2J\u009F"#),
    Row(
      testDescription: "changes of direction", text: "\u{202E}cod.exe\u{2066}\u{2069}\u{200F}\u{61C}",
      line: #"\u202Ecod.exe\u2066\u2069\u200F\u061C"#),
    Row(testDescription: "separators", text: "a\u{2028}b\u{2029}c\u{85}d", line: #"a\u2028b\u2029c\u0085d"#),
    Row(testDescription: "without a width", text: "a\u{200B}b\u{FEFF}c", line: #"a\u200Bb\uFEFFc"#),
    Row(testDescription: "nothing", text: "", line: ""),
  ])
  func aLineHasNoPower(_ row: Row) {
    expectEqual(Printable.line(row.text), row.line)
    expectEqual(Printable.line(row.line), row.line)
  }

  /// A line of JSON has no power either, and is read as what it was.
  @Test(arguments: [
    ("{\"a\":\"b\"}", "{\"a\":\"b\"}"), ("{\"a\":\"##vso[x]\"}", "{\"a\":\"#\\u0023vso[x]\"}"),
    ("{\"a\":\"###\"}", "{\"a\":\"#\\u0023#\"}"), ("{\"a\":\"\u{202E}\u{9B}é\"}", "{\"a\":\"\\u202E\\u009Bé\"}"),
  ])
  func aLineOfJSONStaysJSON(_ text: String, _ line: String) { expectEqual(Printable.json(text), line) }

  @Test func everyControlCharacterIsEscaped() {
    for value in Array(UInt32(0)...0x1F) + Array(0x7F...0x9F) + Array(0x202A...0x202E) + Array(0x2066...0x2069) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a" + String(scalar) + "b"
      #expect(!Printable.line(text).unicodeScalars.contains(scalar), "U+\(value)")
      let isKept = scalar == "\n" || scalar == "\t"
      expectEqual(Printable.text(text, allowsColour: true).unicodeScalars.contains(scalar), isKept, "U+\(value)")
    }
  }

  @Test(arguments: [
    Row(testDescription: "a GitHub command", text: "::error::x", line: #"\::error::x"#),
    Row(testDescription: "after blanks", text: "ok\n \t ::warning file=a::x", line: "ok\n \t \\::warning file=a::x"),
    Row(testDescription: "within a line", text: "a ::error::x", line: "a ::error::x"),
    Row(testDescription: "an old GitHub command", text: "a ##[group]x", line: "a #\\#[group]x"),
    Row(testDescription: "an Azure command", text: "a ##vso[task.x]##vso[y]", line: "a #\\#vso[task.x]#\\#vso[y]"),
    Row(testDescription: "a TeamCity command", text: "##teamcity[x]", line: "#\\#teamcity[x]"),
    Row(testDescription: "more marks before it", text: "###vso[x]", line: "##\\#vso[x]"),
    Row(testDescription: "a heading", text: "## Title [1]", line: "## Title [1]"),
    Row(testDescription: "a sequence that no colour is", text: "\u{1B}[2J\u{1B}[8m", line: #"\u001B[2J\u001B[8m"#),
    Row(testDescription: "a carriage return before a command", text: "a\r::error::x", line: #"a\u000D::error::x"#),
    Row(testDescription: "lines", text: "a\n\nb\tc\n", line: "a\n\nb\tc\n"),
  ])
  func severalLinesGiveNoCommand(_ row: Row) {
    expectEqual(Printable.text(row.text, allowsColour: false), row.line)
    expectEqual(Printable.text(row.text, allowsColour: true), row.line)
  }

  @Test func ownColoursStayWhereTheyAreAllowed() {
    let red = "\u{1B}[31mrefused\u{1B}[0m"
    expectEqual(Printable.text(red, allowsColour: true), red)
    expectEqual(Printable.text(red, allowsColour: false), #"\u001B[31mrefused\u001B[0m"#)
  }
}
