import Directory

/// `changeLocation: alice`: the user has left the places that the tenant trusts. Resources that are told so challenge the tokens
/// of clients that heed it, and no new ones are issued until `changeLocation: alice, trusted: true`.
package struct ChangeLocationAction: FileAction {
  package static let key = "changeLocation"
  static let form = ActionForm(
    alone: "Takes the user out of the places that the tenant trusts, or back.", .text,
    [.init("trusted", .bool, "Whether the user is back.")], example: "{ changeLocation: alice }")

  let users: UserSelection
  let isTrusted: Bool

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    users = try UserSelection(fields.take(Self.key), in: directory)
    isTrusted = try fields.take("trusted")?.bool() ?? false
  }

  package var summary: String {
    "move" + (users.name.map { " \($0)" } ?? "") + (isTrusted ? " to a trusted location" : " out of trusted locations")
  }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    for user in try users.users(in: world, for: exchange) {
      // Where a guest is, the home account is.
      try world.updateUser(world.directory.account(of: user).id) { $0.isAwayFromTrustedLocations = !isTrusted }
    }
  }
}
