import Expectations
import Testing
import YAML

struct YAMLDocumentTests {
  @Test func aDocumentBecomesATreeWithPlaces() throws {
    let root = try YAMLDocument.parse(
      """
      # comment
      scenario: expired
      "quoted": "12"
      count: 12
      flow: [a, {b: ~}]
      text: |
        two
        lines
      deep:
        - x: true
      """)
    expectEqual(root.entries?.map(\.name), ["scenario", "quoted", "count", "flow", "text", "deep"])
    expectEqual(root.mark, YAMLMark(line: 2, column: 1))
    expectEqual(root["scenario"]?.text, "expired")
    expectEqual(root["scenario"]?.mark, YAMLMark(line: 2, column: 11))
    expectEqual(root["quoted"]?.kind, .scalar("12", isQuoted: true))
    expectNil(root["quoted"]?.int)
    expectEqual(root["count"]?.int, 12)
    expectEqual(root["flow"]?.items?.last?["b"]?.isNull, true)
    expectEqual(root["flow"]?.items?.last?.mark, YAMLMark(line: 5, column: 11))
    expectEqual(root["text"]?.kind, .scalar("two\nlines\n", isQuoted: true))
    expectEqual(root["deep"]?.items?.first?["x"]?.bool, true)
    expectNil(root["none"])
  }

  @Test(arguments: ["", "\n\n", "# only a comment\n", "---\n", "--- # nothing\n...\n", "\u{FEFF}"])
  func anEmptyDocumentIsAnEmptyMapping(_ text: String) throws {
    try expectEqual(YAMLDocument.parse(text).kind, .mapping([]))
  }

  @Test func jsonIsRead() throws {
    let root = try YAMLDocument.parse(#"{"a": [1, "2", null, {"b": "\u00e9\/\n"}], "c": {}}"#)
    expectEqual(root["a"]?.items?[0].int, 1)
    expectEqual(root["a"]?.items?[1].kind, .scalar("2", isQuoted: true))
    expectEqual(root["a"]?.items?[2].isNull, true)
    expectEqual(root["a"]?.items?[3]["b"]?.text, "\u{E9}/\n")
    expectEqual(root["c"]?.entries?.isEmpty, true)
  }

  @Test func anAliasStandsWhereItIsWritten() throws {
    let root = try YAMLDocument.parse("base: &b {x: 1}\nother: *b\n")
    expectEqual(root["other"]?["x"]?.int, 1)
    expectEqual(root["other"]?.mark, YAMLMark(line: 2, column: 8))
  }

  struct Scalar: CustomTestStringConvertible {
    let text: String
    var isNull = false
    var bool: Bool?
    var int: Int?
    var testDescription: String { text }
  }

  @Test(arguments: [
    Scalar(text: "~", isNull: true), Scalar(text: "null", isNull: true), Scalar(text: "'null'"),
    Scalar(text: "!!str ~"),
    Scalar(text: "TRUE", bool: true), Scalar(text: "false", bool: false), Scalar(text: "yes"), Scalar(text: "off"),
    Scalar(text: "-3", int: -3), Scalar(text: "+3"), Scalar(text: "0x10"), Scalar(text: "1_000"), Scalar(text: "1.0"),
    Scalar(text: "99999999999999999999"), Scalar(text: "! 7"),
  ])
  func onlyPlainScalarsMeanSomething(_ c: Scalar) throws {
    let node = try #require(try YAMLDocument.parse("k: \(c.text)")["k"])
    expectEqual(node.isNull, c.isNull)
    expectEqual(node.bool, c.bool)
    expectEqual(node.int, c.int)
  }
}
