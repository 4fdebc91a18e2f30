package import Directory
import Synchronization
package import Time

/// A scenario with the directory it begins with, shared by all worlds that begin as it. The directory is made when it is
/// first wanted and then kept.
package final class ScenarioTemplate: Sendable {
  package let scenario: Scenario
  private let base: any WallClock
  private let made = Mutex<SeededDirectory?>(nil)

  /// `base` is the clock below the world's: the seeds are dated by it and by the scenario's own setting.
  package init(_ scenario: Scenario, base: any WallClock) {
    self.scenario = scenario
    self.base = base
  }

  /// The seeds with the scenario's changes, under the ids that all seeds have.
  package var seeds: SeededDirectory {
    made.withLock { made in
      if let made { return made }
      let clock = WorldClock(base: base)
      scenario.clock.apply(to: clock)
      let seeds = scenario.seededDirectory(at: clock.now)
      made = seeds
      return seeds
    }
  }
}
