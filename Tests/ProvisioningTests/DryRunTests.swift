import Bytes
import Directory
import Expectations
import TestSupport
import Testing
import Worlds

/// A dry run: what would be sent, and nothing is written.
@Suite struct DryRunTests {
  @Test func aDryRunWritesNothing() throws {
    let bench = try Bench()
    let report = try bench.run(isDryRun: true)
    expectEqual(bench.server.writes(), [])
    expectEqual(report.entries.map(\.action), [.create, .create, .create, .update])
    expectEqual(report.entries.first?.requests.first?.hasPrefix("POST http://localhost:5001/scim/Users\n"), true)
    expectEqual(bench.count(.provisioningCycle), 0)
    expectEqual(try bench.job().links.count, 0)
  }

  /// All that the cycle itself then sends, but for the ids that the app chooses.
  @Test func aDryRunShowsManagersAndMembersOfThoseWhoAreNotThereYet() throws {
    let bench = try Bench(
      people: """
          users: { zed: { displayName: Zed Ray }, ann: { displayName: Ann Lee, manager: zed } }
          groups: { sellers: { displayName: Sellers, members: [ann, zed] } }
        """)
    func told(_ report: ProvisioningReport) -> [String] { report.entries.flatMap(\.requests) }
    let dry = told(try bench.run(isDryRun: true))
    expectEqual(bench.server.writes(), [])
    let sent = told(try bench.run())
    expectEqual(sent.count, 5)
    let names = [
      ("u1", try bench.test.user("zed").userPrincipalName), ("u2", try bench.test.user("ann").userPrincipalName),
      ("g3", "Sellers"),
    ]
    let imagined = sent.map { text in
      names.reduce(text) { text, name in
        text.replacing("\"\(name.0)\"", with: "\"id-of-\(name.1)\"")
          .replacing("/\(name.0)\n", with: "/\(Percent.encode("id-of-" + name.1))\n")
      }
    }
    expectEqual(dry, imagined)
  }
}
