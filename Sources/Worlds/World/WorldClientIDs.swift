/// Where the client ids of a world's apps come from.
package enum WorldClientIDs: String, Sendable, CaseIterable {
  /// Those of the scenario, which apps have in their settings.
  case asWritten
  /// The apps of the seeds and of the scenario get ids of the world's own. A library that keeps by client id what it was once refused, for
  /// the whole process, then keeps it for one world.
  case perWorld
}
