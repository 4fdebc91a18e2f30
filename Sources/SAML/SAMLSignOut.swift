import Authority
import Bytes
import Compression
import Crypto
import Directory
import HTTPWire
import JOSE
import Pages
import Policy
import Time
import Worlds
import XML

/// Sign-out by SAML, in both directions (Microsoft: "Single sign-out SAML protocol").
struct SAMLSignOut {
  /// The tenant segment of the path, as it came.
  let tenant: String
  let features: LoginFeatures

  /// A `LogoutRequest` that has passed its checks.
  private struct Request {
    let id: String
    let party: SAMLApplication
    /// The sessions that it names by assertions of theirs.
    let indexes: [String]
    let relayState: String?
  }

  /// Answers a `LogoutRequest`. `picked` is the session that the user picked on the page.
  func answer(
    _ message: SAMLMessage, picked: String? = nil, _ call: Call, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    let request = try read(message, call)
    exchange.note(client: request.party.application)
    try call.world.consultRules(&exchange)
    let call = call.after(exchange)
    let cookies = BrowserCookies(call.request)
    let store = call.world.store
    let sessions = try cookies.sessionHandle.map { handle throws in try store.sessions(ofBrowser: handle) } ?? []
    let chosen: [AccountSession]
    if !request.indexes.isEmpty {
      let named = try request.indexes.compactMap { try store.assertion($0)?.session }
      chosen = sessions.filter { named.contains($0.id) }
      if !sessions.isEmpty, chosen.isEmpty {
        exchange.explain("SessionIndex is of no session of this browser: \(request.indexes.joined(separator: " "))")
        throw Refusal(.signOutInitiatorInvalid, [.identifier: request.indexes.joined(separator: ", ")])
      }
    } else if let picked {
      chosen = sessions.filter { "\($0.id)" == picked }
    } else if sessions.count > 1 {
      exchange.explain("the account picker asks who of \(sessions.count) signs out: the request has no SessionIndex")
      return picker(sessions, message, call, &exchange)
    } else {
      chosen = sessions
    }
    return try leave(request, chosen, of: sessions, cookies, call, &exchange)
  }

  /// - Throws: AADSTS75005, AADSTS7500529, AADSTS7500525, AADSTS700016 and AADSTS7500530.
  private func read(_ message: SAMLMessage, _ call: Call) throws(Refusal) -> Request {
    // The service takes it by redirect alone.
    guard message.binding == .redirect else { throw Refusal(.samlMessageInvalid) }
    let segment = try TenantSegment(tenant, in: call.directory)
    let head = try message.root.samlHead()
    let party = try SAMLApplication(named: head.issuer, on: segment, hint: nil, in: call.directory)
    guard let name = message.root.first("NameID", in: SAMLName.assertion), !ASCII.trimmed(name.text).isEmpty else {
      throw Refusal(.samlNameMissing)
    }
    let indexes = message.root.elements("SessionIndex", in: SAMLName.samlp).map { ASCII.trimmed($0.text) }
    return Request(
      id: head.id, party: party, indexes: indexes.filter { !$0.isEmpty }, relayState: message.relayState)
  }

