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
  func fields(_ exchange: Exchange) -> HTTPFields { Self.service(exchange) }

  /// The fields of every answer of the service (observed in 2025).
  static func service(_ exchange: Exchange) -> HTTPFields {
    ["Server": "IMDS/150.870.65.1497", "x-ms-request-id": "\(exchange.traceID)"]
  }

  func admit(_ request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) {
    try Self.admit(request.call, &exchange)
    guard let version = request.version, MetadataVersion.isServed(version, since: "2018-02-01") else { throw .version }
  }

  /// Checks the header fields that prove that the request comes from the machine itself.
  static func admit(_ call: Call, _ exchange: inout Exchange) throws(IdentityFault) {
    if !IdentityRequest.hasMetadata(call) {
      guard !call.world.settings.machine.needsMetadataHeader else { throw .header }
      exchange.because("the scenario's machine needs no Metadata header")
    }
    // A request that came through a proxy does not come from the machine itself.
    if call.request.fields["X-Forwarded-For"] != nil {
      exchange.explain(
        "the request came through a proxy, which added X-Forwarded-For: put 169.254.169.254 into NO_PROXY of the client"
      )
      throw .proxied
    }
  }

  func names(in request: IdentityRequest) -> [IdentityName] {
    request.names(heeding: ["client_id", "object_id", "msi_res_id", "mi_res_id"])
  }

  func machine(of request: IdentityRequest) -> String? {
    ManagedIdentityResource.machine(request.call.world.settings.machine.name)
  }

  func answer(_ grant: IdentityGrant, to request: IdentityRequest) -> JSONObject {
    Self.members(of: grant, at: request.call.now)
  }

  /// The members of an answer. All numbers are text, and the second lifetime is that of a new token, however old this one is (observed).
  static func members(of grant: IdentityGrant, at now: UnixTime) -> JSONObject {
    let token = grant.token
    return [
      "access_token": .string(token.accessToken), "client_id": "\(grant.identity.application.id)",
      "expires_in": "\(token.expiresAt.seconds - now.seconds)", "expires_on": "\(token.expiresAt.seconds)",
      "ext_expires_in": "86399", "not_before": "\((token.issuedAt - TokenSubject.backdating).seconds)",
      "resource": .string(grant.resource), "token_type": "Bearer",
    ]
  }

  func refusal(of fault: IdentityFault, _ request: IdentityRequest, _ exchange: Exchange) -> IdentityRefusal {
    fault == .proxied
      ? IdentityRefusal(status: 400, .xml(Self.proxied)) : IdentityRefusal(status: 400, body: Self.body(of: fault))
  }

  /// What the host of the machines says of a request through a proxy: 367 bytes (observed 2025-02-18, certbot-dns-azure 54).
  static let proxied = """
    <?xml version="1.0" encoding="utf-8"?>
    <Error xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
        <Code>InvalidHeaderValue</Code>
        <Message>The value provided for one of the HTTP headers was not in the correct format.</Message>
        <Details>Header contains 'X-Forwarded-For' are not supported.</Details>
    </Error>
    """

  static func body(of fault: IdentityFault) -> JSONObject {
    let description: String
    switch fault {
    case .header: description = "Required metadata header not specified"
    case .proxied: description = "X-Forwarded-For header is not allowed"
    case .resource: description = "Required query variable 'resource' is missing"
    case .notAssigned, .named, .key, .noDefault: description = "Identity not found"
    case .several:
      description =
        "Multiple user assigned identities exist, please specify the clientId / resourceId of the identity in the token "
        + "request"
    case .version:
      return ["error": .string(MetadataVersion.refusal), "newest-versions": .strings(MetadataVersion.newest)]
    }
    return ["error": "invalid_request", "error_description": .string(description)]
  }

  /// The service's body, but for the address of the help page: it is at the host of the machine's region (observed).
  func refusal(of refusal: Refusal, _ request: IdentityRequest, _ exchange: Exchange) -> IdentityRefusal {
    var body = JSONAnswer.body(of: refusal, request.call, exchange)
    if body["error_uri"] != nil {
      let region = request.call.world.settings.machine.region
      body["error_uri"] = .string("https://\(region).login.microsoft.com/error?code=\(refusal.code)")
    }
    return IdentityRefusal(status: refusal.status < 500 ? 400 : refusal.status, body: body)
  }
}
