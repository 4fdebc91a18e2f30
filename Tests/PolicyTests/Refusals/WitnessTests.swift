import Expectations
import Testing

@testable import Policy

@Suite("Witnesses of refusals") struct WitnessTests {
  @Test("no more rows are chosen than there were") func chosen() {
    let chosen = Catalogue.all.filter { $0.witness.known == .chosen }.map(\.label)
    #expect(chosen.count <= 21, "\(chosen)")
  }

  @Test("each row that says observed names its record") func observed() {
    for kind in Catalogue.all where kind.witness.known == .observed {
      #expect(kind.witness.record != nil, "\(kind.label)")
    }
  }

  @Test("says when it was seen") func words() {
    let seen = Witness(known: .observed, date: "2024-03-09", record: "refusals/1")
    expectEqual(seen.note, "observed in answers of the real service; seen 2024-03")
    expectEqual(seen.short, "seen 2024-03")
    expectEqual(Witness(known: .listed, date: "2025-09-03", record: "refusals/1").short, "listed 2025-09")
    expectEqual(Witness(known: .chosen, date: nil, record: nil).note, "our decision: no record known")
  }
}
