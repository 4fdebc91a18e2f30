import Expectations
import Testing

@testable import JSON

struct JSONParserTests {
  @Test(arguments: [
    (#"{"b":1,"a":[true,null,"x"]}"#, #"{"b":1,"a":[true,null,"x"]}"#),
    (#" { "n" : -0.5e1 } "#, #"{"n":-5}"#),
    (#""\u00e9\ud83d\ude00\/\n""#, "\"é😀/\\n\""),
    ("9223372036854775807", "9223372036854775807"),
    ("1e300", "1e+300"),
    ("[]", "[]"),
    ("{}", "{}"),
    (#""zoë""#, #""zoë""#),
    // Written text by text into a place of its size, and piece by piece: one text needs an escape.
    (#"{"a":{},"b":[[],[{}],"",false,-12],"c":"x"}"#, #"{"a":{},"b":[[],[{}],"",false,-12],"c":"x"}"#),
    (#"{"a":{},"b":[[],[{}],"",false,-12],"c":"\"\\"}"#, #"{"a":{},"b":[[],[{}],"",false,-12],"c":"\"\\"}"#),
    (#"{"a\nb":0.5}"#, #"{"a\nb":0.5}"#),
  ])
  func readsAndWrites(_ text: String, _ expected: String) throws {
    try expectEqual(JSONValue.parse(text).text, expected)
  }

  @Test(arguments: [
    ("", "the text ends where a value is expected at byte 0"),
    ("{", "a member name in quotes is expected at byte 1"),
    (#"{"a":1,"a":2}"#, "the member 'a' stands twice at byte 10"),
    ("[1,]", "a value is expected at byte 3"),
    ("01", "a number starts with 0 at byte 2"),
    ("1 2", "something follows the value at byte 2"),
    (#""\ud800""#, "half a surrogate pair at byte 7"),
    ("\"\u{1}\"", "a control character stands in a string at byte 1"),
    (#""\x""#, "'\\' is followed by an unknown letter at byte 3"),
    ("nul", "'null' is expected at byte 0"),
    ("1e999", "a number is out of reach at byte 5"),
    (String(repeating: "[", count: 70), "more than 64 levels at byte 65"),
  ])
  func refuses(_ text: String, _ message: String) {
    #expect { try JSONValue.parse(text) } throws: { "\($0)" == message }
  }

  @Test func refusesTextThatIsNotUTF8() {
    #expect(throws: JSONError.self) { try JSONValue.parse([0x22, 0xFF, 0x22]) }
  }

  @Test func escapesAboveASCIIForGraph() {
    let value: JSONValue = "Zoë's 😀"
    expectEqual(String(decoding: value.serialized(escaping: .ascii), as: UTF8.self), #""Zo\u00eb's \ud83d\ude00""#)
  }

  /// Texts with escapes, with letters above ASCII and without either, beside each other: one writer writes them all.
  @Test(arguments: [
    ##"{"a":[1,-2,1.5,true,false,null,"x"],"b":{},"c":[]}"##, ##"{"q\"\\":"line\nend\u0001","ß":"é"}"##, ##""a""##,
    "[[],{}]",
  ])
  func writesWhatItRead(_ text: String) throws { try expectEqual(JSONValue.parse(text).text, text) }

  /// What is kept for long has no room behind its end.
  @Test func writesNoMoreThanItTakes() {
    for count in [0, 100, 5_000] {
      let bytes = JSONValue.string(String(repeating: "a", count: count)).serialized
      expectEqual(bytes.count, count + 2)
      #expect(bytes.capacity <= bytes.count + bytes.count / 4 + 32)
    }
  }

  @Test func assigningKeepsAMembersPlace() {
    var object: JSONObject = ["a": 1, "b": 2]
    object["a"] = 3
    object["c"] = 4
    object["b"] = nil
    expectEqual(JSONValue.object(object).text, #"{"a":3,"c":4}"#)
  }

  /// Below and above the number of members at which a table takes over.
  @Test(arguments: [0, 100])
  func manyAtOnceAreSetAsOneByOne(more: Int) {
    let others = (0..<more).map { JSONObject.Member(name: "n\($0)", value: 0) }
    var object: JSONObject = ["a": 1, "b": 2]
    object.merge(others + [.init(name: "b", value: 3), .init(name: "c", value: 4), .init(name: "c", value: 5)])
    object.remove(others.map(\.name) + ["a", "unknown"])
    expectEqual(JSONValue.object(object).text, #"{"b":3,"c":5}"#)
  }
}
