package import Directory

/// Ends the secrets of an app now. Its certificates stay good.
package struct ExpireSecretsAction: WorldAction {
  /// Nil: the app of the exchange.
  package let application: ObjectName<Application>?

  /// Ends the secrets of that app.
  package init(of application: ObjectName<Application>?) { self.application = application }

  package var summary: String { "expire the secrets\(application.phrase("of"))" }

  package func perform(in world: World, for parties: Parties) throws {
    try world.edit { editor in
      try editor.expireSecrets(of: parties.application(application, in: editor.state).id)
    }
  }
}
