extension Refusal {
  /// The device polled before the interval was over (RFC 8628 §3.5).
  package static let pollingTooFast = Refusal(.authorizationPending, as: .slowDown)

  /// A personal account has entered the code of a device that asks for what work accounts alone can have.
  package static let deviceCodeNotForPersonalAccounts = Refusal(.grantInvalid, as: .deviceCodeNotForPersonalAccounts)

  /// The device has redeemed the code before.
  package static let deviceCodeUsed = Refusal(.grantInvalid, as: .deviceCodeUsed)
}
