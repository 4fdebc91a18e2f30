import Scenarios

/// The calls about the server as a whole: its health, its certificate, its routes and their description.
enum ServerRoutes {
  static let group = RouteGroup(
    name: "Server", summary: "What the server says about itself.",
    routes: [
      ControlRoute(
        .get, "/ca.pem", "showCertificateAuthority", "The certificate to trust.", scope: .server,
        answers: [.other("application/x-pem-file", "The certificate in PEM.")], isForEverybody: true,
        ServerHandlers.certificate),
      ControlRoute(
        .get, "/openapi.json", "describe", "This description.", scope: .server,
        answers: [.ok(.map(.anything), "An OpenAPI 3.1 document.")], ServerHandlers.describe),
      ControlRoute(
        .get, "/metrics", "showMetrics", "What there is to watch, for Prometheus and its like.", scope: .server,
        answers: [
          .other("application/openmetrics-text", "The metrics, in the format that the caller accepts."),
          .other("text/plain", "The same in the older format of Prometheus."),
        ], ServerHandlers.metrics),
      ControlRoute(
        .get, "/v1", "listRoutes", "Every call there is, in short.", scope: .server,
        answers: [.ok(.listing("routes", of: route, "the calls"), "The calls.")], ServerHandlers.list),
      ControlRoute(
        .get, "/v1/health", "health",
        "Whether the server answers, with which scenario, and by which of Microsoft's names.", scope: .server,
        answers: [.ok(health, "The server answers.")], isForEverybody: true, ServerHandlers.health),
      ControlRoute(
        .get, "/v1/ready", "ready", "Whether the server is ready to serve, and else why not.", scope: .server,
        answers: [
          .ok(readiness, "It is ready."), .unavailable(readiness, "It is not; the conditions with a reason say why."),
        ], isForEverybody: true, ServerHandlers.ready),
    ])

  private static let route = Shape.object([
    .required("method", .word, "the method"),
    .required("path", .word, "the path; names in braces stand for one segment each"),
    .required("summary", .word, "what the call is for"),
  ])

  private static let readiness = Shape.object([
    .required("status", .choice(["ready", "notReady"]), "ready when all conditions hold"),
    .required(
      "conditions",
      .list(
        .object([
          .required("name", .word, "the condition's name"),
          .required("holds", .flag, "whether it holds"),
          .init("reason", .word, "why it does not hold, in one sentence"),
        ])), "what must hold"),
  ])

  private static let health = Shape.object([
    .required("status", .choice(["ok"]), "always ok"),
    .required("scenario", .word, "the scenario's name"),
    .required("version", .word, "the version of mockidp"),
    .required(
      "hosts", .list(.word),
      "Microsoft's names that the server answers; `*.` stands for one label, as regional hosts have; one with a path is that page alone"
    ),
    .init("issuer", .word, "the name by which apps reach the world, when that was said"),
    .init("http", .word, "the base URL of the plain listener, which is also the forward proxy"),
  ])
}
