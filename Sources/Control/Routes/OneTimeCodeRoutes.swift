/// The calls under `/oneTimeCodes`: they show the codes that customers were sent.
enum OneTimeCodeRoutes {
  static let group = RouteGroup(
    name: "One-time codes", summary: "What a customer of External ID would find in the mail.",
    routes: [
      ControlRoute(
        .get, "/oneTimeCodes", "listOneTimeCodes", "The codes that customers were sent, the newest first.",
        parameters: [.query("target", "an e-mail address or a phone number: only what went there")],
        answers: [.ok(OneTimeCodeShapes.list, "The codes.")], OneTimeCodeHandlers.list)
    ])
}
