import Directory

/// `requireMfa: alice`: sign-ins without a second factor no longer do. With `registered: false` the user has no method yet
/// and must register one first.
package struct RequireMFAAction: FileAction {
  package static let key = "requireMfa"
  static let form = ActionForm(
    alone: "Demands a second factor of the user.", .text,
    [.init("registered", .bool, "Whether the user has a method already.")],
    example: "{ requireMfa: alice, registered: false }")

  let users: UserSelection
  let isRegistered: Bool

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    users = try UserSelection(fields.take(Self.key), in: directory)
    isRegistered = try fields.take("registered")?.bool() ?? true
  }

  package var summary: String {
    "require \(isRegistered ? "multi-factor authentication" : "registration for multi-factor authentication")"
      + (users.name.map { " of \($0)" } ?? "")
  }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    for user in try users.users(in: world, for: exchange) {
      // A guest's methods are asked for as the home account has them.
      try world.updateUser(world.directory.account(of: user).id) { $0.mfa = isRegistered ? .required : .unregistered }
    }
  }
}
