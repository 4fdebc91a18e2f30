/// An action that changes the world: its directory, its clock, its keys, or what the server has handed out.
///
/// Rules, the control API, Graph and the interface for Swift tests all make these values and carry them out, so that
/// one name means one change everywhere.
package protocol WorldAction: Sendable {
  /// What the action reports when it is done: a count for some, nothing for most.
  associatedtype Outcome: Sendable = Void

  /// One line for people: `expire refreshTokens of alice`.
  var summary: String { get }

  /// Carries the action out. Where the action names no user or no app itself, it means those of `parties`.
  /// - Throws: `ActionError` when an object that it names is not there; otherwise what the directory or the store
  /// throws.
  @discardableResult
  func perform(in world: World, for parties: Parties) throws -> Outcome
}

extension World {
  /// Carries out one action now, without a request that fires it. An action that names no user means every user.
  /// - Throws: what the action throws; an action that names no app and needs one throws an `ActionError`.
  @discardableResult
  package func perform<Action: WorldAction>(_ action: Action) throws -> Action.Outcome {
    try action.perform(in: self, for: Parties())
  }

  /// Carries out several actions now, one after the other. When one throws, those before it stay done.
  package func perform(_ actions: [any WorldAction]) throws {
    for action in actions { _ = try action.perform(in: self, for: Parties()) }
  }
}
