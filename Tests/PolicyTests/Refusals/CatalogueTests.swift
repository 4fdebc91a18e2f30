import Policy
import Testing

@Suite("The refusal catalogue") struct CatalogueTests {
  @Test("has no number twice") func codesAreUnique() {
    #expect(Dictionary(grouping: Catalogue.all, by: \.code).filter { $0.value.count > 1 }.keys.sorted() == [])
  }

  @Test("has no name twice, in any case") func namesAreUnique() {
    #expect(
      Dictionary(grouping: Catalogue.all) { $0.name.lowercased() }.filter { $0.value.count > 1 }.keys.sorted() == [])
  }

  @Test("has more than 150 rows") func isLarge() {
    #expect(Catalogue.all.count > 150, "\(Catalogue.all.count) rows")
  }
}
