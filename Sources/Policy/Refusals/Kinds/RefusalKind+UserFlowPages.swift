/// How the pages of a user flow end without tokens, and what they say beside a field.
extension RefusalKind {
  static let userFlowPages: [RefusalKind] = [
    b2cCancelled, b2cPasswordForgotten, b2cProviderRefused, b2cUserUnknown, b2cPasswordWrong, b2cAccountLocked,
    b2cAccountLockedForNow, b2cNotSignedUp, b2cTooManyProofs, b2cTooManyTries,
  ]

  package static let b2cCancelled = RefusalKind(
    in: .b2c, 90091, "b2cCancelled", .userFlows, .accessDenied, on: [.redirect],
    """
    The user has cancelled entering self-asserted information.
    """,
    errorURI: false, meaning: "The user pressed Cancel on a page of the user flow.",
    remedy: "Show the app as it was before.", cause: "press Cancel", source: .reported)

  package static let b2cPasswordForgotten = RefusalKind(
    in: .b2c, 90118, "b2cPasswordForgotten", .userFlows, .accessDenied, on: [.redirect],
    """
    The user has forgotten their password.
    """,
    errorURI: false,
    meaning: "The user followed \"Forgot your password?\", and the user flow leaves the rest to the app.",
    remedy: "Begin the user flow that resets the password.", cause: "follow \"Forgot your password?\"",
    source: .reported)

  package static let b2cProviderRefused = RefusalKind(
    in: .b2c, 90273, "b2cProviderRefused", .userFlows, .accessDenied, on: [.redirect],
    """
    An invalid response was received : 'Error: access_denied,Error Description: Permissions error'
    """,
    errorURI: false, meaning: "The user cancelled at the other identity provider.",
    remedy: "Show the app as it was before.", cause: "press Cancel on the page of the identity provider",
    source: .documented)

  package static let b2cUserUnknown = RefusalKind(
    in: .b2c, 90053, "b2cUserUnknown", .userFlows, .invalidGrant, on: [.inPage],
    """
    We can't seem to find your account.
    """,
    errorURI: false, meaning: "No customer of the tenant has this sign-in name.",
    remedy: "Type it again, or sign up.", cause: "sign in with an unknown name", source: .documented)

  package static let b2cPasswordWrong = RefusalKind(
    in: .b2c, 90054, "b2cPasswordWrong", .userFlows, .invalidGrant, on: [.inPage],
    """
    Your password is incorrect.
    """,
    errorURI: false, meaning: "The password is wrong.",
    remedy: "Type it again.", cause: "sign in with a wrong password", source: .documented)

  package static let b2cAccountLocked = RefusalKind(
    in: .b2c, 90111, "b2cAccountLocked", .userFlows, .accessDenied, on: [.inPage],
    """
    Your account has been locked. Contact your support person to unlock it, then try again.
    """,
    errorURI: false, meaning: "The account is disabled.",
    remedy: "Enable the account.", cause: "sign in as a disabled user", source: .documented)

  package static let b2cAccountLockedForNow = RefusalKind(
    in: .b2c, 90114, "b2cAccountLockedForNow", .userFlows, .accessDenied, on: [.inPage],
    """
    Your account is temporarily locked to prevent unauthorized use. Try again later.
    """,
    errorURI: false, meaning: "Too many wrong passwords.",
    remedy: "Wait, or unlock the account.", cause: "sign in as a locked user", source: .documented)

  package static let b2cNotSignedUp = RefusalKind(
    in: .b2c, 99002, "b2cNotSignedUp", .userFlows, .serverError, on: [.redirect],
    """
    User does not exist. Please sign up before you can sign in.
    """,
    errorURI: false,
    meaning: "Another identity provider sent somebody who has no account, and the user flow makes none.",
    remedy: "Sign up by a user flow that makes accounts.",
    cause: "sign in by another identity provider at a flow of the type 'signIn'", source: .documented)

  package static let b2cTooManyProofs = RefusalKind(
    in: .b2c, 90151, "b2cTooManyProofs", .userFlows, .accessDenied, on: [.redirect],
    """
    User has exceeded the maximum number for attempts for multi-factor authentication.
    """,
    errorURI: false, meaning: "Six wrong codes of a second factor.",
    remedy: "Begin again.", cause: "enter six wrong codes on the page of the second factor", source: .documented)

  package static let b2cTooManyTries = RefusalKind(
    in: .b2c, 90157, "b2cTooManyTries", .userFlows, .accessDenied, on: [.redirect],
    """
    User has exceeded the maximum number of attempts for a self-asserted step.
    """,
    errorURI: false, meaning: "Six wrong codes for an e-mail address on one page.",
    remedy: "Begin again.", cause: "enter six wrong codes on the page of a password reset or a sign-up",
    source: .documented
  )
}
