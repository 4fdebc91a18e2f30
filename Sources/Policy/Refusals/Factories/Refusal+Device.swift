extension Refusal {
  /// A poll that came before the interval was over (RFC 8628 §3.5).
  package static let pollingTooFast = Refusal(.authorizationPending, as: .slowDown)

  /// A device code redeemed a second time.
  package static let deviceCodeUsed = Refusal(.grantInvalid, as: .deviceCodeUsed)

  /// A user code page sent without a code.
  package static let userCodeEmpty = Refusal(.userCodeInvalid, as: .userCodeEmpty)
}
