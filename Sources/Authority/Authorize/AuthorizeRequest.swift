package import Bytes
package import Directory
package import Policy
import Time

/// An authorize request that has passed every check for which no user is needed (Microsoft: "OAuth 2.0 authorization
/// code flow").
package struct AuthorizeRequest: Sendable {
  package var segment: TenantSegment
  /// The tenant segment of the path in small letters. An authorization code remembers it.
  package var segmentText: String
  package var client: Application
  /// Where the answer goes.
  var address: ReturnAddress
  /// Whether the request had `redirect_uri`. Then the token request must have it too (RFC 6749 §4.1.3).
  var redirectURIWasSent: Bool
  /// The platform that the redirect URI is registered for.
  var platform: RedirectURIRegistration.Platform
  var responseTypes: Set<ResponseType>
  var scopes: ScopeList
  var nonce: String?
  /// The PKCE challenge; nil when the app sent none.
  var challenge: AuthorizationCode.Challenge?
  var prompt: Prompt
  /// `login_hint`; nil when it is missing or empty. The same holds for the next two.
  package var loginHint: String?
  /// `sid`, the id of a session.
  var sessionHint: String?
  /// `domain_hint`.
  var domainHint: String?
  /// `max_age`: how old the sign-in may be.
  var maximumAge: Duration?
  /// The client capabilities from `claims`: `cp1` or none.
  var capabilities: [String]
  /// What `claims` and `max_age` demand of the tokens and of the sign-in.
  var claims: ClaimsRequest
  /// Whether the answer names the cloud (`instance_aware`).
  var isInstanceAware: Bool
  var purpose = Purpose.authorize
  /// Whether the request came to the v1.0 endpoint.
  var isLegacy = false
  /// Whether an administrator has to consent for all users before the app gets its answer: `prompt=admin_consent` of
  /// v1.0.
  var asksForEverybody = false
  /// Whether the answer gets `client_info`.
  var wantsClientInfo: Bool
  /// All parameters as they came. The sign-in stores them and reads the request from them again at each form.
  package var fields: FormFields
  /// The name of the protocol that reads the request, where it is not OAuth 2.0.
  var protocolName: String?
  /// What the protocol has read of `fields` and wants to have at hand for the answer. A stored sign-in does not keep it.
  package var reading: (any Sendable)?
  /// Whether the user has to enter a password, whatever the user signs in with.
  var wantsPassword = false
}

extension AuthorizeRequest {
  /// A request of another protocol, to enter the app itself. `address` is where the answer goes.
  package init(
    of name: String, on segment: TenantSegment, _ segmentText: String, to client: Application, at address: String,
    prompt: Prompt, loginHint: String?, domainHint: String?, wantsPassword: Bool, fields: FormFields
  ) throws(Refusal) {
    self.init(
      segment: segment, segmentText: ASCII.lowercased(segmentText), client: client,
      address: ReturnAddress(redirectURI: address, mode: .formPost, state: nil), redirectURIWasSent: false,
      platform: .web, responseTypes: [], scopes: try ScopeList(""), nonce: nil, challenge: nil, prompt: prompt,
      loginHint: loginHint, sessionHint: nil, domainHint: domainHint, maximumAge: nil, capabilities: [],
      claims: ClaimsRequest(), isInstanceAware: false, purpose: .otherProtocol, wantsClientInfo: false, fields: fields)
    protocolName = name
    self.wantsPassword = wantsPassword
  }

  /// Whether the server must not show a page.
  package var isSilent: Bool { prompt.isSilent }
}

extension AuthorizeRequest {
  /// Whether an administrator consents for all users of the tenant: at the admin consent endpoints, and at v1.0's
  /// authorize with `prompt=admin_consent`.
  var isForEverybody: Bool { purpose == .adminConsent || purpose == .legacyAdminConsent || asksForEverybody }

  /// What follows the sign-in: tokens, a consent, the approval of a device, or the answer of another protocol.
  enum Purpose: String, Codable, Sendable {
    /// The app gets tokens or a code.
    case authorize
    /// `/{tenant}/v2.0/adminconsent`.
    case adminConsent
    /// `/{tenant}/adminconsent`.
    case legacyAdminConsent
    /// A device gets the tokens by polling. The browser carries no answer to it.
    case device
    /// A `SignInProtocol` of a feature reads the request and writes the answer.
    case otherProtocol

    /// Whether an administrator consents for all users of a tenant.
    var isAdminConsent: Bool { self == .adminConsent || self == .legacyAdminConsent }
  }
}

/// One word of `response_type`; a request may have several of them.
package enum ResponseType: String, Sendable, CaseIterable {
  case code
  case idToken = "id_token"
  case token
}

/// How the browser carries an answer to the app (OAuth 2.0 Multiple Response Type Encoding Practices, Form Post
/// Response Mode).
package enum ResponseMode: String, Sendable, CaseIterable {
  case query
  case fragment
  case formPost = "form_post"
}

/// Where answers go when the redirect URI is known to be the app's.
package struct ReturnAddress: Sendable, Hashable {
  package var redirectURI: String
  package var mode: ResponseMode
  /// The app's `state`, which every answer returns; nil when the app sent none.
  package var state: String?

  package init(redirectURI: String, mode: ResponseMode, state: String?) {
    self.redirectURI = redirectURI
    self.mode = mode
    self.state = state
  }
}

/// Why an authorize request ends before the user signs in.
package enum AuthorizeFault: Error {
  /// The user sees the refusal on a page; nothing goes to the app.
  case page(Refusal)
  /// The refusal goes to the app.
  case redirect(Refusal, ReturnAddress)
  /// The app gets an error word without an AADSTS number.
  case unnumbered(OAuthErrorCode, ReturnAddress)
}
