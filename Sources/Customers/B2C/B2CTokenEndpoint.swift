import Authority
import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// `POST /{tenant}/{flow}/oauth2/v2.0/token`.
struct B2CTokenEndpoint: Endpoint {
  let name = EndpointName.token
  let answers = AnswerKind.customerToken
  let address: B2CAddress

  init(_ address: B2CAddress) { self.address = address }

  /// All grants of the endpoint.
  private static let grants: [any B2CGrant] = [
    B2CCodeGrant(), B2CRefreshGrant(), B2CPasswordGrant(), B2CClientGrant(),
  ]

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    if call.request.method == "OPTIONS" { return preflight(call) }
    do {
      let answer = try exchange.refusingStoreTrouble { exchange in try redeem(call, &exchange) }
      exchange.note(.tokenIssued)
      exchange.because("→ tokens of '\(address.flow.name)'")
      return JSONAnswer.make(answer, fields: crossOriginFields(for: call))
    } catch let refused as Refusal {
      var refusal = refused
      // A rule that imitates an outage must fire for this request too, which was refused before its grant consulted the rules.
      do { try call.world.consultRules(&exchange) } catch let wanted as Refusal { refusal = wanted }
      exchange.explain(refusal, in: call.world.directory)
      exchange.refusal = refusal
      exchange.note(.tokenRefused)
      exchange.because("→ \(refusal.error.rawValue), \(refusal.label)")
      return B2CAnswer.json(refusal, call, exchange, fields: crossOriginFields(for: call))
    }
  }

  /// The checks that are the same for all grants; then the grant.
  private func redeem(_ call: Call, _ exchange: inout Exchange) throws -> JSONValue {
    address.note(&exchange, call)
    guard call.request.method == "POST" else { throw Refusal(.b2cParameterMissing, [.parameter: "grant_type"]) }
    let form = try TokenEndpoint.form(call.request)
    exchange.parameters = Redaction.parameters(of: form)
    exchange.grant = form.nonEmpty("grant_type")
    exchange.adoptCorrelation(from: form)
    exchange.scopes = ASCII.words(form["scope"] ?? "")
    let directory = call.directory
    guard let type = form.nonEmpty("grant_type") else {
      throw Refusal(.b2cParameterMissing, [.parameter: "grant_type"])
    }
    guard let grant = Self.grants.first(where: { Swift.type(of: $0).type == type }) else {
      throw Refusal(.b2cGrantTypeUnknown, [.grantType: type])
    }
    let credentials = try ClientCredentials(form, call.request)
    guard let clientID = credentials.clientID else { throw Refusal(.b2cClientIDMissing) }
    exchange.note(client: directory.application(named: clientID))
    let client = try B2CClient.find(clientID, in: address.tenant, directory)
    if let name = Swift.type(of: grant).parameters.first(where: { form.nonEmpty($0) == nil }) {
      throw Refusal(.b2cParameterMissing, [.parameter: name])
    }
    var request = B2CTokenRequest(
      call: call, address: address, form: form, client: client, credentials: credentials, directory: directory)
    return try grant.redeem(&request, &exchange)
  }

  /// Scripts of single-page apps may read answers and refusals.
  func crossOriginFields(for call: Call) -> HTTPFields {
    guard let origin = call.request.fields["Origin"] else { return [:] }
    return ["Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true"]
  }

  private func preflight(_ call: Call) -> HTTPResponse {
    var fields = crossOriginFields(for: call)
    fields.set("Access-Control-Allow-Methods", "POST, OPTIONS")
    if let wanted = call.request.fields["Access-Control-Request-Headers"] {
      fields.set("Access-Control-Allow-Headers", wanted)
    }
    return HTTPResponse(status: 200, fields: fields)
  }
}
