import Authority
import Bytes
import Crypto
import HTTPWire
import JOSE
import JSON
import Policy
import Worlds

/// `GET /issuers/{name}/.well-known/openid-configuration` and `/issuers/{name}/openid/v1/jwks`: the documents of an issuer of this
/// server's own, as a cluster of Kubernetes has them (Kubernetes: "Configure Service Accounts for Pods", service account issuer
/// discovery). Others than this server can check tokens of `mockidp workload-token --issuer NAME` by them.
struct WorkloadIssuerEndpoint: Endpoint {
  enum Document: Sendable {
    case configuration
    case keys
  }

  var name: EndpointName { document == .keys ? .keys : .discovery }

  let answers = AnswerKind.document
  let issuer: String
  let document: Document

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let url = "\(call.origin.login)/issuers/\(issuer)"
    let answer: JSONValue =
      switch document {
      case .configuration:
        [
          "issuer": .string(url), "jwks_uri": .string(url + "/openid/v1/jwks"),
          "response_types_supported": ["id_token"],
          "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"],
        ]
      case .keys:
        [
          "keys": .array(
            try call.world.keys.published(for: .work, as: exchange.shape.keys, at: call.now)
              .compactMap { Self.key($0.key) })
        ]
      }
    return JSONAnswer.make(answer, fields: CommonFields.anyOrigin(at: call.origin))
  }

  private static func key(_ key: SigningKey) -> JSONValue? {
    guard let n = key.publicKey.modulus, let e = key.publicKey.exponent else { return nil }
    return [
      "use": "sig", "kty": "RSA", "kid": .string(key.id), "alg": "RS256", "n": .string(Base64.encodeURL(n)),
      "e": .string(Base64.encodeURL(e)),
    ]
  }
}
