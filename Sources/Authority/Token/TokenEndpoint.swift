package import Bytes
import Directory
package import HTTPWire
package import Policy
package import Worlds

/// `POST /{tenant}/oauth2/v2.0/token` (RFC 6749 §3.2), and `/{tenant}/oauth2/token` of v1.0.
package struct TokenEndpoint: Endpoint {
  package let name = EndpointName.token
  package let answers = AnswerKind.token
  let tenant: String
  let features: LoginFeatures
  /// Whether the client called the v1.0 endpoint: it sends `resource` in place of scopes, and the answer has numbers as text
  /// and other words for the same refusals.
  var isLegacy = false

  /// All grants of the endpoint.
  private static let grants: [any Grant] = [
    AuthorizationCodeGrant(), RefreshTokenGrant(), ClientCredentialsGrant(), DeviceCodeGrant(), OnBehalfOfGrant(),
    PasswordGrant(), FederatedBearerGrant(), UserFederatedCredentialGrant(),
  ]

  /// Tokens may need the answer of a custom claims provider.
  package func mayWait(for call: Call) -> Bool { call.world.directory.callsOthers }

  package func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    if call.request.method == "OPTIONS" { return preflight(call) }
    if !isLegacy, call.request.method == "POST",
      let other = features.endpoint(inThePlaceOfGrants: call, tenant: tenant)
    {
      return try other.respond(to: call, &exchange)
    }
    do {
      guard call.request.method == "POST" else { throw Refusal.methodNotAllowed(call.request.method) }
      let form = try Self.form(call.request)
      if let nonce = try BrokerNonce.answer(form, call, tenant: tenant, &exchange) {
        return JSONAnswer.make(nonce, fields: crossOriginFields(for: call))
      }
      let answer = try exchange.refusingStoreTrouble { exchange in try redeem(form, call, &exchange) }
      exchange.note(.tokenIssued)
      exchange.because("→ tokens for \(exchange.resource ?? "the app")")
      return JSONAnswer.make(
        isLegacy ? answer.legacyJSON(at: call.after(exchange).now) : answer.json,
        fields: crossOriginFields(for: call))
    } catch let refused as Refusal {
      var refusal = refused
      // A rule that imitates an outage must fire for this request too, which was refused before its grant consulted
      // the rules.
      do { try call.world.consultRules(&exchange) } catch let wanted as Refusal { refusal = wanted }
      if refusal.kind == .methodNotAllowed, call.request.fields["Accept"]?.firstPlace(of: "text/html") != nil {
        // A person opened the address in a browser (observed).
        return PageAnswer.refusal(refusal, noting: .tokenRefused, call, &exchange)
      }
      exchange.explain(refusal, in: call.world.directory)
      if let sentence = RememberedRefusal.sentence(exchange, refusal) { exchange.explain(sentence) }
      exchange.refusal = refusal
      exchange.note(.tokenRefused)
      exchange.because("→ \(refusal.error.rawValue), \(refusal.label)")
      return JSONAnswer.refusal(
        refusal, call, exchange, fields: crossOriginFields(for: call), isLegacy: isLegacy)
    }
  }

  /// The checks that are the same for all grants, in the service's order; then the grant.
  private func redeem(_ sent: FormFields, _ call: Call, _ exchange: inout Exchange) throws -> TokenAnswer {
    var form = sent
    exchange.parameters = Redaction.parameters(of: form)
    exchange.grant = form.nonEmpty("grant_type")
    exchange.adoptCorrelation(from: form)
    if let name = form.firstDuplicate { throw Refusal.duplicateParameter(name) }
    if isLegacy { form = LegacyRequest.tokenForm(form) }
    try RequestAdoption.takeIn(tenant: tenant, form, call, &exchange, isRedemption: true)
    let segment = try TenantSegment(tenant, in: call.directory)
    let directory = segment.completing(call.directory)
    exchange.note(tenant: segment.tenant(in: directory))

    guard let type = form.nonEmpty("grant_type") else { throw Refusal.missingParameter("grant_type") }
    guard let grant = Self.grants.first(where: { Swift.type(of: $0).types.contains(type) }) else {
      throw Refusal.unsupportedGrantType(type)
    }
    let credentials = try ClientCredentials(form, call.request)
    exchange.note(client: credentials.clientID.flatMap { directory.application(named: $0) })
    let scopeText = form.nonEmpty("scope")
    if let scopeText { exchange.note(scope: scopeText, on: segment, in: directory) }
    try Swift.type(of: grant).check(segment)
    guard let clientID = credentials.clientID else {
      if credentials.isNamedInBasicOnly {
        exchange.because("Authorization: Basic names the app but has no secret, so client_id has to be in the form")
      }
      throw Refusal.missingParameter("client_id")
    }
    if let name = Swift.type(of: grant).missingParameter(in: form) { throw Refusal.missingParameter(name) }
    let isLate = Swift.type(of: grant).readsScopeLate
    let scopes = isLate ? nil : try scopeText.map { text throws(Refusal) in try ScopeList(text) }
    let client = try ClientLookup.find(clientID, on: segment, at: .token, in: directory)
    let confirmation = try ConfirmationParameter.read(form)
    let claims = try ClaimsParameter(form["claims"])
    var request = TokenRequest(
      call: call, form: form, segment: segment, segmentText: ASCII.lowercased(tenant), client: client,
      credentials: credentials, scopes: scopes, capabilities: claims.capabilities, claims: claims.request,
      confirmation: confirmation, isLegacy: isLegacy, directory: directory)
    try ClientAssertion.awaitKeys(request, exchange)
    return try grant.redeem(&request, &exchange)
  }

  /// The form. A body of another type counts as empty, and parameters in the URL do not count.
  package static func form(_ request: HTTPRequest) throws(Refusal) -> FormFields {
    guard request.hasForm else { return FormFields() }
    guard let text = String(validating: request.body, as: UTF8.self), let form = FormFields(parsing: text) else {
      throw .malformedBody
    }
    return form
  }

  private func preflight(_ call: Call) -> HTTPResponse {
    var fields: HTTPFields = ["Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "POST, OPTIONS"]
    if let wanted = call.request.fields["Access-Control-Request-Headers"] {
      fields.set("Access-Control-Allow-Headers", wanted)
    }
    return HTTPResponse(status: 200, fields: fields)
  }

  /// Scripts of any origin may read answers and refusals (observed).
  package func crossOriginFields(for call: Call) -> HTTPFields {
    CommonFields.sender(of: call)
  }
}

extension Exchange {
  /// Libraries send the correlation id as a header, in the query or in the form. The header was read before.
  package mutating func adoptCorrelation(from form: FormFields) {
    if let text = form["client-request-id"], let id = GUID(text), !hasClientCorrelation {
      correlationID = id
      hasClientCorrelation = true
    }
    if library == nil, let sku = form.fields.first(where: { ASCII.equalIgnoringCase($0.name, "x-client-sku") })?.value {
      library = sku
    }
  }
}
