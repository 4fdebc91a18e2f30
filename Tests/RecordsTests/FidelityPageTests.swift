import Expectations
import Platform
import Policy
import Records
import TestSupport
import Testing

/// The page on fidelity, which is printed as a whole: nothing is written into it by hand.
@Suite("The page on fidelity") struct FidelityPageTests {
  private static let root: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/")
  }()
  private static let path = root + "/docs/fidelity.md"

  @Test func isPrinted() throws {
    let records = try RecordFiles.names.map { try RecordFiles.record($0) }
    let page = try FidelityPage(in: Self.root + "/Tests/Fidelity", records: records).text
    if getenv("RECORD_GOLDENS") != nil { #expect(TestFiles.write(Array(page.utf8), to: Self.path)) }
    let written = TestFiles.read(Self.path).map { String(decoding: $0, as: UTF8.self) }
    expectEqual(written, page, "RECORD_GOLDENS=1 swift test --filter FidelityPageTests writes it anew")
  }

  /// The share of what we decided ourselves may shrink and not grow: 51 of 291 rows of the catalogue, when it was first counted.
  @Test func fewRefusalsAreChosen() {
    let chosen = Catalogue.all.filter { $0.witness.known == .chosen }.count
    #expect(chosen * 291 < 51 * Catalogue.all.count, "\(chosen) of \(Catalogue.all.count)")
    #expect(chosen <= 15, "\(chosen) refusals are chosen; find a record, or do without the new one")
  }

  @Test func everyTableStandsOnThePage() throws {
    let folder = Self.root + "/Tests/Fidelity"
    let page = try #require(TestFiles.read(folder + "/page.txt").map { String(decoding: $0, as: UTF8.self) })
    for name in TestFiles.list(folder) where name.hasSuffix(".yaml") {
      #expect(page.contains("{{\(name.dropLast(5))}}"), "\(name)")
    }
  }
}