  /// Ends the sessions, tells the other apps through frames of a page, and answers the one that asked.
  private func leave(
    _ request: Request, _ chosen: [AccountSession], of sessions: [AccountSession], _ cookies: BrowserCookies,
    _ call: Call, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    let store = call.world.store
    var frames = try Self.frames(chosen, besides: request.party.application.id, request.indexes.first, call, &exchange)
    for session in chosen {
      frames += try store.clients(ofSession: session.id).compactMap { client throws -> String? in
        guard client != request.party.application.id, let app = call.directory.applications[client],
          app.saml == nil, try store.assertions(ofSession: session.id).allSatisfy({ $0.client != client })
        else { return nil }
        return app.logoutURL.map { $0 + ($0.utf8.contains(0x3F) ? "&" : "?") + "sid=\(session.id)" }
      }
    }
    if let handle = cookies.sessionHandle {
      for session in chosen { try store.removeSession(session.id, ofBrowser: handle) }
    }
    let users = chosen.compactMap { call.directory.users[$0.user] }
    if let first = users.first {
      exchange.note(user: first)
      exchange.note(.signOut)
      exchange.because("signed out: \(users.map { "'\($0.alias)'" }.joined(separator: ", "))")
    } else {
      exchange.because("nobody was signed in, which the answer does not say")
    }
    let redirect = try answerURL(request, call, &exchange)
    var response: HTTPResponse
    if let redirect, frames.isEmpty {
      response = HTTPResponse(status: 302, fields: ["Location": redirect])
    } else {
      let page = SignedOutPage(
        branding: Branding(), userName: users.count == 1 ? users.first?.preferredUserName : nil, frames: frames,
        redirect: redirect)
      response = PageAnswer.make(page, call, &exchange)
    }
    if !sessions.isEmpty, chosen.count == sessions.count {
      for cookie in [BrowserCookies.session, BrowserCookies.persistent, BrowserCookies.light, BrowserCookies.apps] {
        response.fields.append("Set-Cookie", BrowserCookies.removal(cookie, at: call.origin))
      }
    }
    return response
  }

  /// Where the browser carries the `LogoutResponse`; nil for an app without a logout address.
  private func answerURL(_ request: Request, _ call: Call, _ exchange: inout Exchange) throws -> String? {
    guard let address = request.party.application.logoutURL else {
      exchange.explain("'\(request.party.application.alias)' has no logout address, so nothing goes back to it")
      return nil
    }
    let identity = SAMLIdentity(party: request.party)
    let issuer =
      request.party.settings.logoutIssuer == .entityId
      ? identity.entityID(call.origin) : "\(call.origin.login)/\(request.party.tenant.id)/"
    let response = SAMLResponse.envelope(
      "LogoutResponse", id: "_\(call.world.entropy.guid())", at: call.now, to: address, inResponseTo: request.id,
      issuer: issuer, [.element(SAMLResponse.status("Success"))])
    exchange.note(.samlLoggedOut)
    exchange.because("→ LogoutResponse to \(address): \(response.wire)")
    return try Self.redirect(
      response, as: "SAMLResponse", to: address, relayState: request.relayState, by: identity, call)
  }

  // MARK: To apps

  /// The addresses with a `LogoutRequest` for each app that has an assertion in these sessions. The app that asks is told when it has more
  /// than one (observed: azure-docs 41237).
  static func frames(
    _ sessions: [AccountSession], besides client: Application.ID?, _ index: String?, _ call: Call,
    _ exchange: inout Exchange
  ) throws -> [String] {
    var frames: [String] = []
    for session in sessions {
      var told: Set<Application.ID> = []
      for assertion in try call.world.store.assertions(ofSession: session.id).reversed() {
        guard assertion.id != index, told.insert(assertion.client).inserted,
          assertion.client != client || index != nil,
          let user = call.directory.users[assertion.user],
          let party = SAMLApplication(
            client: "\(assertion.client)", in: call.directory.tenants[user.tenant], call.directory),
          let address = party.application.logoutURL
        else { continue }
        let identity = SAMLIdentity(party: party)
        let pairwise = TokenSubject.pairwise(user: user.id, tenant: user.tenant, recipient: assertion.client)
        let request = SAMLResponse.envelope(
          "LogoutRequest", id: "_\(call.world.entropy.guid())", at: call.now, to: address, inResponseTo: nil,
          issuer: identity.entityID(call.origin),
          [
            // Pairwise and without a format, whatever the Response had (observed: azure-docs 29978).
            .element(.saml("NameID", [.declaring("", SAMLName.assertion)], text: pairwise)),
            .element(.samlp("SessionIndex", [], [.text(assertion.id)])),
          ])
        frames.append(
          try redirect(request, as: "SAMLRequest", to: address, relayState: nil, by: identity, call))
        exchange.note(.samlLogoutSent)
        exchange.because("LogoutRequest to '\(party.application.alias)' in a frame: \(request.wire)")
      }
    }
    return frames
  }

