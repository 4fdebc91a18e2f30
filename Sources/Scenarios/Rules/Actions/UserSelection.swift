import Directory

/// Which users an action means: the one named, else the exchange's own, else everybody.
struct UserSelection: Sendable, Hashable {
  /// An alias.
  var name: String?

  init(_ name: String?) { self.name = name }

  /// The value under an action's key; nothing there names nobody.
  init(_ value: FileValue?, in directory: DirectoryState) throws(ScenarioError) {
    name = try value?.user(in: directory)
  }

  var summary: String { name.map { " \($0)" } ?? "" }

  func users(in world: World, for exchange: Exchange) throws -> [User] {
    let directory = world.directory
    if let name { return [try directory.existingUser(name)] }
    if let user = exchange.user { return directory.users[User.ID(user.id)].map { [$0] } ?? [] }
    return directory.usersInOrder
  }
}
