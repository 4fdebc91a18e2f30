/// The value of `error`: from RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6, RFC 8628 §3.5, and
/// Microsoft's own values.
package enum OAuthErrorCode: String, Sendable, Hashable, CaseIterable {
  case accessDenied = "access_denied"
  /// The native authentication API's, like the others of users, credentials and challenges.
  case attributesRequired = "attributes_required"
  case authorizationDeclined = "authorization_declined"
  case authorizationPending = "authorization_pending"
  case badVerificationCode = "bad_verification_code"
  /// The device code flow's value before `expired_token` (observed 2017).
  case codeExpired = "code_expired"
  case consentRequired = "consent_required"
  case credentialRequired = "credential_required"
  case expiredToken = "expired_token"
  case interactionRequired = "interaction_required"
  case invalidClient = "invalid_client"
  case invalidGrant = "invalid_grant"
  /// Instance discovery for a host that it does not know.
  case invalidInstance = "invalid_instance"
  case invalidRequest = "invalid_request"
  case invalidResource = "invalid_resource"
  case invalidScope = "invalid_scope"
  /// RFC 8707 §2.
  case invalidTarget = "invalid_target"
  /// Discovery for a tenant that does not exist.
  case invalidTenant = "invalid_tenant"
  case loginRequired = "login_required"
  case permissionDenied = "permission_denied"
  /// Azure AD B2C's word for a redirect URI that the app does not have (observed).
  case redirectURIMismatch = "redirect_uri_mismatch"
  case requestNotSupported = "request_not_supported"
  case requestURINotSupported = "request_uri_not_supported"
  case serverError = "server_error"
  case slowDown = "slow_down"
  case temporarilyUnavailable = "temporarily_unavailable"
  case unauthorizedClient = "unauthorized_client"
  case unsupportedChallengeType = "unsupported_challenge_type"
  case unsupportedGrantType = "unsupported_grant_type"
  case unsupportedResponseType = "unsupported_response_type"
  case userAlreadyExists = "user_already_exists"
  case userNotFound = "user_not_found"
  /// Only the v1.0 token endpoint gives it.
  case userPasswordExpired = "user_password_expired"
}
