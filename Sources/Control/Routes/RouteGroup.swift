/// The calls about one noun.
struct RouteGroup: Sendable {
  /// How the description calls them: "Users".
  let name: String
  let summary: String
  let routes: [ControlRoute]

  /// The whole control API.
  static let all: [RouteGroup] = [
    ServerRoutes.group, WorldsRoutes.group, WorldRoutes.group, SnapshotRoutes.group, ClockRoutes.group,
    LifetimeRoutes.group, UserRoutes.group,
    GroupRoutes.group, ApplicationRoutes.group,
    ConsentRoutes.group, SessionRoutes.group, TokenRoutes.group, PolicyRoutes.group, RuleRoutes.group,
    ExchangeRoutes.group, VerificationRoutes.group,
  ]
}

extension ControlRoute {
  /// The routes of all groups; of two that fit a path the first counts.
  static let all: [ControlRoute] = RouteGroup.all.flatMap(\.routes)
}
