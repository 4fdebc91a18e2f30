import Expectations
import Testing
import XML

/// The expected texts were made with libxml2, which lxml 6.1.3 calls.
struct XMLCanonicalFormTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let canonical: String
    var form = XMLCanonicalForm()
  }

  static let cases: [Case] = [
    .init(
      testDescription: "end tags, attributes in their order",
      text: "<e b='2' a='1' xmlns:z='urn:z' z:a='3' xmlns:y='urn:y' y:b='4'><i/></e>",
      canonical: "<e xmlns:y=\"urn:y\" xmlns:z=\"urn:z\" a=\"1\" b=\"2\" y:b=\"4\" z:a=\"3\"><i></i></e>"),
    .init(
      testDescription: "a prefix is declared where it is used",
      text: "<a xmlns:p='urn:p' xmlns:q='urn:q'><p:b><q:c/></p:b><p:d/></a>",
      canonical: "<a><p:b xmlns:p=\"urn:p\"><q:c xmlns:q=\"urn:q\"></q:c></p:b><p:d xmlns:p=\"urn:p\"></p:d></a>"),
    .init(
      testDescription: "the default namespace where it is used",
      text: "<b:a xmlns:c='urn:c' xmlns:b='urn:b' xmlns='urn:d' c:x='1'><e/></b:a>",
      canonical: "<b:a xmlns:b=\"urn:b\" xmlns:c=\"urn:c\" c:x=\"1\"><e xmlns=\"urn:d\"></e></b:a>"),
    .init(
      testDescription: "no default namespace again", text: "<a xmlns='urn:a'><b xmlns=''><c xmlns='urn:a'/></b></a>",
      canonical: "<a xmlns=\"urn:a\"><b xmlns=\"\"><c xmlns=\"urn:a\"></c></b></a>"),
    .init(
      testDescription: "a prefix that stands for something else below",
      text: "<p:a xmlns:p='urn:1'><p:b xmlns:p='urn:2'/><p:c/></p:a>",
      canonical: "<p:a xmlns:p=\"urn:1\"><p:b xmlns:p=\"urn:2\"></p:b><p:c></p:c></p:a>"),
    .init(
      testDescription: "what is escaped",
      text: "<a b=\"&lt;&gt;&amp;&quot;'&#9;&#10;&#13; \">&lt;&gt;&amp;\"'&#13;\t\n</a>",
      canonical: "<a b=\"&lt;>&amp;&quot;'&#x9;&#xA;&#xD; \">&lt;&gt;&amp;\"'&#xD;\t\n</a>"),
    .init(
      testDescription: "line ends", text: "<a b='1\r\n2\r3'>x\r\ny\rz</a>", canonical: "<a b=\"1 2 3\">x\ny\nz</a>"),
    .init(testDescription: "letters", text: "<a b='Ж'>é😀&#x1F600;</a>", canonical: "<a b=\"Ж\">é😀😀</a>"),
    .init(testDescription: "comments", text: "<!-- x --><a>b<!-- c -->d</a><!-- y -->", canonical: "<a>bd</a>"),
    .init(
      testDescription: "comments kept", text: "<a>b<!-- c -->d<e><!----></e></a>",
      canonical: "<a>b<!-- c -->d<e><!----></e></a>", form: XMLCanonicalForm(keepsComments: true)),
    .init(
      testDescription: "a prefix in a value is not used",
      text: "<a xmlns:xs='urn:xs' xmlns:xsi='urn:xsi'><b xsi:type='xs:string'/></a>",
      canonical: "<a><b xmlns:xsi=\"urn:xsi\" xsi:type=\"xs:string\"></b></a>"),
    .init(
      testDescription: "InclusiveNamespaces",
      text: "<a xmlns:xs='urn:xs' xmlns:xsi='urn:xsi'><b xsi:type='xs:string'/></a>",
      canonical: "<a xmlns:xs=\"urn:xs\"><b xmlns:xsi=\"urn:xsi\" xsi:type=\"xs:string\"></b></a>",
      form: XMLCanonicalForm(inclusivePrefixes: ["xs", "none"])),
    .init(
      testDescription: "the inclusive form", text: "<a xmlns:xs='urn:xs' xmlns='urn:d'><b xmlns:t='urn:t'/></a>",
      canonical: "<a xmlns=\"urn:d\" xmlns:xs=\"urn:xs\"><b xmlns:t=\"urn:t\"></b></a>",
      form: XMLCanonicalForm(isInclusive: true)),
  ]

  @Test(arguments: cases) func writes(_ row: Case) throws {
    let root = try XMLDocument(reading: row.text, keepsComments: true).root
    expectEqual(String(decoding: row.form.bytes(of: root), as: UTF8.self), row.canonical)
  }

  /// What is read from the canonical form has that canonical form, and so has what is read from the wire.
  @Test(arguments: cases) func isStable(_ row: Case) throws {
    let again = try XMLDocument(reading: row.canonical, keepsComments: true).root
    expectEqual(String(decoding: row.form.bytes(of: again), as: UTF8.self), row.canonical)
    let root = try XMLDocument(reading: row.text, keepsComments: true).root
    let wire = try XMLDocument(reading: root.wire, keepsComments: true).root
    expectEqual(String(decoding: row.form.bytes(of: wire), as: UTF8.self), row.canonical)
  }

  /// An element alone repeats what it uses and was declared above it; an empty list names the default namespace, too.
  @Test func anElementAloneHasWhatItUses() throws {
    let root = try XMLDocument(reading: "<a xmlns='urn:d' xmlns:p='urn:p' xmlns:q='urn:q'><p:b><c/></p:b></a>").root
    let element = try #require(root.at([0]))
    let scope = root.declarations
    func text(_ form: XMLCanonicalForm) -> String {
      String(decoding: form.bytes(of: element, scope: scope), as: UTF8.self)
    }
    expectEqual(text(XMLCanonicalForm()), "<p:b xmlns:p=\"urn:p\"><c xmlns=\"urn:d\"></c></p:b>")
    expectEqual(
      text(XMLCanonicalForm(inclusivePrefixes: ["", "q"])),
      "<p:b xmlns=\"urn:d\" xmlns:p=\"urn:p\" xmlns:q=\"urn:q\"><c></c></p:b>")
    expectEqual(
      text(XMLCanonicalForm(isInclusive: true)),
      "<p:b xmlns=\"urn:d\" xmlns:p=\"urn:p\" xmlns:q=\"urn:q\"><c></c></p:b>")
  }

  @Test func whatXMLCannotHoldIsReplaced() throws {
    let element = XMLElement("a", in: "", [XMLAttribute("b", "1\u{0}2\u{FFFE}")], text: "x\u{1F}y\u{FFFF}é\u{FFFD}")
    expectEqual(element.wire, "<a b=\"1\u{FFFD}2\u{FFFD}\">x\u{FFFD}y\u{FFFD}é\u{FFFD}</a>")
    try expectEqual(
      XMLCanonicalForm().bytes(of: XMLDocument(reading: element.wire).root), XMLCanonicalForm().bytes(of: element))
    #expect(XMLCharacters.hasForbidden("x\u{1F}"))
    #expect(!XMLCharacters.hasForbidden("\t\n\r é\u{FFFD}😀"))
  }

  @Test func namesHaveOneColonAtMost() {
    let names = ["a", "a:b", "_1:x-2", "é:b", ":a", "a:", "a:b:c", "a:1", "1", "", ":", "a::b"]
    expectEqual(names.filter(XMLCharacters.isQualifiedName), ["a", "a:b", "_1:x-2", "é:b"])
    expectEqual(names.filter(XMLCharacters.isName), ["a"])
  }

  @Test func whatIsForNobodyIsHiddenFromPeople() throws {
    let text = "<a xmlns=\"urn:a\"><b c=\"1\">secret<d/></b><b/><e>b &amp; c</e><!--f--></a>"
    let root = try XMLDocument(reading: text, keepsComments: true).root
    expectEqual(root.wire, text)
    expectEqual(
      root.wire(hiding: "b"), "<a xmlns=\"urn:a\"><b c=\"1\">•••</b><b>•••</b><e>b &amp; c</e><!--f--></a>")
    expectEqual(root.wire(hiding: "z"), text)
  }

  @Test(arguments: [false, true], [false, true]) func algorithmsAreNamed(_ isInclusive: Bool, _ keepsComments: Bool) {
    let form = XMLCanonicalForm(keepsComments: keepsComments, isInclusive: isInclusive)
    expectEqual(XMLCanonicalForm.named(form.algorithm), form)
    expectNil(XMLCanonicalForm.named(form.algorithm + "x"))
  }
}
