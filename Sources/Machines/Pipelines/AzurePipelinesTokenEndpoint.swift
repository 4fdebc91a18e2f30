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
      // A program that does not say that it is none is sent to sign in, as a browser (observed in 2024: azure-sdk-for-js 29854,
      // azure-sdk-for-net 46135).
      guard suppressesRedirects(call) else { return signIn(call, exchange) }
      return refuse(call, exchange, 401, "TF400813: The user '' is not authorized to access this resource.")
    }
    guard namesVersion(call) else {
      exchange.because("→ neither the query nor Accept has api-version")
      exchange.note(.tokenRefused)
      return refuse(
        call, exchange, 400,
        "No api-version was supplied for the \"\(call.request.method)\" request. The version must be supplied either as part of the "
          + "Accept header (e.g. \"application/json; api-version=1.0\") or as a query parameter (e.g. \"?api-version=1.0\")."
      )
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

  private func suppressesRedirects(_ call: Call) -> Bool {
    call.request.fields["X-TFS-FedAuthRedirect"].map { ASCII.equalIgnoringCase($0, "Suppress") } ?? false
  }

  /// The version stands in the query, or in `Accept` behind the kind of content.
  private func namesVersion(_ call: Call) -> Bool {
    call.query?.nonEmpty("api-version") != nil
      || (call.request.fields["Accept"] ?? "").split(separator: ";").contains { part in
        ASCII.trimmed(String(part)).hasPrefix("api-version=")
      }
  }

  /// The way to the pages at which people sign in to Azure DevOps.
  private func signIn(_ call: Call, _ exchange: Exchange) -> HTTPResponse {
    let query = call.request.query.map { "?\($0)" } ?? ""
    let back = FormFields([
      ("realm", "dev.azure.com"), ("reply_to", "\(call.origin.login)\(call.request.path)\(query)"),
    ])
    let location = "https://app.vssps.visualstudio.com/_signin?\(back.encoded)"
    let shown = location.exchanging("&", for: "&amp;")
    let page =
      "<html><head><title>Object moved</title></head><body>\r\n<h2>Object moved to <a href=\"\(shown)\">here</a>.</h2>\r\n</body></html>\r\n"
    return HTTPResponse(
      status: 302,
      fields: [
        "Location": location, "Content-Type": "text/html; charset=utf-8", "x-vss-e2eid": "\(exchange.correlationID)",
      ], body: Array(page.utf8))
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
