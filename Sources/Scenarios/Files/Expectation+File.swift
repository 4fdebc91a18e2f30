import Bytes
package import Directory
package import Worlds
import YAML

extension Expectation {
  private static let form = "a list of mappings such as { event: signIn, count: 1 }"

  /// Reads expectations from a text: a list, a mapping with `expect`, or a whole scenario file, of which only `expect`
  /// counts. Nil when the text is empty, or is a mapping without `expect`. `file` is the name that errors begin with.
  /// - Throws: `ScenarioError` for a text that is not YAML, and for expectations that are not understood.
  package static func list(
    from text: [UInt8], file: String, in directory: DirectoryState
  ) throws(ScenarioError) -> [Expectation]? {
    let root: YAMLNode
    do throws(YAMLError) {
      root = try YAMLDocument.parse(text)
    } catch {
      throw ScenarioError(file: file, line: error.line, column: error.column, error.problem)
    }
    let whole = FileValue(node: root, key: "expect", file: file)
    if root.isNull { return nil }
    guard root.entries != nil else { return try list(whole, in: directory) }
    var fields = try FileMapping(whole)
    let value = fields.take("expect").flatMap { $0.node.isNull ? nil : $0 }
    if !fields.has("scenario") { try fields.finish() }
    return try value.map { value throws(ScenarioError) in try list(value, in: directory) }
  }

  /// Reads the list under `expect`.
  static func list(_ value: FileValue, in directory: DirectoryState) throws(ScenarioError) -> [Expectation] {
    var drafts: [Draft] = []
    var named: [String: Draft] = [:]
    for item in try value.list(form) {
      let draft = try Draft(item, in: directory)
      if let name = draft.name, named.updateValue(draft, forKey: name) != nil {
        throw item.error("two expectations have the name '\(name)'")
      }
      drafts.append(draft)
    }
    var expectations: [Expectation] = []
    for draft in drafts { expectations.append(try draft.finished(among: named, drafts, in: directory)) }
    return expectations
  }

  /// An expectation as it was read. Its `after` and `before` may name an expectation that comes later in the file.
  private struct Draft {
    let name: String?
    let pattern: Pattern
    let count: ExpectedCount
    let after: FileValue?
    let before: FileValue?
    let steps: [Pattern]
    let written: YAMLNode

    init(_ value: FileValue, in directory: DirectoryState) throws(ScenarioError) {
      written = value.node
      var fields = try FileMapping(value, Expectation.form)
      name = try fields.take("name")?.text("a name that 'after' and 'before' may say")
      if let order = fields.take("inOrder") {
        steps = try Self.steps(order, in: directory)
        (pattern, count, after, before) = (Pattern(), .atLeastOnce, nil, nil)
        try fields.finish()
        return
      }
      steps = []
      count = try Self.count(&fields)
      after = fields.take("after")
      before = fields.take("before")
      pattern = try Pattern(&fields, in: directory)
      try fields.finish()
      guard pattern != Pattern() else {
        throw value.error("an expectation needs something to look for, such as 'event'")
      }
    }

    private static func count(_ fields: inout FileMapping) throws(ScenarioError) -> ExpectedCount {
      let value = fields.take("count")
      if let never = fields.take("never") {
        if let value { throw value.error("'never' and 'count' mean the same; give one of them") }
        // The text 'true' counts too, since command lines and forms send texts.
        guard never.node.bool ?? (never.node.text == "true") else {
          throw never.mismatch("true; leave it out where something has to happen")
        }
        return .never
      }
      guard let value else { return .atLeastOnce }
      guard let count = value.node.text.flatMap({ ExpectedCount(text: $0) }) else {
        throw value.mismatch("a number such as 2, or a range such as 1..3 or 2..")
      }
      return count
    }

    private static func steps(_ value: FileValue, in directory: DirectoryState) throws(ScenarioError) -> [Pattern] {
      let items = try value.list("a list of patterns such as { event: signIn }")
      guard items.count > 1 else { throw value.error("'inOrder' needs two patterns or more") }
      var steps: [Pattern] = []
      for item in items { steps.append(try Expectation.pattern(item, in: directory)) }
      return steps
    }

    func finished(among named: [String: Draft], _ all: [Draft], in directory: DirectoryState) throws(ScenarioError)
      -> Expectation
    {
      var expectation = try read(among: named, all, in: directory)
      expectation.written = written
      return expectation
    }

    private func read(among named: [String: Draft], _ all: [Draft], in directory: DirectoryState) throws(ScenarioError)
      -> Expectation
    {
      guard steps.isEmpty else { return Expectation(.inOrder(steps), name: name) }
      let after = try after.map { value throws(ScenarioError) in
        try Self.anchor(value, among: named, all, in: directory)
      }
      let before = try before.map { value throws(ScenarioError) in
        try Self.anchor(value, among: named, all, in: directory)
      }
      return Expectation(.occurs(pattern, count, after: after, before: before), name: name)
    }

    /// Reads `after` or `before`: a pattern, the name of another expectation, or an event alone.
    private static func anchor(
      _ value: FileValue, among named: [String: Draft], _ all: [Draft], in directory: DirectoryState
    ) throws(ScenarioError) -> Anchor {
      if value.node.entries != nil { return Anchor(try Expectation.pattern(value, in: directory)) }
      let word = try value.text("a pattern, an event, or the name of another expectation")
      if let draft = named[word] {
        guard draft.steps.isEmpty else {
          throw value.error("'\(word)' names an order of several steps; name a pattern or an event that happens once")
        }
        return Anchor(draft.pattern, name: word)
      }
      guard let event = Exchange.Event(rawValue: word) else {
        throw value.unknown("expectation", among: all.compactMap(\.name) + Exchange.Event.allCases.map(\.rawValue))
      }
      var pattern = Pattern()
      pattern.event = event
      return Anchor(pattern)
    }
  }

  private static func pattern(_ value: FileValue, in directory: DirectoryState) throws(ScenarioError) -> Pattern {
    var fields = try FileMapping(value, "a pattern such as { event: signIn }")
    let pattern = try Pattern(&fields, in: directory)
    try fields.finish()
    guard pattern != Pattern() else { throw value.error("a pattern needs something to look for, such as 'event'") }
    return pattern
  }
}
