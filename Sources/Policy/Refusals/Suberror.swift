/// The value of `suberror`, which tells MSAL what the user can do about a refusal.
package enum Suberror: String, Sendable, Hashable, CaseIterable {
  /// A step outside of the sign-in may help, such as to register the device.
  case additionalAction = "additional_action"
  /// The refresh token is no longer valid.
  case badToken = "bad_token"
  /// An ordinary interactive sign-in helps.
  case basicAction = "basic_action"
  /// An app outside of the app family sent a refresh token of the family.
  case clientMismatch = "client_mismatch"
  case consentRequired = "consent_required"
  case deviceAuthenticationFailed = "device_authentication_failed"
  /// No step helps now; the sign-in page explains why.
  case messageOnly = "message_only"
  /// Intune app protection is missing.
  case protectionPolicyRequired = "protection_policy_required"
  /// Conditional Access has ended the session or the refresh token.
  case tokenExpired = "token_expired"
  /// Only MSAL for Apple's systems knows it.
  case transferTokenExpired = "transfer_token_expired"
  case userPasswordExpired = "user_password_expired"
}
