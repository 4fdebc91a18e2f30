import Authority
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// `GET /MSI/auth`: the address in `MSI_ENDPOINT` of a compute of Azure Machine Learning, with `MSI_SECRET` in `secret`. It takes App
/// Service's version 2017-09-01, and answers in a form of its own: numbers for times, no `client_id`, and plain text for whatever fails.
///
/// `client_id` names nothing: the parameter is `clientid` (Azure/azure-sdk-for-net 40348 of 2023, 49174 of 2025).
struct MachineLearningIdentityEndpoint: IdentityPlace {
  var contentType: String { "application/json" }

  func admit(_ request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) {
    guard request.proves(by: "secret", &exchange) else { throw .header }
    guard request.version == "2017-09-01" else { throw .version }
  }

  func names(in request: IdentityRequest) -> [IdentityName] { request.names().filter { $0.parameter != "client_id" } }

  func identity(of request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) -> MachineIdentity {
    let names = names(in: request)
    if names.isEmpty, !request.hasDefault {
      exchange.because("no identity of machine.identities is system-assigned, and the request has no clientid")
      throw .several
    }
    return try request.identity(named: names, &exchange)
  }

  func answer(_ grant: IdentityGrant, to request: IdentityRequest) -> JSONObject {
    let end = grant.token.expiresAt.seconds
    return [
      "access_token": .string(grant.token.accessToken), "expires_in": .integer(end - request.call.now.seconds),
      "expires_on": .integer(end), "resource": .string(grant.resource), "token_type": "Bearer",
    ]
  }

  func refusal(of fault: IdentityFault, _ request: IdentityRequest, _ exchange: Exchange) -> IdentityRefusal {
    switch fault {
    // Azure/azure-sdk-for-net 46932, without the field. What a wrong secret is, neither the answer nor the journal repeats.
    case .header: IdentityRefusal(status: 401, .text("Invalid secret token header: ."))
    case .version: IdentityRefusal(status: 400, .text("The api-version query parameter has to be 2017-09-01."))
    case .resource: IdentityRefusal(status: 400, .text("The resource query parameter is missing."))
    // What the compute's own service was told when it asked for the token (Azure/azure-sdk-for-python 32921).
    case .several: IdentityRefusal(status: 400, .text(Self.failure(400)))
    case .notAssigned, .named, .noDefault, .proxied, .key: IdentityRefusal(status: 400, .text(Self.failure(404)))
    }
  }

  func refusal(of refusal: Refusal, _ request: IdentityRequest, _ exchange: Exchange) -> IdentityRefusal {
    let status = refusal.status < 500 ? 400 : refusal.status
    return IdentityRefusal(status: status, .text(Self.failure(status)))
  }

  private static func failure(_ status: Int) -> String {
    "InternalError - :{\nInfo: Request failure status code: \(status)\n\n}"
  }
}
