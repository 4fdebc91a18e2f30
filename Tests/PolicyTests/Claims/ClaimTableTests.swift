import Expectations
import Foundation
import Testing

@testable import Policy

/// The page on claims has the claims that the program has.
@Suite("Claim tables") struct ClaimTableTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/claims.md").standardized

  @Test("stand in the page on claims; RECORD_GOLDENS=1 writes them") func areUpToDate() throws {
    let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil
    var text = try String(contentsOf: Self.page, encoding: .utf8)
    for (name, table) in ClaimTable.all {
      let begin = "<!-- The table of \(name). Written by RECORD_GOLDENS=1 swift test --filter ClaimTableTests. -->\n\n"
      let end = "\n<!-- The end of the table of \(name). -->\n"
      let start = try #require(text.range(of: begin)).upperBound
      let stop = try #require(text.range(of: end)).lowerBound
      if isRecording {
        text.replaceSubrange(start..<stop, with: table)
      } else {
        expectEqual(String(text[start..<stop]), table)
      }
    }
    if isRecording { try text.write(to: Self.page, atomically: true, encoding: .utf8) }
  }

  @Test("have each claim once") func once() {
    let names = Claim.all.map(\.name)
    expectEqual(names.count, Set(names).count)
  }

  /// Two claims at one place have an order that nobody chose. `acr` and `tfp` share theirs: a flow states its name in one of them.
  @Test(
    "put each claim of a user flow at a place of its own",
    arguments: [
      TokenForm.customerIDToken, .customerAccess,
    ]) func places(_ form: TokenForm)
  {
    let places = Claim.entries(of: form).filter { $0.name != "acr" }.map(\.place)
    expectEqual(places.count, Set(places).count)
    #expect(!places.contains(0))
  }
}
