import Expectations
import Records
import TestSupport
import Testing

/// Every record is played in a world of its own: what the service was seen to answer is what this program answers.
@Suite("Records") struct RecordTests {
  private static let player = Result { try RecordPlayer() }

  @Test(arguments: RecordFiles.names) func isAnsweredAsTheServiceDoes(_ name: String) throws {
    let record = try RecordFiles.record(name)
    let differences: [Difference]
    do { differences = try Self.player.get().differences(from: record) } catch {
      if case .met = record.standing { throw error }
      return
    }
    let told = differences.map { "  \($0)" }.joined(separator: "\n")
    switch record.standing {
    case .met:
      #expect(differences.isEmpty, "\(name): \(record.title)\n  \(record.date) \(record.source)\n\(told)")
    case .open(let work):
      #expect(
        !differences.isEmpty, "\(name) is answered as the service does: take 'open: \(work.rawValue)' out of the file")
    case .differs:
      #expect(!differences.isEmpty, "\(name) is answered as the service does: take 'differs' out of the file")
    }
  }

  /// A pattern that the library does not take is a mistake with a place, and the program goes on.
  @Test func aPatternThatIsNoneIsRefused() throws {
    let text = """
      record: a pattern that is none
      known: observed
      date: 2026-11
      source: https://example.org/
      steps:
        - GET: "/common/discovery/keys"
          answer: { body: { <pattern>: "(?=a)" } }
      """
    #expect(throws: (any Error).self) { try RecordReader.record(from: Array(text.utf8), named: "pattern") }
  }

  @Test func whatIsOpenIsPrinted() throws {
    var open: [String: Int] = [:]
    var all = 0
    for name in RecordFiles.names {
      all += 1
      if case .open(let work) = try RecordFiles.record(name).standing { open[work.rawValue, default: 0] += 1 }
    }
    let parts = open.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    print("records: \(all), open: \(open.values.reduce(0, +)) (\(parts))")
    #expect(all > 0)
  }
}
