import HTTPWire
import JSON
import Scenarios
import Worlds
import YAML

/// Shows, adds, switches and removes rules of a world. `reset` brings back those of the scenario.
enum RuleHandlers {
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    let entries = call.world.rules.entries
    let exchanges = exchanges(for: entries, call)
    return .json(["rules": .array(entries.map { value($0, among: exchanges) })])
  }

  /// What is looked through for the exchange that came nearest to a rule: nothing, unless a rule waits for its first one.
  private static func exchanges(for entries: [RuleBook.Entry], _ call: ControlCall) -> [Exchange] {
    guard entries.contains(where: { $0.isEnabled && $0.matched == 0 }) else { return [] }
    return Array(call.world.journal.exchanges.suffix(newest))
  }

  /// So many exchanges are looked through for what came nearest to a rule.
  private static let newest = 1_000

  static func show(_ call: ControlCall) throws -> ControlAnswer {
    let entry = try entry(call["rule"], call)
    return .json(value(entry, among: exchanges(for: [entry], call)))
  }

  static func add(_ call: ControlCall) throws -> ControlAnswer {
    let document = try call.document()
    let known = call.world.rules.rules
    let taken = Set(known.map(\.name))
    for name in (document.items ?? [document]).compactMap({ $0["name"]?.text }) where taken.contains(name) {
      throw Problem.conflict(
        "exists", "There is such a rule", "There is a rule '\(name)'.", "PUT replaces a rule of the same name.")
    }
    let rules = try read(document, besides: known, call)
    call.world.rules.put(rules, at: call.call.now)
    let added = Set(rules.map(\.name))
    let entries = call.world.rules.entries.filter { added.contains($0.rule.name) }
    let location = rules.count == 1 ? call.location(of: rules.first?.name ?? "") : call.call.request.path
    return .created(["rules": .array(entries.map { value($0, among: []) })], location: location)
  }

  static func put(_ call: ControlCall) throws -> ControlAnswer {
    let name = call["rule"]
    let known = call.world.rules.rules
    let others = known.filter { $0.name != name }
    let rules = try read(call.document().setting("name", name), besides: others, call)
    call.world.rules.put(rules, at: call.call.now)
    let value = value(try entry(name, call), among: [])
    return others.count == known.count ? .created(value, location: call.call.request.path) : .json(value)
  }

  static func remove(_ call: ControlCall) throws -> ControlAnswer {
    guard call.world.rules.remove(named: call["rule"]) else { throw unknown(call["rule"], call) }
    return .nothing
  }

  static func setEnabled(_ isEnabled: Bool, _ call: ControlCall) throws -> ControlAnswer {
    let name = call["rule"]
    guard call.world.rules.setEnabled(isEnabled, named: name) else { throw unknown(name, call) }
    return .json(value(try entry(name, call), among: []))
  }

  static func clear(_ call: ControlCall) throws -> ControlAnswer {
    let count = call.world.rules.rules.count
    call.world.rules.reset(to: [], at: call.call.now)
    return .removed(count)
  }

  private static func read(_ node: YAMLNode, besides others: [Rule], _ call: ControlCall) throws(Problem) -> [Rule] {
    try call.understand { () throws(ScenarioError) in
      try RuleDecoder.rules(from: node, file: "body", in: call.world.directory, besides: others)
    }
  }

  private static func entry(_ name: String, _ call: ControlCall) throws(Problem) -> RuleBook.Entry {
    guard let entry = call.world.rules.entries.first(where: { $0.rule.name == name }) else {
      throw unknown(name, call)
    }
    return entry
  }

  private static func unknown(_ name: String, _ call: ControlCall) -> Problem {
    .unknownWord("rule", name, known: call.world.rules.rules.map(\.name), status: 404)
  }

  private static func value(_ entry: RuleBook.Entry, among exchanges: [Exchange]) -> JSONValue {
    let rule = entry.rule
    var members: JSONObject = [
      "name": .string(rule.name), "when": .string(rule.pattern.summary), "occurrence": "\(rule.occurrence)",
      "then": .strings(rule.actions.map(\.summary)), "matched": .integer(Int64(entry.matched)),
      "fired": .integer(Int64(entry.fired)),
    ]
    if entry.isEnabled, entry.matched == 0, let near = ExpectationCheck.nearest(to: rule.pattern, among: exchanges) {
      members.append("nearest", VerificationJSON.value(near))
    }
    if !entry.isEnabled { members.append("enabled", .bool(false)) }
    if let written = rule.written { members.append("written", JSONValue(written)) }
    return .object(members)
  }
}
