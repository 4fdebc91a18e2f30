import Bytes
import Directory
import Policy
import Tokens
import Worlds

/// The code that a web app gets beside its tokens and gives to its page, so that the page gets tokens without another
/// sign-in (`return_spa_code`; Microsoft: "Instantiate a single-page application with tokens from the server", MSAL for
/// .NET's `WithSpaAuthorizationCode`). It has no redirect URI and no PKCE challenge: MSAL for JavaScript redeems it
/// without either (its `HybridSpaAuthorizationCodeClient`).
struct PageCode {
  let handle: String
  let code: AuthorizationCode

  /// Nil when the client does not ask for one, and for an app that is not both a web app and a single-page app.
  init?(besideTokensOf redeemed: AuthorizationCode, _ request: TokenRequest) {
    guard request.form["return_spa_code"] == "1", redeemed.platform == .web, !Self.pages(of: request.client).isEmpty
    else { return nil }
    handle = GrantHandle.make(request.call.world.entropy)
    code = AuthorizationCode(
      client: redeemed.client, user: redeemed.user, tenant: redeemed.tenant, segment: redeemed.segment, redirectURI: "",
      redirectURIWasSent: false, platform: .spa, scope: redeemed.scope, challenge: nil, nonce: nil,
      signIn: redeemed.signIn, capabilities: redeemed.capabilities, claims: redeemed.claims,
      issuedAt: request.call.now)
  }

  /// Checks the page that redeems such a code: its origin, and its redirect URI when it sends one, are those of a
  /// single-page redirect URI of the app. Codes of another kind pass.
  ///
  /// - Throws: AADSTS9002326 for another origin, AADSTS500112 for another redirect URI.
  static func check(_ code: AuthorizationCode, _ request: TokenRequest) throws(Refusal) {
    guard code.redirectURI.isEmpty else { return }
    let pages = pages(of: request.client)
    let origin = request.originHeader ?? ""
    guard pages.contains(where: { isOrigin(origin, of: $0) }) else { throw .crossOriginNotPermitted(origin: origin) }
    if let sent = request.form["redirect_uri"], RedirectURIRules.match(sent, among: pages) == nil {
      throw .replyAddressMismatch(sent: sent, original: pages.first?.uri ?? "")
    }
  }

  private static func pages(of client: Application) -> [RedirectURIRegistration] {
    client.redirectURIs.filter { $0.platform == .spa }
  }

  /// Whether the registration is met by the origin with the registration's own path and query. So the rules about ports
  /// are those of redirect URIs.
  private static func isOrigin(_ origin: String, of page: RedirectURIRegistration) -> Bool {
    guard let registered = URIReference(page.uri), let asked = URIReference(origin), asked.path.isEmpty,
      asked.query == nil
    else { return false }
    return RedirectURIRules.matches(origin + registered.path + (registered.query.map { "?" + $0 } ?? ""), page)
  }
}
