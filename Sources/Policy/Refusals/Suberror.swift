/// The word in `suberror`, by which MSAL tells what a user can do about a refusal.
package enum Suberror: String, Sendable, Hashable, CaseIterable {
  /// A further step outside the sign-in may help, such as enrolling the device.
  case additionalAction = "additional_action"
  /// The refresh token is dead.
  case badToken = "bad_token"
  /// An ordinary interactive sign-in mends it.
  case basicAction = "basic_action"
  /// A refresh token of an app family, used by an app outside that family.
  case clientMismatch = "client_mismatch"
  case consentRequired = "consent_required"
  case deviceAuthenticationFailed = "device_authentication_failed"
  /// Nothing mends it now; the sign-in page explains why.
  case messageOnly = "message_only"
  /// Intune app protection is missing.
  case protectionPolicyRequired = "protection_policy_required"
  /// Conditional Access ended the session or the refresh token.
  case tokenExpired = "token_expired"
  /// Known to MSAL for Apple's systems only.
  case transferTokenExpired = "transfer_token_expired"
  case userPasswordExpired = "user_password_expired"
}
