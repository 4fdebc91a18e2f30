package import Directory

/// The user and the app that an action means when it names none itself: those of the exchange that fired the rule. An
/// action that is carried out without a request has neither.
package struct Parties: Sendable, Hashable {
  /// Nil: the exchange has no user, or there is no exchange.
  package var user: User.ID?
  /// Nil: the exchange has no app, or there is no exchange.
  package var client: Application.ID?

  /// Without arguments: for an action that no request fired.
  package init(user: User.ID? = nil, client: Application.ID? = nil) {
    self.user = user
    self.client = client
  }

  /// The user whom the action names. Without a name it is the user of the exchange (no user, if that one is gone), and
  /// without an exchange every user.
  /// - Throws: `ActionError` when there is no user of that name.
  func users(_ name: ObjectName<User>?, in directory: DirectoryState) throws(ActionError) -> [User] {
    if let name { return [try directory.existingUser(name)] }
    if let user { return directory.users[user].map { [$0] } ?? [] }
    return directory.usersInOrder
  }

  /// The app that the action names, else the app of the exchange.
  /// - Throws: `ActionError` when there is no app of that name, or the action names none and the exchange has none.
  func application(
    _ name: ObjectName<Application>?, in directory: DirectoryState
  ) throws(ActionError) -> Application {
    if let name { return try directory.existingApplication(name) }
    guard let application = client.flatMap({ directory.applications[$0] }) else {
      throw ActionError("this request has no app; name one")
    }
    return application
  }

  /// Whose refresh tokens, sessions or codes the action means. An action that names only a user means that user with
  /// every app. An action that names only an app means that app with every user. An action that names neither means the
  /// user and the app of the exchange; where the exchange has neither, it means all.
  /// - Throws: `ActionError` when there is no object of that name.
  func selection(
    user: ObjectName<User>?, client: ObjectName<Application>?, in directory: DirectoryState
  ) throws(ActionError) -> GrantSelection {
    guard user != nil || client != nil else { return GrantSelection(user: self.user, client: self.client) }
    return GrantSelection(
      user: try user.map { name throws(ActionError) in try directory.existingUser(name).id },
      client: try client.map { name throws(ActionError) in try directory.existingApplication(name).id })
  }
}

extension Exchange {
  /// The user and the app that the endpoint has understood by now.
  package var parties: Parties {
    Parties(user: user.map { User.ID($0.id) }, client: client.map { Application.ID($0.id) })
  }
}

extension Optional {
  /// ` of 'alice'` for an action that names alice, the empty text for an action that names no object.
  func phrase<Object>(_ preposition: String? = nil) -> String where Wrapped == ObjectName<Object> {
    map { name in (preposition.map { " \($0)" } ?? "") + " '\(name)'" } ?? ""
  }
}
