package import Directory

/// Changes the certificates that sign SAML Responses for an app.
package struct SAMLCertificateAction: WorldAction {
  /// The raw values are the words of files.
  package enum Change: String, Sendable, CaseIterable {
    /// A new one, valid for three years, that signs nothing yet.
    case add = "addSamlCertificate"
    /// The one that signs from now on.
    case activate = "activateSamlCertificate"
    /// The time of the one is over: one of the same name that has ended stands in its place.
    case expire = "expireSamlCertificate"
    case remove = "removeSamlCertificate"
  }

  package let change: Change
  /// The name of the certificate.
  package let name: String
  /// Nil: the app of the exchange.
  package let application: ObjectName<Application>?

  package init(_ change: Change, _ name: String, of application: ObjectName<Application>?) {
    self.change = change
    self.name = name
    self.application = application
  }

  package var summary: String {
    let verb =
      switch change {
      case .add: "add"
      case .activate: "activate"
      case .expire: "expire"
      case .remove: "remove"
      }
    return "\(verb) the SAML certificate '\(name)'\(application.phrase("of"))"
  }

  package func perform(in world: World, for parties: Parties) throws {
    try world.edit { editor in
      let app = try parties.application(application, in: editor.state)
      if change == .add {
        // A file says both, so nothing may become what no file can say.
        guard let settings = app.saml else {
          throw ActionError("'\(app.alias)' does not sign users in with SAML; give it 'saml: {}' first")
        }
        guard !settings.certificates.contains(where: { $0.name == name }) else {
          throw ActionError("'\(app.alias)' has a SAML certificate '\(name)'; actions name one by it")
        }
        _ = try editor.addSAMLCertificate(NewSAMLCertificate(name), to: app.id)
        return
      }
      guard let known = app.saml?.certificates.last(where: { $0.name == name }) else {
        throw ActionError("'\(app.alias)' has no SAML certificate '\(name)'")
      }
      switch change {
      case .add: break
      case .activate: try editor.activateSAMLCertificate(known.thumbprint, of: app.id)
      case .remove: try editor.removeSAMLCertificate(known.thumbprint, of: app.id)
      case .expire: try editor.expireSAMLCertificate(known, of: app.id)
      }
    }
  }
}
