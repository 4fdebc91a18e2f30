import Authority
import Bytes
import HTTPWire
import JSON
import Policy
import Worlds

/// `POST` at the address in `SYSTEM_OIDCREQUESTURI`, with `SYSTEM_ACCESSTOKEN` as the bearer token: what a task of Azure
/// Pipelines asks for a service connection (Microsoft: "Troubleshoot a workload identity service connection").
struct AzurePipelinesTokenEndpoint: Endpoint {
  /// The issuer of an organization.
  static let issuer = "https://vstoken.dev.azure.com/00000000-0000-4000-8000-0000000000d0"

  let name = EndpointName.pipelineToken
  let organization: String
  let project: String

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    try call.world.consultRules(&exchange)
    guard IdentityRequest(call, parameters: call.query).provesAsBearer(&exchange) else {
      exchange.note(.tokenRefused)
      return refuse(call, exchange, 401, "TF400813: The user '' is not authorized to access this resource.")
    }
    guard let connection = call.query?.nonEmpty("serviceConnectionId") else {
      exchange.note(.tokenRefused)
      return refuse(call, exchange, 400, "The query has no serviceConnectionId.")
    }
    let subject = "sc://\(organization)/\(project)/\(connection)"
    let token = try PipelineToken(
      issuer: Self.issuer, subject: subject, audience: "api://AzureADTokenExchange",
      claims: ["org_id": "00000000-0000-4000-8000-0000000000d0", "rpst": .string(subject)]
    ).signed(call)
    exchange.because("→ the token of a service connection, with the subject \(subject)")
    exchange.note(.tokenIssued)
    return JSONAnswer.make(["oidcToken": .string(token)], fields: HTTPFields())
  }

  /// Clients quote both fields in their errors.
  private func refuse(_ call: Call, _ exchange: Exchange, _ status: Int, _ message: String) -> HTTPResponse {
    JSONAnswer.make(
      ["message": .string(message)], status: status,
      fields: ["x-vss-e2eid": "\(exchange.correlationID)", "x-msedge-ref": "Ref A: mockidp"])
  }
}

extension IdentityRequest {
  /// Whether `Authorization` is the bearer token that the pipeline gives its jobs: the scenario's `identityHeader`.
  func provesAsBearer(_ exchange: inout Exchange) -> Bool {
    let field = call.request.fields["Authorization"] ?? ""
    guard field.utf8.count > 7, ASCII.equalIgnoringCase(field.prefix(7), "Bearer ") else {
      exchange.because("→ Authorization has no bearer token")
      return false
    }
    let isRight = String(field.dropFirst(7)) == call.world.settings.identityHeader
    if !isRight {
      exchange.because("→ Authorization is not the scenario's identityHeader, which is 'mockidp' if it has none")
    }
    return isRight
  }
}
