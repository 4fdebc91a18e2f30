import Authority
import Bytes
import HTTPWire
import JSON
import Policy
import Time
import Tokens
import Worlds

/// `POST` at the address in `SYSTEM_OIDCREQUESTURI`, with `SYSTEM_ACCESSTOKEN` as the bearer token: what a task of Azure
/// Pipelines asks for a service connection, or for the pipeline itself (Microsoft: "Troubleshoot a workload identity service connection").
struct AzurePipelinesTokenEndpoint: Endpoint {
  /// The issuer of an organization.
  static let issuer = "https://vstoken.dev.azure.com/\(organizationID)"
  private static let organizationID = "00000000-0000-4000-8000-0000000000d0"

  let name = EndpointName.pipelineToken
  let organization: String
  let project: String

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    try call.world.consultRules(&exchange)
    guard IdentityRequest(call, parameters: call.query).provesAsBearer(&exchange) else {
      exchange.note(.tokenRefused)
      return refuse(call, exchange, 401, "TF400813: The user '' is not authorized to access this resource.")
    }
    let id = call.query?.nonEmpty("serviceConnectionId")
    if let connection = id.flatMap({ ResourceManagerConnection($0, in: call.directory) }) {
      let token = try connection.token(call.after(exchange), &exchange)
      exchange.note(.tokenIssued)
      return JSONAnswer.make(["oidcToken": .string(token)], fields: HTTPFields())
    }
    var claims = self.claims(of: id, call)
    claims["iss"] = .string(Self.issuer)
    claims["aud"] = "api://AzureADTokenExchange"
    let token = try StandInToken(claims, template: .azurePipelines, lifetime: .seconds(299)).signed(call)
    exchange.because("→ the token with the subject \(claims["sub"]?.string ?? "")")
    exchange.note(.tokenIssued)
    return JSONAnswer.make(["oidcToken": .string(token)], fields: HTTPFields())
  }

  /// A generic service connection is told by its name alone. Without one it is the pipeline itself, which tells of its place (observed: gravitational
  /// teleport's RFD of 2025, sigstore/fulcio 1803, stackitcloud/terraform-provider-stackit 1321).
  private func claims(of connection: String?, _ call: Call) -> JSONObject {
    guard connection == nil else { return ["sub": .string("sc://\(organization)/\(project)/\(connection ?? "")")] }
    return [
      "sub": .string("p://\(organization)/\(project)/\(project)"), "org_id": .string(Self.organizationID),
      "prj_id": "00000000-0000-4000-8000-0000000000d1", "def_id": "1", "rpo_id": "00000000-0000-4000-8000-0000000000d2",
      "rpo_uri": .string("https://dev.azure.com/\(organization)/\(project)/_git/\(project)"),
      "rpo_ver": "0123456789abcdef0123456789abcdef01234567", "rpo_ref": "refs/heads/main", "run_id": "1",
    ]
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
