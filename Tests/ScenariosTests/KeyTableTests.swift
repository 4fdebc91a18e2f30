import Expectations
import Foundation
import Testing

@testable import Scenarios

/// The documentation has the words that the program has.
@Suite("Key tables") struct KeyTableTests {
  static let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/scenarios.md")
    .standardized

  @Test("stand in the page on scenarios; RECORD_GOLDENS=1 writes them", arguments: KeyTable.all.map(\.name))
  func areUpToDate(_ name: String) throws {
    let table = try #require(KeyTable.all.first { $0.name == name }).markdown
    let begin = "<!-- The words of \(name). Written by RECORD_GOLDENS=1 swift test --filter KeyTableTests. -->\n\n"
    let end = "\n<!-- The end of the words of \(name). -->\n"
    // One test writes all tables, so that none writes over another.
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil { try Self.record() }
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: begin)).upperBound
    let stop = try #require(text.range(of: end)).lowerBound
    expectEqual(String(text[start..<stop]), table)
  }

  private static let lock = NSLock()

  private static func record() throws {
    lock.lock()
    defer { lock.unlock() }
    var text = try String(contentsOf: page, encoding: .utf8)
    for (name, table) in KeyTable.all {
      let begin = "<!-- The words of \(name). Written by RECORD_GOLDENS=1 swift test --filter KeyTableTests. -->\n\n"
      let end = "\n<!-- The end of the words of \(name). -->\n"
      guard let start = text.range(of: begin)?.upperBound, let stop = text.range(of: end)?.lowerBound else { continue }
      text.replaceSubrange(start..<stop, with: table)
    }
    try Data(text.utf8).write(to: page)
  }

  @Test("say what each word means, in a sentence", arguments: KeyTable.all.map(\.name)) func sentences(_ name: String)
    throws
  {
    for line in try #require(KeyTable.all.first { $0.name == name }).markdown.split(separator: "\n").dropFirst(2) {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      expectEqual(cells.count, 6, "\(line)")
      #expect(cells[4].hasSuffix(". "), "\(line)")
    }
  }
}
