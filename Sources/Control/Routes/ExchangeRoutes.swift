import Scenarios
import Worlds

/// The calls under `/exchanges`: they show, follow, export and clear the journal of a world.
enum ExchangeRoutes {
  private static let filters: [ControlRoute.Parameter] = [
    .query("endpoint", .words(EndpointName.self), "an endpoint"),
    .query("event", .words(Exchange.Event.self), "an event that happened"),
    .query("user", "the name of a user"), .query("client", "the name of an app"),
    .query("tenant", "the name of a tenant"), .query("grant", "a grant_type"),
    .query("action", .words(Exchange.ProvisioningAction.self), "what provisioning did"),
    .query("group", "the name of a group that provisioning wrote"),
    .query("binding", .words(Exchange.MessageBinding.self), "how the app's message of SAML came"),
    .query("initiated", .words(Exchange.Initiator.self), "where a sign-in or sign-out by SAML began"),
    .query("error", "a refusal: AADSTS700082, 700082, a name of the catalogue, invalid_grant, or Graph's word"),
  ]

  private static let after = ControlRoute.Parameter.query("after", .count, "the number of an exchange, or 0")

  static let group = RouteGroup(
    name: "Exchanges", summary: "The journal: what was asked and answered.",
    routes: [
      ControlRoute(
        .get, "/exchanges", "listExchanges", "What was asked and answered: the newest, or with 'after' the next.",
        parameters: filters + [
          after, .limit,
          .query("answers", .choice(["all"]), "`all`: each exchange says what the client got"),
        ],
        answers: [.ok(ExchangeShapes.list, "The exchanges.")], ExchangeHandlers.list),
      ControlRoute(
        .delete, "/exchanges", "clearExchanges", "Forgets what was asked and answered.",
        answers: [.removed("It is forgotten.")],
        ExchangeHandlers.clear),
      ControlRoute(
        .get, "/exchanges.har", "archiveExchanges", "The journal as an HTTP archive (HAR), for browsers and proxies.",
        parameters: filters, answers: [.ok(.map(.anything), "The archive.")], ExchangeHandlers.archive),
      ControlRoute(
        .get, "/exchanges/stream", "followExchanges",
        "The journal as it grows, as server-sent events: 'exchange', and 'cleared' when it begins anew.",
        parameters: filters + [
          after, .header("Last-Event-ID", .count, "the id of the last event seen; what came since is sent first"),
        ], answers: [.other("text/event-stream", "Events, without end.")], ExchangeHandlers.follow),
      ControlRoute(
        .get, "/exchanges/{id}", "findExchanges", "The exchanges of a trace id, a correlation id or a number.",
        parameters: [
          .path("id", "a number, a trace id or a correlation id"),
          .query("worlds", .choice(["all"]), "`all`: looks in all worlds; each exchange then says its world"),
        ],
        answers: [.ok(ExchangeShapes.list, "The exchanges.")], ExchangeHandlers.find),
    ])
}
