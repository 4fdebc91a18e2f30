import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// `GET /MSI/token`: the address in `IDENTITY_ENDPOINT` of App Service, Functions and Container Apps, and in the
/// older `MSI_ENDPOINT` (Microsoft: "How to use managed identities for App Service and Azure Functions").
struct AppServiceIdentityEndpoint: Endpoint {
  let name = EndpointName.managedIdentity

  /// The version with `MSI_ENDPOINT`: its header is `secret`, and its times are dates.
  private static let oldVersion = "2017-09-01"

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let request = IdentityRequest(call)
    let isOld = request.query["api-version"] == Self.oldVersion
    let header = isOld ? "secret" : "X-IDENTITY-HEADER"
    guard ConstantTime.equal(call.request.fields[header] ?? "", call.world.settings.identityHeader) else {
      exchange.because("→ \(header) is not the scenario's identityHeader, which is 'mockidp' if it has none")
      return fault("The \(header) header is missing or wrong.", status: 401, &exchange)
    }
    let named = request.identity
    let api = named.flatMap { named in request.resource.flatMap { request.api($0, in: named.tenant) } }
    exchange.note(client: named?.application)
    exchange.note(tenant: named?.tenant)
    exchange.note(resource: api)
    do {
      try call.world.consultRules(&exchange)
    } catch let refusal as Refusal {
      exchange.refusal = refusal
      return fault(refusal.description, status: refusal.status, &exchange)
    }
    guard let version = request.query.nonEmpty("api-version"), version == "2019-08-01" || isOld else {
      return fault("The api-version query parameter is missing or not supported.", &exchange)
    }
    guard let resource = request.resource else { return fault("The resource query parameter is missing.", &exchange) }
    guard let named, let api else { return fault("Unable to load the proper Managed Identity.", &exchange) }
    let token = try IdentityToken(for: named.application, in: named.tenant, to: resource, resource: api, call, exchange)
    exchange.note(.tokenIssued)
    return JSONAnswer.make(
      [
        "access_token": .string(token.accessToken),
        "expires_on": .string(isOld ? Self.date(token.expiresAt) : "\(token.expiresAt.seconds)"),
        "resource": .string(resource), "token_type": "Bearer",
        "client_id": .string("\(named.application.id)".uppercased()),
      ], fields: HTTPFields())
  }

  private func fault(_ message: String, status: Int = 400, _ exchange: inout Exchange) -> HTTPResponse {
    exchange.note(.tokenRefused)
    exchange.because("→ \(message)")
    return JSONAnswer.make(
      [
        "statusCode": .integer(Int64(status)), "message": .string(message),
        "correlationId": "\(exchange.correlationID)",
      ], status: status, fields: HTTPFields())
  }

  /// The form `05/22/2021 17:18:21 +00:00`, made from `2021-05-22T17:18:21…` (observed).
  private static func date(_ time: UnixTime) -> String {
    let text = Array(time.iso8601)
    guard text.count >= 19 else { return "" }
    return String(text[5...6]) + "/" + String(text[8...9]) + "/" + String(text[0...3]) + " " + String(text[11...18])
      + " +00:00"
  }
}
