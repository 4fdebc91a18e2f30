import Bytes
import Crypto
import HTTPWire
import JOSE
import JSON
import Policy
import Time
import Worlds

/// The token of a job in a pipeline, which this server signs in the place of the pipeline's own issuer and knows again.
struct PipelineToken {
  /// How long it lives; a pipeline's token is for one step (observed of GitHub).
  private static let lifetime = Duration.minutes(5)

  let issuer: String
  let subject: String
  let audience: String
  /// What the pipeline tells beside that.
  let claims: JSONObject

  func signed(_ call: Call) throws -> String {
    let now = call.now
    let key = try call.world.keys.current
    var payload: JSONObject = [
      "jti": "\(call.world.entropy.guid())", "sub": .string(subject), "aud": .string(audience),
      "iss": .string(issuer), "iat": .integer(now.seconds), "nbf": .integer((now - .seconds(5)).seconds),
      "exp": .integer((now + Self.lifetime).seconds),
    ]
    payload.merge(claims.members)
    payload.append("mockidp", "standIn")
    return try JWS.compact(
      header: ["typ": "JWT", "alg": "RS256", "kid": .string(key.id)], payload: .object(payload), key: key.privateKey,
      algorithm: .rs256)
  }
}
