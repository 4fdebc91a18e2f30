import Bytes

extension World {
  /// Carries actions out now, without a request that fires them. Those that name nobody mean everybody; what they would do to
  /// an answer is lost.
  package func perform(_ actions: [any RuleAction]) throws {
    let nobody = Exchange(
      traceID: .zero, correlationID: .zero, startedAt: now, method: "", host: "", path: "")
    for action in actions {
      var shape = AnswerShape()
      try action.perform(in: self, for: nobody, shaping: &shape)
    }
  }
}

extension RuleAction {
  /// Whether it is about an answer, so that there is nothing to do without one.
  package var shapesAnswer: Bool { AnswerActions.all.contains { $0.key == type(of: self).key } }
}

/// The actions that do nothing but shape the answer to a request.
private enum AnswerActions {
  static let all: [any RuleAction.Type] = [
    RefuseAction.self, RespondAction.self, ChangeAnswerAction.self, DelayAction.self, SlowBodyAction.self,
    CutBodyAction.self, ResetConnectionAction.self, NoAnswerAction.self, DamageAction.self, ServeKeysAction.self,
  ]
}
