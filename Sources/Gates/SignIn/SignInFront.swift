import Bytes
import Crypto
import HTTPWire
import JSON
import Time

/// Signs users in and out for a site, with Microsoft's service and without the app (Microsoft: "Authentication and
/// authorization in Azure App Service").
struct SignInFront: Sendable {
  let settings: AuthSettings
  let clientID: String
  /// Nil: users sign in by an ID token alone, and there are no tokens for the app.
  let secret: String?
  let source: TokenSource
  let check: TokenCheck
  let clock: any WallClock
  let entropy: any Entropy
  let sessions = SessionStore()
  /// Made at the start, so that no other program can make a proof.
  private let key: [UInt8]

  init(
    settings: AuthSettings, clientID: String, secret: String?, source: TokenSource, check: TokenCheck,
    clock: any WallClock, entropy: any Entropy
  ) {
    self.settings = settings
    self.clientID = clientID
    self.secret = secret
    self.source = source
    self.check = check
    self.clock = clock
    self.entropy = entropy
    key = entropy.bytes(32)
  }

  /// The sentence of the platform's refusals (observed).
  static let refusal = "You do not have permission to view this directory or page."

  private var isWeb: Bool { settings.style == .staticWebApps }

  // MARK: Signing in

  /// Sends the browser to the service; `target` is where it comes back to in the end. With `asPage` the answer is a page with a
  /// script, which is what the platform on Linux answers to a page that needs a sign-in (observed).
  func begin(_ site: Site, target: String, asPage: Bool = false) -> HTTPResponse {
    guard settings.admits(redirectTo: target, from: site.origin) else {
      return .plain(
        400,
        "The sign-in may not lead to \(target): it is another site, and not among the allowed external redirect URLs.")
    }
    let ticket = SignInTicket(at: clock.now, key: key, entropy: entropy)
    let url = "\(source.authority)/\(source.tenant)/oauth2/v2.0/authorize?" + request(site, ticket, target).encoded
    var response = asPage ? page(leadingTo: url) : HTTPResponse(status: 302, fields: ["Location": url])
    response.fields.append("Set-Cookie", site.setNonce(ticket.proof))
    response.fields.set("Cache-Control", "no-store")
    return response
  }

  /// The parameters in the order of the platform (observed).
  private func request(_ site: Site, _ ticket: SignInTicket, _ target: String) -> FormFields {
    var fields = FormFields([
      ("response_type", isWeb ? "code" : secret == nil ? "id_token" : "code id_token"),
      ("redirect_uri", callback(site)), ("client_id", clientID), ("scope", "openid profile email"),
    ])
    if !isWeb { fields.append("response_mode", "form_post") }
    for parameter in settings.loginParameters.fields { fields.set(parameter.name, parameter.value) }
    for name in ["prompt", "login_hint", "domain_hint", "scope"] {
      if let value = site.query.nonEmpty(name) { fields.set(name, value) }
    }
    fields.append("nonce", ticket.nonce)
    // The last one, since a page's script adds the fragment of its address.
    fields.append("state", "redir=" + Percent.encode(target))
    return fields
  }

  private func callback(_ site: Site) -> String { site.origin + settings.prefix + "/login/aad/callback" }

