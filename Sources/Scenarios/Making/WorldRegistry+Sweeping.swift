import Directory
import Worlds

extension WorldRegistry {
  /// Removes old tokens, codes and sessions that are of no use any more, from the worlds that are in memory. It removes
  /// some rows at a time, so that requests come in between, until a world has no more of them or had `maximumSweeps`.
  package func sweepStores() throws {
    for world in [main] + worlds where world.isAwake && isOwned(world) {
      for _ in 0..<Self.maximumSweeps {
        guard try world.store.sweep(world.settings.lifetimes, at: world.now) >= Store.sweepLimit else { break }
      }
    }
  }

  private static let maximumSweeps = 100

  /// Whether this server owns the world, as one that is alone owns all.
  private func isOwned(_ world: World) -> Bool {
    if let roster { return roster.owns(world) }
    return true
  }
}
