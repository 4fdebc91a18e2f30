/// Sets lifetimes of the world. Tokens and codes that are issued from now on get the new lifetime; the limits on unused
/// sessions and refresh tokens apply at once, to old ones too. Lifetimes that the action does not name stay.
package struct SetLifetimesAction: WorldAction {
  /// The lifetimes to set.
  package let patch: LifetimesPatch

  /// Sets these lifetimes.
  package init(_ patch: LifetimesPatch) { self.patch = patch }

  package var summary: String { "set the lifetime of \(patch.values.keys.sorted().joined(separator: ", "))" }

  package var isTraced: Bool { false }

  package func perform(in world: World, for parties: Parties) {
    world.changeSettings { patch.apply(to: &$0.lifetimes) }
  }
}
