import Authority
import Bytes
import Directory
import HTTPWire
import JSON
import Pages
import Policy
import Worlds

/// `GET` and `POST /{tenant}/{flow}/oauth2/v2.0/logout` (Microsoft: "Set up sign-out in Azure Active Directory B2C").
struct B2CLogoutEndpoint: Endpoint {
  let name = EndpointName.logout
  let answers = AnswerKind.customers
  let address: B2CAddress

  init(_ address: B2CAddress) { self.address = address }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      var fields = call.query ?? FormFields()
      if call.request.method == "POST",
        let form = String(validating: call.request.body, as: UTF8.self).flatMap({ FormFields(parsing: $0) })
      {
        for field in form.fields { fields.set(field.name, field.value) }
      }
      exchange.parameters = Redaction.parameters(of: fields)
      exchange.adoptCorrelation(from: fields)
      address.note(&exchange, call)
      let hint = try B2CToken.hint(fields, address, call, isRequired: address.flow.needsHintAtSignOut)
      let client = try client(fields, hint, call)
      exchange.note(client: client)
      exchange.note(user: hint?["oid"]?.string.flatMap { User.ID($0) }.flatMap { call.world.directory.users[$0] })
      try call.world.consultRules(&exchange)
      let target = try target(fields, client, hasHint: hint != nil, &exchange)
      try endSessions(of: client, call, &exchange)
      return answer(target, call, &exchange)
    } catch let refusal as Refusal {
      return PageAnswer.refusal(refusal, call, &exchange)
    }
  }

  /// The app that asks: the audience of the hint, else `client_id`.
  ///
  /// - Throws: AADB2C90209 when both are there and differ.
  private func client(_ fields: FormFields, _ hint: JSONValue?, _ call: Call) throws(Refusal) -> Application? {
    let named = fields.nonEmpty("client_id")
    if let audience = hint?["aud"]?.string {
      if let named, !ASCII.equalIgnoringCase(named, audience) {
        throw Refusal(.b2cHintOfAnotherApp, [.audience: named])
      }
      return Application.ID(audience).flatMap { call.world.directory.applications[$0] }
    }
    return named.flatMap { Application.ID($0) }.flatMap { call.world.directory.applications[$0] }
  }

  /// Where the browser goes, with `state`. Without a hint any address will do (Microsoft); with one it has to be registered.
  ///
  /// - Throws: AADB2C90067.
  private func target(
    _ fields: FormFields, _ client: Application?, hasHint: Bool, _ exchange: inout Exchange
  ) throws(Refusal) -> String? {
    guard let uri = fields.nonEmpty("post_logout_redirect_uri") else { return nil }
    guard RedirectURIRules.isWellFormed(uri) else { throw Refusal(.b2cSignOutURIInvalid, [.redirectURI: uri]) }
    if hasHint, client.flatMap({ RedirectURIRules.match(uri, among: $0.redirectURIs) }) == nil {
      exchange.because(
        "with id_token_hint the address has to be registered, and \(client.map { "'\($0.alias)'" } ?? "the app") does not have it"
      )
      throw Refusal(.b2cSignOutURIInvalid, [.redirectURI: uri])
    }
    guard let state = fields["state"] else { return uri }
    return uri + (uri.utf8.contains(0x3F) ? "&" : "?") + "state=" + Percent.encodeForm(state)
  }

  private func endSessions(of client: Application?, _ call: Call, _ exchange: inout Exchange) throws {
    let store = call.world.store
    guard let handle = BrowserCookies(call.request).value(B2CJourney.cookie(of: address.tenant)),
      let name = B2CJourney.sessions(of: handle, address.flow, client: client?.id)
    else { return exchange.because("this browser has no session that the user flow knows") }
    let sessions = try store.sessions(ofBrowser: name)
    for session in sessions { try store.removeSession(session.id, ofBrowser: name) }
    let users = sessions.compactMap { call.world.directory.users[$0.user] }
    guard let first = users.first else { return }
    exchange.note(user: first)
    exchange.note(.signOut)
    exchange.because("signed out: \(users.map { "'\($0.alias)'" }.joined(separator: ", "))")
  }

  private func answer(_ target: String?, _ call: Call, _ exchange: inout Exchange) -> HTTPResponse {
    var response: HTTPResponse
    if let target {
      response = B2CAnswer.moved(HTTPResponse(status: 302, fields: ["Location": target]))
    } else {
      let page = SignedOutPage(branding: Branding(), userName: nil, frames: [], redirect: nil)
      response = PageAnswer.make(page, call, &exchange)
    }
    // With sessions of apps or user flows the browser keeps its name: others may still count.
    if address.flow.session == .tenant {
      response.fields.append(
        "Set-Cookie",
        BrowserCookies.removal(B2CJourney.cookie(of: address.tenant), at: call.origin))
    }
    return response
  }
}
