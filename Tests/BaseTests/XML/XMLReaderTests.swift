import Expectations
import Testing
import XML

struct XMLReaderTests {
  struct Refused: Sendable, CustomTestStringConvertible {
    let text: String
    let reason: XMLError.Reason
    let line: Int
    let position: Int
    let testDescription: String

    init(_ testDescription: String, _ text: String, _ reason: XMLError.Reason, _ line: Int, _ position: Int) {
      self.text = text
      self.reason = reason
      self.line = line
      self.position = position
      self.testDescription = testDescription
    }
  }

  static let refused: [Refused] = [
    .init("nothing", "", .syntax("there is no element"), 1, 1),
    .init("a text alone", "\nx", .syntax("a text stands outside of the root element"), 2, 1),
    .init("no end tag", "<a>\n<b></b>", .syntax("the text ends within the element a"), 2, 8),
    .init("another end tag", "<a></b>", .syntax("the end tag b does not fit its start tag"), 1, 4),
    .init(
      "an end tag with another prefix", "<p:a xmlns:p='urn:p' xmlns:q='urn:p'></q:a>",
      .syntax("the end tag q:a does not fit its start tag"), 1, 38),
    .init("two roots", "<a/><b/>", .syntax("something follows the root element"), 1, 5),
    .init("a text after the root", "<a/>x", .syntax("something follows the root element"), 1, 5),
    .init("a document type", "<!DOCTYPE a><a/>", .refused("a document type is not read here"), 1, 1),
    .init(
      "a document type after a comment",
      "<!--x-->\r\n <!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
      .refused("a document type is not read here"), 2, 2),
    .init("a declaration in an element", "<a><!ENTITY b 'c'></a>", .refused("a document type is not read here"), 1, 4),
    .init("an instruction before", "<?x y?><a/>", .refused("a processing instruction is not read here"), 1, 1),
    .init("an instruction within", "<a><?php ?></a>", .refused("a processing instruction is not read here"), 1, 4),
    .init("an instruction after", "<a/><?x?>", .refused("a processing instruction is not read here"), 1, 5),
    .init(
      "a declaration that is not first", " <?xml version='1.0'?><a/>",
      .refused("a processing instruction is not read here"), 1, 2),
    .init("an entity", "<a>&nbsp;</a>", .refused("the entity nbsp is not read here"), 1, 4),
    .init("an entity in an attribute", "<a b='&c;'/>", .refused("the entity c is not read here"), 1, 7),
    .init("a reference without an end", "<a>&amp</a>", .syntax("a reference does not end"), 1, 4),
    .init(
      "a reference to a control character", "<a>&#0;</a>",
      .syntax("a reference is to a character that XML does not have"), 1, 4),
    .init(
      "a reference to half a pair", "<a>&#xD800;</a>",
      .syntax("a reference is to a character that XML does not have"), 1, 4),
    .init(
      "a reference beyond Unicode", "<a>&#x110000;</a>",
      .syntax("a reference is to a character that XML does not have"), 1, 4),
    .init(
      "hexadecimal without x", "<a>&#A;</a>", .syntax("a reference is to a character that XML does not have"), 1, 4),
    .init("a control character", "<a>\u{1}</a>", .syntax("the text has a character that XML does not have"), 1, 4),
    .init("U+FFFF", "<a>é\u{FFFF}</a>", .syntax("the text has a character that XML does not have"), 1, 6),
    .init("]]>", "<a>]]></a>", .syntax("]]> stands in a text"), 1, 4),
    .init("CDATA without an end", "<a><![CDATA[x]]</a>", .syntax("a CDATA section does not end"), 1, 4),
    .init("-- in a comment", "<a><!-- -- --></a>", .syntax("-- stands in a comment"), 1, 9),
    .init("a comment without an end", "<a><!-- </a>", .syntax("a comment does not end"), 1, 4),
    .init("an attribute twice", "<a b='1' b='2'/>", .syntax("the attribute b stands there twice"), 1, 10),
    .init(
      "an attribute twice by two prefixes", "<a xmlns:p='urn:x' xmlns:q='urn:x' p:b='1' q:b='2'/>",
      .syntax("the attribute q:b stands there twice"), 1, 44),
    .init(
      "a declaration twice", "<a xmlns='urn:x' xmlns='urn:y'/>", .syntax("the attribute xmlns stands there twice"), 1,
      18),
    .init("an attribute without a value", "<a b/>", .syntax("the attribute b has no value"), 1, 5),
    .init("a value without quotes", "<a b=c/>", .syntax("an attribute's value does not stand in quotes"), 1, 6),
    .init("a value without an end", "<a b='c/>", .syntax("an attribute's value does not end"), 1, 6),
    .init("< in a value", "<a b='<'/>", .syntax("< stands in an attribute's value"), 1, 7),
    .init("no space between attributes", "<a b='1'c='2'/>", .syntax("the start tag a does not end"), 1, 9),
    .init("no name", "<a>< b/></a>", .syntax("a name is missing"), 1, 5),
    .init("a name that begins with a digit", "<1/>", .syntax("1 is not a name"), 1, 2),
    .init("a name with two colons", "<a:b:c/>", .syntax("a:b:c is not a name"), 1, 2),
    .init("a name that ends with a colon", "<a:/>", .syntax("a: is not a name"), 1, 2),
    .init("a prefix that is not declared", "<p:a/>", .namespace("the prefix p is not declared"), 1, 1),
    .init(
      "a prefix that was declared elsewhere", "<a><b xmlns:p='urn:p'/><p:c/></a>",
      .namespace("the prefix p is not declared"), 1, 24),
    .init("an attribute's prefix", "<a p:b='1'/>", .namespace("the prefix p is not declared"), 1, 4),
    .init("a prefix for nothing", "<a xmlns:p=''/>", .namespace("the prefix p is declared to stand for nothing"), 1, 4),
    .init(
      "xml as something else", "<a xmlns:xml='urn:x'/>",
      .namespace("what xml and xmlns stand for cannot be declared"), 1, 4),
    .init(
      "another prefix for xml", "<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>",
      .namespace("what xml and xmlns stand for cannot be declared"), 1, 4),
    .init(
      "xmlns declared", "<a xmlns:xmlns='urn:x'/>",
      .namespace("what xml and xmlns stand for cannot be declared"), 1, 4),
    .init("xmlns as a prefix", "<xmlns:a/>", .namespace("an element may not have the prefix xmlns"), 1, 1),
    .init("a relative namespace", "<a xmlns='x/y'/>", .namespace("the namespace x/y is relative"), 1, 4),
    .init("a relative namespace of a prefix", "<a xmlns:p='1:2'/>", .namespace("the namespace 1:2 is relative"), 1, 4),
    .init("UTF-16", "<?xml version='1.0' encoding='UTF-16'?><a/>", .encoding, 1, 21),
    .init("version 1.1", "<?xml version='1.1'?><a/>", .syntax("the XML declaration is not one"), 1, 7),
    .init(
      "a declaration without a version", "<?xml encoding='utf-8'?><a/>", .syntax("the XML declaration is not one"), 1, 7
    ),
  ]

