extension World {
  /// Fires the rules that act before an endpoint decides. Every endpoint calls it when it has understood which app
  /// asks, for which user and for what. Only the first call for an exchange counts.
  /// - Throws: the `Refusal`, the `ClaimsChallenge` or the `ReplacedAnswer` that a rule wants in the place of the
  /// endpoint's own answer; otherwise what an action throws.
  package func consultRules(_ exchange: inout Exchange) throws {
    guard !exchange.hasConsultedRules else { return }
    exchange.hasConsultedRules = true
    exchange.noteTenantOfUser(in: self)
    try fire(rules.due(for: exchange, event: nil, at: now, by: entropy), for: &exchange)
    let shape = exchange.shape
    if let refusal = shape.refusal { throw refusal }
    if let claims = shape.challenge { throw ClaimsChallenge(claims: claims) }
    if let replacement = shape.replacement { throw ReplacedAnswer(replacement: replacement) }
  }

  /// Fires the rules that act after an event, once for each event of the exchange. The caller does so when the endpoint
  /// has answered.
  package func concludeRules(_ exchange: inout Exchange) throws {
    exchange.noteTenantOfUser(in: self)
    for event in exchange.events {
      try fire(rules.due(for: exchange, event: event, at: now, by: entropy), for: &exchange)
    }
  }

  private func fire(_ due: [Rule], for exchange: inout Exchange) throws {
    for rule in due {
      exchange.rules.append(rule.name)
      for action in rule.actions {
        if case .answer(let action) = action,
          let reason = action.reasonToLeave(exchange, first: rules.firstAction(of: rule, on: exchange))
        {
          exchange.because("rule \(rule.name): \(reason)")
          continue
        }
        exchange.because("rule \(rule.name): \(action.summary)")
        switch action {
        case .world(let action):
          if try !carryOut(action, for: exchange.parties) {
            exchange.because("rule \(rule.name): that changed nothing")
          }
        case .answer(let action):
          var shape = exchange.shape
          action.shape(&shape, of: exchange, in: directory)
          exchange.shape = shape
          if action.looksAtToken { rules.noteAction(of: rule, on: exchange, at: now) }
        }
      }
    }
  }
}

/// A claims challenge that a rule wants of Microsoft Graph.
package struct ClaimsChallenge: Error {
  /// JSON, as text: the claims that the client has to ask for.
  package let claims: String
}

/// An answer that a rule puts in the place of the endpoint's own.
package struct ReplacedAnswer: Error {
  /// What the rule's `respond` says, in full.
  package let replacement: AnswerShape.Replacement
}
