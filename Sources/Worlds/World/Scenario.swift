package import Directory
package import Time
package import YAML

/// Where the ids and domains of a made world come from. The default world always has those of its scenario.
package enum WorldIDs: String, Sendable, CaseIterable {
  /// Each world has ids and domains of its own, so that a tenant in a request names one world.
  case own
  /// Each world has those of the scenario, because an app has them compiled in. Several worlds may then have one tenant.
  case asWritten
}

/// What a world begins as: its settings, clock and rules, the changes of the seeds, and what the journal must contain by
/// the end. `ScenarioDecoder` reads it from a file.
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
  /// The words of the file: what they change in the seeds, and what they mean in a world of its own.
  package var language: any ScenarioLanguage
  /// The ids of the worlds that are made from it.
  package var ids = WorldIDs.own
  /// In the order in which they act; those of the scenario that this one extends come first.
  package var rules: [Rule]
  /// What the journal must contain by the end.
  package var expectations: [Expectation]
  /// The document that it was read from. Nil for a scenario that was put together in code.
  package var source: YAMLNode?

  package init(
    name: String, summary: String, documentation: String = "", settings: WorldSettings = WorldSettings(),
    clock: ClockSetting = .real, language: any ScenarioLanguage, rules: [Rule] = [], expectations: [Expectation] = []
  ) {
    self.name = name
    self.summary = summary
    self.documentation = documentation
    self.settings = settings
    self.clock = clock
    self.language = language
    self.rules = rules
    self.expectations = expectations
  }

  /// The seeds with the changes of this scenario. `now` is the world's time; the objects say that they were made a year
  /// before.
  package func seededDirectory(at now: UnixTime) -> SeededDirectory {
    var seeds = SeededDirectory(language.seeds, createdAt: now - .days(365))
    do throws(DirectoryEditor.NoSuchObject) {
      try seeds.edit { editor throws(DirectoryEditor.NoSuchObject) in try language.change(&editor) }
    } catch {
      // The decoder has made the same changes to the same seeds.
      assertionFailure("\(name): \(error)")
    }
    seeds.forgetChanges()
    return seeds
  }
}
