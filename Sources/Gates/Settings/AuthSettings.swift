package import Bytes
import Time

/// How App Service authentication is set up for a site: who may pass, who is sent to sign in, and what the app is told.
package struct AuthSettings: Sendable, Hashable {
  /// The hosting service; each tells the app in a form of its own.
  package enum Style: String, Sendable, Hashable, CaseIterable {
    case appService = "app-service"
    case containerApps = "container-apps"
    case staticWebApps = "static-web-apps"
  }

  /// What a request without a sign-in meets (`unauthenticatedClientAction`).
  package enum Action: String, Sendable, Hashable, CaseIterable {
    case redirect
    case unauthorized = "401"
    case forbidden = "403"
    case notFound = "404"
    case anonymous
  }

  /// Where the host and the scheme of the site are read from (`httpSettings.forwardProxy`).
  enum Forwarding: Sendable, Hashable {
    case none
    /// Names of header fields; an empty one is not read.
    case fields(host: String, scheme: String)
  }

  package var style = Style.appService
  package var action = Action.redirect
  /// Paths that skip `action`; `/*` at the end stands for all below.
  package var excludedPaths: [String] = []
  /// Audiences of bearer tokens beside the app's client id.
  package var allowedAudiences: [String] = []
  /// Client ids that bearer tokens may come from. Nil for any; an empty list admits none.
  package var allowedApplications: [String]?
  /// Object ids that may pass. Nil for any.
  package var allowedIdentities: [String]?
  /// Ids of groups, of which one is needed. Nil for none.
  package var allowedGroups: [String]?
  /// Tenants whose tokens pass (`WEBSITE_AUTH_AAD_ALLOWED_TENANTS`). Nil for the app's own.
  package var allowedTenants: [String]?
  /// Parameters of the sign-in request, such as `scope` or `domain_hint` (`loginParameters`).
  package var loginParameters = FormFields()
  /// Addresses of other sites that a browser may be sent to after signing in or out (`allowedExternalRedirectUrls`).
  package var externalRedirects: [String] = []
  /// Whether the tokens of a sign-in are kept for the app.
  package var hasTokenStore = true
  package var validatesNonce = true
  package var nonceLife = Duration.minutes(5)
  /// How long a sign-in lasts (`cookieExpiration.timeToExpiration`).
  package var sessionLife = Duration.hours(8)
  /// How long after its end a session can be renewed (`tokenRefreshExtensionHours`).
  package var renewalTime = Duration.hours(72)
  /// Whether the fragment of a page's address outlives the sign-in (`preserveUrlFragmentsForLogins`).
  package var keepsFragments = false
  /// Whether clear text is redirected to HTTPS. The service does so unless it is told otherwise; here it has to be asked for,
  /// since a port for clear text is opened on purpose.
  package var requiresHTTPS = false
  /// The path of the service's own addresses (`routes.apiPrefix`).
  package var prefix = "/.auth"
  /// Another path that signs out (`routes.logoutEndpoint`).
  package var logoutPath: String?
  var forwarding = Forwarding.none
  /// The routes of Static Web Apps; the first one that fits counts.
  package var routes: [SiteRoute] = []
  /// What answers of a status become (`responseOverrides`).
  package var overrides: [Int: SiteOverride] = [:]
  /// The path of the app's function that gives roles (`rolesSource`).
  package var rolesSource: String?
  /// Roles by sign-in name in small letters, as invitations give them.
  package var invitedRoles: [String: [String]] = [:]

  package init() {}

  /// Whether a path skips the action for requests without a sign-in.
  func excludes(_ path: String) -> Bool { excludedPaths.contains { SiteRoute.fits(path, $0) } }

  /// What follows `/.auth/` in a path of the service's own; nil for a path of the app.
  func ownPath(_ path: String) -> String? {
    if path == logoutPath { return "logout" }
    guard path.hasPrefix(prefix + "/") else { return nil }
    return String(path.dropFirst(prefix.count + 1))
  }

  /// Whether a browser may be sent there: to a path of the site, to the site itself, or to an address that is listed.
  func admits(redirectTo target: String, from site: String) -> Bool {
    if target.hasPrefix("/") {
      // Browsers take "//host" and "/\host" for another site.
      let second = target.utf8.dropFirst().first
      return second != 0x2F && second != 0x5C && target.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
    return (externalRedirects + [site]).contains { known in
      guard target.hasPrefix(known) else { return false }
      guard !known.hasSuffix("/"), let next = target.utf8.dropFirst(known.utf8.count).first else { return true }
      return next == 0x2F || next == 0x3F || next == 0x23
    }
  }
}
