package import Directory

/// Makes worthless what was handed out, while everything else goes on: a revoked refresh token leaves the browser's session alone, and the
/// other way round. Reports how many things there were. `RevokeSessionsAction` ends everything of a user.
package struct RevokeAction: WorldAction {
  /// The things that can be revoked. They have the names that `Ageable` has for them; a password is changed, not revoked.
  package enum Kind: String, Sendable, CaseIterable {
    case refreshTokens
    case sessions
    case codes
    case deviceCodes
  }

  /// The kind of thing.
  package let kind: Kind
  /// Whose; nil together with `client`: the user and the app of the exchange, or everything.
  package let user: ObjectName<User>?
  /// The app that it was handed out to; nil where `user` is named: every app.
  package let client: ObjectName<Application>?

  /// Revokes things of that kind: those of a user, of an app, of a user with an app, or those that the exchange means.
  package init(_ kind: Kind, user: ObjectName<User>? = nil, client: ObjectName<Application>? = nil) {
    self.kind = kind
    self.user = user
    self.client = client
  }

  /// Revokes what one owner has: a user, an app, a user with an app, or everybody.
  package init(_ kind: Kind, of owner: GrantSelection) {
    self.init(kind, user: owner.user.map { .id($0) }, client: owner.client.map { .id($0) })
  }

  package var summary: String { "revoke \(kind.rawValue)\(user.phrase("of"))\(client.phrase("for"))" }

  package func perform(in world: World, for parties: Parties) throws -> Int {
    let selection = try parties.selection(user: user, client: client, in: world.directory)
    return switch kind {
    case .refreshTokens: try world.store.revokeRefreshTokens(selection)
    case .sessions: try world.store.removeSessions(selection)
    case .codes: try world.store.removeCodes(selection)
    case .deviceCodes: try world.store.removeDeviceCodes(selection)
    }
  }
}
