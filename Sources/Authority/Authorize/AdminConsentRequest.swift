import Bytes
import Directory
import Policy

/// Reads a request to `/{tenant}/v2.0/adminconsent` or `/{tenant}/adminconsent` (Microsoft: "Admin consent on the
/// Microsoft identity platform") as a sign-in with another purpose.
enum AdminConsentRequest {
  /// Checks the parameters.
  ///
  /// - Throws: `AuthorizeFault.page` for every failure: the server sends nothing to a redirect URI that may not be
  ///   the app's.
  static func parse(
    _ fields: FormFields, tenant: String, purpose: AuthorizeRequest.Purpose, in directory: DirectoryState
  ) throws(AuthorizeFault) -> AuthorizeRequest {
    do throws(Refusal) {
      return try request(fields, tenant: tenant, purpose: purpose, directory)
    } catch { throw .page(error) }
  }

  private static func request(
    _ fields: FormFields, tenant: String, purpose: AuthorizeRequest.Purpose, _ directory: DirectoryState
  ) throws(Refusal) -> AuthorizeRequest {
    let segment = try TenantSegment(tenant, in: directory)
    switch segment {
    case .consumers: throw Refusal(.noTenantInformation)
    case .common where purpose == .adminConsent: throw Refusal(.noTenantInformation)
    default: break
    }
    guard let clientID = fields.nonEmpty("client_id") else { throw .missingParameter("client_id") }
    let client = try ClientLookup.find(clientID, on: segment, at: .authorize, in: directory)
    let registration = try redirectURI(fields, client, isLegacy: purpose == .legacyAdminConsent)
    var scopes = try ScopeList("")
    if purpose == .adminConsent {
      guard let text = fields.nonEmpty("scope") else { throw .missingParameter("scope") }
      scopes = try ScopeList(text)
    }
    return AuthorizeRequest(
      segment: segment, segmentText: ASCII.lowercased(tenant), client: client,
      address: ReturnAddress(redirectURI: registration.uri, mode: .query, state: fields["state"]),
      redirectURIWasSent: true, platform: registration.platform, responseTypes: [], scopes: scopes, nonce: nil,
      challenge: nil, prompt: .whenNeeded, loginHint: fields.nonEmpty("login_hint"), sessionHint: nil, domainHint: nil,
      maximumAge: nil, capabilities: [], claims: ClaimsRequest(), isInstanceAware: false, purpose: purpose,
      wantsClientInfo: false, fields: fields)
  }

  /// The v1 endpoint takes the first registered URI when the request has none. It also takes a registered URI with
  /// more path segments after it.
  private static func redirectURI(_ fields: FormFields, _ client: Application, isLegacy: Bool) throws(Refusal)
    -> RedirectURIRegistration
  {
    guard let presented = fields.nonEmpty("redirect_uri") else {
      // Such an app is refused behind the sign-in, on a page.
      if isLegacy, client.isFirstParty, client.redirectURIs.isEmpty {
        return RedirectURIRegistration(uri: "", platform: .web)
      }
      guard isLegacy, let first = client.redirectURIs.first else { throw .missingParameter("redirect_uri") }
      return first
    }
    guard RedirectURIRules.isWellFormed(presented) else { throw Refusal(.redirectURINotAbsolute) }
    let match =
      RedirectURIRules.match(presented, among: client.redirectURIs)
      ?? (isLegacy
        ? client.redirectURIs.first { presented.startsWithBytes(of: $0.uri.hasSuffix("/") ? $0.uri : $0.uri + "/") }
        : nil)
    guard let match else { throw .redirectURIMismatch(uri: presented, clientID: "\(client.id)") }
    return RedirectURIRegistration(uri: presented, platform: match.platform)
  }
}
