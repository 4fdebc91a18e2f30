import Authority
import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// The discovery document of a user flow (observed). Its addresses have the form of the request.
struct B2CConfiguration: WrittenDocument {
  private let address: B2CAddress
  private let origin: Origin
  /// What stands before the version in the addresses of the endpoints: the v1 document names those without one (observed).
  private let version: String

  init(_ address: B2CAddress, _ origin: Origin, isLegacy: Bool = false) {
    self.address = address
    self.origin = origin
    version = isLegacy ? "" : "v2.0/"
  }

  var json: JSONValue {
    var document: JSONObject = [
      "issuer": .string(address.issuer(origin)),
      "authorization_endpoint": .string(address.url("oauth2/\(version)authorize", origin)),
      "token_endpoint": .string(address.url("oauth2/\(version)token", origin)),
      "end_session_endpoint": .string(address.url("oauth2/\(version)logout", origin)),
      "jwks_uri": .string(address.url("discovery/\(version)keys", origin)),
      "response_modes_supported": ["query", "fragment", "form_post"],
      "response_types_supported": [
        "code", "code id_token", "code token", "code id_token token", "id_token", "id_token token", "token",
        "token id_token",
      ],
      "scopes_supported": ["openid"],
      "subject_types_supported": ["pairwise"],
      "id_token_signing_alg_values_supported": ["RS256"],
      "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
      "claims_supported": .strings(address.flow.namesOfClaims),
    ]
    if address.flow.hasUserInfo {
      document.append("userinfo_endpoint", .string(address.url("openid/v2.0/userinfo", origin)))
    }
    return .object(document)
  }
}

/// `GET /{tenant}/{flow}/v2.0/.well-known/openid-configuration`, and the same without a version.
struct B2CConfigurationEndpoint: Endpoint {
  let name = EndpointName.discovery
  let answers = AnswerKind.customerDocument
  let address: B2CAddress

  let isLegacy: Bool

  init(_ address: B2CAddress, isLegacy: Bool = false) {
    self.address = address
    self.isLegacy = isLegacy
  }

  func crossOriginFields(for call: Call) -> HTTPFields { CommonFields.anyOrigin(at: call.origin) }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    address.note(&exchange, call)
    try call.world.consultRules(&exchange)
    let path = call.request.path
    let below = path.firstPlace(of: "/.well-known/").map { String(path[..<$0.lowerBound]) } ?? path
    exchange.explain(issuer: address.issuer(call.origin), ofDocumentAt: call.origin.login + below)
    return JSONAnswer.make(
      call.world.documents.body(of: B2CConfiguration(address, call.origin, isLegacy: isLegacy)),
      fields: crossOriginFields(for: call))
  }
}
