import Bytes
import Directory
import HTTPWire
import Pages
import Policy
import Worlds

/// `GET` and `POST /{tenant}/oauth2/v2.0/authorize` (RFC 6749 §3.1, OpenID Connect Core §3.1.2.1), and
/// `/{tenant}/oauth2/authorize` of v1.0.
struct AuthorizeEndpoint: Endpoint {
  let name = EndpointName.authorize
  let answers = AnswerKind.page
  /// The tenant segment of the path, as it came.
  let tenant: String
  let features: LoginFeatures
  /// Whether the app called the v1.0 endpoint, which has `resource` in the place of scopes.
  var isLegacy = false

  /// Tokens may need the answer of a custom claims provider.
  func mayWait(for call: Call) -> Bool { call.world.directory.callsOthers }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      let (fields, bytes) = try parameters(of: call)
      return try respond(fields, bytes, call, &exchange)
    } catch let refusal as Refusal {
      return PageAnswer.refusal(refusal, call, &exchange)
    } catch let answer as ReplacedAnswer {
      throw answer
    } catch {
      exchange.fail(StoreTrouble.reason(of: error) ?? "the answer failed: \(error)")
      return PageAnswer.refusal(Refusal(.issuanceFailed), call, &exchange)
    }
  }

  private func respond(_ fields: FormFields, _ bytes: Int, _ call: Call, _ exchange: inout Exchange) throws
    -> HTTPResponse
  {
    // The parameters of a query are in the journal already, as they came.
    let isAsItCame = call.request.method != "POST" && !isLegacy
    if !isAsItCame { exchange.parameters = Redaction.parameters(of: fields) }
    exchange.adoptCorrelation(from: fields)
    exchange.prompt = fields.nonEmpty("prompt")
    try RequestAdoption.takeIn(
      tenant: tenant, isLegacy ? LegacyRequest.authorize(fields, in: call.directory) : fields, call, &exchange)
    let directory = call.directory
    exchange.note(client: fields["client_id"].flatMap { directory.application(named: $0) })
    exchange.note(user: fields.nonEmpty("login_hint").flatMap { directory.user(named: $0) })
    let segment = try? TenantSegment(tenant, in: directory)
    exchange.note(tenant: segment?.tenant(in: directory))
    if let text = fields.nonEmpty("scope") { exchange.note(scope: text, on: segment, in: directory) }
    let request: AuthorizeRequest
    do throws(AuthorizeFault) {
      request = try AuthorizeRequest.parse(
        fields, tenant: tenant, queryBytes: bytes, isLegacy: isLegacy, in: directory)
    } catch {
      // A rule that imitates an outage must fire for this request too, although it is refused anyway.
      try call.world.consultRules(&exchange)
      switch error {
      case .page(let refusal): return PageAnswer.refusal(refusal, call, &exchange)
      case .redirect(let refusal, let address): return AuthorizeAnswer.refusal(refusal, to: address, call, &exchange)
      case .unnumbered(let word, let address): return AuthorizeAnswer.refusal(word, to: address, call, &exchange)
      }
    }
    exchange.scopes = request.scopes.items.map(\.text)
    do {
      try call.world.consultRules(&exchange)
      let call = call.after(exchange)
      let query = isAsItCame ? call.request.query ?? "" : fields.encoded
      var flow = SignInFlow(segment: tenant, query: query)
      flow.isLegacy = isLegacy
      var journey = SignInJourney(call: call, request: request, flow: flow, joining: features)
      if let response = try refuseScopes(&journey, &exchange) { return response }
      return try journey.begin(&exchange)
    } catch let refusal as Refusal {
      return AuthorizeAnswer.tell(refusal, of: request, call, &exchange)
    }
  }

  /// Refuses APIs that do not exist before the server asks the user for a password. An unknown permission of a known API
  /// is one of the account's checks. Nil when there is nothing to refuse.
  private func refuseScopes(_ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> HTTPResponse? {
    let (call, request, directory) = (journey.call, journey.request, journey.directory)
    let home = request.client.tenant.flatMap { directory.tenants[$0] } ?? directory.mainTenant
    guard let tenant = request.segment.tenant(in: directory) ?? home else { return nil }
    let scopes: ResolvedScopes
    do throws(Refusal) {
      if let missing = MissingResource.refusal(request.scopes, client: request.client, tenant: tenant, in: directory) {
        throw missing
      }
      scopes = try ResolvedScopes(request.scopes, in: directory, tenant: tenant)
      try scopes.refuseItselfByURI(request.client)
    } catch {
      return AuthorizeAnswer.tell(error, of: request, call, &exchange)
    }
    journey.resolved = (tenant.id, scopes)
    do throws(Refusal) {
      if !isLegacy { try ResourceParameter.check(request.fields, against: scopes, in: directory, &exchange) }
    } catch { return AuthorizeAnswer.refusal(error, to: request.address, call, &exchange) }
    if let closed = ClosedResource.refusal(of: scopes.resources.lazy.map(\.resource), in: directory) {
      exchange.reasons += closed.reasons
      return AuthorizeAnswer.tell(closed.decision, of: request, call, &exchange)
    }
    if let disabled = DisabledResource.refusal(of: scopes.resources, in: tenant.id, isLegacy: isLegacy, directory) {
      exchange.reasons += disabled.reasons
      return AuthorizeAnswer.tell(disabled.decision, of: request, call, &exchange)
    }
    // Where a personal account may sign in, its own service says it, once the account is known.
    if !journey.mayBePersonal,
      let refused = StaticListRule.refusal(of: scopes, by: request.client, tenant: tenant.id, in: directory)
    {
      exchange.reasons += refused.reasons
      return AuthorizeAnswer.tell(refused.decision, of: request, call, &exchange)
    }
    if request.responseTypes.contains(.token), scopes.resources.count > 1 {
      return PageAnswer.refusal(.severalResourcesInImplicitGrant(request.scopes.text), call, &exchange)
    }
    return nil
  }

  /// The query of a GET or the form of a POST, and its length in bytes.
  private func parameters(of call: Call) throws(Refusal) -> (FormFields, Int) {
    var fields = call.query
    var bytes = call.request.query?.utf8.count ?? 0
    if call.request.method == "POST" {
      fields = String(validating: call.request.body, as: UTF8.self).flatMap { FormFields(parsing: $0) }
      bytes = call.request.body.count
    }
    guard let fields else { throw Refusal(.malformedRequest) }
    return (isLegacy ? LegacyRequest.authorize(fields, in: call.directory) : fields, bytes)
  }
}
