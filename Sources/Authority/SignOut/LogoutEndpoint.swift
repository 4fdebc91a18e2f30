import Bytes
import Directory
import HTTPWire
import Pages
import Policy
import Time
import Worlds

/// `GET` and `POST /{tenant}/oauth2/v2.0/logout` (OpenID Connect RP-Initiated Logout; Microsoft: "OpenID Connect on
/// the Microsoft identity platform", send a sign-out request). It ends sessions of the browser; refresh tokens and
/// access tokens stay valid.
struct LogoutEndpoint: Endpoint {
  let name = EndpointName.logout
  let answers = AnswerKind.page
  let tenant: String
  let features: LoginFeatures
  /// Whether the app called v1.0, which does not ask when `login_hint` says who.
  var isLegacy = false

  /// Scripts of any origin may read answers, but no refusals.
  func crossOriginFields(for call: Call) -> HTTPFields {
    call.request.fields["Origin"] != nil ? ["Access-Control-Allow-Origin": "*"] : [:]
  }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      let fields = try parameters(call.request)
      exchange.parameters = Redaction.parameters(of: fields)
      exchange.adoptCorrelation(from: fields)
      let directory = call.world.directory
      exchange.note(tenant: try TenantSegment(tenant, in: directory).tenant(in: directory))
      let request = LogoutRequest(fields, call, isLegacy: isLegacy)
      exchange.note(client: request.client)
      exchange.note(user: try hinted(by: request, call))
      try call.world.consultRules(&exchange)
      var response = try answer(request, call, &exchange)
      for field in crossOriginFields(for: call) { response.fields.set(field.name, field.value) }
      return response
    } catch let refusal as Refusal {
      return PageAnswer.refusal(refusal, call, &exchange)
    }
  }

  /// The query; a POST adds its form, whose values count before those of the query.
  private func parameters(_ request: HTTPRequest) throws(Refusal) -> FormFields {
    guard var fields = FormFields(parsing: request.query ?? "") else { throw Refusal(.signOutMalformed) }
    guard request.method == "POST" else { return fields }
    guard let text = String(validating: request.body, as: UTF8.self), let form = FormFields(parsing: text) else {
      throw Refusal(.signOutMalformed)
    }
    for field in form.fields { fields.set(field.name, field.value) }
    return fields
  }

  /// The user whom the request names or whose session alone the browser has. Nil when neither tells who signs out.
  private func hinted(by request: LogoutRequest, _ call: Call) throws -> User? {
    guard let handle = BrowserCookies(call.request).sessionHandle else { return nil }
    let sessions = try call.world.store.sessions(ofBrowser: handle)
    let session: AccountSession? =
      switch request.choice(among: sessions) {
      case .hinted(let session): session
      case .unclear: sessions.count == 1 ? sessions.first : nil
      }
    return session.flatMap { call.world.directory.users[$0.user] }
  }

  private func answer(_ request: LogoutRequest, _ call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let cookies = BrowserCookies(call.request)
    let store = call.world.store
    let sessions = try cookies.sessionHandle.map { handle throws in try store.sessions(ofBrowser: handle) } ?? []
    let chosen: [AccountSession]
    switch request.choice(among: sessions) {
    case .hinted(let session):
      exchange.because("the hint names one of \(sessions.count) accounts")
      chosen = [session]
    case .unclear:
      // Of one account it asks too (observed: django-azure-auth 22, microsoft-authentication-library-for-js 3559).
      if !sessions.isEmpty, call.world.settings.asksWhomToSignOut {
        exchange.explain(Self.reasonToAsk(request, sessions.count))
        return picker(sessions, request, call, &exchange)
      }
      exchange.because("no hint: all \(sessions.count) accounts are signed out")
      chosen = sessions
    }

    var participants: [SignOutParticipant] = []
    for session in chosen {
      for client in try store.clients(ofSession: session.id) {
        // Other protocols tell their apps themselves.
        guard let application = call.world.directory.applications[client], application.admitsOAuth else { continue }
        participants.append(SignOutParticipant(application: application, session: session.id))
      }
    }
    let told = try features.signOutFrames(chosen, besides: request.client, call, &exchange)
    if let handle = cookies.sessionHandle {
      for session in chosen { try store.removeSession(session.id, ofBrowser: handle) }
    }
    let users = chosen.compactMap { call.world.directory.users[$0.user] }
    if !users.isEmpty {
      exchange.note(user: users[0])
      exchange.note(.signOut)
      exchange.because("signed out: \(users.map { "'\($0.alias)'" }.joined(separator: ", "))")
    }
    var response = leave(
      request, participants, telling: told, userName: users.count == 1 ? users.first : nil, call, &exchange)
    if chosen.count == sessions.count {
      for cookie in [BrowserCookies.session, BrowserCookies.persistent, BrowserCookies.light, BrowserCookies.apps] {
        response.fields.append("Set-Cookie", BrowserCookies.removal(cookie, at: call.origin))
      }
    }
    return response
  }

  private static func reasonToAsk(_ request: LogoutRequest, _ count: Int) -> String {
    let came =
      ["logout_hint", "id_token_hint"].first { request.fields.nonEmpty($0) != nil }.map {
        "\($0) names no account of this browser"
      } ?? "neither logout_hint nor id_token_hint was sent"
    return
      "the account picker asks who of \(count) signs out: \(came); logout_hint with the value of the optional claim login_hint signs out "
      + "without a question"
  }

  /// Tells the other apps through frames of a page; the page then leads back to the app that asked. Without apps to
  /// tell, the browser is redirected at once.
  private func leave(
    _ request: LogoutRequest, _ participants: [SignOutParticipant], telling others: [String], userName user: User?,
    _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    let redirect = request.redirect(participants.map(\.application), &exchange)
    let frames = participants.filter { $0.application.id != request.client?.id }.compactMap(\.frame) + others
    if let redirect, frames.isEmpty {
      return HTTPResponse(status: 302, fields: ["Location": redirect])
    }
    for frame in frames { exchange.because("front-channel sign-out: \(frame)") }
    let page = SignedOutPage(
      branding: Branding(), userName: user.map { $0.preferredUserName }, frames: frames,
      redirect: redirect)
    return PageAnswer.make(page, call, &exchange)
  }

  /// The page on which the user picks the account to sign out.
  private func picker(
    _ sessions: [AccountSession], _ request: LogoutRequest, _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    exchange.note(.pageShown)
    let form = PageForm(
      action: "\(call.origin.pages)/\(tenant)/oauth2/v2.0/logoutsession",
      hidden: request.fields.fields.map { (name: $0.name, value: $0.value) })
    let tiles = sessions.compactMap { session in
      call.world.directory.users[session.user].map { user in
        AccountPickerPage.Tile(
          key: "\(session.id)", displayName: user.displayName,
          userPrincipalName: user.preferredUserName,
          isSignedIn: session.unusableReason(of: user, at: call.now, lifetimes: call.world.settings.lifetimes) == nil)
      }
    }
    return PageAnswer.make(
      AccountPickerPage(branding: Branding(), form: form, purpose: .signOut, tiles: tiles), call, &exchange)
  }
}
