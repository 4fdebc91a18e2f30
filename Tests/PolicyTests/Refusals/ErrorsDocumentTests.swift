import Expectations
import Foundation
import Testing

@testable import Policy

struct ErrorsDocumentTests {
  @Test func theDocumentIsMadeFromTheCatalogue() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/errors.md")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try ErrorsPage.markdown.write(to: path, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOf: path, encoding: .utf8)
    expectEqual(written, ErrorsPage.markdown, "RECORD_GOLDENS=1 swift test --filter ErrorsDocumentTests rewrites it")
  }
}
