extension Refusal {
  /// The service's text in JSON where a page shows the user's name (observed).
  package static let hiddenUser = "{EUII Hidden}"
  /// The same for the mail address of an account of another tenant (observed).
  package static let hiddenEmail = "{EmailHidden}"
}

// MARK: - The account

extension Refusal {
  /// A refusal of an account as the admin consent endpoints tell it.
  package var atAdminConsent: Refusal {
    var told = self
    told.error = RefusalKind.Variant.externalAccountAtAdminConsent.error ?? error
    return told
  }

  /// The password has expired. `changeURL` becomes the member `password_change_url`.
  package static func passwordExpired(changeURL: String? = nil) -> Refusal {
    var refusal = Refusal(.passwordExpired)
    refusal.passwordChangeURL = changeURL
    return refusal
  }

  /// The tenant does not have the user. JSON answers hide the name, pages show it. `tenant` is the directory as the request
  /// called it: a domain or an id (observed).
  package static func userNotFound(_ user: String = hiddenUser, tenant: String) -> Refusal {
    Refusal(.userNotFound, [.user: user, .tenant: tenant])
  }

  /// Nobody is signed in, and the browser sent no cookie of the service at all.
  package static let notSignedInWithoutCookies = Refusal(.notSignedIn, as: .notSignedInWithoutCookies)

  /// The user was deleted. `tenant` is the directory's id, whatever the request called it (observed).
  package static func userDeleted(_ user: String = hiddenUser, tenant: String) -> Refusal {
    Refusal(.userDeleted, [.user: user, .tenant: tenant])
  }

  /// A guest with a personal account came to a path without a tenant, by way of an API.
  package static func guestNotOnAlias(_ user: String = hiddenEmail) -> Refusal {
    Refusal(.guestNotOnAlias, [.user: user, .identityProvider: "live.com"])
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
