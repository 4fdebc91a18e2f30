import Expectations
import TestSupport
import Testing

/// No number of `docs/client-needs.md` is without a test that carries it.
struct ChecklistIsCompleteTests {
  static let suites = [
    "MockIdPTests/Checklist/TransportChecklistTests", "AuthorityTests/Checklist/AuthorizeChecklistTests",
    "AuthorityTests/Checklist/TokenChecklistTests", "AuthorityTests/Checklist/IDTokenChecklistTests",
    "AuthorityTests/Checklist/ErrorChecklistTests",
  ]

  /// The numbers that tests of one endpoint carry: where they are, and their names.
  static let elsewhere: [(numbers: ClosedRange<Int>, suite: String, tests: [String])] = [
    (14...14, "InstanceDiscoveryTests", ["answersInTheVersionAsked"]),
    (15...15, "InstanceDiscoveryTests", ["knows", "refuses"]),
    (16...17, "InstanceDiscoveryTests", ["namesThisServerBesideTheClouds"]),
    (18...23, "OpenIDConfigurationTests", ["isAsRecorded", "spellsTheTenant"]),
    (18...18, "LegacyEndpointTests", ["documentLeadsToTheOlderEndpoints"]),
    (24...24, "KeysTests", ["verifiesTheTokensOfWorkAndPersonalAccounts", "describesEachKeyInTheServicesOrder"]),
    (25...25, "UserRealmTests", ["tellsHowADomainSignsIn"]),
    (67...67, "LogoutTests", ["endsTheSession", "returnsToRegisteredAddressesOnly"]),
    (68...68, "ContinuousAccessTests", ["endsATokenAndStartsAnew"]),
    (69...69, "SessionTests", ["thePickerOffersEveryAccountAndAnother", "leadTo"]),
    (70...70, "OpenIDConfigurationTests", ["mayBeKeptForADayByAnybody"]),
    (70...70, "KeysTests", ["mayBeKeptForADay"]),
    (70...70, "TokenAnswerTests", ["carriesTheServicesHeaderFields"]),
  ]

  @Test func everyNumberHasATest() throws {
    let root = #filePath.prefix(
      #filePath.utf8.count - "Tests/MockIdPTests/Checklist/ChecklistIsCompleteTests.swift".utf8.count)
    var tested: Set<Int> = []
    for suite in Self.suites {
      let bytes = try #require(TestFiles.read("\(root)Tests/\(suite).swift"), "\(suite)")
      for name in Self.names(String(decoding: bytes, as: UTF8.self)) { tested.formUnion(Self.numbers(name)) }
    }
    let page = String(decoding: try #require(TestFiles.read("\(root)docs/client-needs.md")), as: UTF8.self)
    for row in Self.elsewhere {
      let path = "Tests/AuthorityTests/\(row.suite).swift"
      let source = String(decoding: try #require(TestFiles.read(root + path), "\(row.suite)"), as: UTF8.self)
      for test in row.tests { #expect(source.contains("func \(test)("), "\(row.suite).\(test)") }
      #expect(page.contains("[`\(row.suite)`](../\(path))"), "\(row.suite)")
      tested.formUnion(row.numbers)
    }
    expectEqual(Set(1...70).subtracting(tested), [])
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
