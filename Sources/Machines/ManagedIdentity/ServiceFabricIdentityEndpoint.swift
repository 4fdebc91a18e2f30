import Authority
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// `GET /service-fabric/metadata/identity/oauth2/token`: the address in `IDENTITY_ENDPOINT` of a Service Fabric app, which
/// trusts the server by `IDENTITY_SERVER_THUMBPRINT` (Microsoft: "How to leverage a Service Fabric application's managed
/// identity to access Azure services").
///
/// The cluster says which identity the app has. Most libraries name none here; MSAL for .NET sends a principal id.
struct ServiceFabricIdentityEndpoint: IdentityPlace {
  func admit(_ request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) {
    guard request.proves(by: "Secret", &exchange) else { throw .header }
    guard let version = request.version, ["2019-07-01-preview", "2020-05-01"].contains(version) else { throw .version }
  }

  func answer(_ grant: IdentityGrant, to request: IdentityRequest) -> JSONObject {
    [
      "token_type": "Bearer", "access_token": .string(grant.token.accessToken),
      "expires_on": "\(grant.token.expiresAt.seconds)", "resource": .string(grant.resource),
    ]
  }

  func body(of fault: IdentityFault, _ exchange: Exchange) -> IdentityRefusal {
    switch fault {
    case .header: refusal(401, "SecretHeaderNotFound", "Secret is not found in the request headers.", exchange)
    case .version: refusal(400, "InvalidApiVersion", "The api-version is missing or not supported.", exchange)
    case .resource:
      refusal(400, "ArgumentNullOrEmpty", "The parameter 'resource' should not be null or empty.", exchange)
    case .several, .notAssigned, .named, .proxied, .key:
      refusal(
        404, "ManagedIdentityNotFound", "Managed Identity not found for the specified application host.", exchange)
    }
  }

  func body(of refusal: Refusal, _ call: Call, _ exchange: Exchange) -> IdentityRefusal {
    self.refusal(
      refusal.status < 500 ? 400 : refusal.status, refusal.error.rawValue,
      RefusalEnding(call, exchange).description(of: refusal), exchange)
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
