/// The name a page gives itself in `<meta name="PageID">` and in `$Config`, by which scripted browsers know where they are.
/// Unless said otherwise the name is one of Entra's (observed).
package enum PageID: String, Sendable, CaseIterable {
  /// User name, password and the choice among accounts: one page of Entra's in three states.
  case signIn = "ConvergedSignIn"
  case mfa = "ConvergedTFA"
  case mfaRegistration = "ConvergedProofUpRedirect"
  case changePassword = "ConvergedChangePassword"
  case staySignedIn = "KmsiInterrupt"
  /// "Are you trying to sign in to …?", before a code goes to a device or to an app with a scheme of its own.
  case confirmApp = "CmsiInterrupt"
  case consent = "ConvergedConsent"
  /// mockidp's own name.
  case adminApproval = "ConvergedAdminApproval"
  case conditionalAccess = "ConvergedConditionalAccess"
  case error = "ConvergedError"
  case device = "ConvergedRemoteConnect"
  /// mockidp's own name.
  case signOut = "ConvergedSignOut"
  /// mockidp's own name, for pages that only carry an answer to the app.
  case response = "ConvergedResponse"
}
