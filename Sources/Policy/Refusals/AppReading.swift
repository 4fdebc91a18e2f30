/// What MSAL makes of a refusal that no silent refresh brings: one that comes back at the redirect URI, or from the native
/// authentication API. The readings are those of the libraries' sources.
struct AppReading: Sendable, Hashable {
  let library: MSALVerdict.Library
  /// The type that the app catches, or the flag that it asks.
  let text: String

  /// Of an `error` at the redirect URI. MSAL4J is not among them: its pages need a browser of the machine, and nobody read it.
  static func atRedirect(_ kind: RefusalKind) -> [AppReading] {
    let word = kind.redirectError ?? kind.error
    let text = kind.template.description
    let script = MSALAnswer(error: word, status: 200, text: text).verdict(of: .javaScript)
    return [
      AppReading(.apple, word == .accessDenied ? "MSALErrorUserCanceled" : "MSALErrorInternal"),
      AppReading(.android, "MsalServiceException"),
      AppReading(
        .dotNET,
        word == .loginRequired ? "MsalUiRequiredException, no_prompt_failed" : "MsalServiceException"),
      AppReading(.javaScript, script.type),
      AppReading(.python, "a dict with error and error_description"),
    ]
  }

  /// Of an answer of the native authentication API. Empty for a row that this API does not have.
  static func native(_ kind: RefusalKind) -> [AppReading] {
    guard let row = table[kind.name] ?? (kind.surfaces.contains(.native) ? general : nil) else { return [] }
    return [AppReading(.apple, row.0), AppReading(.android, row.1), AppReading(.javaScript, row.2)]
  }

  private init(_ library: MSALVerdict.Library, _ text: String) {
    self.library = library
    self.text = text
  }

  private typealias Row = (String, String, String)

  /// No flag is set: the app has number and text.
  private static let general: Row = ("a general error", "a general error", "a general error")

  /// The names of the rows that say more than "a general error".
  static var rows: [String] { Array(table.keys) }

  private static let table: [String: Row] = [
    "userNotFound": ("isUserNotFound", "isUserNotFound()", "isUserNotFound()"),
    "invalidPassword": (
      "isInvalidCredentials; in a later step isInvalidPassword", "isInvalidCredentials()",
      "isPasswordIncorrect(); in a later step isInvalidPassword()"
    ),
    "parameterEmpty": (
      "isInvalidUsername in a sign-up; else a general error", "isInvalidUsername() in a sign-up; else a general error",
      "isInvalidUsername()"
    ),
    "challengeTypeUnsupported": ("a general error", "a general error", "isUnsupportedChallengeType()"),
    "oneTimeCodeWrong": (
      "isInvalidCode; of a second factor isInvalidChallenge",
      "isInvalidCode(); of a second factor isInvalidChallenge()",
      "isInvalidCode(); at a registration isIncorrectChallenge()"
    ),
    "multiFactorRequired": (
      "asks for the methods at once, then awaitingMFA", "SignInResult.MFARequired",
      "asks for the methods at once, then MfaAwaitingState"
    ),
    "multiFactorEnrolmentRequired": (
      "jitAuthMethodsSelectionRequired", "a result of its own", "AuthMethodRegistrationRequiredState"
    ),
    "factorBlocked": (
      "isAuthMethodBlocked, at a registration isVerificationContactBlocked; provider_blocked_by_admin is a general error",
      "isVerificationContactBlocked() at a registration", "isVerificationContactBlocked() at a registration"
    ),
    "challengeTargetInvalid": ("isInvalidInput", "isInvalidInput()", "isInvalidInput()"),
    "userAlreadyExists": ("isUserAlreadyExists", "isUserAlreadyExists()", "isUserAlreadyExists()"),
    "newPasswordRefused": ("isInvalidPassword", "isInvalidPassword()", "isInvalidPassword()"),
    "credentialRequired": (
      "calls challenge, then SignUpPasswordRequiredState", "calls challenge, then PasswordRequired",
      "calls challenge, then SignUpPasswordRequiredState"
    ),
    "attributesRequired": ("SignUpAttributesRequiredState", "AttributesRequired", "SignUpAttributesRequiredState"),
    "attributesInvalid": (
      "the callback for invalid attributes, with their names", "isInvalidAttributes()", "isAttributesValidationFailed()"
    ),
    "recoveryUnsupported": ("isUserDoesNotHavePassword", "a general error", "a general error"),
  ]
}
