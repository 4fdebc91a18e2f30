import Expectations
import Foundation
import Testing

/// The page on architecture lists the files between the route of a user flow and its page. So the way stays as short as the list, and the
/// list stays true.
@Suite("The way to a page of a user flow") struct CustomerWayTests {
  /// The paths of the list, in its order.
  static func files() throws -> [String] {
    let page = try SourceTree.page("docs/architecture.md")
    let start = try #require(page.range(of: "A customer who edits the profile passes"))
    let lines = page[start.upperBound...].components(separatedBy: "\n").dropFirst(2)
    return lines.prefix { !$0.isEmpty }.compactMap { line in
      guard let open = line.range(of: "](../"), let close = line.range(of: "):") else { return nil }
      return String(line[open.upperBound..<close.lowerBound])
    }
  }

  @Test("has twelve files, each named by one before it") func isConnected() throws {
    let files = try Self.files()
    expectEqual(files.count, 12)
    var seen = ""
    for file in files {
      let text = try SourceTree.page(file)
      let type = try #require(file.split(separator: "/").last?.split(separator: ".").first?.split(separator: "+").first)
      #expect(seen.isEmpty || seen.contains(type), "no file before \(file) names \(type)")
      seen += text
    }
  }

  @Test("names all that the files of the way name of the user flow's own") func isWhole() throws {
    let files = try Self.files()
    let tree = try SourceTree.shared.get()
    // What other pages, calls and answers have: the way ends before them.
    let elsewhere = [
      "B2CAnswer", "B2CToken", "B2CTokens", "B2CSteps", "B2CNext", "B2CClient", "B2CReader", "B2CMissingEndpoint",
      "B2CTransaction",
    ]
    for file in files
    where file.hasPrefix("Sources/Customers/B2C/B2CJourney") || file.hasSuffix("AuthorizeEndpoint.swift") {
      let words = Set(try SourceTree.page(file).split { !$0.isLetter && !$0.isNumber }.map(String.init))
      for word in words where word.hasPrefix("B2C") && tree.declares(type: word) && !elsewhere.contains(word) {
        let isPage = word.hasSuffix("Step") && word != "B2CStep"
        #expect(isPage || files.contains { $0.contains("/" + word) }, "\(file) names \(word), which the list lacks")
      }
    }
  }
}
