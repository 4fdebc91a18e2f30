import JSON

extension ControlRoute {
  /// The whole control API.
  static let all: [ControlRoute] = [
    ControlRoute(
      .get, "/_mockidp/ca.pem", "The certificate to trust.", isForEverybody: true, ServerHandlers.certificate),
    ControlRoute(.get, "/_mockidp/v1", "This list.", list),
    ControlRoute(
      .get, "/_mockidp/v1/health", "Whether the server answers, and with which scenario.", isForEverybody: true,
      ServerHandlers.health),

    ControlRoute(
      .get, "/_mockidp/v1/exchanges",
      "What was asked and answered. Filters: endpoint, user, client, error, event, after, limit.",
      ExchangeHandlers.list),
    ControlRoute(
      .get, "/_mockidp/v1/exchanges/{id}", "The exchanges of a trace id, a correlation id or a number.",
      ExchangeHandlers.find),
    ControlRoute(.delete, "/_mockidp/v1/exchanges", "Forgets what was asked and answered.", ExchangeHandlers.clear),

    ControlRoute(.get, "/_mockidp/v1/clock", "The world's time.", ClockHandlers.show),
    ControlRoute(
      .post, "/_mockidp/v1/clock",
      #"Moves the time: {"advance": "90d"}, {"set": "2026-01-05T09:00:00Z"}, {"freeze": true}."#,
      ClockHandlers.change),
    ControlRoute(
      .post, "/_mockidp/v1/age",
      #"Makes what was handed out older while the clock stays: {"kind": "refreshTokens", "by": "91d", "user": "alice"}."#,
      WorldHandlers.age),
    ControlRoute(.get, "/_mockidp/v1/world", "Tenants, users and apps.", WorldHandlers.show),
    ControlRoute(.post, "/_mockidp/v1/reset", "Goes back to how the scenario begins.", WorldHandlers.reset),
    ControlRoute(
      .post, "/_mockidp/v1/verify",
      #"Whether what the scenario expects has happened, or what the body does: {"expect": [{"event": "signIn"}]}."#,
      VerificationHandlers.verify),
    ControlRoute(
      .get, "/_mockidp/v1/advice", "What apps do that works here and will hurt them elsewhere.", AdviceHandlers.list),

    ControlRoute(
      .post, "/_mockidp/v1/users/{user}/changePassword",
      #"The password becomes {"to": "…"}; without it the old one stays and counts as changed."#,
      UserHandlers.changePassword),
    ControlRoute(
      .post, "/_mockidp/v1/users/{user}/revokeSessions", "Ends every session and refresh token of the user.",
      UserHandlers.revokeSessions),
    ControlRoute(
      .post, "/_mockidp/v1/users/{user}/disable", "The account can no longer sign in.", UserHandlers.disable),
    ControlRoute(.post, "/_mockidp/v1/users/{user}/enable", "The account can sign in again.", UserHandlers.enable),
  ]

  private static func list(_ call: ControlCall) throws -> ControlAnswer {
    _ = try call.query()
    return .json([
      "routes": .array(
        all.map { route in
          [
            "method": .string(route.method.rawValue), "path": .string(route.pattern), "summary": .string(route.summary),
          ]
        })
    ])
  }
}
