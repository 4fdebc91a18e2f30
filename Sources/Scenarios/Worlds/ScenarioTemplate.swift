package import Directory
import Synchronization
package import Time

/// A scenario with the directory it begins with, shared by all worlds that begin as it. The directory is made when it is
/// first wanted and then kept.
package final class ScenarioTemplate: Sendable {
  package let scenario: Scenario
  /// When the objects of the seeds say they were made, a year less: the world's time when somebody took the template up.
  package let seededAt: UnixTime
  private let made = Mutex<SeededDirectory?>(nil)

  /// `base` is the clock below the world's: the seeds are dated by it and by the scenario's own setting.
  package convenience init(_ scenario: Scenario, base: any WallClock) {
    let clock = WorldClock(base: base)
    scenario.clock.apply(to: clock)
    self.init(scenario, seededAt: clock.now)
  }

  package init(_ scenario: Scenario, seededAt: UnixTime) {
    self.scenario = scenario
    self.seededAt = seededAt
  }

  /// The seeds with the scenario's changes, under the ids that all seeds have.
  package var seeds: SeededDirectory {
    made.withLock { made in
      if let made { return made }
      let seeds = scenario.seededDirectory(at: seededAt)
      made = seeds
      return seeds
    }
  }
}
