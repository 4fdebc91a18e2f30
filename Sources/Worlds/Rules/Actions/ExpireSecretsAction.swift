package import Directory

/// Makes all client secrets of an app expire now. Its certificates and federated credentials stay good.
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
