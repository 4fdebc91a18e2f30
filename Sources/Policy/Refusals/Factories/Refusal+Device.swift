extension Refusal {
  /// The device polled before the interval was over (RFC 8628 §3.5).
  package static let pollingTooFast = Refusal(.authorizationPending, as: .slowDown)

  /// The device has redeemed the code before.
  package static let deviceCodeUsed = Refusal(.grantInvalid, as: .deviceCodeUsed)
}
