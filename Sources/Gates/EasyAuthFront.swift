import Bytes
package import HTTPServer
package import HTTPWire
import JSON
import Synchronization
package import Time

/// App Service authentication before an app: the platform's own addresses, and the app's requests with what the platform says
/// of the user. All of it may wait for the service or the app, so it runs on threads of its own.
package final class EasyAuthFront: HTTPHandler {
  /// What the person who runs the gate should read: the request, the status and the reason.
  package typealias Log = @Sendable (_ line: String) -> Void

  private let settings: AuthSettings
  private let signIn: SignInFront
  private let check: TokenCheck
  private let relay: Relay
  private let log: Log
  private let clock: any WallClock
  /// Streams and sockets of browsers stay open for long.
  private let line = ThreadLine(places: 512)
  /// The port for HTTPS, which is known when the gate listens.
  private let securePort = Mutex<UInt16?>(nil)

  /// `secret` nil: users sign in by an ID token alone.
  package init(
    settings: AuthSettings, clientID: String, secret: String?, source: TokenSource, relay: Relay, clock: any WallClock,
    entropy: any Entropy, log: @escaping Log
  ) {
    self.settings = settings
    self.relay = relay
    self.log = log
    self.clock = clock
    check = TokenCheck(source: source, clock: clock, audiences: [clientID] + settings.allowedAudiences)
    signIn = SignInFront(
      settings: settings, clientID: clientID, secret: secret, source: source,
      check: TokenCheck(source: source, clock: clock, audiences: [clientID] + settings.allowedAudiences), clock: clock,
      entropy: entropy)
  }

  /// The addresses at a site that the app has to have registered: where the sign-in and the sign-out come back to.
  package static func addresses(of site: String, _ settings: AuthSettings) -> [String] {
    [site + settings.prefix + "/login/aad/callback", SignInFront.signedOutAddress(site, settings)]
  }

  /// Tells where clear text is redirected to, when the settings want HTTPS.
  package func listens(onSecure port: UInt16?) { securePort.withLock { $0 = port } }

  package func answer(_ request: HTTPRequest, hasWaited: Bool) -> HTTPAnswer {
    .elsewhere { [self] give in
      if !line.add({ self.respond(to: request, give) }) {
        give(.plain(503, "The gate has no place for another request."))
      }
    }
  }

  private func respond(to request: HTTPRequest, _ give: @escaping (HTTPResponse) -> Void) {
    let site = Site(request, settings)
    if settings.requiresHTTPS, !site.isSecure {
      let host = HTTPAuthority(request.authority)?.host ?? request.authority
      let port = securePort.withLock { $0 == 443 ? "" : $0.map { ":\($0)" } ?? "" }
      return give(HTTPResponse(status: 301, fields: ["Location": "https://" + host + port + site.target]))
    }
    if let path = settings.ownPath(request.path) { return give(own(path, site)) }
    pass(site, give)
  }

  private func tell(_ site: Site, _ status: Int, _ reason: String) {
    log("\(site.request.method) \(site.request.path) → \(status): \(reason)")
  }

  // MARK: Who it is

  private enum Caller {
    case somebody(Principal)
    case nobody(String)
    case forbidden(String)
  }

  private func caller(_ site: Site) -> Caller {
    var reason = "no sign-in"
    if let field = site.request.fields["Authorization"], field.utf8.count > 7,
      ASCII.equalIgnoringCase(field.prefix(7), "Bearer "), settings.style != .staticWebApps
    {
      let token = String(field.dropFirst(7))
      do throws(TokenCheck.Fault) {
        let claims = try check.claims(of: token, tenants: settings.allowedTenants)
        try settings.admit(claims, isBearer: true)
        return .somebody(Principal(claims: claims, bearer: token))
      } catch {
        if case .forbidden(let reason) = error { return .forbidden(reason) }
        reason = "\(error)"
      }
    }
    if let session = session(site)?.session, clock.now < session.end {
      return .somebody(Principal(claims: session.claims, session: session))
    }
    return .nobody(reason)
  }

  /// The session that the request names, also one that has ended.
  private func session(_ site: Site) -> (handle: String, session: Session)? {
    for handle in [site.request.fields["X-ZUMO-AUTH"], site.cookie(site.sessionCookie)] {
      if let handle, let session = signIn.sessions.session(handle) { return (handle, session) }
    }
    return nil
  }

  // MARK: The app's requests

  private func pass(_ site: Site, _ give: @escaping (HTTPResponse) -> Void) {
    let caller = caller(site)
    if settings.style == .staticWebApps { return passWeb(site, caller, give) }
    switch caller {
    case .somebody(let principal): forward(site, site.target, principal.fields(settings), give)
    case .forbidden(let reason):
      tell(site, 403, reason)
      give(HTTPResponse(status: 403))
    case .nobody(let reason):
      if settings.action == .anonymous || settings.excludes(site.request.path) {
        return forward(site, site.target, [:], give)
      }
      give(challenge(site, reason))
    }
  }

  private func forward(
    _ site: Site, _ target: String, _ added: HTTPFields, _ give: @escaping (HTTPResponse) -> Void
  ) {
    var fields = Relay.passed(site.request, without: Principal.isReserved)
    for field in added { fields.append(field.name, field.value) }
    relay.relay(site.request, target: target, fields: fields, give: give)
  }

  /// What a request without a sign-in meets.
  private func challenge(_ site: Site, _ reason: String) -> HTTPResponse {
    switch settings.action {
    case .redirect where site.isBrowser:
      return signIn.begin(site, target: site.target, asPage: site.request.method == "GET")
    case .redirect, .unauthorized, .anonymous:
      tell(site, 401, reason)
      let source = signIn.source
      return HTTPResponse(
        status: 401,
        fields: [
          "WWW-Authenticate":
            "Bearer realm=\"\(site.request.authority)\" authorization_uri=\"\(source.authority)/\(source.tenant)/oauth2/v2.0/authorize\" resource_id=\"\(signIn.clientID)\""
        ])
    case .forbidden, .notFound:
      let status = settings.action == .forbidden ? 403 : 404
      tell(site, status, reason)
      return HTTPResponse(status: status)
    }
  }

  // MARK: The platform's addresses

  private func own(_ path: String, _ site: Site) -> HTTPResponse {
    let method = site.request.method
    switch path {
    case "login/aad" where method == "POST" && settings.style != .staticWebApps:
      return settle(signIn.exchange(site), site)
    case "login/aad": return signIn.begin(site, target: landing(site))
    case "login/aad/callback": return settle(signIn.end(site, roles: { roles(of: $0, site) }), site)
    case "login/done": return SignInFront.message("You have successfully signed in", "Return to the website")
    case "me": return me(site)
    case "refresh" where settings.style != .staticWebApps: return refresh(site)
    case "logout": return signIn.signOut(site)
    case "purge/aad" where settings.style == .staticWebApps: return signIn.signOut(site)
    case "logout/complete", "logout/done", "logout/aad/callback": return signIn.signedOut(site)
    default:
      tell(site, 404, "the platform has no such address; it knows the provider aad")
      return .plain(404, "There is nothing at this address. The one provider here is aad.")
    }
  }

  /// Where a sign-in that began at `/.auth/login/aad` ends.
  private func landing(_ site: Site) -> String {
    let query = site.query
    let asked = query.nonEmpty("post_login_redirect_uri") ?? query.nonEmpty("post_login_redirect_url")
    switch (asked, settings.style) {
    case (".referrer", .staticWebApps): return site.request.fields["Referer"] ?? "/"
    case (let asked?, _): return asked
    case (nil, .staticWebApps): return "/"
    case (nil, _): return settings.prefix + "/login/done"
    }
  }

  private func settle(_ outcome: SignInFront.Outcome, _ site: Site) -> HTTPResponse {
    switch outcome {
    case .signedIn(let response): return response
    case .refused(let response, let reason):
      tell(site, response.status, reason)
      return response
    }
  }

  private func me(_ site: Site) -> HTTPResponse {
    if settings.style == .staticWebApps {
      guard case .somebody(let principal) = caller(site) else { return .json(["clientPrincipal": .null]) }
      var user = principal.webUser(of: signIn.clientID)
      user.append("claims", .array(ClaimType.entries(of: principal.claims, isMapped: true)))
      return .json(["clientPrincipal": .object(user)])
    }
    guard settings.hasTokenStore else {
      tell(site, 404, "the token store is off")
      return HTTPResponse(status: 404)
    }
    guard let session = session(site)?.session else {
      tell(site, 401, "no sign-in")
      return HTTPResponse(status: 401)
    }
    guard clock.now < session.end else {
      tell(site, 200, "the sign-in has ended, so the list is empty")
      return .json(.array([]))
    }
    return .json(Principal(claims: session.claims, session: session).me(settings))
  }

  private func refresh(_ site: Site) -> HTTPResponse {
    guard let (handle, session) = session(site), clock.now < session.end + settings.renewalTime else {
      tell(site, 401, "no sign-in")
      return HTTPResponse(status: 401)
    }
    let (response, reason) = signIn.renew(handle, session)
    if let reason { tell(site, response.status, reason) }
    return response
  }

  // MARK: Static Web Apps

  private func passWeb(_ site: Site, _ caller: Caller, _ give: @escaping (HTTPResponse) -> Void) {
    let path = site.request.path
    var principal: Principal?
    if case .somebody(let known) = caller { principal = known }
    if path == settings.rolesSource {
      tell(site, 404, "the function that gives roles is closed to requests from outside")
      return give(HTTPResponse(status: 404))
    }
    var target = site.target
    if let route = settings.routes.first(where: { $0.fits(method: site.request.method, path: path) }) {
      let roles = principal?.roles ?? ["anonymous"]
      if let allowed = route.allowedRoles, !allowed.contains(where: roles.contains) {
        let status = principal == nil ? 401 : 403
        tell(
          site, status,
          "\(route.pattern) is for \(allowed.joined(separator: ", ")), and this is \(roles.joined(separator: ", "))")
        return give(overridden(status))
      }
      if let redirect = route.redirect {
        return give(HTTPResponse(status: route.status ?? 302, fields: ["Location": redirect]))
      }
      if let status = route.status { return give(overridden(status)) }
      if let rewrite = route.rewrite { target = rewrite + (site.request.query.map { "?" + $0 } ?? "") }
    }
    var added = HTTPFields()
    if let principal, path == "/api" || path.hasPrefix("/api/") {
      // Functions get the user without the claims.
      added.append(
        "x-ms-client-principal", Base64.encode(JSONValue.object(principal.webUser(of: signIn.clientID)).serialized))
    }
    forward(site, target, added, give)
  }

  private func overridden(_ status: Int) -> HTTPResponse {
    guard let override = settings.overrides[status] else {
      return HTTPResponse(
        status: status, fields: ["Content-Type": "text/html; charset=utf-8"], body: Array(SignInFront.refusal.utf8))
    }
    var response = HTTPResponse(status: override.status ?? (override.redirect == nil ? status : 302))
    if let redirect = override.redirect { response.fields.set("Location", redirect) }
    return response
  }

  /// The roles of a user: those that the app's own function gives, else those of invitations.
  private func roles(of session: Session, _ site: Site) -> [String] {
    let principal = Principal(claims: session.claims, session: session)
    guard settings.style == .staticWebApps, let path = settings.rolesSource else {
      return settings.invitedRoles[ASCII.lowercased(principal.name ?? "")] ?? []
    }
    let user = principal.webUser(of: signIn.clientID)
    let body: JSONValue = [
      "identityProvider": "aad", "userId": user["userId"] ?? "", "userDetails": user["userDetails"] ?? "",
      "claims": .array(ClaimType.entries(of: session.claims, isMapped: true)),
      "accessToken": session.accessToken.map { .string($0) } ?? "",
    ]
    var request = site.request
    request.method = "POST"
    request.body = body.serialized
    request.fields = ["Host": site.request.authority, "Content-Type": "application/json", "Content-Length": "0"]
    var answer = HTTPResponse(status: 502)
    relay.relay(request, target: path, fields: Relay.passed(request, without: { _ in false })) { answer = $0 }
    guard answer.status == 200, let roles = try? JSONValue.parse(answer.body)["roles"]?.strings else {
      tell(site, answer.status, "\(path) gave no roles, so the user has none")
      return []
    }
    return roles.filter { !Principal.everybody.contains($0) }
  }
}
