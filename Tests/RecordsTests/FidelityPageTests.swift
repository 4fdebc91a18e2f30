import Expectations
import Platform
import Records
import TestSupport
import Testing

/// The part of the page on fidelity that is printed from the records.
@Suite("The page on fidelity") struct FidelityPageTests {
  private static let path: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/") + "/docs/fidelity.md"
  }()
  private static let start = "<!-- The tests write this part from the files of Tests/Records. -->\n"
  private static let end = "<!-- end of what is printed -->\n"

  private static func part(_ records: [Record]) -> String {
    var areas: [String: [Record]] = [:]
    for record in records { areas[String(record.name.prefix { $0 != "/" }), default: []].append(record) }
    func row(_ name: String, _ records: [Record]) -> String {
      let met = records.filter { $0.standing == .met }.count
      let meant = records.filter { if case .differs = $0.standing { true } else { false } }.count
      return "| \(name) | \(records.count) | \(met) | \(records.count - met - meant) | \(meant) |"
    }
    var lines = [
      "Each record is a file below [`Tests/Records`](../Tests/Records) with its source and its date. All of them are played against this program",
      "by each run of the tests. *Open* are those that it does not answer so yet.", "",
      "| records | all | answered so | open | other on purpose |", "| --- | --- | --- | --- | --- |",
    ]
    lines += areas.sorted { $0.key < $1.key }.map { row($0.key, $0.value) }
    lines.append(row("together", records))
    let meant = records.compactMap { record -> String? in
      if case .differs(let reason) = record.standing { "| \(record.title) | \(record.date) | \(reason) |" } else { nil }
    }
    if !meant.isEmpty {
      lines += ["", "Other on purpose:", "", "| record | date | why |", "| --- | --- | --- |"] + meant
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func isMadeFromTheRecords() throws {
    let records = try RecordFiles.names.map { try RecordFiles.record($0) }
    let page = try #require(TestFiles.read(Self.path).map { String(decoding: $0, as: UTF8.self) })
    let start = try #require(page.firstRange(of: Self.start))
    let end = try #require(page.firstRange(of: Self.end))
    let whole = String(page[..<start.upperBound]) + Self.part(records) + String(page[end.lowerBound...])
    if getenv("RECORD_GOLDENS") != nil { #expect(TestFiles.write(Array(whole.utf8), to: Self.path)) }
    let written = TestFiles.read(Self.path).map { String(decoding: $0, as: UTF8.self) }
    expectEqual(written, whole, "RECORD_GOLDENS=1 swift test --filter FidelityPageTests writes it anew")
  }
}
