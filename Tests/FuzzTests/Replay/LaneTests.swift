import Expectations
import Foundation
import Testing

/// Every test is in a lane: what not all runs have says `Lane.isAll`, or names what the machine or the person has to give.
struct LaneTests {
  /// Conditions that are not lanes.
  private static let others = [
    ".enabled(if: getenv(\"RECORD_GALLERY\") != nil)", ".enabled(if: geteuid() == 0)",
    ".enabled(if: TextFile.exists(\"/proc/self/limits\"), \"only Linux tells the limits of another process\")",
  ]

  @Test func noTestIsInNeitherLane() throws {
    let tests = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let names = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String } ?? []
    let files = names.filter { $0.hasSuffix(".swift") && !$0.hasSuffix("/LaneTests.swift") }
    #expect(files.count > 300)
    var left: [String] = []
    for name in files {
      let text = try String(contentsOf: tests.appending(path: name), encoding: .utf8)
      for line in text.split(separator: "\n") where line.contains(".enabled(") || line.contains(".disabled(") {
        let isKnown = line.contains(".enabled(if: Lane.isAll)") || Self.others.contains { line.contains($0) }
        if !isKnown { left.append("\(name): \(line)") }
      }
    }
    expectEqual(left, [])
  }
}
