package import Directory

/// The user and the app that an action means when it names none: those of the exchange that fired the rule. An action that is carried out
/// without a request has neither.
package struct Parties: Sendable, Hashable {
  package var user: User.ID?
  package var client: Application.ID?

  /// The user and the app of an exchange; without both, nobody in particular.
  package init(user: User.ID? = nil, client: Application.ID? = nil) {
    self.user = user
    self.client = client
  }

  /// The user whom the action names, else the user of the exchange, else every user.
  func users(_ name: ObjectName<User>?, in directory: DirectoryState) throws(ActionError) -> [User] {
    if let name { return [try directory.existingUser(name)] }
    if let user { return directory.users[user].map { [$0] } ?? [] }
    return directory.usersInOrder
  }

  /// The app that the action names, else the app of the exchange.
  func application(
    _ name: ObjectName<Application>?, in directory: DirectoryState
  ) throws(ActionError) -> Application {
    if let name { return try directory.existingApplication(name) }
    guard let application = client.flatMap({ directory.applications[$0] }) else {
      throw ActionError("this request has no app; name one")
    }
    return application
  }

  /// Whose refresh tokens, sessions or codes the action means. A user who is named means that user with every app, and an app that is
  /// named means that app with every user. Without both it is the user and the app of the exchange; where the exchange has neither,
  /// everything is meant.
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
  package var parties: Parties {
    Parties(user: user.map { User.ID($0.id) }, client: client.map { Application.ID($0.id) })
  }
}

extension Optional {
  /// ` of alice` for an action that names alice, nothing for an action that names nobody.
  func phrase<Object>(_ preposition: String? = nil) -> String where Wrapped == ObjectName<Object> {
    map { name in (preposition.map { " \($0)" } ?? "") + " \(name)" } ?? ""
  }
}
