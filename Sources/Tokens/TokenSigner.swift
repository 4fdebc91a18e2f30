import Bytes
import Crypto
package import Directory
package import JOSE
package import JSON
import Policy
package import Worlds

/// Signs the tokens of a world. The tenant of personal accounts has a key of its own, and so may an app.
package enum TokenSigner {
  /// Signs claims for an app of a tenant and returns the compact JWT. `showsThumbprint` is for tokens of the older version, whose header
  /// names the key twice (observed). `hidesSignature` puts a nonce into the header; the signature then covers the
  /// nonce's digest in its place. `damage` has the defects that a rule wants.
  package static func sign(
    _ claims: JSONObject, for app: Application, in tenant: Tenant, showsThumbprint: Bool, hidesSignature: Bool = false,
    damage: TokenDamage = TokenDamage(), by world: World
  ) throws -> String {
    let key = try world.signingKey(for: app, in: tenant)
    var header: JSONObject = ["typ": "JWT"]
    if hidesSignature { header.append("nonce", .string(world.entropy.token(32))) }
    header.append("alg", "RS256")
    if showsThumbprint { header.append("x5t", .string(key.id)) }
    header.append("kid", .string(key.id))
    header = damage.header(header)
    let signed = GraphTokenNonce.signedHeader(for: header) ?? header
    let claims = damage.claims(claims, at: world.now)
    let token = damage.finished(
      try JWS.compact(
        header: .object(signed), payload: .object(claims), key: damage.signingKey(insteadOf: key).privateKey))
    guard signed != header else { return token }
    return Base64.encodeURL(JSONValue.object(header).serialized) + token.drop { $0 != "." }
  }
}
