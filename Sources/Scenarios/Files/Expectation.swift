package import YAML

/// Something that must, or must not, have happened by the end.
package struct Expectation: Sendable, Hashable {
  /// What is demanded of the journal.
  package enum Demand: Sendable, Hashable {
    /// Something happens so often, perhaps only counted after or before something else.
    case occurs(Pattern, ExpectedCount, after: Anchor?, before: Anchor?)
    /// These happen one after the other; others may lie between them.
    case inOrder([Pattern])
  }

  /// The first happening of this pattern, from which on or up to which another one is counted.
  package struct Anchor: Sendable, Hashable {
    package var pattern: Pattern
    /// The name it was given by; nil when it was written out.
    package var name: String?

    package init(_ pattern: Pattern, name: String? = nil) {
      self.pattern = pattern
      self.name = name
    }

    var summary: String { name ?? pattern.summary }
  }

  /// What `after` and `before` of other expectations call it.
  package var name: String?
  package var demand: Demand
  /// The mapping it was read from. It is no part of what is demanded, so two that differ in it alone are equal.
  package var written: YAMLNode?

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

  package init(pattern: Pattern, count: ExpectedCount = .atLeastOnce) {
    self.init(.occurs(pattern, count, after: nil, before: nil))
  }

  /// The pattern that is counted; nil for an order.
  package var pattern: Pattern? {
    if case .occurs(let pattern, _, _, _) = demand { pattern } else { nil }
  }

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

  /// Whether both are about the same happening at the same place, how often it may be left aside.
  func isAboutTheSame(as other: Expectation) -> Bool {
    guard case .occurs(let pattern, _, let after, let before) = demand,
      case .occurs(let otherPattern, _, let otherAfter, let otherBefore) = other.demand
    else { return demand == other.demand }
    return pattern == otherPattern && after == otherAfter && before == otherBefore
  }
}
