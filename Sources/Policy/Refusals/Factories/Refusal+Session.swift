extension Refusal {
  /// The service's text in JSON where a page shows the user's name (observed).
  package static let hiddenUser = "{EUII Hidden}"
  /// The same for the mail address of an account of another tenant (observed).
  package static let hiddenEmail = "{EmailHidden}"
}

// MARK: - The account

extension Refusal {
  /// The password has expired. `changeURL` becomes the member `password_change_url`.
  package static func passwordExpired(changeURL: String? = nil) -> Refusal {
    var refusal = Refusal(.passwordExpired)
    refusal.passwordChangeURL = changeURL
    return refusal
  }

  /// The tenant does not have the user. JSON answers hide the name, pages show it.
  package static func userNotFound(_ user: String = hiddenUser, tenant: String) -> Refusal {
    Refusal(.userNotFound, [.user: user, .tenant: tenant])
  }

  /// An account of another tenant is not a guest here. `identityProvider` is `live.com` or the issuer of the home
  /// tenant.
  package static func externalAccountNotInTenant(
    user: String = hiddenEmail, identityProvider: String, tenant: String, clientID: String, name: String
  ) -> Refusal {
    Refusal(
      .externalAccountNotInTenant,
      [.user: user, .identityProvider: identityProvider, .tenant: tenant, .app: clientID, .appName: name])
  }
}
