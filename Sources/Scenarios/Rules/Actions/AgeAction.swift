package import Directory
import Time

/// Makes older what was handed out, while the clock stays. Reports how many things became older.
package struct AgeAction: WorldAction {
  /// The kind of thing.
  package let kind: Ageable
  /// Whose; nil together with `client`: the user and the app of the exchange, or everything.
  package let user: ObjectName<User>?
  /// The app that it was handed out to; nil where `user` is named: every app.
  package let client: ObjectName<Application>?
  /// How much older. Nil: past the time that such a thing is good for.
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