  /// The address with the message and its signature. Percent-encoding has small letters, and the signature stands over that very text, in
  /// another order than the parameters (observed: ruby-saml 627, python3-saml 282).
  private static func redirect(
    _ message: XMLElement, as name: String, to address: String, relayState: String?, by identity: SAMLIdentity,
    _ call: Call
  ) throws -> String {
    let packed = Deflate.pack(message.wireBytes) ?? []
    var parts = ["\(name)=\(small(Base64.encode(packed)))"]
    if let relayState { parts.append("RelayState=\(small(relayState))") }
    let algorithm = "SigAlg=\(small(XMLSignatureAlgorithm.rsaSHA256.rawValue))"
    let signed = (parts + [algorithm]).joined(separator: "&")
    let signature = try identity.key(call).privateKey.sign(Array(signed.utf8), algorithm: .rs256)
    let query = (parts + ["Signature=\(small(Base64.encode(signature)))", algorithm]).joined(separator: "&")
    return address + (address.utf8.contains(0x3F) ? "&" : "?") + query
  }

  private static func small(_ text: String) -> String {
    var out = ""
    for byte in text.utf8 {
      if ASCII.isAlphanumeric(byte) || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte) {
        out.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        out += "%" + Hex.encode([byte])
      }
    }
    return out
  }

  // MARK: The page

  /// The page on which the user picks the account to sign out.
  private func picker(
    _ sessions: [AccountSession], _ message: SAMLMessage, _ call: Call, _ exchange: inout Exchange
  ) -> HTTPResponse {
    exchange.note(.pageShown)
    var hidden = [(name: "SAMLRequest", value: call.query?["SAMLRequest"] ?? "")]
    if let relayState = message.relayState { hidden.append((name: "RelayState", value: relayState)) }
    let tiles = sessions.compactMap { session in
      call.directory.users[session.user].map { user in
        AccountPickerPage.Tile(
          key: "\(session.id)", displayName: user.displayName, userPrincipalName: user.preferredUserName,
          isSignedIn: session.unusableReason(of: user, at: call.now, lifetimes: call.world.settings.lifetimes) == nil)
      }
    }
    let form = PageForm(action: "\(call.origin.pages)/\(tenant)/samlsignout", hidden: hidden)
    return PageAnswer.make(
      AccountPickerPage(branding: Branding(), form: form, purpose: .signOut, tiles: tiles), call, &exchange)
  }
}

/// `POST /{tenant}/samlsignout`: the form of the page on which the user picks who signs out. The address is this server's own.
struct SAMLSignOutForm: Endpoint {
  let name = EndpointName.samlLogout
  let answers = AnswerKind.page
  let tenant: String
  let features: LoginFeatures

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      guard let text = String(validating: call.request.body, as: UTF8.self), var form = FormFields(parsing: text) else {
        throw Refusal(.signOutMalformed)
      }
      exchange.parameters = Redaction.parameters(of: form)
      form.set(SAMLMessage.bindingName, SAMLMessage.Binding.redirect.rawValue)
      SAMLSignIn.note(form, &exchange)
      let message = try SAMLMessage(form)
      guard message.root.isNamed("LogoutRequest", in: SAMLName.samlp) else { throw Refusal(.samlMessageInvalid) }
      return try SAMLSignOut(tenant: tenant, features: features)
        .answer(message, picked: form.nonEmpty(AccountPickerPage.fieldName), call, &exchange)
    } catch let refusal as Refusal {
      return PageAnswer.refusal(refusal, noting: .samlRefused, call, &exchange)
    }
  }
}
