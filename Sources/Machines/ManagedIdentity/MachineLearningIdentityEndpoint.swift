import Authority
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// `GET /MSI/auth`: the address in `MSI_ENDPOINT` of a compute of Azure Machine Learning, with `MSI_SECRET` in `secret`. It is
/// App Service's version 2017-09-01 with seconds for times: MSAL for Python reads nothing else.
struct MachineLearningIdentityEndpoint: IdentityPlace {
  func admit(_ request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) {
    guard request.proves(by: "secret", &exchange) else { throw .header }
    guard request.version == "2017-09-01" else { throw .version }
  }

  func answer(_ grant: IdentityGrant, to request: IdentityRequest) -> JSONObject {
    [
      "access_token": .string(grant.token.accessToken), "expires_on": "\(grant.token.expiresAt.seconds)",
      "resource": .string(grant.resource), "token_type": "Bearer",
      "client_id": "\(grant.identity.application.id)",
    ]
  }

  func body(of fault: IdentityFault, _ exchange: Exchange) -> IdentityRefusal {
    switch fault {
    case .header: refusal(401, "Unauthorized", "The secret header is missing or wrong.", exchange)
    case .version: refusal(400, "BadRequest", "The api-version query parameter has to be 2017-09-01.", exchange)
    case .resource: refusal(400, "BadRequest", "The resource query parameter is missing.", exchange)
    case .several:
      refusal(400, "BadRequest", "Several identities are assigned to the compute; name one with clientid.", exchange)
    case .notAssigned, .named, .proxied, .key:
      refusal(400, "BadRequest", "No identity of this id is assigned to the compute.", exchange)
    }
  }

  func body(of refusal: Refusal, _ call: Call, _ exchange: Exchange) -> IdentityRefusal {
    self.refusal(
      refusal.status < 500 ? 400 : refusal.status, refusal.error.rawValue,
      RefusalEnding(call, exchange).description(of: refusal), exchange)
  }

  /// The form of errors of Azure Resource Manager, which Machine Learning has everywhere (chosen: no answer of this address was
  /// captured).
  private func refusal(_ status: Int, _ code: String, _ message: String, _ exchange: Exchange) -> IdentityRefusal {
    IdentityRefusal(
      status: status,
      body: [
        "error": .object(["code": .string(code), "message": .string(message)]),
        "correlationId": "\(exchange.correlationID)",
      ])
  }
}
