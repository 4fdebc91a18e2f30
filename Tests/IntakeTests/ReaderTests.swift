import Expectations
import JSON
import Testing

@testable import Intake
@testable import LooseFormats

/// The readers of documents, on their own.
struct ReaderTests {
  private func source(_ text: String) throws -> SourceText { try #require(SourceText(Array(text.utf8))) }

  @Test(
    arguments: [
      ("UTF-8", [0x61, 0x0A, 0x62]), ("with a byte order mark", [0xEF, 0xBB, 0xBF, 0x61, 0x0A, 0x62]),
      ("UTF-16, small end first", [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x62, 0]),
      ("UTF-16, large end first", [0xFE, 0xFF, 0, 0x61, 0, 0x0A, 0, 0x62]),
      ("UTF-16 without a mark", [0x61, 0, 0x0A, 0, 0x62, 0]), ("lines of Windows", [0x61, 0x0D, 0x0A, 0x62]),
      ("lines of old Macs", [0x61, 0x0D, 0x62]),
    ] as [(String, [UInt8])]) func decodes(_ name: String, _ bytes: [UInt8])
  {
    expectEqual(SourceText(bytes)?.lines, ["a", "b"])
  }

  @Test func binariesAreNoText() { expectNil(SourceText([0x7F, 0x45, 0x4C, 0x46, 0, 1, 2, 3])) }

  @Test(arguments: [
    ("{}", "{}"), ("// c\n{a:1,}", #"{"a":1}"#), (#"{'a':'b\'c'}"#, #"{"a":"b'c"}"#), ("[1,/*x*/2,]", "[1,2]"),
    (#"{"a":1,"a":2}"#, #"{"a":2}"#), (#"{"a":"\u00e9\n\/"}"#, #"{"a":"é\n/"}"#), ("{a-b:tr.ue}", #"{"a-b":"tr.ue"}"#),
    (#"{"a":[true,null,-5]}"#, #"{"a":[true,null,-5]}"#),
  ]) func readsLooseJSON(_ text: String, _ expected: String) throws {
    let node = try #require(try LooseJSON.parse(source(text)))
    expectEqual(node.json.text, expected)
  }

  @Test(arguments: [
    "", "{", "{a}", "[1", "{} {}", "\"a", "{\"a\":\"\\u12\"}", "{,}", String(repeating: "[", count: 100),
  ])
  func refusesWhatIsNoJSON(_ text: String) throws {
    try expectNil(LooseJSON.parse(source(text)))
  }

  @Test func linesOfJSONAreCounted() throws {
    let root = try #require(try LooseJSON.parse(source("{\n/*\n*/\"a\":\n\"b\"}")))
    expectEqual(root.members.first?.line, 3)
    expectEqual(root["a"]?.line, 4)
  }

  @Test(arguments: [
    ("A=b", "A=b"), ("export A='b c' # d", "A=b c"), ("A=\"b # c\"", "A=b # c"), ("A=b#c", "A=b#c"), ("A= # c", "A="),
    ("set A=b", "A=b"), ("$env:A=\"b\"", "A=b"), ("A : b", ""), ("# A=b", ""), ("=b", ""), ("A=`b`", "A=b"),
  ]) func readsEnvironmentLines(_ line: String, _ expected: String) throws {
    let settings = try LineSettings.parse(source(line), colonSeparates: false)
    expectEqual(settings.map { "\($0.key)=\($0.value)" }.joined(), expected)
  }

  @Test(arguments: [
    ("a.b: c", "a.b=c"), ("a=b\\:c", "a=b:c"), ("a = b \\\n  c", "a=b c"), ("! a=b", ""), ("[s]\na=b", "s/a=b"),
  ]) func readsProperties(_ text: String, _ expected: String) throws {
    let settings = try LineSettings.parse(source(text), colonSeparates: true)
    expectEqual(settings.map { ($0.path + ["\($0.key)=\($0.value)"]).joined(separator: "/") }.joined(), expected)
  }

  @Test(arguments: [
    ("<a/>", "a"), ("<?xml?><!-- c --><!DOCTYPE a><a b=\"1\" c='2'>x&amp;y&#65;&#x42;&q;</a>", "a b=1 c=2: x&yAB&q;"),
    ("<a><![CDATA[<b>]]></a>", "a: <b>"), ("<a><b/><c>d</c></a>", "a(b c: d)"),
  ]) func readsMarkup(_ text: String, _ expected: String) throws {
    expectEqual(Self.show(try #require(try Markup.parse(source(text)))), expected)
  }

  @Test(arguments: [
    "", "a", "<a>", "<a></b>", "<a b></a>", "<a b='c></a>", "<a", "<>", String(repeating: "<a>", count: 100),
  ])
  func refusesWhatIsNoMarkup(_ text: String) throws {
    try expectNil(Markup.parse(source(text)))
  }

  private static func show(_ element: Markup) -> String {
    let attributes = element.attributes.map { " \($0.name)=\($0.value)" }.joined()
    let children = element.children.isEmpty ? "" : "(\(element.children.map(show).joined(separator: " ")))"
    return element.name + attributes + children + (element.text.isEmpty ? "" : ": \(element.text)")
  }

  @Test(arguments: [
    ("${A}", "a"), ("x${A}y${B:-z}", "xayz"), ("${C:d:e}", "d:e"), ("${C}", "${C}"), ("${C:-${A}}", "a"),
    ("${R}", "${R}"),
    ("${A", "${A"), ("", ""),
  ]) func resolvesReferences(_ text: String, _ expected: String) {
    expectEqual(Reference.resolve(text) { ["A": "a", "R": "${R}"][$0] }, expected)
  }
}
