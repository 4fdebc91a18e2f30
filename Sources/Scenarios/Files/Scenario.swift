package import Directory
package import Time
package import YAML

/// A scenario file as a value: the world it begins with, what happens in it and what is expected.
package struct Scenario: Sendable {
  package var name: String
  /// One sentence for lists.
  package var summary: String
  /// What a person reads who wants to know more.
  package var documentation: String
  package var settings: WorldSettings
  package var clock: ClockSetting
  package var patch: WorldPatch
  package var rules: [Rule]
  package var expectations: [Expectation]
  /// What it was read from; nil for one that was put together in code.
  package var source: YAMLNode?

  package init(
    name: String, summary: String, documentation: String = "", settings: WorldSettings = WorldSettings(),
    clock: ClockSetting = .real, patch: WorldPatch = WorldPatch(), rules: [Rule] = [], expectations: [Expectation] = []
  ) {
    self.name = name
    self.summary = summary
    self.documentation = documentation
    self.settings = settings
    self.clock = clock
    self.patch = patch
    self.rules = rules
    self.expectations = expectations
  }

  /// The seeded world with this scenario's changes. `now` is when its objects say they were made.
  package func seededDirectory(at now: UnixTime) -> SeededDirectory {
    var seeds = SeededDirectory(createdAt: now - .days(365))
    do throws(DirectoryEditor.NoSuchObject) {
      try seeds.edit { editor throws(DirectoryEditor.NoSuchObject) in try patch.apply(to: &editor) }
    } catch {
      // The decoder has made the same changes to the same seeds.
      assertionFailure("\(name): \(error)")
    }
    seeds.forgetChanges()
    return seeds
  }
}

/// Where a scenario puts the clock.
package enum ClockSetting: Sendable, Hashable {
  /// The machine's time.
  case real
  /// The machine's time, so much later; earlier when it is negative.
  case ahead(by: Duration)
  /// Runs on from there.
  case startingAt(UnixTime)
  case frozenAt(UnixTime)

  package func apply(to clock: WorldClock) {
    switch self {
    case .real: clock.reset()
    case .ahead(let offset): clock.reset(to: .running(offset: offset))
    case .startingAt(let time):
      clock.reset()
      clock.set(to: time)
    case .frozenAt(let time): clock.reset(to: .frozen(at: time))
    }
  }
}