  @Test(arguments: refused) func refuses(_ row: Refused) throws {
    #expect(throws: XMLError(reason: row.reason, place: XMLPlace(line: row.line, position: row.position))) {
      try XMLDocument(reading: row.text)
    }
  }

  @Test func bytesThatAreNotUTF8HaveAPlace() {
    #expect(throws: XMLError(reason: .encoding, place: XMLPlace(line: 2, position: 5))) {
      try XMLDocument(reading: Array("<a>\nabcd".utf8) + [0xFF] + Array("</a>".utf8))
    }
    #expect(throws: XMLError(reason: .encoding, place: XMLPlace(line: 1, position: 1))) {
      try XMLDocument(reading: [0xFE, 0xFF, 0x00, 0x3C, 0x00, 0x61, 0x00, 0x2F, 0x00, 0x3E])
    }
  }

  /// What was read, and how it is written.
  @Test(arguments: [
    ("<a/>", "<a/>"), ("<a></a>", "<a/>"), ("\u{FEFF}<a/>", "<a/>"), ("<a\n/>\n", "<a/>"),
    ("<?xml version=\"1.0\" encoding='UTF-8' standalone='no' ?>\n<a/>", "<a/>"),
    ("<!-- before --><a/><!-- after -->", "<a/>"), ("<a b = 'c' />", "<a b=\"c\"/>"),
    ("<a b='1' xmlns='urn:x' c='2'/>", "<a b=\"1\" xmlns=\"urn:x\" c=\"2\"/>"),
    ("<p:a xmlns:p='urn:p' p:b=''/>", "<p:a xmlns:p=\"urn:p\" p:b=\"\"/>"),
    (
      "<a xml:lang='de' xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
      "<a xml:lang=\"de\" xmlns:xml=\"http://www.w3.org/XML/1998/namespace\"/>"
    ),
    ("<a>b<!-- c -->d</a>", "<a>bd</a>"), ("<a>&#65;&#x42;&amp;&lt;&gt;&quot;&apos;</a>", "<a>AB&amp;&lt;&gt;\"'</a>"),
    ("<a><![CDATA[<b>&amp;]]]></a>", "<a>&lt;b&gt;&amp;amp;]</a>"), ("<a>\r\n\r&#13;</a>", "<a>\n\n&#xD;</a>"),
    ("<a b='\r\n\t&#10;'/>", "<a b=\"  &#xA;\"/>"), ("<é.1-_ ж='😀'/>", "<é.1-_ ж=\"😀\"/>"),
    ("<a>]]&gt;</a>", "<a>]]&gt;</a>"),
  ]) func reads(_ text: String, _ wire: String) throws {
    try expectEqual(XMLDocument(reading: text).root.wire, wire)
  }

  @Test func namesAreResolved() throws {
    let root = try XMLDocument(
      reading: "<a xmlns='urn:d' xmlns:p='urn:p' b='1' p:b='2'>\n <p:c xmlns='' xmlns:p='urn:q'><d/></p:c><p:e/></a>"
    ).root
    expectEqual(root.namespace, "urn:d")
    expectEqual(root.attribute("b"), "1")
    expectEqual(root.attribute("b", in: "urn:p"), "2")
    expectNil(root.attribute("p"))
    let names = root.withDescendants.map { $0.namespace + " " + $0.name }
    expectEqual(names, ["urn:d a", "urn:q p:c", " d", "urn:p p:e"])
    expectEqual(root.elements[0].place, XMLPlace(line: 2, position: 2))
    expectEqual(root.first("c", in: "urn:q")?.first("d", in: "")?.name, "d")
    expectNil(root.first("c", in: "urn:p"))
    #expect(!root.hasText)
  }

  @Test func commentsAreJoinedOverOrKept() throws {
    let text = "<a>admin@c.com<!---->.evil.test</a>"
    let dropped = try XMLDocument(reading: text)
    expectEqual(dropped.root.children, [.text("admin@c.com.evil.test")])
    #expect(dropped.hasDroppedComments)
    let kept = try XMLDocument(reading: text, keepsComments: true)
    expectEqual(kept.root.children, [.text("admin@c.com"), .comment(""), .text(".evil.test")])
    expectEqual(kept.root.text, "admin@c.com.evil.test")
    expectEqual(kept.root.wire, text)
    #expect(!kept.hasDroppedComments)
  }

  // MARK: Limits

  struct Limit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// A text that the limit just allows for 0, and does not for 1.
    let text: @Sendable (Int) -> String
    let reason: String
  }

  private static func many(_ piece: String, _ count: Int) -> String { String(repeating: piece, count: count) }

  private static func numbered(_ count: Int, _ piece: (Int) -> String) -> String {
    (0..<count).map(piece).joined(separator: " ")
  }

  static let limitRows: [Limit] = [
    .init(
      testDescription: "bytes", text: { many("<!--\(many(" ", 93))-->", 1_310) + "<a/>" + many(" ", 68 + $0) },
      reason: "the text has more than 131072 bytes"),
    .init(
      testDescription: "depth", text: { many("<a>", 32 + $0) + many("</a>", 32 + $0) },
      reason: "elements are more than 32 deep"),
    .init(
      testDescription: "nodes", text: { "<a>\(many("<b/>", 1_999 + $0))</a>" },
      reason: "the document has more than 2000 nodes"),
    .init(
      testDescription: "texts are nodes", text: { "<a>\(many("<b/>x", 999))<b/>\(many("x", $0))</a>" },
      reason: "the document has more than 2000 nodes"),
    .init(
      testDescription: "attributes", text: { "<a \(numbered(64 + $0) { "b\($0)=''" })/>" },
      reason: "an element has more than 64 attributes"),
    .init(
      testDescription: "namespaces",
      text: { "<a \(numbered(30) { "xmlns:b\($0)='urn:b'" })><c \(numbered(2 + $0) { "xmlns:c\($0)='urn:c'" })/></a>" },
      reason: "more than 32 namespaces are in scope"),
    .init(
      testDescription: "a name", text: { "<\(many("a", 8_192 + $0))/>" }, reason: "a name has more than 8192 bytes"),
    .init(
      testDescription: "a value", text: { "<a b='\(many("c", 8_192 + $0))'/>" },
      reason: "an attribute's value has more than 8192 bytes"),
    .init(
      testDescription: "a text", text: { "<a>\(many("é", 32_768))\(many("x", $0))</a>" },
      reason: "a text has more than 65536 bytes"),
    .init(
      testDescription: "a text around comments", text: { "<a>\(many("x<!---->", 8_192))\(many("x", 57_344 + $0))</a>" },
      reason: "a text has more than 65536 bytes"),
  ]

  @Test(arguments: limitRows) func refusesWhatIsOver(_ row: Limit) throws {
    _ = try XMLDocument(reading: row.text(0))
    do throws(XMLError) {
      _ = try XMLDocument(reading: row.text(1))
      Issue.record("One more is read, too.")
    } catch {
      expectEqual(error.reason, .limit(row.reason))
    }
  }

  /// What is repeated: twice as much of it costs twice as many steps.
  @Test(arguments: [
    "<b/>", "<b>x</b>", "x", "&lt;", "&#65;", "<!-- -->", "]", "]]", "\r\n", "<![CDATA[]]>", "<b c='d' e='f'/>",
    "<c xmlns='urn:x'/>", "-",
    "<p:b p:c=''/>", "é",
  ]) func isLinear(_ piece: String) throws {
    func steps(_ count: Int) throws -> Int {
      let text = "<a xmlns:p='urn:p'>" + String(repeating: piece, count: count) + "</a>"
      return try XMLDocument(reading: text, limits: .file).steps
    }
    let few = try steps(500)
    let many = try steps(1_000)
    #expect(many <= 2 * few)
    #expect(many < 30 * 1_000 * piece.utf8.count)
  }

  /// The longest of what is nested: the steps stay within a multiple of the length.
  @Test func whatIsNestedIsLinear() throws {
    let declared = (0..<20).map { "xmlns:n\($0)='urn:n'" }.joined(separator: " ")
    let text =
      "<a \(declared)>" + String(repeating: "<b>", count: 31) + String(repeating: "</b>", count: 31) + "</a>"
    let steps = try XMLDocument(reading: text).steps
    #expect(steps < 10 * text.utf8.count)
  }
}
