package import Directory

/// Withdraws delegated permissions that were granted to an app. Reports how many grants there were.
package struct WithdrawConsentAction: WorldAction {
  /// Nil: the app of the exchange.
  package let client: ObjectName<Application>?
  /// The user whose consent is withdrawn. Nil: the consents of all users and of administrators.
  package let user: ObjectName<User>?

  /// Withdraws the consent to an app, of a user or of everybody.
  package init(from client: ObjectName<Application>?, of user: ObjectName<User>? = nil) {
    self.client = client
    self.user = user
  }

  package var summary: String { "withdraw the consent\(user.phrase("of"))\(client.phrase("to"))" }

  package func perform(in world: World, for parties: Parties) throws -> Int {
    try world.edit { editor in
      let user = try user.map { try editor.state.existingUser($0).id }
      return try editor.withdrawGrants(from: parties.application(client, in: editor.state).id, of: user)
    }
  }
}
