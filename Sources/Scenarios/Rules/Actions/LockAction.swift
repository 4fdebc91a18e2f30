import Directory

/// `lock: alice`: passwords are refused until `unlock`. What was handed out stays good.
package struct LockAction: FileAction {
  package static let key = "lock"
  static let form = ActionForm(alone: "Refuses passwords until unlock.", .text, example: "{ lock: alice }")

  let users: UserSelection

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    users = try UserSelection(fields.take(Self.key), in: directory)
  }

  package var summary: String { "lock\(users.summary)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    for user in try users.users(in: world, for: exchange) {
      try world.setLocked(true, user: world.directory.account(of: user).id)
    }
  }
}
