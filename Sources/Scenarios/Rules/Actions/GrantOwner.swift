import Directory

/// Whose refresh tokens, sessions or codes an action means. Naming a user means that user with every app, naming an app
/// means that app with every user. Naming neither means the user and the app of the exchange; where it has none,
/// everybody and every app.
struct GrantOwner: Sendable, Hashable {
  /// Aliases.
  var user: String?
  var client: String?

  init(user: String? = nil, client: String? = nil) {
    self.user = user
    self.client = client
  }

  /// `of: alice, client: mobile`.
  init(_ fields: inout FileMapping, of kind: Ageable, in directory: DirectoryState) throws(ScenarioError) {
    user = try fields.take("of")?.user(in: directory)
    let client = fields.take("client")
    if let client, kind == .sessions || kind == .passwords {
      throw client.error("a \(kind == .sessions ? "session" : "password") belongs to no app; leave 'client' out")
    }
    self.client = try client?.application(in: directory)
  }

  var summary: String { (user.map { " of \($0)" } ?? "") + (client.map { " for \($0)" } ?? "") }

  func selection(in world: World, for exchange: Exchange) throws -> GrantSelection {
    guard user != nil || client != nil else {
      return GrantSelection(
        user: exchange.user.map { User.ID($0.id) }, client: exchange.client.map { Application.ID($0.id) })
    }
    let directory = world.directory
    return GrantSelection(
      user: try user.map { try directory.existingUser($0).id },
      client: try client.map { try directory.existingApplication($0).id })
  }
}

extension DirectoryState {
  func existingUser(_ name: String) throws -> User {
    guard let user = user(named: name) else { throw ActionError("there is no user '\(name)' any more") }
    return user
  }

  func existingApplication(_ name: String) throws -> Application {
    guard let application = application(named: name) else { throw ActionError("there is no app '\(name)' any more") }
    return application
  }
}
