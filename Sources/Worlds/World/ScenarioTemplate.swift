package import Directory
package import Policy
import Synchronization
package import Time

/// A scenario with its seeds: the directory that each world of the scenario starts from. The worlds share the seeds,
/// which are made at first use and then kept.
package final class ScenarioTemplate: Sendable {
  /// Does not change for as long as the template lives.
  package let scenario: Scenario
  /// The world's time when the template was made. The objects of the seeds say that they were made a year before.
  package let seededAt: UnixTime
  private let made = Mutex<SeededDirectory?>(nil)
  private let chosen = Mutex<PrincipalParties?>(nil)

  /// `base` is the clock under the world's clock. The seeds are dated by it and by the clock setting of the scenario.
  package convenience init(_ scenario: Scenario, base: any WallClock) {
    let clock = WorldClock(base: base)
    scenario.clock.apply(to: clock)
    self.init(scenario, seededAt: clock.now)
  }

  /// For a template that existed before a restart, whose seeds must have the same dates.
  package init(_ scenario: Scenario, seededAt: UnixTime) {
    self.scenario = scenario
    self.seededAt = seededAt
  }

  /// The seeds with the scenario's changes. Their ids are the same in every template.
  package var seeds: SeededDirectory {
    made.withLock { made in
      if let made { return made }
      let seeds = scenario.seededDirectory(at: seededAt)
      made = seeds
      return seeds
    }
  }

  /// The principal parties of the seeds. They have the same short names in every world of the template.
  package var principals: PrincipalParties {
    let state = seeds.state
    return chosen.withLock { chosen in
      if let chosen { return chosen }
      let principals = PrincipalParties(of: state)
      chosen = principals
      return principals
    }
  }
}
