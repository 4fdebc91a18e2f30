package import YAML

/// What must have happened, or must not have happened, in the journal by the end of a test.
package struct Expectation: Sendable, Hashable {
  /// What an expectation demands of the journal.
  package enum Demand: Sendable, Hashable {
    /// The pattern fits this often. With `after` and `before`, only what lies between the two counts.
    case occurs(Pattern, ExpectedCount, after: Anchor?, before: Anchor?)
    /// These patterns fit one after the other. Other happenings may lie between them.
    case inOrder([Pattern])
  }

  /// The first happening that fits a pattern. What another expectation counts begins after it or ends before it.
  package struct Anchor: Sendable, Hashable {
    /// What to look for; its first happening is the anchor.
    package var pattern: Pattern
    /// The name of the expectation that the file named here. Nil when the file wrote the pattern or the event itself.
    package var name: String?

    package init(_ pattern: Pattern, name: String? = nil) {
      self.pattern = pattern
      self.name = name
    }

    var summary: String { name ?? pattern.summary }
  }

  /// The name by which `after` and `before` of other expectations may mean it. Nil: it has none.
  package var name: String?
  /// The part that is checked.
  package var demand: Demand
  /// The mapping that it was read from; nil for an expectation made in code. Two that differ only in this are equal.
  package var written: YAMLNode?
  /// The scenario that expects it, when the one of the world extends that scenario. Nil: the scenario of the world itself, or a call.
  package var inheritedFrom: String?

  package init(_ demand: Demand, name: String? = nil) {
    self.demand = demand
    self.name = name
  }

  package static func == (one: Expectation, other: Expectation) -> Bool {
    one.name == other.name && one.demand == other.demand
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(demand)
  }

  /// The pattern fits this often, at any place of the journal.
  package init(pattern: Pattern, count: ExpectedCount = .atLeastOnce) {
    self.init(.occurs(pattern, count, after: nil, before: nil))
  }

  /// The pattern that is counted. Nil for an order, which has several.
  package var pattern: Pattern? {
    if case .occurs(let pattern, _, _, _) = demand { pattern } else { nil }
  }

  /// How often the pattern must fit. Nil for an order.
  package var count: ExpectedCount? {
    if case .occurs(_, let count, _, _) = demand { count } else { nil }
  }

  /// One line for people: `signIn, user alice, after token.refused`.
  package var summary: String {
    switch demand {
    case .occurs(let pattern, _, let after, let before):
      ([pattern.summary]
        + [after.map { "after \($0.summary)" }, before.map { "before \($0.summary)" }].compactMap(\.self))
        .joined(separator: ", ")
    case .inOrder(let steps): steps.map(\.summary).joined(separator: ", then ")
    }
  }

  /// Whether both look for the same pattern at the same place, or for the same order. How often it must fit does not
  /// matter.
  package func isAboutTheSame(as other: Expectation) -> Bool {
    guard case .occurs(let pattern, _, let after, let before) = demand,
      case .occurs(let otherPattern, _, let otherAfter, let otherBefore) = other.demand
    else { return demand == other.demand }
    return pattern == otherPattern && after == otherAfter && before == otherBefore
  }
}
