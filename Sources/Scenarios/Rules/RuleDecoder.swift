package import Directory
package import YAML

/// Reads rules: those of a scenario file, and the same as JSON from the control API.
package enum RuleDecoder {
  /// The rules of a list, or the one of a mapping. `file` is what errors begin with; `directory` knows the users and apps
  /// that rules may name. A rule without a name gets its number, counted on from the `others` it comes to.
  package static func rules(
    from node: YAMLNode, file: String, in directory: DirectoryState, besides others: [Rule] = []
  ) throws(ScenarioError) -> [Rule] {
    try rules(FileValue(node: node, key: "rules", file: file), in: directory, besides: others)
  }

  /// The actions of a list, or the one of a mapping or word, to be carried out without a rule.
  package static func actions(
    from node: YAMLNode, file: String, in directory: DirectoryState
  ) throws(ScenarioError) -> [any RuleAction] {
    try actions(FileValue(node: node, key: "actions", file: file), in: directory)
  }

  static func rules(
    _ value: FileValue, in directory: DirectoryState, besides others: [Rule] = []
  ) throws(ScenarioError) -> [Rule] {
    var rules: [Rule] = []
    for item in value.oneOrMany() {
      var number = others.count + rules.count + 1
      // Where rules were taken away, a later one may have the number.
      while (others + rules).contains(where: { $0.name == "#\(number)" }) { number += 1 }
      let rule = try rule(item, number: number, in: directory)
      guard !(others + rules).contains(where: { $0.name == rule.name }) else {
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
    let pattern = try Pattern(&conditions, in: directory)
    try conditions.finish()
    if pattern.error != nil, pattern.event == nil {
      throw conditions.value.error("an error is known only afterwards; add an 'event' such as token.refused")
    }
    guard let then else {
      throw fields.missing("then", else: "a rule needs 'then', an action or a list of them")
    }
    let actions = try actions(then, in: directory)
    if pattern.event != nil { try refuseLate(actions, conditions.value) }
    try fields.finish()
    return Rule(name: name ?? "#\(number)", pattern: pattern, occurrence: occurrence, actions: actions)
  }

  /// An answer that is given already cannot be replaced.
  private static func refuseLate(_ actions: [any RuleAction], _ when: FileValue) throws(ScenarioError) {
    let place = when.node["event"] ?? when.node
    for action in actions where action.isAnswer {
      throw FileValue(node: place, key: "event", file: when.file).error(
        "after an event it is too late to \(type(of: action).key); put 'endpoint' or 'grant' in the place of 'event'")
    }
  }

  private static func occurrence(_ value: FileValue) throws(ScenarioError) -> Occurrence {
    guard let occurrence = value.node.text.flatMap(Occurrence.init(text:)) else {
      throw value.mismatch("a count such as 2, 1..3, 3.. or every")
    }
    return occurrence
  }

  private static func actions(
    _ value: FileValue, in directory: DirectoryState
  ) throws(ScenarioError) -> [any RuleAction] {
    var actions: [any RuleAction] = []
    for item in value.oneOrMany() { actions.append(try ActionTable.action(item, in: directory)) }
    guard !actions.isEmpty else { throw value.error("'\(value.key)' is empty; give an action or a list of them") }
    return actions
  }
}
