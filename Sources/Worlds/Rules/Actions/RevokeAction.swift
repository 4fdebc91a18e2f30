package import Directory

/// Revokes one kind of thing that the server has handed out and leaves the others alone: the browser's session survives
/// the revocation of a refresh token, and the refresh token survives the end of the session. Reports how many things
/// there were. `RevokeSessionsAction` ends all that a user has.
package struct RevokeAction: WorldAction {
  /// The kinds of things that can be revoked, under the names that `Ageable` has for them. Passwords are not among
  /// them: they are changed.
  package enum Kind: String, Sendable, CaseIterable {
    case refreshTokens
    case sessions
    case codes
    case deviceCodes
  }

  /// What is revoked.
  package let kind: Kind
  /// Whose things. Nil: those of any user, when `client` is given; without both, those of the user and the app of the
  /// exchange, and without these all.
  package let user: ObjectName<User>?
  /// The app that they were handed out to. Nil: any app, when `user` is given.
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
