/// A decision with the reasons that led to it, in order; the journal keeps them and `explain` prints them.
package struct Reasoned<Decision: Sendable>: Sendable {
  package var decision: Decision
  package var reasons: [String]

  package init(_ decision: Decision, because reasons: [String]) {
    self.decision = decision
    self.reasons = reasons
  }
}
