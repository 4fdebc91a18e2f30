import Foundation
import Testing

@testable import Policy

/// What the program throws as `Refusal(.row)`, without a fact. A placeholder in that row's text would show its example.
@Suite("Refusals without facts") struct BareRefusalTests {
  private static let rows: [String] = {
    let sources = URL(filePath: #filePath).appending(path: "../../../../Sources").standardized
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var names: Set<String> = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      let pieces = text.components(separatedBy: "Refusal(.")
      // Mail has refusals of its own.
      for (before, rest) in zip(pieces, pieces.dropFirst()) where !before.hasSuffix("Mail") {
        let name = rest.prefix { $0.isLetter || $0.isNumber }
        if rest.dropFirst(name.count).first == ")" { names.insert(String(name)) }
      }
    }
    return names.sorted()
  }()

  @Test func thereAreMany() { #expect(Self.rows.count > 50) }

  @Test(arguments: rows) func haveATextWithoutPlaceholders(_ name: String) throws {
    let kind = try #require(Catalogue.kind(named: name), "no row is named \(name)")
    #expect(kind.template.placeholders.isEmpty, "\(name)")
  }
}
