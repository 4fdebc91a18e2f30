import Scenarios
import Testing
import Worlds

/// A file of 10,000 users and 1,000 apps is read in a second. The program that is built for debugging has fifteen.
@Suite("A big file") struct BigFileTests {
  private static let text: String = {
    var lines = ["scenario: big", "world:", "  seeds: none", "  tenants: { home: { displayName: Home } }", "  users:"]
    for number in 0..<10_000 { lines.append("    u\(number): { displayName: User \(number), jobTitle: Clerk }") }
    lines.append("  apps:")
    for number in 0..<1_000 {
      lines.append("    a\(number): { type: web, redirectUris: ['https://a\(number).test/cb'], consent: granted }")
    }
    return lines.joined(separator: "\n")
  }()

  private static var isOptimised: Bool {
    var isOptimised = true
    assert(
      {
        isOptimised = false
        return true
      }())
    return isOptimised
  }

  @Test("of ten thousand users and a thousand apps is read in a second") func isReadInTime() throws {
    let start = ProcessorTime.ofThread
    let scenario = try ScenarioDecoder.scenario(from: Array(Self.text.utf8), file: "big.yaml")
    let seconds = ProcessorTime.ofThread - start
    #expect(seconds < (Self.isOptimised ? 1 : 15), "\(seconds) s")
    #expect(scenario.name == "big")
  }
}
