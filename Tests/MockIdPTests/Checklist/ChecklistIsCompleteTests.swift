import Expectations
import TestSupport
import Testing

/// No number of `docs/client-needs.md` is without a test that carries it.
struct ChecklistIsCompleteTests {
  static let suites = [
    "MockIdPTests/Checklist/TransportChecklistTests", "MockIdPTests/Checklist/DiscoveryChecklistTests",
    "MockIdPTests/Checklist/GraphChecklistTests", "AuthorityTests/Checklist/AuthorizeChecklistTests",
    "AuthorityTests/Checklist/TokenChecklistTests", "AuthorityTests/Checklist/IDTokenChecklistTests",
    "AuthorityTests/Checklist/ErrorChecklistTests",
  ]

  @Test func everyNumberHasATest() throws {
    let root = #filePath.prefix(
      #filePath.utf8.count - "Tests/MockIdPTests/Checklist/ChecklistIsCompleteTests.swift".utf8.count)
    var tested: Set<Int> = []
    for suite in Self.suites {
      let bytes = try #require(TestFiles.read("\(root)Tests/\(suite).swift"), "\(suite)")
      for name in Self.names(String(decoding: bytes, as: UTF8.self)) { tested.formUnion(Self.numbers(name)) }
    }
    expectEqual(Set(1...70).subtracting(tested), [])
    let page = String(decoding: try #require(TestFiles.read("\(root)docs/client-needs.md")), as: UTF8.self)
    let listed = page.split(separator: "\n").compactMap { line in
      line.hasPrefix("| ") ? Int(line.dropFirst(2).prefix { $0.isNumber }) : nil
    }
    expectEqual(listed, Array(1...70))
  }

  /// The names of functions that begin with `item`.
  private static func names(_ source: String) -> [Substring] {
    source.ranges(of: "func item").map { source[$0.upperBound...].prefix { $0.isLetter || $0.isNumber } }
  }

  /// `30And31RedirectURIs…` is 30 and 31; `s42To46The…` is 42 to 46.
  static func numbers(_ name: Substring) -> Set<Int> {
    var rest = name.hasPrefix("s") ? name.dropFirst() : name
    var numbers: Set<Int> = []
    var isRange = false
    while let number = Int(rest.prefix { $0.isNumber }) {
      if isRange, let first = numbers.max() { numbers.formUnion(first...number) } else { numbers.insert(number) }
      rest = rest.drop { $0.isNumber }
      isRange = rest.hasPrefix("To")
      guard isRange || rest.hasPrefix("And") else { break }
      rest = rest.dropFirst(isRange ? 2 : 3)
      if rest.hasPrefix("Item") || rest.hasPrefix("item") { rest = rest.dropFirst(4) }
    }
    return numbers
  }
}
