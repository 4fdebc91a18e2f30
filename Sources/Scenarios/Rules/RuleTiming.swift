import Time

/// When a rule counts, on the world's clock since the rule came into force: with the world, with its last reset, or when it was
/// added.
package struct RuleTiming: Sendable, Hashable {
  /// Nil: at once.
  package var after: Duration?
  /// Nil: for ever.
  package var until: Duration?

  package init(after: Duration? = nil, until: Duration? = nil) {
    self.after = after
    self.until = until
  }

  package func contains(_ age: Duration) -> Bool { age >= after ?? age && (until.map { age < $0 } ?? true) }
}
