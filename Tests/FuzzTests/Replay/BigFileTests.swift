import Expectations
import Scenarios
import Testing
import Worlds

/// Files of 10,000 users and 1,000 apps are read in a second.
@Suite("A big file") struct BigFileTests {
  /// A file with so many users and a tenth of that in apps.
  struct File: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let users: Int
    /// How long the program that is built for debugging may take.
    let seconds: Double
    let user: @Sendable (Int) -> String
    let group: @Sendable (Int) -> String
    let app: @Sendable (Int) -> String

    var text: String {
      var lines = [
        "scenario: big", "world:", "  seeds: none", "  tenants: { home: { domains: [home.test] } }", "  users:",
      ]
      for number in 0..<users { lines.append("    u\(number): { \(user(number)) }") }
      lines.append("  groups:")
      for number in 0..<users / 50 { lines.append("    g\(number): { \(group(number)) }") }
      lines.append("  apps:")
      for number in 0..<users / 10 { lines.append("    a\(number): { type: web, \(app(number)) }") }
      return lines.joined(separator: "\n")
    }
  }

  static let files = [
    File(
      testDescription: "of names", users: 10_000, seconds: 15, user: { "displayName: User \($0), jobTitle: Clerk" },
      group: { "displayName: Group \($0)" },
      app: { "redirectUris: ['https://a\($0).test/cb'], consent: granted" }),
    // A fifth of it for the program that is built for debugging.
    File(
      testDescription: "of people, groups and APIs", users: isOptimised ? 10_000 : 2_000, seconds: 8,
      user: { number in
        let id = String(1_000_000_000_000 + number).dropFirst()
        return
          "id: 00000000-0000-4000-8000-\(id), displayName: User \(number), userPrincipalName: user\(number)@home.test, "
          + "mail: user\(number)@home.test, department: Sales, employeeId: '\(number)'"
          + (number > 0 ? ", manager: u\(number / 2)" : "")
      },
      group: { group in
        "displayName: Group \(group), members: [\((0..<50).map { "u\(group * 50 + $0)" }.joined(separator: ", "))]"
      },
      app: {
        "redirectUris: ['https://a\($0).test/cb'], secret: s\($0), identifierUris: ['api://a\($0)'], scopes: [read, write], "
          + "permissions: [User.Read, Mail.Read], consent: granted"
      }),
  ]

  private static let isOptimised: Bool = {
    var isOptimised = true
    assert(
      {
        isOptimised = false
        return true
      }())
    return isOptimised
  }()

  @Test("is read in a second", arguments: files) func isReadInTime(_ file: File) throws {
    let bytes = Array(file.text.utf8)
    let start = ProcessorTime.ofThread
    let scenario = try ScenarioDecoder.scenario(from: bytes, file: "big.yaml")
    let seconds = ProcessorTime.ofThread - start
    #expect(seconds < (Self.isOptimised ? 1 : file.seconds), "\(seconds) s")
    expectEqual(scenario.name, "big")
  }
}
