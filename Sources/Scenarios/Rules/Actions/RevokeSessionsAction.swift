import Directory

/// `revokeSessions: alice`: every session and refresh token of before ends, those of confidential clients too. A sign-in of
/// this very moment stays, so a frozen clock has to be advanced first.
package struct RevokeSessionsAction: FileAction {
  package static let key = "revokeSessions"
  static let form = ActionForm(
    alone: "Ends every session and refresh token of the user.", .text, example: "{ revokeSessions: alice }")

  let users: UserSelection

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    users = try UserSelection(fields.take(Self.key), in: directory)
  }

  package var summary: String { "revoke the sessions" + (users.name.map { " of \($0)" } ?? "") }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    for user in try users.users(in: world, for: exchange) { try world.revokeSessions(of: user.id) }
  }
}
