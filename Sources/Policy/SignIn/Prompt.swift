/// The `prompt` parameter of authorize (OpenID Connect Core §3.1.2.1, and Entra's own values).
package enum Prompt: String, Sendable, CaseIterable {
  /// The parameter is absent or empty: the server shows only the pages that it needs.
  case whenNeeded = ""
  /// The server shows no page; the app gets a refusal instead.
  case none
  /// The user has to enter the password, also with a usable session.
  case login
  /// The user chooses among the browser's accounts.
  case selectAccount = "select_account"
  /// The consent page is shown, also when consent exists.
  case consent
  /// Entra's value for signing up. The server uses no session and shows a sign-in page.
  case create

  /// Reads the parameter. `attempt_none` of MSAL.NET counts as `none`.
  /// - Throws: AADSTS901001 for `admin_consent`, which is a word of v1.0; AADSTS90023 for an unknown value, or for more than one.
  package init(parameter: String?) throws(Refusal) {
    switch parameter {
    case nil, "": self = .whenNeeded
    case "attempt_none": self = .none
    case "admin_consent": throw .adminConsentPrompt
    case let word?:
      guard let prompt = Prompt(rawValue: word) else { throw Refusal(.unsupportedValue) }
      self = prompt
    }
  }

  /// Whether the server must not show a page.
  package var isSilent: Bool { self == .none }
}
