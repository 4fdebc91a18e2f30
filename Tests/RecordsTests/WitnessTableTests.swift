import Expectations
import Platform
import Policy
import Records
import TestSupport
import Testing

/// The refusals name the records that show them, and those records are there.
@Suite("The table of witnesses") struct WitnessTableTests {
  private static let path: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/") + "/Sources/Policy/Refusals/Witness+Lines.swift"
  }()

  private static func source(_ lines: [String]) -> String {
    """
    extension Witness {
      /// Which record shows which refusal: label, how it is known, date, file below `Tests/Records`. The tests write it from the records.
      static let lines = \"""
    \(lines.map { "    " + $0 }.joined(separator: "\n"))
        \"""
    }

    """
  }

  @Test func isMadeFromTheRecords() throws {
    let records = try RecordFiles.names.map { try RecordFiles.record($0) }
    let source = Self.source(Record.witnesses(among: records))
    if getenv("RECORD_GOLDENS") != nil { #expect(TestFiles.write(Array(source.utf8), to: Self.path)) }
    let written = TestFiles.read(Self.path).map { String(decoding: $0, as: UTF8.self) }
    expectEqual(written, source, "RECORD_GOLDENS=1 swift test --filter WitnessTableTests writes it anew")
  }

  @Test func sightsAreMadeFromTheRecords() throws {
    let records = try RecordFiles.names.map { try RecordFiles.record($0) }
    let path = Self.path.replacing("Witness+Lines", with: "Witness+Sights")
    func lines(_ sight: Record.Sight) -> String {
      Record.witnesses(of: sight, among: records).map { "    " + $0 + "\n" }.joined()
    }
    let source = """
      extension Witness {
        /// Which record shows which claim: name, how it is known, date, file below `Tests/Records`. The tests write it from the records.
        static let claimLines = \"""
      \(lines(.claim))    \"""

        /// The same of header fields.
        static let headerFieldLines = \"""
      \(lines(.headerField))    \"""

        /// The same of the codes of Graph's errors.
        static let graphErrorLines = \"""
      \(lines(.graphError))    \"""
      }

      """
    if getenv("RECORD_GOLDENS") != nil { #expect(TestFiles.write(Array(source.utf8), to: path)) }
    let written = TestFiles.read(path).map { String(decoding: $0, as: UTF8.self) }
    expectEqual(written, source, "RECORD_GOLDENS=1 swift test --filter WitnessTableTests writes it anew")
  }

  @Test func eachNameLeadsToAFile() {
    let names = Set(RecordFiles.names)
    for kind in Catalogue.all {
      if let name = kind.witness.record { #expect(names.contains(name), "\(kind.label): \(name)") }
    }
    for witness in [Witness.ofClaims, Witness.ofHeaderFields, Witness.ofGraphErrors].flatMap(\.values) {
      if let name = witness.record { #expect(names.contains(name), "\(name)") }
    }
  }

  @Test(arguments: Catalogue.all) func whatIsSaidToBeObservedIsPlayed(_ kind: RefusalKind) {
    #expect(
      kind.source != .observed || kind.witness.known == .observed,
      "\(kind.label) says 'observed': add a record, or say that it is 'reported'")
  }
}
