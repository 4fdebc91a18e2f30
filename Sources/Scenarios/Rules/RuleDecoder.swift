package import Directory
package import Worlds
package import YAML

/// Reads rules and actions: those of a scenario file, and the same as JSON from the control API.
package enum RuleDecoder {
  /// The rules of a list, or the one rule of a mapping. `file` is the name that errors begin with. `directory` has the users and apps
  /// that rules may name. `others` are the rules that the new ones are added to: a new rule without a name gets the next number, such
  /// as `#3`, and no name may be used twice.
  /// - Throws: `ScenarioError`.
  package static func rules(
    from node: YAMLNode, file: String, in directory: DirectoryState, besides others: [Rule] = []
  ) throws(ScenarioError) -> [Rule] {
    try rules(FileValue(node: node, key: "rules", file: file), in: directory, besides: others)
  }

  /// The actions of a list, or the one action of a mapping or a word, to carry out without a rule.
  /// - Throws: `ScenarioError`, also for an action on an answer, since there is no answer.
  package static func worldActions(
    from node: YAMLNode, file: String, in directory: DirectoryState
  ) throws(ScenarioError) -> [any WorldAction] {
    let value = FileValue(node: node, key: "actions", file: file)
    var actions: [any WorldAction] = []
    for (word, action) in try Self.actions(value, in: directory) {
      guard case .world(let action) = action else {
        throw value.error("'\(word.key)' is about the answer to a request, and there is none here; add a rule")
      }
      actions.append(action)
    }
    return actions
  }

  static func rules(
    _ value: FileValue, in directory: DirectoryState, besides others: [Rule] = [], numberedFrom start: Int = 0
  ) throws(ScenarioError) -> [Rule] {
    var rules: [Rule] = []
    var names = Set(others.map(\.name))
    // The first number that no rule has. Numbers only become taken while the list is read.
    var number = start + others.count + 1
    for item in value.oneOrMany() {
      number = max(number, start + others.count + rules.count + 1)
      // When rules were removed, a later rule may have this number already.
      while names.contains("#\(number)") { number += 1 }
      let rule = try rule(item, number: number, in: directory)
      guard names.insert(rule.name).inserted else {
        throw item.error("there are two rules named '\(rule.name)'; give one of them another 'name'")
      }
      rules.append(rule)
    }
    return rules
  }

  private static func rule(
    _ value: FileValue, number: Int, in directory: DirectoryState
  ) throws(ScenarioError) -> Rule {
    var fields = try FileMapping(value, "a list of mappings with 'when' and 'then'")
    let name = try fields.take("name")?.text()
    let then = fields.take("then")
    var conditions = try FileMapping(
      try fields.require("when", else: "a rule needs 'when', a pattern such as { endpoint: token }"))
    let occurrence = try conditions.take("occurrence").map(occurrence) ?? .every
    let probability = try conditions.take("probability")?.probability()
    let timing = try timing(&conditions)
    let pattern = try Pattern(&conditions, in: directory)
    try conditions.finish()
    if pattern.event == nil, pattern.error != nil || pattern.exceptions.contains(where: { $0.error != nil }) {
      throw conditions.value.error("an error is known only afterwards; add an 'event' such as token.refused")
    }
    guard let then else {
      throw fields.missing("then", else: "a rule needs 'then', an action or a list of them")
    }
    let actions = try actions(then, in: directory)
    try refuseLate(actions.map(\.word), pattern, conditions.value)
    try fields.finish()
    var rule = Rule(
      name: name ?? "#\(number)", pattern: pattern, occurrence: occurrence, actions: actions.map(\.action))
    rule.probability = probability
    rule.timing = timing
    rule.written = value.node
    return rule
  }

  /// Refuses an action on the answer after an event, when the answer is already made, and an action at an endpoint
  /// whose answer it does not change.
  private static func refuseLate(
    _ words: [ActionWord], _ pattern: Pattern, _ when: FileValue
  ) throws(ScenarioError) {
    func error(_ key: String, _ sentence: String) -> ScenarioError {
      FileValue(node: when.node[key] ?? when.node, key: key, file: when.file).error(sentence)
    }
    for word in words {
      guard case .before(let endpoints) = word.moment else { continue }
      if pattern.event != nil {
        throw error(
          "event",
          "after an event it is too late to \(word.key); put 'endpoint' or 'grant' in the place of 'event'")
      }
      if let endpoint = pattern.endpoint, let endpoints, !endpoints.contains(endpoint) {
        let names = endpoints.map(\.rawValue).joined(separator: ", ")
        throw error("endpoint", "'\(word.key)' changes nothing at '\(endpoint.rawValue)'; it is for \(names)")
      }
    }
  }

  private static func timing(_ conditions: inout FileMapping) throws(ScenarioError) -> RuleTiming {
    let after = try conditions.take("after")?.duration()
    let value = conditions.take("until")
    let until = try value?.duration()
    if let after, let until, let value, until <= after {
      throw value.error("'until' is not later than 'after', so the rule would never act")
    }
    return RuleTiming(after: after, until: until)
  }

  private static func occurrence(_ value: FileValue) throws(ScenarioError) -> Occurrence {
    guard let occurrence = value.node.text.flatMap(Occurrence.init(text:)) else {
      throw value.mismatch("a count such as 2, 1..3, 3.., every or every 3")
    }
    return occurrence
  }

  /// The actions of a list, or the one action of a mapping or a word, each with the word that names it.
  static func actions(
    _ value: FileValue, in directory: DirectoryState
  ) throws(ScenarioError) -> [(word: ActionWord, action: RuleAction)] {
    var actions: [(word: ActionWord, action: RuleAction)] = []
    for item in value.oneOrMany() { actions.append(try ActionTable.action(item, in: directory)) }
    guard !actions.isEmpty else { throw value.error("'\(value.key)' is empty; give an action or a list of them") }
    return actions
  }
}

extension FileValue {
  /// `0.25` or `25%`.
  fileprivate func probability() throws(ScenarioError) -> Double {
    let wanted = "a probability such as 0.25 or 25%"
    guard var text = node.text.map({ Substring($0) }) else { throw mismatch(wanted) }
    let isPercent = text.hasSuffix("%")
    if isPercent { text = text.dropLast() }
    guard let first = text.utf8.first, (0x30...0x39).contains(first),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }), let number = Double(text)
    else { throw mismatch(wanted) }
    let probability = isPercent ? number / 100 : number
    guard probability > 0, probability <= 1 else { throw mismatch("a probability above 0 and up to 1 (100%)") }
    return probability
  }
}
