import Scenarios

/// The calls that question the journal: whether expectations are met, and which advice there is.
enum VerificationRoutes {
  static let group = RouteGroup(
    name: "Verification", summary: "What was expected, held against what happened.",
    routes: [
      ControlRoute(
        .post, "/verify", "verify",
        #"Whether what the scenario expects has happened, or what the body does: {"expect": [{"event": "signIn"}]}."#,
        body: .scenarioWords(
          .either(
            [question, .list(pattern), .null], expected: "an object with 'expect', a list of patterns, or nothing"),
          isRequired: false),
        answers: [.ok(VerificationShapes.verdict, "What came of each expectation, met or not.")],
        VerificationHandlers.verify),
      ControlRoute(
        .get, "/advice", "advise", "What apps do that works here and will hurt them elsewhere.",
        answers: [.ok(VerificationShapes.advice, "The advice.")], AdviceHandlers.list),
    ])

  private static let pattern = Shape.map(.anything)
  private static let question = Shape.object([
    .init(
      "expect", .either([.list(pattern), .null], expected: "a list of patterns"),
      "patterns, as in scenario files; what the scenario expects when left out")
  ])
}
