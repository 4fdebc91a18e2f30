package import Directory

/// Withdraws what was granted to an app. Reports how many grants and role assignments there were.
package struct WithdrawConsentAction: WorldAction {
  /// Nil: the app of the exchange.
  package let client: ObjectName<Application>?
  /// The user whose consent is withdrawn. Nil: the consents of all users and of administrators, and the app's own roles,
  /// which only an administrator can give.
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
      let client = try parties.application(client, in: editor.state).id
      guard let user else { return try editor.withdrawEverything(from: client) }
      return try editor.withdrawGrants(from: client, of: user)
    }
  }
}
