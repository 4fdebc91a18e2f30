import Directory
import Scenarios
import TestSupport
import Testing
import Worlds

/// The story of each scenario of the library, to its end: what the scenario expects has happened, whether a person fills in
/// the pages or the server answers them.
struct LibraryWalkTests {
  private struct Unread: Error {}

  /// The company of one's own has other apps and users; clients/test_own_world.py plays it.
  private static let names = ScenarioLibrary.names.filter { $0 != "own-world" && !written.contains($0) }

  /// Here users and groups are written into a product, which clients/library/test_written_into_apps.py has.
  private static let written: Set<String> = [
    "leaver-loses-access", "group-shrinks", "renamed-user", "quarantine", "server-answers-409", "retried-for-ever",
    "accidental-deletion",
  ]

  @Test(arguments: names, WorldSettings.SignIn.allCases)
  func endsAsItSays(_ name: String, _ signIn: WorldSettings.SignIn) throws {
    var scenario = try ScenarioLibrary.load(name) { _ in throw Unread() }
    scenario.settings.signIn = signIn
    let player = LibraryPlayer(
      try TestWorld(scenario: { $0 = scenario }, challengeFiles: MemoryChallengeFiles()), as: scenario.settings.persona)
    try
      (LibraryPlayer.stories[name] ?? LibraryPlayer.customers[name] ?? LibraryPlayer.externalCustomers[name]
      ?? LibraryPlayer.serviceProviders[name] ?? LibraryPlayer.usual)(player)
    let results = ExpectationCheck.evaluate(scenario.expectations, player.test.world.journal.exchanges)
    for result in results {
      // The server answers the pages without showing them, and signs in without a password that a lock could refuse.
      if signIn == .auto,
        Self.isAboutPages(result.expectation) || name == "user-locked" || LibraryPlayer.needPages.contains(name)
      {
        continue
      }
      #expect(result.isMet, "\(result.sentence)\n\(player.log.joined(separator: "\n"))")
    }
    #expect(results.isEmpty == (name == "happy-path"))
  }

  private static func isAboutPages(_ expectation: Worlds.Expectation) -> Bool {
    guard case .occurs(let pattern, _, _, _) = expectation.demand else { return false }
    return pattern.event == .pageShown
  }
}
