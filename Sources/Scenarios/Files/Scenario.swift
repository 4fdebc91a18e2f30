package import Directory
package import Time
package import YAML

/// A scenario file as a value: the world that it begins with, its rules, and what it expects.
package struct Scenario: Sendable {
  /// Small letters, digits and dashes.
  package var name: String
  /// One sentence, for lists. May be empty.
  package var summary: String
  /// What a person reads who wants to know more (`docs`). May be empty.
  package var documentation: String
  /// The settings of a new world.
  package var settings: WorldSettings
  /// Where the clock of a new world stands.
  package var clock: ClockSetting
  /// What is different from the seeds.
  package var patch: WorldPatch
  /// In the order in which they act; those of the scenario that this one extends come first.
  package var rules: [Rule]
  /// What the journal must contain by the end.
  package var expectations: [Expectation]
  /// The document that it was read from. Nil for a scenario that was put together in code.
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

  /// The seeds with the changes of this scenario. `now` is the world's time; the objects say that they were made a year
  /// before.
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

/// Where a scenario sets the clock of its world.
package enum ClockSetting: Sendable, Hashable {
  /// The machine's time.
  case real
  /// The machine's time and this much more; less when it is negative.
  case ahead(by: Duration)
  /// The clock starts at this time and runs.
  case startingAt(UnixTime)
  /// The clock stands at this time.
  case frozenAt(UnixTime)

  /// Sets the clock, whatever was done to it before.
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
