extension Refusal {
  /// A custom claims provider gave no claims. The client is told the code of the sign-in log, and not what was found.
  package static func claimsProviderFailed(_ fault: ClaimsProviderFault) -> Refusal {
    Refusal(.claimsProviderFailed, [.underlyingCode: "\(fault.code.rawValue)"])
  }
}
