import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// `GET /MSI/token`: the address in `IDENTITY_ENDPOINT` of App Service, Functions and Container Apps, and in the
/// older `MSI_ENDPOINT` (Microsoft: "How to use managed identities for App Service and Azure Functions").
struct AppServiceIdentityEndpoint: IdentityPlace {
  /// The version with `MSI_ENDPOINT`: its header is `secret`, and its times are dates.
  private static let oldVersion = "2017-09-01"

  func admit(_ request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) {
    let isOld = Self.isOld(request)
    guard request.proves(by: isOld ? "secret" : "X-IDENTITY-HEADER", &exchange) else { throw .header }
    guard isOld || request.version == "2019-08-01" else { throw .version }
  }

  private static func isOld(_ request: IdentityRequest) -> Bool { request.version == oldVersion }

  func answer(_ grant: IdentityGrant, to request: IdentityRequest) -> JSONObject {
    let end = grant.token.expiresAt
    return [
      "access_token": .string(grant.token.accessToken),
      "expires_on": .string(Self.isOld(request) ? Self.date(end) : "\(end.seconds)"),
      "resource": .string(grant.resource), "token_type": "Bearer",
      "client_id": .string("\(grant.identity.application.id)".uppercased()),
    ]
  }

  func body(of fault: IdentityFault, _ exchange: Exchange) -> IdentityRefusal {
    switch fault {
    case .header: refusal(401, "The identity header is missing or wrong.", exchange)
    case .version: refusal(400, "The api-version query parameter is missing or not supported.", exchange)
    case .resource: refusal(400, "The resource query parameter is missing.", exchange)
    case .several:
      refusal(
        400, "Unable to load the proper Managed Identity: several are assigned, and the request names none.", exchange)
    case .notAssigned, .named, .proxied, .key: refusal(400, "Unable to load the proper Managed Identity.", exchange)
    }
  }

  /// The service keeps the reason to itself (observed); the exchange has it.
  func body(of refusal: Refusal, _ call: Call, _ exchange: Exchange) -> IdentityRefusal {
    self.refusal(500, "An unexpected error occured while fetching the AAD Token.", exchange)
  }

  private func refusal(_ status: Int, _ message: String, _ exchange: Exchange) -> IdentityRefusal {
    IdentityRefusal(
      status: status,
      body: [
        "statusCode": .integer(Int64(status)), "message": .string(message),
        "correlationId": "\(exchange.correlationID)",
      ])
  }

  /// The form `05/22/2021 17:18:21 +00:00`, made from `2021-05-22T17:18:21…` (observed).
  private static func date(_ time: UnixTime) -> String {
    let text = Array(time.iso8601)
    guard text.count >= 19 else { return "" }
    return String(text[5...6]) + "/" + String(text[8...9]) + "/" + String(text[0...3]) + " " + String(text[11...18])
      + " +00:00"
  }
}
