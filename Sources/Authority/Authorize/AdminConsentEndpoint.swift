import Bytes
import Directory
import HTTPWire
import Policy
import Worlds

/// `GET /{tenant}/v2.0/adminconsent` and `GET /{tenant}/adminconsent`: an administrator consents to what an app asks
/// for, for all users of the tenant.
struct AdminConsentEndpoint: Endpoint {
  let name = EndpointName.adminConsent
  let answers = AnswerKind.page
  /// The tenant segment of the path, as it came.
  let tenant: String
  let features: LoginFeatures
  /// Which of the two endpoints it is.
  let purpose: AuthorizeRequest.Purpose

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let directory = call.directory
    guard let fields = call.query else {
      return PageAnswer.refusal(Refusal(.malformedRequest), call, &exchange)
    }
    exchange.note(client: fields["client_id"].flatMap { directory.application(named: $0) })
    let segment = try? TenantSegment(tenant, in: directory)
    exchange.note(tenant: segment?.tenant(in: directory))
    if let text = fields.nonEmpty("scope") { exchange.note(scope: text, on: segment, in: directory) }
    let request: AuthorizeRequest
    do throws(AuthorizeFault) {
      request = try AdminConsentRequest.parse(fields, tenant: tenant, purpose: purpose, in: directory)
    } catch {
      switch error {
      case .page(let refusal), .redirect(let refusal, _): return PageAnswer.refusal(refusal, call, &exchange)
      case .unnumbered: return PageAnswer.refusal(Refusal(.malformedRequest), call, &exchange)
      }
    }
    exchange.scopes = request.scopes.items.map(\.text)
    do {
      try call.world.consultRules(&exchange)
      let call = call.after(exchange)
      var flow = SignInFlow(segment: tenant, query: fields.encoded)
      flow.purpose = purpose
      var journey = SignInJourney(call: call, request: request, flow: flow, joining: features)
      return try journey.begin(&exchange)
    } catch let refusal as Refusal {
      return AdminConsentAnswer.refusal(refusal, request, call, &exchange)
    }
  }
}
