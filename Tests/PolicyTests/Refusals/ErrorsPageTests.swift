import Expectations
import Policy
import Testing

@Suite("The page of all refusals") struct ErrorsPageTests {
  private static let rows = ErrorsPage.markdown.split(separator: "\n").filter { $0.hasPrefix("| AAD") }

  @Test("has each row once") func complete() {
    let codes = Self.rows.compactMap { $0.split(separator: " ").dropFirst().first }.map(String.init)
    expectEqual(codes.sorted(), Catalogue.all.map(\.label).sorted())
  }

  @Test("has eleven cells in each row") func cells() {
    for row in Self.rows { expectEqual(row.replacing("\\|", with: "").count { $0 == "|" }, 12, "\(row)") }
  }

  @Test("has a heading for each section") func headings() {
    for section in RefusalKind.Section.allCases { #expect(ErrorsPage.markdown.contains("\n## \(section.rawValue)\n")) }
  }

  @Test("is the same each time") func stable() { expectEqual(ErrorsPage.markdown, ErrorsPage.markdown) }
}
