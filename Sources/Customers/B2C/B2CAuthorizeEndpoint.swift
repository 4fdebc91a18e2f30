import Authority
import Bytes
import Directory
import HTTPWire
import Policy
import Worlds

/// `GET` and `POST /{tenant}/{flow}/oauth2/v2.0/authorize`.
struct B2CAuthorizeEndpoint: Endpoint {
  let name = EndpointName.authorize
  let answers = AnswerKind.customers
  let address: B2CAddress

  init(_ address: B2CAddress) { self.address = address }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      return try respond(try fields(of: call), call, &exchange)
    } catch let refusal as Refusal {
      return PageAnswer.refusal(refusal, call, &exchange)
    }
  }

  private func respond(_ fields: FormFields, _ call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let directory = call.directory
    exchange.parameters = Redaction.parameters(of: fields)
    exchange.adoptCorrelation(from: fields)
    exchange.prompt = fields.nonEmpty("prompt")
    address.note(&exchange, call)
    exchange.note(client: fields["client_id"].flatMap { directory.application(named: $0) })
    exchange.note(user: fields.nonEmpty("login_hint").flatMap { directory.customer(named: $0, in: address.tenant.id) })
    exchange.scopes = ASCII.words(fields["scope"] ?? "")
    let request: B2CRequest
    do throws(AuthorizeFault) {
      request = try B2CRequest.parse(fields, address, at: call.origin, in: directory)
    } catch {
      // A rule that imitates an outage must fire for this request too, although it is refused anyway.
      try call.world.consultRules(&exchange)
      switch error {
      case .redirect(let refusal, let target): return B2CAnswer.redirect(refusal, to: target, call, &exchange)
      case .page(let refusal): return PageAnswer.refusal(refusal, call, &exchange)
      case .unnumbered: return PageAnswer.refusal(Refusal(.b2cInternalError), call, &exchange)
      }
    }
    exchange.note(resource: request.scopes.api.flatMap { directory.applications[$0] })
    do {
      try call.world.consultRules(&exchange)
      var state = B2CState(address, query: fields.encoded)
      if let user = try B2CToken.hintedCustomer(request, call) {
        exchange.because("id_token_hint names '\(user.alias)'")
        state.userName = CustomerAttributes.addresses(of: user).first ?? user.userPrincipalName
      }
      var journey = B2CJourney(call: call.after(exchange), request: request, state: state)
      return try journey.begin(&exchange)
    } catch let refusal as Refusal {
      let surfaces = refusal.kind.surfaces
      if !request.prompt.isSilent, surfaces.contains(.page), surfaces.isDisjoint(with: [.redirect, .silentRedirect]) {
        return PageAnswer.refusal(refusal, call, &exchange)
      }
      return B2CAnswer.redirect(refusal, to: request.returnAddress, call, &exchange)
    }
  }

  /// The query of a GET or the form of a POST.
  private func fields(of call: Call) throws(Refusal) -> FormFields {
    guard call.request.method == "POST" else {
      guard let query = call.query else { throw Refusal(.malformedRequest) }
      return query
    }
    guard let text = String(validating: call.request.body, as: UTF8.self), let form = FormFields(parsing: text) else {
      throw Refusal(.malformedRequest)
    }
    return form
  }
}