  private func page(leadingTo url: String) -> HTTPResponse {
    // The address has no character that ends a text of a script: all of its parts are encoded.
    let safe = url.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "%27")
    let fragment = settings.keepsFragments ? " + encodeURIComponent(encodeURIComponent(window.location.hash))" : ""
    let page =
      "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Working...</title></head><body>"
      + "<script>window.location.replace('\(safe)'\(fragment));</script>"
      + "<noscript>Script is disabled. <a href=\"\(safe.split(separator: "&").joined(separator: "&amp;"))\">Sign in</a></noscript>"
      + "</body></html>"
    return HTTPResponse(
      status: 200, fields: ["Content-Type": "text/html; charset=utf-8"], body: Array(page.utf8))
  }

  /// What a sign-in has come to.
  enum Outcome {
    case signedIn(HTTPResponse)
    case refused(HTTPResponse, because: String)
  }

  /// The service's answer, which the browser brings: a form, or a query for Static Web Apps. `roles` are asked for before the
  /// sign-in counts.
  func end(_ site: Site, roles: (Session) -> [String]) -> Outcome {
    let sent = site.request.method == "POST" ? site.form : site.query
    if let error = sent.nonEmpty("error") {
      return refuse(sent.nonEmpty("error_description") ?? error)
    }
    let target = sent["state"].flatMap(Self.target) ?? "/"
    guard settings.admits(redirectTo: target, from: site.origin) else {
      return refuse("the state leads to another site: \(target)")
    }
    let now = clock.now
    var idToken = sent.nonEmpty("id_token")
    var claims: JSONValue?
    do throws(TokenCheck.Fault) {
      if let idToken { claims = try check.claims(of: idToken) }
    } catch { return refuse("\(error)") }
    var session = Session(claims: .null, end: now + settings.sessionLife)
    if let secret, let code = sent.nonEmpty("code") {
      switch source.redeem(
        FormFields([
          ("grant_type", "authorization_code"), ("client_id", clientID), ("client_secret", secret), ("code", code),
          ("redirect_uri", callback(site)),
        ]))
      {
      case .tokens(let tokens): take(tokens, into: &session, at: now, &idToken)
      case .refused(let reason), .failed(let reason): return refuse(reason)
      }
    }
    do throws(TokenCheck.Fault) {
      guard let idToken else { return refuse("the answer of the service has no ID token") }
      let named: JSONValue
      if let claims { named = claims } else { named = try check.claims(of: idToken) }
      if settings.validatesNonce,
        let fault = SignInTicket.fault(
          of: named["nonce"]?.string ?? "", provedBy: site.cookie(site.nonceCookie), at: now,
          within: settings.nonceLife,
          key: key)
      {
        return refuse(fault)
      }
      try settings.admit(named, isBearer: false)
      session.claims = named
      session.idToken = idToken
    } catch { return refuse("\(error)") }
    session.roles = roles(session)
    let handle = entropy.token(48)
    sessions.put(session, handle, at: now)
    var response = HTTPResponse(status: 302, fields: ["Location": target, "Cache-Control": "no-store"])
    response.fields.append("Set-Cookie", site.setSession(handle, for: settings.sessionLife))
    response.fields.append("Set-Cookie", site.removal(site.nonceCookie))
    return .signedIn(response)
  }

  private static func target(_ state: String) -> String? {
    FormFields(parsing: state)?.nonEmpty("redir")
  }

  /// Takes over what the token endpoint has answered.
  private func take(_ tokens: JSONValue, into session: inout Session, at now: UnixTime, _ idToken: inout String?) {
    if let token = tokens["id_token"]?.string { idToken = token }
    guard settings.hasTokenStore else { return }
    session.accessToken = tokens["access_token"]?.string
    session.refreshToken = tokens["refresh_token"]?.string ?? session.refreshToken
    session.tokenEnd = tokens["expires_in"]?.integer.map { now + .seconds($0) }
  }

  private func refuse(_ reason: String) -> Outcome {
    .refused(
      HTTPResponse(
        status: 401, fields: ["Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"],
        body: Array(Self.refusal.utf8)), because: reason)
  }

  // MARK: Signing in without a browser

  /// `POST /.auth/login/aad` with the tokens that an app got by itself.
  func exchange(_ site: Site) -> Outcome {
    guard let body = try? JSONValue.parse(site.request.body), let access = body["access_token"]?.string else {
      return .refused(
        .plain(400, "The body has to be a JSON object with access_token."), because: "access_token is missing")
    }
    let now = clock.now
    let handle = entropy.token(48)
    do throws(TokenCheck.Fault) {
      let idToken = body["id_token"]?.string
      let claims = try check.claims(of: idToken ?? access)
      try settings.admit(claims, isBearer: false)
      var session = Session(claims: claims, idToken: idToken, end: now + settings.sessionLife)
      if settings.hasTokenStore {
        session.accessToken = access
        session.refreshToken = body["refresh_token"]?.string
        session.tokenEnd = body["expires_in"]?.integer.map { now + .seconds($0) }
      }
      sessions.put(session, handle, at: now)
      let subject = Hex.encode(SHA256.hash(claims["sub"]?.string ?? "").prefix(16))
      return .signedIn(
        .json(["authenticationToken": .string(handle), "user": ["userId": .string("sid:\(subject)")]]))
    } catch { return refuse("\(error)") }
  }

  // MARK: Renewing

  /// `/.auth/refresh`: new tokens and a new life for the session.
  func renew(_ handle: String, _ session: Session) -> (response: HTTPResponse, reason: String?) {
    guard let token = session.refreshToken, let secret else {
      return (
        .plain(403, "The session has no refresh token: ask for the scope offline_access."), "there is no refresh token"
      )
    }
    let form = FormFields([
      ("grant_type", "refresh_token"), ("client_id", clientID), ("client_secret", secret), ("refresh_token", token),
    ])
    let now = clock.now
    switch source.redeem(form) {
    case .tokens(let tokens):
      sessions.change(handle) { session in
        var idToken = session.idToken
        take(tokens, into: &session, at: now, &idToken)
        session.idToken = idToken
        if let idToken, let claims = try? check.claims(of: idToken) { session.claims = claims }
        session.end = now + settings.sessionLife
      }
      return (HTTPResponse(status: 200), nil)
    case .refused(let reason): return (.plain(403, "The service refused the refresh token."), reason)
    case .failed(let reason): return (.plain(502, "The service gave no answer."), reason)
    }
  }

  // MARK: Signing out

  /// Where the service sends the browser after a sign-out.
  static func signedOutAddress(_ site: String, _ settings: AuthSettings) -> String {
    let end =
      switch settings.style {
      case .appService: "complete"
      case .containerApps: "done"
      case .staticWebApps: "aad/callback"
      }
    return site + settings.prefix + "/logout/" + end
  }

  /// Ends the session and sends the browser to the service, which ends its own.
  func signOut(_ site: Site) -> HTTPResponse {
    if let handle = site.cookie(site.sessionCookie) { sessions.remove(handle) }
    let asked = site.query.nonEmpty("post_logout_redirect_uri")
    if let asked, !settings.admits(redirectTo: asked, from: site.origin) {
      return .plain(
        400,
        "The sign-out may not lead to \(asked): it is another site, and not among the allowed external redirect URLs.")
    }
    var fields = FormFields([
      ("post_logout_redirect_uri", Self.signedOutAddress(site.origin, settings)), ("client_id", clientID),
    ])
    if let asked { fields.append("state", "redir=" + Percent.encode(asked)) }
    let url = "\(source.authority)/\(source.tenant)/oauth2/v2.0/logout?" + fields.encoded
    var response = HTTPResponse(status: 302, fields: ["Location": url, "Cache-Control": "no-store"])
    response.fields.append("Set-Cookie", site.removal(site.sessionCookie))
    response.fields.append("Set-Cookie", site.removal(site.nonceCookie))
    return response
  }

  /// Where the service sends the browser after it has signed out.
  func signedOut(_ site: Site) -> HTTPResponse {
    let asked = site.query["state"].flatMap(Self.target) ?? (isWeb ? "/" : nil)
    if let asked, settings.admits(redirectTo: asked, from: site.origin) {
      return HTTPResponse(status: 302, fields: ["Location": asked, "Cache-Control": "no-store"])
    }
    return Self.message("You have been signed out", "Return to the website")
  }

  static func message(_ title: String, _ link: String) -> HTTPResponse {
    let page =
      "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>\(title)</title></head>"
      + "<body><h1>\(title)</h1><p><a href=\"/\">\(link)</a></p></body></html>"
    return HTTPResponse(
      status: 200, fields: ["Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"],
      body: Array(page.utf8))
  }
}

extension HTTPResponse {
  static func json(_ value: JSONValue) -> HTTPResponse { json(value.serialized) }

  static func json(_ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(
      status: 200, fields: ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"], body: bytes
    )
  }
}
