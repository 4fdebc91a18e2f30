import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// `POST /{tenant}/login`: receives the forms of the sign-in pages. Three pages have other addresses, and `GET /{tenant}/reprocess` goes on
/// with a sign-in by a link.
struct SignInEndpoint: Endpoint {
  let name = EndpointName.signIn
  let answers = AnswerKind.page
  let tenant: String
  let features: LoginFeatures
  /// Whether a link is followed.
  var isLink = false

  /// Tokens may need the answer of a custom claims provider.
  func mayWait(for call: Call) -> Bool { call.world.directory.callsOthers }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    if isMalformedJSON(call.request) {
      // A program hears it, and no person (observed in 2026: xdrlograider).
      let refusal = Refusal(.malformedJSON)
      exchange.refusal = refusal
      exchange.because("→ \(refusal.label): a form whose Content-Type says that it is JSON")
      return JSONAnswer.refusal(refusal, call, exchange)
    }
    do {
      let form = try form(of: call)
      exchange.parameters = Redaction.parameters(of: form)
      var journey = try journey(of: form, call, &exchange)
      try call.world.consultRules(&exchange)
      journey.readWorld(after: exchange)
      return isLink ? try journey.resume(form.nonEmpty("sessionid"), &exchange) : try journey.takeUp(form, &exchange)
    } catch let refusal as Refusal {
      return PageAnswer.refusal(refusal, call, &exchange)
    }
  }

  private func form(of call: Call) throws(Refusal) -> FormFields {
    if isLink, let query = call.query { return query }
    // The browser's Back button, or a reload, asks for the address of a form.
    guard call.request.method == "POST" else { throw Refusal.formNotPosted(call.request.method) }
    guard let text = String(validating: call.request.body, as: UTF8.self), let form = FormFields(parsing: text) else {
      throw Refusal(.malformedRequest)
    }
    return form
  }

  private func isMalformedJSON(_ request: HTTPRequest) -> Bool {
    request.method == "POST" && request.hasBody(of: "application/json") && (try? JSONValue.parse(request.body)) == nil
  }

  /// What the store has of the sign-in. Programs send no canary after they have proved the second factor to a service of the page, whose JSON
  /// no other site can make this browser send (observed in 2026: xdrlograider).
  private func stored(_ form: FormFields, _ call: Call) throws -> StoredSignIn {
    guard form["canary"] == nil, let handle = form.nonEmpty("ctx") ?? form.nonEmpty("request"),
      let stored = try? StoredSignIn(ofService: handle, call),
      let flow = try? SignInFlow(document: stored.document), flow.step == OneTimeCodeStep.name,
      flow.hasProvedFactor == true
    else { return try StoredSignIn(of: form, call) }
    return stored
  }

  /// The sign-in that the form belongs to.
  ///
  /// - Throws: AADSTS50089 for a form of another browser, for one that is too old, and for a sign-in that has ended
  ///   already.
  private func journey(of form: FormFields, _ call: Call, _ exchange: inout Exchange) throws -> SignInJourney {
    let stored = try stored(form, call)
    let directory = call.directory
    guard let flow = try? SignInFlow(document: stored.document), let fields = FormFields(parsing: flow.query) else {
      throw Refusal(.flowTokenExpired)
    }
    let request: AuthorizeRequest
    do throws(AuthorizeFault) {
      request =
        switch flow.purpose {
        case .authorize:
          try AuthorizeRequest.parse(
            fields, tenant: flow.segment, queryBytes: 0, isLegacy: flow.isLegacy ?? false, in: directory)
        case .adminConsent, .legacyAdminConsent:
          try AdminConsentRequest.parse(fields, tenant: flow.segment, purpose: flow.purpose, in: directory)
        case .device: try DeviceSignIn.parse(fields, tenant: flow.segment, in: directory)
        case .otherProtocol: try other(fields, flow, in: directory)
        }
    } catch {
      switch error {
      case .page(let refusal), .redirect(let refusal, _): throw refusal
      case .unnumbered: throw Refusal(.flowTokenExpired)
      }
    }
    exchange.note(client: request.client)
    exchange.note(tenant: request.segment.tenant(in: directory))
    exchange.note(user: flow.account.flatMap { directory.users[$0] })
    exchange.prompt = fields.nonEmpty("prompt")
    features.signInProtocol(named: flow.protocolName)?.note(fields, &exchange)
    exchange.note(scope: request.scopes.text, on: request.segment, in: directory)
    exchange.adoptCorrelation(from: fields)
    return SignInJourney(
      call: call, request: request, flow: flow, flowHandle: stored.handle, joining: features)
  }

  private func other(
    _ fields: FormFields, _ flow: SignInFlow, in directory: DirectoryState
  ) throws(AuthorizeFault) -> AuthorizeRequest {
    guard let known = features.signInProtocol(named: flow.protocolName) else { throw .page(Refusal(.flowTokenExpired)) }
    do throws(Refusal) { return try known.request(fields, tenant: flow.segment, in: directory) } catch {
      throw .page(error)
    }
  }
}
