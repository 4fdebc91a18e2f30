import Time

/// The stretch of time in which a rule looks at exchanges. It is measured on the world's clock, from the moment when
/// the rule came into force: when the world began, when it was last reset, or when the rule was added.
package struct RuleTiming: Sendable, Hashable {
  /// The stretch begins at this age of the rule. Nil: at once.
  package var after: Duration?
  /// The stretch ends before this age of the rule. Nil: it has no end.
  package var until: Duration?

  package init(after: Duration? = nil, until: Duration? = nil) {
    self.after = after
    self.until = until
  }

  /// `age` is how long the rule has been in force.
  package func contains(_ age: Duration) -> Bool { age >= after ?? age && (until.map { age < $0 } ?? true) }
}
