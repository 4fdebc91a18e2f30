extension Refusal {
  /// A device code that nobody has approved yet (RFC 8628 §3.5).
  package static let authorizationPending = Refusal(.authorizationPending)

  /// A poll that came before the interval was over (RFC 8628 §3.5).
  package static let pollingTooFast = Refusal(.authorizationPending, as: .slowDown)

  /// A device code that the user declined.
  package static let deviceCodeDeclined = Refusal(.consentDeclined)

  /// A `device_code` the server does not know.
  package static let verificationCodeInvalid = Refusal(.verificationCodeInvalid)

  /// A device code past its fifteen minutes.
  package static let deviceCodeExpired = Refusal(.deviceCodeExpired)

  /// The same in the words of 2017.
  package static let deviceCodeExpiredLegacy = Refusal(.deviceCodeExpiredLegacy)

  /// A device code redeemed a second time.
  package static let deviceCodeUsed = Refusal(.grantInvalid, as: .deviceCodeUsed)

  /// A user code that no device waits for.
  package static let userCodeInvalid = Refusal(.userCodeInvalid)

  /// A user code page sent without a code.
  package static let userCodeEmpty = Refusal(.userCodeInvalid, as: .userCodeEmpty)

  /// A user code approved or declined before.
  package static let userCodeUsed = Refusal(.userCodeUsed)
}
