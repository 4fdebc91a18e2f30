import Expectations
import Testing

@testable import Pages

struct EscapingTests {
  static let hostile = "</title><script>\"'&<!--\\ x};\r\n=`"

  @Test(arguments: Specimen.all) func inputChangesNoMarkup(_ specimen: Specimen) throws {
    let page = specimen.make(Self.hostile)
    let document = try Document(page)
    expectEqual(document.skeleton, try Document(specimen.make("plain")).skeleton)
    expectEqual(page.contentSecurityPolicy, specimen.make("plain").contentSecurityPolicy)
  }

  @Test(arguments: Specimen.all) func inputArrivesWhole(_ specimen: Specimen) throws {
    let document = try Document(specimen.make(Self.hostile))
    let values = document.tags.flatMap { [$0.text] + $0.attributes.values }
    #expect(values.contains { $0.contains(Self.hostile) })
  }

  @Test func fixedPartsAreMarkupAndStringsAreText() {
    let value = "<b>"
    let part: HTML = "<i>\(value)</i>"
    let absent: HTML? = nil
    let whole: HTML = "<p title=\"\(value)\">\(part)\(absent)\(" hidden", if: false)\([part, part])\(7)</p>"
    expectEqual(
      String(decoding: whole.bytes, as: UTF8.self),
      "<p title=\"&lt;b&gt;\"><i>&lt;b&gt;</i><i>&lt;b&gt;</i><i>&lt;b&gt;</i>7</p>")
  }

  @Test(arguments: [
    ("plain", "\"plain\""),
    ("\"\\", "\"\\\"\\\\\""),
    ("</script>&'", "\"\\u003c/script\\u003e\\u0026\\u0027\""),
    ("\r\n\u{0}\u{7F}", "\"\\u000d\\u000a\\u0000\\u007f\""),
    ("\u{2028}é😀", "\"\\u2028é😀\""),
  ])
  func dataBlockStrings(_ value: String, _ expected: String) {
    let html: HTML = "\(json: value)"
    expectEqual(String(decoding: html.bytes, as: UTF8.self), expected)
  }
}
