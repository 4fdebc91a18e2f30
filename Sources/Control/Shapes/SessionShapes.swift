import Scenarios

/// The shape of a browser's session in answers.
enum SessionShapes {
  static let session = Shape.named(
    "Session",
    .object([
      .required("id", .guid, "the session id, sid of tokens"),
      .required("user", .word, "the user's short name"),
      .required("authenticatedAt", .time, "when the user proved who they are"),
      .required("methods", .list(.word), "how: pwd, mfa, …"),
      .required("lastUsedAt", .time, "when it was last used"),
      .required("persistent", .flag, "whether it outlives the browser's window"),
      .init("identityProvider", .word, "the other identity provider that a customer came from, such as google.com"),
      .required("clients", .list(.word), "the apps that were signed in to in it"),
    ]))

  static let list = Shape.listing("sessions", of: session, "the sessions, in the order of the sign-ins")

}
