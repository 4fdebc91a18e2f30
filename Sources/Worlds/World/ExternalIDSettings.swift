import Crypto
package import Time

/// How a world plays External ID, as far as its tenants do not say it themselves.
package struct ExternalIDSettings: Sendable, Hashable {
  /// Who answers a client that waits for a new password.
  package enum PollResult: String, Sendable, CaseIterable {
    case succeeded
    case failed
  }

  /// The one-time code that every address gets: eight digits. Nil: another one each time, which a test reads over the control API.
  package var oneTimeCode: String? = "12345678"
  /// How many codes one address may get in half an hour. Nil: as many as it wants.
  package var codeLimit: Int?
  /// Whether scripts of pages may call the native authentication API (CORS). The service does not let them.
  package var allowsScripts = false
  /// How often the answer to a client that waits for its new password is `in_progress` first.
  package var pollsInProgress = 0
  /// What becomes of the new password then.
  package var pollResult = PollResult.succeeded

  package init() {}

  /// A new code: the fixed one, or eight random digits.
  package func newCode(_ entropy: any Entropy) -> String {
    if let oneTimeCode { return oneTimeCode }
    let digits = String(entropy.uniform(below: 100_000_000))
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}
