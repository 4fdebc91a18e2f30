/// The calls under `/tokens`: they show and revoke refresh tokens, and make and inspect tokens of all kinds.
enum TokenRoutes {
  private static let filters: [ControlRoute.Parameter] = [
    .query("user", "the name of a user: only that user's"), .query("client", "the name of an app: only that app's"),
  ]

  static let group = RouteGroup(
    name: "Tokens", summary: "What was handed out, and any token besides.",
    routes: [
      ControlRoute(
        .get, "/tokens", "listTokens",
        "The refresh tokens that were handed out, good or not. Access tokens are not kept.", parameters: filters,
        answers: [.ok(TokenShapes.list, "The refresh tokens.")], TokenHandlers.list),
      ControlRoute(
        .post, "/tokens", "mintToken",
        "Makes any token, without asking whether it may be issued. Without a user it is the app's own.",
        body: .json(TokenShapes.order), answers: [.ok(TokenShapes.minted, "The token.")], MintHandlers.mint),
      ControlRoute(
        .delete, "/tokens", "revokeTokens", "Revokes every refresh token, or those of a user or an app.",
        parameters: filters, answers: [.removed("They are revoked.")], TokenHandlers.revokeAll),
      ControlRoute(
        .delete, "/tokens/{token}", "revokeToken", "Revokes one refresh token.",
        parameters: [.path("token", "the id of a refresh token")], answers: [.done("It is revoked.")],
        TokenHandlers.revoke),
      ControlRoute(
        .post, "/tokens/introspect", "inspectToken", "Whose a token is, and why it is good or not.",
        body: .json(TokenShapes.question), answers: [.ok(TokenShapes.inspection, "What is known of it.")],
        TokenHandlers.inspect),
    ])
}
