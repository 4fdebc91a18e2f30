import Bytes
import Directory
import Policy
import Time

/// An authorize request that passed every check that needs no user (Microsoft: "OAuth 2.0 authorization code flow").
struct AuthorizeRequest: Sendable {
  var segment: TenantSegment
  /// The path segment as it came; a code remembers it.
  var segmentText: String
  var client: Application
  var address: ReturnAddress
  var redirectURIWasSent: Bool
  var platform: RedirectURIRegistration.Platform
  var responseTypes: Set<ResponseType>
  var scopes: ScopeList
  var nonce: String?
  var challenge: AuthorizationCode.Challenge?
  var prompt: Prompt
  var loginHint: String?
  var sessionHint: String?
  var domainHint: String?
  var maximumAge: Duration?
  var capabilities: [String]
  /// What `claims` and `max_age` ask of the tokens and of the sign-in.
  var claims: ClaimsRequest
  /// Whether the answer names the cloud (`instance_aware`).
  var isInstanceAware: Bool
  var purpose = Purpose.authorize
  /// Whether it came to the v1.0 endpoint.
  var isLegacy = false
  /// Whether an administrator is asked to consent for everybody before the app gets its answer: v1.0's `prompt=admin_consent`.
  var asksForEverybody = false
  var wantsClientInfo: Bool
  /// The parameters, for a form that comes back to this request.
  var fields: FormFields
}

extension AuthorizeRequest {
  /// Whether an administrator consents for everybody: at the endpoints for that, and at v1.0's authorize when asked to.
  var isForEverybody: Bool { purpose == .adminConsent || purpose == .legacyAdminConsent || asksForEverybody }

  /// What the sign-in is for.
  enum Purpose: String, Codable, Sendable {
    case authorize
    /// `/{tenant}/v2.0/adminconsent`.
    case adminConsent
    /// `/{tenant}/adminconsent`.
    case legacyAdminConsent
    /// A device waits for the answer, which no browser carries.
    case device
  }
}

/// A word of `response_type`.
enum ResponseType: String, Sendable, CaseIterable {
  case code
  case idToken = "id_token"
  case token
}

/// How an answer travels to the app (OAuth 2.0 Multiple Response Type Encoding Practices, Form Post Response Mode).
enum ResponseMode: String, Sendable, CaseIterable {
  case query
  case fragment
  case formPost = "form_post"
}

/// Where answers go once the redirect URI is known to be the app's.
struct ReturnAddress: Sendable, Hashable {
  var redirectURI: String
  var mode: ResponseMode
  var state: String?
}

/// Why an authorize request ends before anybody signs in.
enum AuthorizeFault: Error {
  /// Shown to the user; nothing goes to the app.
  case page(Refusal)
  case redirect(Refusal, ReturnAddress)
  /// Sent to the app as a word alone: it has no number.
  case unnumbered(OAuthErrorCode, ReturnAddress)
}
