import Time
package import Worlds

/// What a caller who makes a world decides about it.
package struct WorldRecipe: Sendable {
  /// The scenario and the seeds of the world.
  package var template: ScenarioTemplate
  /// Ids and codes of the world follow from the seed and the world's name. Nil: they are random, unless the server
  /// itself has a seed.
  package var seed: UInt64?
  /// The registry removes the world when no request has reached it for this long. Nil: the registry's own limit.
  package var idleTimeout: Duration?
  /// Whether the world has ids and domains of its own. Nil: as the scenario says.
  package var ids: WorldIDs?
  /// Whether the seeded apps have client ids of their own.
  package var clientIDs = WorldClientIDs.asWritten

  package init(
    template: ScenarioTemplate, seed: UInt64? = nil, idleTimeout: Duration? = nil, ids: WorldIDs? = nil,
    clientIDs: WorldClientIDs = .asWritten
  ) {
    self.ids = ids
    self.clientIDs = clientIDs
    self.template = template
    self.seed = seed
    self.idleTimeout = idleTimeout
  }
}
