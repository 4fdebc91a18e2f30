import Directory
import Policy
import Scenarios
import Worlds

/// The shapes of a world in answers, and of calls about the world as a whole.
enum WorldShapes {
  static let clock = Shape.named(
    "Clock",
    .object([
      .required("now", .time, "the world's time"),
      .required("mode", .choice(["running", "frozen"]), "whether it goes on"),
      .required(
        "offset", .either([.duration, .null], expected: "a duration or null"),
        "how far a running clock is ahead of the machine's; null while it is frozen"),
    ]))

  static let tenant = Shape.named("Tenant", .object(Shape.shown(Tenant.words)))

  static let world = Shape.named(
    "World",
    .object([
      .required("name", .word, "the world's name"),
      .required("scenario", .word, "the scenario it began as"),
      .required("signIn", .words(WorldSettings.SignIn.self), "who answers the sign-in pages"),
      .required("clock", clock, "its clock"),
      .required("principals", .list(principal), "the tenant, user and apps that commands take when none is named"),
      .required("tenants", .list(tenant), "its tenants"),
      .required("users", .list(NounRoutes<User>.shown), "its users"),
      .required("apps", .list(NounRoutes<Application>.shown), "its apps"),
      .required("consentRequests", .list(consentRequest), "what users asked an administrator to approve"),
    ]))

  private static let principal = Shape.object([
    .required("part", .words(PrincipalParties.Part.self), "what it is taken for"),
    .required("alias", .word, "its short name"), .required("reason", .word, "why it is this one"),
  ])

  private static let consentRequest = Shape.object([
    .required("user", .word, "who asks"), .required("app", .word, "the app it is about"),
    .required("scopes", .list(.word), "the permissions that were on the page"),
    .required("justification", .text(.free), "what the user wrote"),
    .required("requestedAt", .time, "when it was asked"), .required("status", .word, "whether it is pending"),
  ])

  static let beginning = Shape.object([
    .required("scenario", .word, "the scenario the world began as again"),
    .required("clock", clock, "its clock"),
  ])

  static let difference = Shape.named(
    "WorldDifference",
    .object([
      .required("world", .word, "this world's name"), .required("with", .word, "the other world's name"),
      .required(
        "differences",
        .list(
          .object([
            .required("path", .word, "the keys that lead there in a scenario file, with dots between them"),
            .init("here", .anything, "what this world has there; left out when it has nothing"),
            .init("there", .anything, "what the other world has there; left out when it has nothing"),
          ])), "the differences, in the order of a scenario file"),
    ]))

  static let ageing = Shape.object([
    .required("kind", .words(Ageable.self), "what grows older"),
    .init("by", .duration, "how much older; without it past the age at which such a thing is refused"),
    .init("user", .word, "the name of a user: only that user's"),
    .init("client", .word, "the name of an app: only that app's; not with sessions, which belong to no app"),
  ])

  static let aged = Shape.object([
    .required("kind", .words(Ageable.self), "what grew older"),
    .required("by", .duration, "how much older"),
    .required("aged", .count, "how many there were"),
  ])

  static let action = Shape.named("Action", .map(.anything))

  static let performed = Shape.object([
    .required("done", .list(.word), "what was done, a line for each action"),
    .init(
      "changedNothing", .list(.word), "those of them that found everything as they want it; left out without any"),
  ])
}
