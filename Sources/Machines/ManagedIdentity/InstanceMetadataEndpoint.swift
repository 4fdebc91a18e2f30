import Authority
import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// `GET /metadata/identity/oauth2/token`: the token endpoint of the instance metadata service, which a virtual
/// machine reaches at 169.254.169.254 (Microsoft: "How to use managed identities for Azure resources on an Azure VM
/// to acquire an access token").
struct InstanceMetadataEndpoint: IdentityPlace {
  /// The field of every answer of the service (observed).
  static let server: HTTPFields = ["Server": "IMDS/150.870.65.492"]

  var fields: HTTPFields { Self.server }

  func admit(_ request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) {
    try Self.admit(request.call, &exchange)
    // Versions are dates, so they can be compared as text.
    guard let version = request.version, version >= "2018-02-01" else { throw .version }
  }

  /// Checks the header fields that prove that the request comes from the machine itself.
  static func admit(_ call: Call, _ exchange: inout Exchange) throws(IdentityFault) {
    if call.request.fields["Metadata"] != "true" {
      guard !call.world.settings.machine.needsMetadataHeader else { throw .header }
      exchange.because("the scenario's machine needs no Metadata header")
    }
    // A request that came through a proxy does not come from the machine itself.
    if call.request.fields["X-Forwarded-For"] != nil { throw .proxied }
  }

  func answer(_ grant: IdentityGrant, to request: IdentityRequest) -> JSONObject {
    Self.members(of: grant, at: request.call.now)
  }

  /// The members of an answer. All numbers are text (observed).
  static func members(of grant: IdentityGrant, at now: UnixTime) -> JSONObject {
    let token = grant.token
    let left = token.expiresAt.seconds - now.seconds
    return [
      "access_token": .string(token.accessToken), "client_id": "\(grant.identity.application.id)",
      "expires_in": "\(left)", "expires_on": "\(token.expiresAt.seconds)", "ext_expires_in": "\(left - 1)",
      "not_before": "\((token.issuedAt - TokenSubject.backdating).seconds)", "resource": .string(grant.resource),
      "token_type": "Bearer",
    ]
  }

  func body(of fault: IdentityFault, _ exchange: Exchange) -> IdentityRefusal {
    IdentityRefusal(status: 400, body: Self.body(of: fault))
  }

  static func body(of fault: IdentityFault) -> JSONObject {
    let description: String
    switch fault {
    case .header: description = "Required metadata header not specified"
    case .proxied: description = "X-Forwarded-For header is not allowed"
    case .resource: description = "Required query variable 'resource' is missing"
    case .notAssigned, .named, .key: description = "Identity not found"
    case .several:
      description =
        "Multiple user assigned identities exist, please specify the clientId / resourceId of the identity in the token "
        + "request"
    case .version:
      return [
        "error": .string(
          "Bad request. api-version was not specified in the request. For more information refer to aka.ms/azureimds"),
        "newest-versions": ["2020-10-01", "2020-04-02", "2020-02-01"],
      ]
    }
    return ["error": "invalid_request", "error_description": .string(description)]
  }

  func body(of refusal: Refusal, _ call: Call, _ exchange: Exchange) -> IdentityRefusal {
    IdentityRefusal(
      status: refusal.status < 500 ? 400 : refusal.status, body: JSONAnswer.body(of: refusal, call, exchange))
  }
}
