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
  // The native authentication API's.
  case attributesInvalid = "attribute_validation_failed"
  case blockedByAdministrator = "provider_blocked_by_admin"
  case blockedByReputation = "provider_blocked_by_rep"
  case invalidCode = "invalid_oob_value"
  case mfaRequired = "mfa_required"
  case nativeAPIDisabled = "nativeauthapi_disabled"
  case passwordBanned = "password_banned"
  case passwordIsInvalid = "password_is_invalid"
  case passwordRecentlyUsed = "password_recently_used"
  case passwordTooLong = "password_too_long"
  case passwordTooShort = "password_too_short"
  case passwordTooWeak = "password_too_weak"
  case registrationRequired = "registration_required"
  /// Only MSAL for Apple's systems knows it.
  case transferTokenExpired = "transfer_token_expired"
  case userPasswordExpired = "user_password_expired"
}
