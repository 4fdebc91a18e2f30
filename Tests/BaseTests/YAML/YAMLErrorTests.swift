import Expectations
import Testing
import YAML

struct YAMLErrorTests {
  struct Case: CustomTestStringConvertible {
    let text: String
    let description: String
    let testDescription: String
  }

  @Test(arguments: [
    Case(
      text: "a: 1\nb: 2\na: 3\n", description: "line 3, column 1: the key a stands here twice", testDescription: "key"),
    Case(
      text: "{\"a\": 1, a: 2}", description: "line 1, column 10: the key a stands here twice", testDescription: "quotes"
    ),
    Case(
      text: "a:\n\tb: 1\n",
      description: "line 2, column 1: found character that cannot start any token while scanning for the next token",
      testDescription: "tab"),
    Case(
      text: "a: [1, 2\nb: 3\n",
      description: "line 2, column 2: did not find expected ',' or ']' while parsing a flow sequence",
      testDescription: "open list"),
    Case(
      text: "a: \"open\n",
      description: "line 2, column 1: found unexpected end of stream while scanning a quoted scalar",
      testDescription: "open quotes"),
    Case(
      text: "a: b: c\n", description: "line 1, column 5: mapping values are not allowed in this context",
      testDescription: "two colons"),
    Case(
      text: "a: 1\n b: 2\n", description: "line 2, column 3: mapping values are not allowed in this context",
      testDescription: "indentation"),
    Case(
      text: "a: @b\n",
      description: "line 1, column 4: found character that cannot start any token while scanning for the next token",
      testDescription: "reserved character"),
    Case(
      text: "a: 1\n---\nb: 2\n", description: "line 2, column 1: there is a second document", testDescription: "second"),
    Case(
      text: "a: *b\n", description: "line 1, column 4: the alias *b has no anchor above it", testDescription: "alias"),
    Case(
      text: "a: &a [*a]\n", description: "line 1, column 8: the alias *a has no anchor above it",
      testDescription: "loop"),
    Case(text: "a: !new b\n", description: "line 1, column 4: the tag !new is not supported", testDescription: "tag"),
    Case(text: "? [a]\n: 1\n", description: "line 1, column 3: a key must be a text", testDescription: "list as key"),
    Case(
      text: "a: &a {}\n<<: *a\n", description: "line 2, column 1: merge keys (<<) are not supported",
      testDescription: "merge"),
    Case(
      text: "k: \u{E9}\u{7}\n", description: "line 1, column 5: control characters are not allowed",
      testDescription: "bell"),
  ])
  func mistakesAreNamedWithTheirPlace(_ c: Case) {
    let error = #expect(throws: YAMLError.self) { try YAMLDocument.parse(c.text) }
    expectEqual(error?.description, c.description)
  }

  @Test(
    arguments: [([0x61, 0x0A, 0xC3, 0x28], 2), ([0xFF, 0xFE, 0x61, 0x00], 1), ([0x61, 0xED, 0xA0, 0x80], 1)]
      as [([UInt8], Int)])
  func bytesThatAreNoUTF8AreRefused(_ bytes: [UInt8], line: Int) {
    let error = #expect(throws: YAMLError.self) { try YAMLDocument.parse(bytes) }
    expectEqual(error?.line, line)
  }

  @Test func depthIsBounded() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    try expectEqual(YAMLDocument.parse(nested(64)).items?.count, 1)
    #expect(throws: YAMLError("there are more than 64 levels", at: YAMLMark(line: 1, column: 65))) {
      try YAMLDocument.parse(nested(65))
    }
    #expect(throws: YAMLError.self) { try YAMLDocument.parse(nested(100_000)) }
    #expect(throws: YAMLError("there are more than 64 levels", at: YAMLMark(line: 2, column: 45))) {
      try YAMLDocument.parse(
        "a: &a \(nested(40))\nb: \(String(repeating: "[", count: 40)) *a \(String(repeating: "]", count: 40))")
    }
  }

  @Test func aliasesThatMultiplyAreRefused() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let item = "*a\(level - 1)"
      text += "a\(level): &a\(level) [\(Array(repeating: item, count: 10).joined(separator: ", "))]\n"
    }
    let error = #expect(throws: YAMLError.self) { try YAMLDocument.parse(text) }
    expectEqual(error?.problem, "there are more than 100000 values, aliases counted")
    expectEqual(error?.line, 5)
  }
}
