package import Time
package import Worlds

/// What a server among others must agree with them about: which worlds there are, and who owns them. Its calls may wait for a
/// database, so no event loop makes them.
package protocol WorldRoster: Sendable {
  /// Enters a new world, which this server owns then. Returns its number; nil when the name is taken.
  /// - Throws: `RosterTrouble` when the others cannot be asked.
  func enroll(
    name: String, scenario: String, recipe: String, idleTimeout: Duration, madeAt: UnixTime, replacing: Bool
  ) throws -> Int64?

  /// Runs `body`, which enters a world in the registry or takes one out, while nothing that other servers have done is entered.
  func entering<Result: Sendable>(_ body: () throws -> Result) throws -> Result

  /// The new world is in the registry. With `wasKnown`, it was there before: what requests have done in it since stays.
  func began(_ world: World, wasKnown: Bool)

  /// Ends a world that this server owns, with all its rows. False when it is owned elsewhere or gone, or when another recipe has made the one of
  /// its name by now.
  /// - Throws: `RosterTrouble` when the others cannot be asked.
  func strike(_ world: World, madeBy recipe: String?) throws -> Bool

  /// The world that has ended is not in the registry any more.
  func ended(_ world: World)

  /// Whether this server owns the world.
  func owns(_ world: World) -> Bool
}
