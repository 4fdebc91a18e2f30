import Bytes
import Control
import Directory
import JSON
import Scenarios
import Worlds

/// What a run has shown, over all its worlds: whether the expectations are met, what advice there is, which rules had no effect.
struct RunVerdict: Sendable {
  let chapters: [RunJournal.Chapter]
  /// The default world. Its scenario is the one that `exec` was told, and the one of worlds that were made without another.
  let main: World
  /// The expectations of the command line. All worlds together have to meet them.
  let inline: [Expectation]

  private var hasSeveral: Bool { chapters.count > 1 }

  /// All exchanges in the order in which they were answered.
  var exchanges: [Exchange] { chapters.flatMap(\.exchanges).sorted { $0.number < $1.number } }

  /// The exchanges in the JSON of the control API, with the world's name when there are several.
  var exchangesAsJSON: [JSONValue] {
    let named = chapters.flatMap { chapter in chapter.exchanges.map { (chapter.world.name, $0) } }
    return named.sorted { $0.1.number < $1.1.number }.map { world, exchange in
      guard hasSeveral, case .object(var members) = ExchangeJSON.value(exchange) else {
        return ExchangeJSON.value(exchange)
      }
      members.append("world", world)
      return .object(members)
    }
  }

  /// The answer of `POST /verify` for the run. Each world has to meet what its own scenario expects.
  var answer: JSONValue {
    var results: [JSONValue] = []
    for chapter in chapters {
      let found = Self.results(chapter.world.scenario.expectations, chapter.exchanges, main.scenario.name)
      results += hasSeveral ? found.map { Self.named($0, chapter.world.name) } : found
    }
    results += Self.results(inline, exchanges, main.scenario.name)
    return [
      "ok": .bool(results.allSatisfy { $0["met"]?.bool == true }), "scenario": .string(main.scenario.name),
      "expectations": .array(results),
    ]
  }

  private static func results(_ expectations: [Expectation], _ exchanges: [Exchange], _ scenario: String) -> [JSONValue]
  {
    VerificationJSON.value(ExpectationCheck.evaluate(expectations, exchanges), scenario: scenario)["expectations"]?
      .array
      ?? []
  }

  private static func named(_ result: JSONValue, _ world: String) -> JSONValue {
    guard case .object(var members) = result else { return result }
    for name in ["name", "verdict", "text"] {
      if let text = members[name]?.string { members[name] = .string("\(world): \(text)") }
    }
    return .object(members)
  }

  /// The advice about each world. The same advice about the same app appears once, with the exchanges of all worlds.
  var advice: JSONValue {
    var found: [(id: String, members: JSONObject)] = []
    for chapter in chapters {
      let value = AdviceJSON.value(Advice.all(about: chapter.exchanges, in: chapter.world.directory))
      for case .object(let members) in value["advice"]?.array ?? [] {
        let id = "\(members["id"]?.string ?? "") \(members["client"]?.string ?? "")"
        if let index = found.firstIndex(where: { $0.id == id }) {
          let both = (found[index].members["exchanges"]?.array ?? []) + (members["exchanges"]?.array ?? [])
          found[index].members["exchanges"] = .array(both)
        } else {
          found.append((id, members))
        }
      }
    }
    return ["advice": .array(found.map { .object($0.members) })]
  }

  /// What came nearest to each idle rule, in a line.
  var nearestToIdleRules: [String] {
    var nearest: [String: String] = [:]
    let names = idleRules
    for chapter in chapters {
      for entry in chapter.world.rules.entries {
        let name = Self.name(of: entry, in: chapter.world)
        guard names.contains(name), nearest[name] == nil,
          let near = ExpectationCheck.nearest(to: entry.rule.pattern, among: chapter.exchanges)
        else { continue }
        nearest[name] = near.sentence
      }
    }
    return names.compactMap { name in nearest[name].map { "nearest to \(name): \($0)" } }
  }

  private static func name(of entry: RuleBook.Entry, in world: World) -> String {
    "\(entry.rule.name) (\(world.scenario.name))"
  }

  /// The names of rules that no exchange of any world has fitted, with the scenario that they stand in.
  var idleRules: [String] {
    var fitted: Set<String> = []
    var names: [String] = []
    for chapter in chapters {
      for entry in chapter.world.rules.entries {
        let name = Self.name(of: entry, in: chapter.world)
        // A reset sets the counts of a rule back; the exchanges still tell that it has acted.
        let hasActed = chapter.exchanges.contains { $0.rules.contains(entry.rule.name) }
        if entry.matched > 0 || hasActed { fitted.insert(name) }
        if !names.contains(name) { names.append(name) }
      }
    }
    return names.filter { !fitted.contains($0) }
  }
}
