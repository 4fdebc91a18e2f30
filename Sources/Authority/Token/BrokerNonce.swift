import Bytes
import Crypto
import HTTPWire
import JSON
import Policy
import Worlds

/// `grant_type=srv_challenge`: the nonce that a broker asks for before it proves a device or a user by a primary refresh token (Microsoft:
/// [MS-OAPXBC], request for a nonce). It needs no app. Nothing here takes such a token, so the server keeps no nonce.
enum BrokerNonce {
  private static let type = "srv_challenge"

  /// The answer to a request for a nonce; nil for every other request.
  ///
  /// - Throws: `Refusal` for a tenant that is not there, and what a rule wants.
  static func answer(_ form: FormFields, _ call: Call, tenant: String, _ exchange: inout Exchange) throws -> JSONValue?
  {
    guard form.nonEmpty("grant_type") == type else { return nil }
    exchange.parameters = Redaction.parameters(of: form)
    exchange.grant = type
    exchange.adoptCorrelation(from: form)
    let segment = try TenantSegment(tenant, in: call.directory)
    exchange.note(tenant: segment.tenant(in: call.directory))
    try call.world.consultRules(&exchange)
    exchange.because("→ a nonce for a broker; nothing here takes a primary refresh token")
    // How it begins was observed in 2025. The rest is the service's affair.
    return ["Nonce": .string("AwABEgEAAAADAOz_" + call.world.entropy.token(120))]
  }
}
