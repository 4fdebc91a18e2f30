/// The calls about one kind of object.
struct RouteGroup: Sendable {
  /// The heading in the description: "Users".
  let name: String
  let summary: String
  let routes: [ControlRoute]

  /// The whole control API.
  static let all: [RouteGroup] = [
    ServerRoutes.group, ScenarioRoutes.group, RefusalRoutes.group, WorldsRoutes.group, WorldRoutes.group,
    SnapshotRoutes.group, ClockRoutes.group,
    LifetimeRoutes.group, UserRoutes.group,
    GroupRoutes.group, ApplicationRoutes.group, ProvisioningRoutes.group,
    ConsentRoutes.group, SignInRoutes.group, SessionRoutes.group, TokenRoutes.group, OneTimeCodeRoutes.group,
    MailRoutes.group,
    PolicyRoutes.group,
    RuleRoutes.group, ExchangeRoutes.group, VerificationRoutes.group, SnippetRoutes.group,
  ]
}

extension ControlRoute {
  /// The routes of all groups. When two fit a path, the first one answers.
  static let all: [ControlRoute] = RouteGroup.all.flatMap(\.routes)
}
