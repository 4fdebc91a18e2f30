import Directory
import Time
package import Worlds
package import YAML

/// Reads a scenario file in YAML or JSON. Unknown keys are refused. Every error says where it is and what to write
/// instead.
package enum ScenarioDecoder {
  /// `file` is the name that errors begin with. `bases` knows the scenarios that the text may extend.
  /// - Throws: `ScenarioError`, with the place of the first mistake.
  package static func scenario(
    from text: [UInt8], file: String, extending bases: ScenarioBases = .library
  ) throws(ScenarioError) -> Scenario {
    try scenario(from: document(text, file: file), file: file, extending: bases)
  }

  /// Parses the text of a file.
  static func document(_ text: [UInt8], file: String) throws(ScenarioError) -> YAMLNode {
    do throws(YAMLError) {
      return try YAMLDocument.parse(text)
    } catch {
      let isTab =
        text.split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst(error.line - 1).first?
        .dropFirst(error.column - 1).first == 0x09
      throw ScenarioError(
        file: file, line: error.line, column: error.column,
        isTab ? "YAML has no tabs before a key; indent with blanks" : error.problem)
    }
  }

  /// As `scenario(from:file:extending:)`, for a document that has been parsed already.
  package static func scenario(
    from root: YAMLNode, file: String, extending bases: ScenarioBases = .library
  ) throws(ScenarioError) -> Scenario { try read(root, file: file, extending: bases).scenario }

  /// The scenario with its changes of the seeds, which a scenario that extends it makes first.
  static func read(
    _ root: YAMLNode, file: String, extending bases: ScenarioBases
  ) throws(ScenarioError) -> (scenario: Scenario, patch: WorldPatch) {
    let root = try bases.inliningCertificates(root, file: file)
    let whole = FileValue(node: root, key: "scenario", file: file)
    guard root.entries != nil else { throw whole.error("a scenario is a mapping; begin with 'scenario: its-name'") }
    var fields = try FileMapping(whole)
    let name = try fields.require("scenario", else: "a scenario needs 'scenario', its name").name()
    let extended = try fields.take("extends").map { value throws(ScenarioError) in try bases.scenario(value) }
    let base = extended?.scenario
    let summary = try fields.take("summary")?.text() ?? base?.summary ?? ""
    let documentation = try fields.take("docs")?.text() ?? ""
    var settings = base?.settings ?? WorldSettings()
    let signIn = fields.take("signIn")
    let clock = try fields.take("clock").map { value throws(ScenarioError) in try ClockSetting(value) }
    let ids = try fields.take("ids")?.choice(WorldIDs.self)
    var world = try fields.section("world")
    let extent = try world?.take("seeds")?.seeds(extending: extended) ?? extended?.patch.seeds ?? .all
    // This copy of the seeds only serves to look up names, so its times and digests do not matter.
    var seeds = SeededDirectory(extent, createdAt: UnixTime(seconds: 0)).editor
    seeds.isForNames = true
    var changes = extended?.patch.changes ?? []
    do throws(DirectoryEditor.NoSuchObject) {
      for change in changes { try change.apply(to: &seeds) }
    } catch { throw whole.error("\(error)") }
    if var section = world {
      if let lifetimes = section.take("lifetimes") { try LifetimesPatch(lifetimes).apply(to: &settings.lifetimes) }
      changes += try WorldPatch(&section, changing: &seeds).changes
      try section.finish()
    }
    if let signIn { try settings.read(signIn: signIn, in: seeds.state) }
    try settings.read(&fields, in: seeds.state)
    if var device = try fields.section("deviceCode") {
      settings.enforcesPollingInterval = try device.take("enforceInterval")?.bool() ?? settings.enforcesPollingInterval
      try device.finish()
    }
    var rules = base?.rules ?? []
    if let value = fields.take("rules") {
      guard value.node.items != nil else { throw value.mismatch("a list of mappings with 'when' and 'then'") }
      // The decoder gives each name once, so only rules of the base have a place.
      let places = Dictionary(rules.indices.map { (rules[$0].name, $0) }) { first, _ in first }
      for rule in try RuleDecoder.rules(value, in: seeds.state, numberedFrom: rules.count) {
        if let index = places[rule.name] { rules[index] = rule } else { rules.append(rule) }
      }
    }
    var expectations = base?.expectations ?? []
    for index in expectations.indices where expectations[index].inheritedFrom == nil {
      expectations[index].inheritedFrom = base?.name
    }
    if let value = fields.take("expect") {
      for expectation in try Expectation.list(value, in: seeds.state) {
        // When the base expects the same thing, the count in this file replaces the base's.
        if let index = base?.expectations.firstIndex(where: { $0.isAboutTheSame(as: expectation) }) {
          expectations[index] = expectation
        } else {
          expectations.append(expectation)
        }
      }
    }
    try fields.finish()
    let patch = WorldPatch(changes, of: extent)
    var scenario = Scenario(
      name: name, summary: summary, documentation: documentation, settings: settings,
      clock: clock ?? base?.clock ?? .real, patch: patch, rules: rules, expectations: expectations)
    scenario.ids = ids ?? base?.ids ?? .own
    scenario.source = root
    return (scenario, patch)
  }

  /// The document of a scenario that has a name and nothing else.
  static func nameOnly(_ name: String) -> YAMLNode {
    let mark = YAMLMark(line: 1, column: 1)
    func scalar(_ text: String) -> YAMLNode { YAMLNode(.scalar(text, isQuoted: true), mark: mark) }
    return YAMLNode(.mapping([YAMLNode.Entry(key: scalar("scenario"), value: scalar(name))]), mark: mark)
  }
}

extension FileValue {
  /// How much of the seeds a scenario starts from. One that extends another has what the other one was written for.
  fileprivate func seeds(
    extending base: (scenario: Scenario, patch: WorldPatch)?
  ) throws(ScenarioError) -> SeededDirectory.Extent {
    let extent = try choice(SeededDirectory.Extent.self)
    guard let base, extent != base.patch.seeds, !base.patch.changes.isEmpty else { return extent }
    throw error(
      "'\(base.scenario.name)', which this scenario extends, is written for 'seeds: \(base.patch.seeds.rawValue)'; leave 'seeds' out, or 'extends'"
    )
  }

  /// The name of a scenario: small letters, digits and dashes.
  fileprivate func name() throws(ScenarioError) -> String {
    let name = try text("a name")
    guard name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }) else {
      throw error("'\(name)' is not a name of a scenario; use small letters, digits and '-'")
    }
    return name
  }
}
