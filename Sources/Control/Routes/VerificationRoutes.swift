/// What was expected, held against what happened.
enum VerificationRoutes {
  static let group = RouteGroup(
    name: "Verification", summary: "What was expected, held against what happened.",
    routes: [
      ControlRoute(
        .post, "/verify", "verify", "Whether what the scenario expects has happened.",
        answers: [.ok(verdict, "What came of each expectation, met or not.")], VerificationHandlers.verify)
    ])

  private static let verdict = Shape.named(
    "Verdict",
    .object([
      .required("ok", .flag, "whether every expectation is met"),
      .required(
        "expectations",
        .list(
          .object([
            .required("met", .flag, "whether it is met"),
            .required("found", .count, "how often it was found"),
            .required("text", .word, "the same in words, with what came nearest"),
          ])), "the expectations, in their order"),
    ]))
}
