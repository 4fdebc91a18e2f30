extension Refusal {
  /// What the service prints in JSON where a page shows the user's name (observed).
  package static let hiddenUser = "{EUII Hidden}"
  /// The same for the mail address of an account from elsewhere (observed).
  package static let hiddenEmail = "{EmailHidden}"

  /// Several accounts and no hint, with `prompt=none`.
  package static let accountNotSupported = Refusal(.accountNotSupported)

  /// A tile in the account picker that is no longer good.
  package static let accountNotValid = Refusal(.accountNotValid)

  /// A session other than the one `sid` asks for.
  package static let sessionRequirementNotMet = Refusal(.sessionRequirementNotMet)

  /// A `sid` of no session.
  package static let sessionNotFound = Refusal(.sessionNotFound)

  /// A user who is no member or guest, with `prompt=none`.
  package static let accountNotAdded = Refusal(.accountNotAdded)

  /// `prompt=none` and nobody signed in, or not the hinted user.
  package static let notSignedIn = Refusal(.notSignedIn)

  /// A session artefact from before a password change.
  package static let sessionNotValid = Refusal(.sessionNotValid)

  /// A session that was revoked.
  package static let sessionInvalid = Refusal(.sessionInvalid)

  /// A sign-in page that lay open for too long.
  package static let flowTokenExpired = Refusal(.flowTokenExpired)

  /// The question whether this app is the one the user means.
  package static let confirmationRequired = Refusal(.confirmationRequired)

  /// The same request some fifteen times within five minutes.
  package static let signInLoop = Refusal(.signInLoop)
}

// MARK: - The account

extension Refusal {
  /// Too many wrong passwords.
  package static let accountLocked = Refusal(.accountLocked)

  /// A password past its end. `changeURL` becomes the member `password_change_url`.
  package static func passwordExpired(changeURL: String? = nil) -> Refusal {
    var refusal = Refusal(.passwordExpired)
    refusal.passwordChangeURL = changeURL
    return refusal
  }

  /// An account without a password here.
  package static let passwordMissing = Refusal(.passwordMissing)

  /// An account that an administrator switched off.
  package static let accountDisabled = Refusal(.accountDisabled)

  /// A user name that the tenant does not have. Token answers hide the name, pages show it.
  package static func userNotFound(_ user: String = hiddenUser, tenant: String) -> Refusal {
    Refusal(.userNotFound, [.user: user, .tenant: tenant])
  }

  /// A wrong name or password.
  package static let invalidPassword = Refusal(.invalidPassword)

  /// An account from elsewhere that is no guest here. `identityProvider` is `live.com` or the issuer of the home tenant.
  package static func externalAccountNotInTenant(
    user: String = hiddenEmail, identityProvider: String, tenant: String, clientID: String, name: String
  ) -> Refusal {
    Refusal(
      .externalAccountNotInTenant,
      [.user: user, .identityProvider: identityProvider, .tenant: tenant, .app: clientID, .appName: name])
  }

  /// The same in answer to an admin consent request.
  package static func externalAccountAtAdminConsent(
    user: String = hiddenEmail, identityProvider: String, tenant: String, clientID: String, name: String
  ) -> Refusal {
    Refusal(
      .externalAccountNotInTenant,
      [.user: user, .identityProvider: identityProvider, .tenant: tenant, .app: clientID, .appName: name],
      as: .externalAccountAtAdminConsent)
  }

  /// An authenticated user whom the directory does not know.
  package static func userNotInDirectory(_ user: String = hiddenUser, tenant: String) -> Refusal {
    Refusal(.userNotInDirectory, [.user: user, .tenant: tenant])
  }

  /// A guest who has not accepted the invitation.
  package static let invitationPending = Refusal(.invitationPending)
}
