import Synchronization

/// An action that changes the world: its directory, its clock, its keys, or what the server has handed out.
///
/// Rules, the control API, Graph and the interface for Swift tests all make these values and carry them out, so that
/// one name means one change everywhere.
package protocol WorldAction: Sendable {
  /// What the action reports when it is done: a count for some, nothing for most.
  associatedtype Outcome: Sendable = Void

  /// One line for people: `expire refreshTokens of alice`.
  var summary: String { get }

  /// Whether all that the action does is done to the directory or counted by its outcome. Only then can the world tell
  /// that it changed nothing.
  var isTraced: Bool { get }

  /// Carries the action out. Where the action names no user or no app itself, it means those of `parties`.
  /// - Throws: `ActionError` when an object that it names is not there; otherwise what the directory or the store
  /// throws.
  @discardableResult
  func perform(in world: World, for parties: Parties) throws -> Outcome
}

extension WorldAction {
  package var isTraced: Bool { true }
}

extension World {
  /// Carries out an action, and tells whether it changed anything.
  /// - Throws: what the action throws.
  package func carryOut(_ action: any WorldAction, for parties: Parties = Parties()) throws -> Bool {
    let before = directoryChanges.load(ordering: .relaxed)
    let outcome: Any = try action.perform(in: self, for: parties)
    if let count = outcome as? Int { return count > 0 }
    return !action.isTraced || directoryChanges.load(ordering: .relaxed) != before
  }

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
