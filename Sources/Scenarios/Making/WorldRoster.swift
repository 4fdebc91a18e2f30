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

  /// The new world is in the registry.
  func began(_ world: World)

  /// Ends a world that this server owns, with all its rows. False when it is owned elsewhere or gone.
  /// - Throws: `RosterTrouble` when the others cannot be asked.
  func strike(_ world: World) throws -> Bool

  /// Whether this server owns the world.
  func owns(_ world: World) -> Bool
}
