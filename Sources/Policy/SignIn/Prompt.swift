/// The `prompt` parameter of authorize (OpenID Connect Core §3.1.2.1, and Entra's own words).
package enum Prompt: String, Sendable, CaseIterable {
  /// Absent or empty: ask only for what is needed.
  case whenNeeded = ""
  case none
  case login
  case selectAccount = "select_account"
  case consent
  case create

  /// Reads the parameter. MSAL.NET's `attempt_none` is decided like `none`. Refused with AADSTS90023: an unknown word, or more
  /// than one.
  package init(parameter: String?) throws(Refusal) {
    switch parameter {
    case nil, "": self = .whenNeeded
    case "attempt_none": self = .none
    case let word?:
      guard let prompt = Prompt(rawValue: word) else { throw Refusal(.unsupportedValue) }
      self = prompt
    }
  }

  /// Whether no page may be shown.
  package var isSilent: Bool { self == .none }
}
