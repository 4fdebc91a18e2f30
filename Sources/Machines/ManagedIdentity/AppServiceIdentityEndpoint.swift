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
  private static let version = "2019-08-01"

  func fields(_ exchange: Exchange) -> HTTPFields { ["Server": "Kestrel"] }

  /// The version is looked at first: it decides which header counts.
  func admit(_ request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) {
    guard let version = request.version, [Self.version, Self.oldVersion].contains(version) else { throw .version }
    guard request.proves(by: Self.isOld(request) ? "secret" : "X-IDENTITY-HEADER", &exchange) else { throw .header }
  }

  private static func isOld(_ request: IdentityRequest) -> Bool { request.version == oldVersion }

  /// `msi_res_id` is the parameter of virtual machines, and is passed over here (MicrosoftDocs/azure-docs 121176).
  func names(in request: IdentityRequest) -> [IdentityName] {
    request.names(
      heeding: Self.isOld(request) ? ["clientid"] : ["client_id", "principal_id", "object_id", "mi_res_id"])
  }

  /// The older version gives the token of the app's own identity where it does not find the named one (Azure/azure-sdk-for-net 26578).
  func identity(of request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) -> MachineIdentity {
    let names = names(in: request)
    // Azure gives no app the token of an identity that it does not name, unless that one is the app's own (Azure/azure-sdk-for-net 43691).
    if names.isEmpty, !Self.isOld(request), !request.hasDefault {
      exchange.because("no identity of machine.identities is system-assigned, and the request names none")
      throw .noDefault
    }
    do throws(IdentityFault) {
      return try request.identity(named: names, &exchange)
    } catch {
      guard Self.isOld(request), error == .notAssigned,
        let own = request.assigned.first(where: { $0.application.isSystemAssignedIdentity })
      else { throw error }
      exchange.because(
        "version \(Self.oldVersion) passes over a name of no identity, and '\(own.application.alias)' is system-assigned"
      )
      return own
    }
  }

  func answer(_ grant: IdentityGrant, to request: IdentityRequest) -> JSONObject {
    let end = grant.token.expiresAt
    return [
      "access_token": .string(grant.token.accessToken),
      "expires_on": .string(Self.isOld(request) ? Self.date(end) : "\(end.seconds)"),
      "resource": .string(grant.resource), "token_type": "Bearer",
      "client_id": .string("\(grant.identity.application.id)".uppercased()),
    ]
  }

  func refusal(of fault: IdentityFault, _ request: IdentityRequest, _ exchange: Exchange) -> IdentityRefusal {
    switch fault {
    // Unauthorized was the older version's, Forbidden is the newer one's (Azure/azure-sdk-for-net 26578); without a body (observed at
    // Container Apps).
    case .header: IdentityRefusal(status: Self.isOld(request) ? 401 : 403, .none)
    case .version: Self.version(request)
    case .resource: refusal(400, "The resource query parameter is missing.", exchange)
    case .several, .noDefault: refusal(400, "Unable to load the proper Managed Identity.", exchange)
    case .notAssigned, .named, .proxied, .key:
      refusal(
        400,
        names(in: request).isEmpty
          ? "Unable to load requested managed identity."
          : "No User Assigned or Delegated Managed Identity found for specified ClientId/ResourceId/PrincipalId.",
        exchange)
    }
  }

  /// The words of ASP.NET (observed: MicrosoftDocs/azure-docs 53726; those for no version at all are chosen).
  private static func version(_ request: IdentityRequest) -> IdentityRefusal {
    let (code, message) =
      if let version = request.version {
        (
          "UnsupportedApiVersion",
          "The HTTP resource that matches the request URI '\(request.address)' does not support the API version '\(version)'."
        )
      } else {
        ("ApiVersionUnspecified", "An API version is required, but was not specified.")
      }
    return IdentityRefusal(
      status: 400,
      body: ["error": .object(["code": .string(code), "message": .string(message), "innerError": .null])])
  }

  /// The service keeps the reason to itself (observed); the exchange has it.
  func refusal(of refusal: Refusal, _ request: IdentityRequest, _ exchange: Exchange) -> IdentityRefusal {
    self.refusal(500, "An unexpected error occured while fetching the AAD Token.", exchange)
  }

  private func refusal(_ status: Int, _ message: String, _ exchange: Exchange) -> IdentityRefusal {
    IdentityRefusal(
      status: status,
      body: [
        "statusCode": .integer(Int64(status)), "message": .string(message),
        "correlationId": "\(exchange.correlationID)",
      ], fields: ["X-CORRELATION-ID": "\(exchange.correlationID)"])
  }

  /// The form `05/22/2021 17:18:21 +00:00`, made from `2021-05-22T17:18:21…` (observed).
  private static func date(_ time: UnixTime) -> String {
    let text = Array(time.iso8601)
    guard text.count >= 19 else { return "" }
    return String(text[5...6]) + "/" + String(text[8...9]) + "/" + String(text[0...3]) + " " + String(text[11...18])
      + " +00:00"
  }
}
