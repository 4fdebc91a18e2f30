package import Directory
import Time

/// Makes older what the server has handed out, while the clock stands where it is. Reports how many things became
/// older.
package struct AgeAction: WorldAction {
  /// What becomes older: refresh tokens, sessions, codes, device codes or passwords.
  package let kind: Ageable
  /// Whose things. Nil: those of any user, when `client` is given; without both, those of the user and the app of the
  /// exchange, and without these all.
  package let user: ObjectName<User>?
  /// The app that they were handed out to. Nil: any app, when `user` is given.
  package let client: ObjectName<Application>?
  /// How much older they become. Nil: so much that the server refuses them (`World.ageOfDeath`).
  package let age: Duration?

  /// Makes things of that kind older: those of a user, of an app, of a user with an app, or those that the exchange means.
  package init(
    _ kind: Ageable, user: ObjectName<User>? = nil, client: ObjectName<Application>? = nil, by age: Duration? = nil
  ) {
    self.kind = kind
    self.user = user
    self.client = client
    self.age = age
  }

  /// Makes things of one owner older: those of a user, of an app, of a user with an app, or all.
  package init(_ kind: Ageable, of owner: GrantSelection, by age: Duration? = nil) {
    self.init(kind, user: owner.user.map { .id($0) }, client: owner.client.map { .id($0) }, by: age)
  }

  package var summary: String {
    (age == nil ? "expire" : "age") + " \(kind.rawValue)\(user.phrase("of"))\(client.phrase("for"))"
      + (age.map { " by \($0.shortText)" } ?? "")
  }

  package func perform(in world: World, for parties: Parties) throws -> Int {
    let selection = try parties.selection(user: user, client: client, in: world.directory)
    return try world.age(kind, selection, by: age ?? world.ageOfDeath(kind))
  }
}
