import Policy
import Scenarios

/// The calls under `/refusals`: the catalogue, as `mockidp explain` tells it.
enum RefusalRoutes {
  static let group = RouteGroup(
    name: "Refusals", summary: "The catalogue of refusals.",
    routes: [
      ControlRoute(
        .get, "/v1/refusals", "listRefusals", "Every refusal of the catalogue, in the order of the numbers.",
        scope: .server, answers: [.ok(RefusalShapes.list, "The refusals.")], RefusalHandlers.list),
      ControlRoute(
        .get, "/v1/refusals/{refusal}", "explainRefusal",
        "One refusal: what it means, what to do, how to bring it about, and what each MSAL makes of it.",
        scope: .server,
        parameters: [.path("refusal", "AADSTS50173, 50173, a name of the catalogue, or an error text with a number")],
        answers: [.ok(RefusalShapes.refusal, "The refusal.")], RefusalHandlers.show),
    ])
}
