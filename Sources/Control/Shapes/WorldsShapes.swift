import Scenarios
import Worlds

/// The shapes of orders for worlds, of descriptions of worlds, and of snapshots.
enum WorldsShapes {
  private static let summaryMembers: [Shape.Member] = [
    .required("name", .word, "the world's name"),
    .required("scenario", .word, "the scenario it began as"),
    .required("base", .word, "what stands before a tenant in an authority, by the world's own host"),
    .required("authority", .word, "the authority of its first tenant, by a name that every resolver knows"),
    .required(
      "authorities", .list(.word), "all authorities of its first tenant, that one first, then by the world's own host"),
    .required("graph", .word, "in the place of https://graph.microsoft.com/v1.0"),
    .required("control", .word, "the calls about this world alone"),
    .required("ids", .words(WorldIDs.self), "whether its ids and domains are its own, or those of the scenario"),
    .required("clientIds", .words(WorldClientIDs.self), "whether its client ids are its own, or those of the scenario"),
    .init(
      "issuer", .word,
      "the name by which apps reach it, when that was said; tokens that are made for a test have its issuer"),
    .init("idleTimeout", .duration, "how long it may lie idle; not there for the default world"),
    .required("clock", WorldShapes.clock, "its clock"),
  ]

  static let list = Shape.listing(
    "worlds", of: .named("WorldSummary", .object(summaryMembers)), "the worlds, the default one first")

  static let world = Shape.named(
    "WorldDescription",
    .object(
      summaryMembers + [
        .required("tenants", .list(tenant), "its tenants of work and school accounts"),
        .required("users", .list(user), "who can sign in"),
        .required("apps", .list(app), "the apps of the people who test"),
      ]))

  private static let tenant = Shape.object([
    .required("alias", .word, "the short name"),
    .required("id", .guid, "the tenant id"),
    .required("domain", .word, "its initial domain"),
    .required("domains", .list(.word), "all its domains"),
    .required("authority", .word, "its authority by the name that all worlds share"),
    .init("main", .flag, "true for the tenant that apps and users belong to when nothing else is said"),
  ])

  private static let user = Shape.object([
    .required("alias", .word, "the short name"),
    .required("id", .guid, "the object id"),
    .required("userPrincipalName", .word, "the sign-in name"),
    .init(
      "password", .text(.free),
      "the password as it is now, when the scenario or a test has chosen it; not there for one that somebody typed, nor for a digest"
    ),
    .init("main", .flag, "true for the user who signs in when nothing else is said"),
  ])

  private static let app = Shape.object([
    .required("alias", .word, "the short name"),
    .required("clientId", .guid, "the client id"),
    .init("secret", .word, "the client secret the scenario gives"),
    .required("redirectUris", .list(.word), "its redirect URIs"),
  ])

  /// Null says the same as leaving a member out.
  static let new = Shape.named(
    "NewWorld",
    .object(
      order.map { member in
        .init(member.name, .either([member.shape, .null], expected: member.shape.expected), member.meaning)
      }))

  private static let order: [Shape.Member] = [
    .init(
      "scenario", .either([.word, .map(.anything)], expected: "a name of the library or a scenario"),
      "a name of the library, a scenario, or the text of a scenario file; without it as the server began"),
    .init("overrides", .map(.anything), "a mapping in the words of a scenario that is laid over it"),
    .init("name", .word, "the world's name and the label of its host; without it a free one"),
    .init("seed", .count, "makes ids and codes repeat"),
    .init("idleTimeout", .duration, "how long it may lie idle before it is removed"),
    .init("ids", .words(WorldIDs.self), "whether its ids and domains are its own; as the scenario says when left out"),
    .init(
      "issuer", .word, "the name by which apps reach the world, such as login.microsoftonline.com; the scenario's word"),
    .init("clientIds", .words(WorldClientIDs.self), "`perWorld`: the seeded apps get client ids of the world's own"),
  ]

  static let snapshot = Shape.named(
    "Snapshot",
    .object([
      .required("name", .word, "the snapshot's name"), .required("createdAt", .time, "when it was taken"),
    ]))

  static let restored = Shape.object([
    .required("name", .word, "the snapshot's name"), .required("clock", WorldShapes.clock, "the world's clock"),
  ])
}
