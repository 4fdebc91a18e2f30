import Authority
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// `GET /service-fabric/metadata/identity/oauth2/token`: the address in `IDENTITY_ENDPOINT` of a Service Fabric app, which
/// trusts the server by `IDENTITY_SERVER_THUMBPRINT` (Microsoft: "How to leverage a Service Fabric application's managed
/// identity to access Azure services").
///
/// An object id as `principalId` names an identity. Every other name is passed over, and the cluster says which identity the app has (reported
/// in 2026 by the service's own people: microsoft-authentication-library-for-dotnet 6065).
struct ServiceFabricIdentityEndpoint: IdentityPlace {
  private static let versions = ["2019-07-01-preview", "2020-05-01"]

  func fields(_ exchange: Exchange) -> HTTPFields { ["Server": "Kestrel", "x-ms-request-id": "\(exchange.traceID)"] }

  /// One good version among several will do: `IDENTITY_ENDPOINT` may have one in its query (observed in 2024).
  func admit(_ request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) {
    guard request.call.request.fields["Secret"] != nil else { throw .header }
    guard request.versions.contains(where: Self.versions.contains) else { throw .version }
    guard request.proves(by: "Secret", &exchange) else { throw .notAssigned }
  }

  func names(in request: IdentityRequest) -> [IdentityName] { request.names(heeding: ["principalId"]) }

  /// The identity that is named, else the one that the cluster gives the app. A scenario whose machine says nothing of identities gives it the
  /// only one.
  func identity(of request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) -> MachineIdentity {
    let names = names(in: request)
    guard names.isEmpty else { return try request.identity(named: names, &exchange) }
    if let other = request.names().first {
      exchange.because("Service Fabric passes over \(other.parameter): principalId names an identity")
    }
    if request.hasDefault { return try request.identity(named: [], &exchange) }
    exchange.because("no identity of machine.identities is system-assigned, and the request has no principalId")
    throw .noDefault
  }

  func answer(_ grant: IdentityGrant, to request: IdentityRequest) -> JSONObject {
    [
      "token_type": "Bearer", "access_token": .string(grant.token.accessToken),
      "expires_on": "\(grant.token.expiresAt.seconds)", "resource": .string(grant.resource),
    ]
  }

  func refusal(of fault: IdentityFault, _ request: IdentityRequest, _ exchange: Exchange) -> IdentityRefusal {
    switch fault {
    // Azure/azure-sdk-for-cpp 6823 of 2025; the documentation says SecretHeaderNotFound.
    case .header:
      refusal(400, "BadRequestWithReason", "BadRequestWithReason Secret header is required", exchange)
    // Azure/AppConfiguration 144.
    case .version:
      refusal(
        400, "InvalidApiVersion",
        "The api-version '\(request.version ?? "")' is not supported. Supported version is '\(Self.versions[0])'.",
        exchange)
    case .resource:
      refusal(400, "ArgumentNullOrEmpty", "The parameter 'resource' should not be null or empty.", exchange)
    case .several, .noDefault:
      refusal(
        404, "DefaultIdentityNotDefined", "The application host has no default identity.", exchange)
    case .notAssigned, .named, .proxied, .key:
      refusal(
        404, "ManagedIdentityNotFound", "Managed Identity not found for the specified application host.", exchange)
    }
  }

  func refusal(of refusal: Refusal, _ request: IdentityRequest, _ exchange: Exchange) -> IdentityRefusal {
    self.refusal(
      refusal.status < 500 ? 400 : refusal.status, refusal.error.rawValue,
      RefusalEnding(request.call, exchange).description(of: refusal), exchange)
  }

  private func refusal(_ status: Int, _ code: String, _ message: String, _ exchange: Exchange) -> IdentityRefusal {
    IdentityRefusal(
      status: status,
      body: [
        "error": .object([
          "correlationId": "\(exchange.correlationID)", "code": .string(code), "message": .string(message),
        ])
      ])
  }
}
