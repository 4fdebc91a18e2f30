import Expectations
import Foundation
import TestSupport
import Testing

/// The page on managed identity has the answers that the places give.
@Suite("The table of places") struct IdentityPlaceTableTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/managed-identity-reference.md").standardized

  @Test("stands in the page on managed identity; RECORD_GOLDENS=1 writes it") func isUpToDate() throws {
    let table = try IdentityPlaceTable.markdown()
    var text = try String(contentsOf: Self.page, encoding: .utf8)
    let begin =
      "<!-- The table of places. Written by RECORD_GOLDENS=1 swift test --filter IdentityPlaceTableTests. -->\n\n"
    let end = "\n<!-- The end of the table of places. -->\n"
    let start = try #require(text.range(of: begin)).upperBound
    let stop = try #require(text.range(of: end, range: start..<text.endIndex)).lowerBound
    guard ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil else {
      return expectEqual(String(text[start..<stop]), table)
    }
    text.replaceSubrange(start..<stop, with: table)
    try text.write(to: Self.page, atomically: true, encoding: .utf8)
  }

  @Test("has a token for what it calls good, and for nothing else but a version that Cloud Shell does not read")
  func isTrue() throws {
    for cell in IdentityPlaceTable.cells {
      let answer = try IdentityPlaceTable.answer(to: cell)
      let isGood = cell.request == "good" || cell.place == "Cloud Shell" && cell.request == "wrong version"
      expectEqual(answer.status == 200, isGood, "\(cell.place), \(cell.request): \(answer.text)")
    }
  }

  @Test("has a record for every cell of virtual machines and App Service, and for half of all") func isKnown() {
    let cells = IdentityPlaceTable.cells
    let recorded = cells.filter { !["chosen", "documented"].contains($0.known) }
    #expect(recorded.count * 2 >= cells.count)
    for cell in cells where cell.place == "virtual machine" || cell.place.hasPrefix("App Service") {
      #expect(cell.known != "chosen" && cell.known != "documented", "\(cell.place), \(cell.request)")
    }
  }
}
