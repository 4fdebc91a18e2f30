import Scenarios

/// The shapes of grants of delegated permissions, in answers and in bodies.
enum ConsentShapes {
  static let consent = Shape.named(
    "Consent",
    .object([
      .required("id", .guid, "the grant's id"),
      .required("client", .word, "the app's short name"),
      .required("tenant", .word, "the tenant's short name"),
      .init("user", .word, "who granted it for themselves; left out when an administrator did for everybody"),
      .required("resource", .word, "the API's short name"),
      .required("scopes", .list(.word), "what was granted"),
    ]))

  static let list = Shape.listing("consents", of: consent, "the consents")

  static let new = Shape.object([
    .required("client", .word, "the name of an app"),
    .init(
      "scopes", .list(.word), "permissions as scopes are written; all that the registration lists when left out"),
    .init("user", .word, "the name of the user who consents; without it an administrator does for everybody"),
  ])
}
