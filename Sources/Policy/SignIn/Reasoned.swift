/// A decision with its reasons, in their order. The journal keeps them and `mockidp explain` prints them.
package struct Reasoned<Decision: Sendable>: Sendable {
  package var decision: Decision
  /// One short sentence each, without a full stop.
  package var reasons: [String]

  package init(_ decision: Decision, because reasons: [String]) {
    self.decision = decision
    self.reasons = reasons
  }
}
