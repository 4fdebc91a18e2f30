package import Directory
package import JSON
package import Worlds
import YAML

/// The language of scenario files, as a world that was made from one asks it.
package struct FileLanguage: ScenarioLanguage {
  /// What the file changes in the seeds.
  package let patch: WorldPatch

  package init(_ patch: WorldPatch) { self.patch = patch }

  package var seeds: SeededDirectory.Extent { patch.seeds }

  package func change(_ seeds: inout DirectoryEditor) throws(DirectoryEditor.NoSuchObject) {
    try patch.apply(to: &seeds)
  }

  package func own(_ seeds: DirectoryState, by identity: WorldIdentity) -> DirectoryState { seeds.owned(by: identity) }

  package func own(_ user: User, in seeds: DirectoryState, by identity: WorldIdentity) -> User {
    Ownership(identity, in: seeds).own(user)
  }

  package func own(_ policy: AccessPolicy, in seeds: DirectoryState, by identity: WorldIdentity) -> AccessPolicy {
    Ownership(identity, in: seeds).own(policy)
  }

  package func kept(_ rule: Rule) -> JSONValue? { rule.written.map { .string($0.flowText) } }

  package func rule(_ kept: JSONValue, in directory: DirectoryState) throws -> Rule? {
    // An earlier version kept it as a JSON object.
    guard let node = kept.string.map({ text in try? YAMLDocument.parse(text) }) ?? YAMLNode(kept) else {
      throw ScenarioError(file: "store", line: 1, column: 1, "what was stored of it cannot be read")
    }
    return try RuleDecoder.rules(from: node, file: "store", in: directory).first
  }
}

extension Scenario {
  /// A scenario that is put together in code, in the words of files.
  package init(
    name: String, summary: String, documentation: String = "", settings: WorldSettings = WorldSettings(),
    clock: ClockSetting = .real, patch: WorldPatch = WorldPatch(), rules: [Rule] = [], expectations: [Expectation] = []
  ) {
    self.init(
      name: name, summary: summary, documentation: documentation, settings: settings, clock: clock,
      language: FileLanguage(patch), rules: rules, expectations: expectations)
  }
}
