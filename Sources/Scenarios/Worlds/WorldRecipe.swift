import Time

/// What a world is made from.
package struct WorldRecipe: Sendable {
  package var template: ScenarioTemplate
  /// Makes ids and codes follow from it and from the world's name. Nil: they follow from the server's chance.
  package var seed: UInt64?
  /// How long nobody may ask for the world before it is removed; nil: as long as the server says.
  package var idleTimeout: Duration?

  package init(template: ScenarioTemplate, seed: UInt64? = nil, idleTimeout: Duration? = nil) {
    self.template = template
    self.seed = seed
    self.idleTimeout = idleTimeout
  }
}
