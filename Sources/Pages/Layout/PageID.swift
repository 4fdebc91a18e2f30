/// The name of a page in `<meta name="PageID">` and in `$Config`. Scripts that drive a browser recognise the page by
/// it. The names are Entra's (observed), except where a case says otherwise.
package enum PageID: String, Sendable, CaseIterable {
  /// User name, password and account picker: in Entra they are three states of one page.
  case signIn = "ConvergedSignIn"
  case mfa = "ConvergedTFA"
  /// The user has to register a second factor first.
  case mfaRegistration = "ConvergedProofUpRedirect"
  case changePassword = "ConvergedChangePassword"
  /// "Stay signed in?" (Entra: "keep me signed in").
  case staySignedIn = "KmsiInterrupt"
  /// "Are you trying to sign in to …?", before a code goes to a device or to an app with a URL scheme of its own.
  case confirmApp = "CmsiInterrupt"
  case consent = "ConvergedConsent"
  /// mockidp's own name.
  case adminApproval = "ConvergedAdminApproval"
  case conditionalAccess = "ConvergedConditionalAccess"
  /// mockidp's own name.
  case welcome = "ConvergedWelcome"
  case error = "ConvergedError"
  case device = "ConvergedRemoteConnect"
  /// mockidp's own name.
  case signOut = "ConvergedSignOut"
  /// Azure AD B2C: name and password, with the ways to an account.
  case combinedSignIn = "CombinedSigninAndSignup"
  /// Azure AD B2C: what a customer states: an account, a profile, a new password.
  case selfAsserted = "SelfAsserted"
  /// Azure AD B2C: a second factor.
  case phoneFactor = "Phonefactor"
  /// External ID: a new account. mockidp's own name, like the next two.
  case signUp = "ConvergedSignUp"
  /// External ID: a code that went to the customer's address.
  case oneTimeCode = "ConvergedOneTimeCode"
  /// External ID: a new password in the place of a forgotten one.
  case newPassword = "ConvergedNewPassword"
  /// mockidp's own name, for the other side of another identity provider.
  case otherProvider = "OtherProvider"
  /// mockidp's own name, for pages that only carry an answer to the app.
  case response = "ConvergedResponse"
}
