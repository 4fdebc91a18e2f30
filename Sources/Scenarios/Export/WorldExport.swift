import Bytes
import Directory
package import JSON
import Time
package import Worlds
import YAML

/// A world as the scenario file that recreates it. The file stands alone: it says what is different from the seeds that every world
/// begins with, and the settings, rules and expectations as they are now.
package struct WorldExport {
  let world: World
  let directory: DirectoryState
  /// The seeds with what the file says so far, as its reader will have them.
  var reader: DirectoryEditor
  /// The passwords and secrets that the scenario gives in clear, by short names.
  let passwords: [String: String]
  let secrets: [String: String]
  /// Where the users stand in the directory, by short names.
  let userPlaces: [String: Int]

  private static let comment = """
    # A world of mockidp as it was when it was exported. A world that is made from this file begins like it.
    # Not in here: sessions, codes and tokens that were handed out, the journal and snapshots, how often rules have acted, requests
    # for an administrator's consent, and which signing key is in use. Ids of what was made over HTTP are made anew.
    # Passwords and secrets that the scenario did not give are here as digests only.


    """

  private init(_ world: World) {
    self.world = world
    directory = world.directoryWithWrittenClientIDs
    // The times of this copy are never seen: it knows the names.
    reader = SeededDirectory(world.scenario.language.seeds, createdAt: UnixTime(seconds: 0)).editor
    let seeds = world.template.seeds
    passwords = Dictionary(
      seeds.credentials.compactMap { credential in credential.password.map { (credential.alias, $0) } },
      uniquingKeysWith: { first, _ in first })
    secrets = seeds.secrets
    let aliases = directory.usersInOrder.map(\.alias)
    userPlaces = Dictionary(zip(aliases, aliases.indices)) { first, _ in first }
  }

  /// The scenario as a JSON object, in the order in which files have their keys.
  /// - Throws: `ScenarioError` for what a scenario cannot say.
  package static func scenario(of world: World) throws(ScenarioError) -> JSONObject {
    var export = WorldExport(world)
    return try export.scenario()
  }

  /// The scenario as a file in YAML, which begins with a comment on what is not in it. A world that adopts because its server
  /// was told so makes a file that does not adopt: what the file has, it holds.
  package static func file(of world: World, adopts: Bool = true) throws(ScenarioError) -> String {
    var members = try scenario(of: world)
    if !adopts { members = JSONObject(members.members.filter { $0.name != "adopt" }) }
    return comment + YAMLText.document(members)
  }

  private mutating func scenario() throws(ScenarioError) -> JSONObject {
    let scenario = world.scenario
    var members: JSONObject = ["scenario": .string(scenario.name)]
    if !scenario.summary.isEmpty { members.append("summary", scenario.summary) }
    if !scenario.documentation.isEmpty { members.append("docs", scenario.documentation) }
    if world.ids != .own { members.append("ids", world.ids.rawValue) }
    let content = try section()
    if !content.isEmpty { members.append("world", .object(content)) }
    appendSettings(to: &members)
    let names = OwnNames(world)
    let rules = world.rules.rules.enumerated().compactMap { index, rule in names.written(rule, number: index + 1) }
    if !rules.isEmpty { members.append("rules", .array(rules)) }
    let expectations = scenario.expectations.compactMap { $0.written.map { names.written($0) } }
    if !expectations.isEmpty { members.append("expect", .array(expectations)) }
    return members
  }

  private mutating func section() throws(ScenarioError) -> JSONObject {
    var members = JSONObject()
    let seeds = world.scenario.language.seeds
    if seeds != .all { members.append("seeds", seeds.rawValue) }
    var lifetimes = JSONObject()
    let now = LifetimeNames.texts(of: world.settings.lifetimes)
    for (value, usual) in zip(now, LifetimeNames.texts(of: Lifetimes())) where value.text != usual.text {
      lifetimes.append(value.name, value.text)
    }
    members.append(section: "lifetimes", lifetimes)
    members.append(section: "tenants", try tenants())
    members.append(section: "resources", try resources())
    members.append(section: "users", try users())
    members.append(section: "groups", try groups())
    let (applications, consents) = try self.applications()
    members.append(section: "apps", applications)
    if !consents.isEmpty { members.append("consents", .array(consents)) }
    try checkConsents(consents)
    let policies = directory.policies.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    if !policies.isEmpty { members.append("policies", .array(policies.map(policy))) }
    try checkAgreement()
    return members
  }

  /// All that is different from a policy without a word.
  private func policy(_ policy: AccessPolicy) -> JSONValue {
    let base = AccessPolicy(id: policy.id, name: "", tenant: reader.homeTenant)
    let comparison = comparison
    var members = JSONObject()
    for word in AccessPolicy.words {
      if let value = word.difference(policy, base, comparison) { members.append(word.name, value) }
    }
    return .object(members)
  }

  // MARK: Words

  /// A time with no more digits than it has.
  static func text(_ time: UnixTime) -> String {
    UnixTime(iso8601: time.iso8601) == time ? time.iso8601 : time.iso8601Ticks
  }

  /// New things before those that name them, else in their order. What goes round in a circle cannot be told in a row; the last of
  /// the circle then names one that is not there yet, which the reader of the file refuses.
  static func ordered<Item>(
    _ items: [Item], _ name: (Item) -> String, needs: (Item) -> [String]
  ) -> [Item] {
    let places = Dictionary(items.indices.map { (name(items[$0]), $0) }) { first, _ in first }
    var result: [Item] = []
    var visited: Set<Int> = []
    // Each with what it needs and has not been looked at. People may report to each other in a line of any length, so this
    // does not call itself.
    var open: [(item: Int, needs: ArraySlice<Int>)] = []
    func visit(_ item: Int) {
      if visited.insert(item).inserted { open.append((item, needs(items[item]).compactMap { places[$0] }[...])) }
    }
    for item in items {
      if let place = places[name(item)] { visit(place) }
      while let last = open.indices.last {
        if let need = open[last].needs.popFirst() { visit(need) } else { result.append(items[open.removeLast().item]) }
      }
    }
    return result
  }
}

extension JSONObject {
  var isEmpty: Bool { members.isEmpty }

  /// Adds a mapping that has anything in it.
  mutating func append(section name: String, _ section: JSONObject) {
    if !section.isEmpty { append(name, .object(section)) }
  }
}
