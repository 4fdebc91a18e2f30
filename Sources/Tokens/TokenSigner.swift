import Bytes
import Crypto
package import Directory
package import JOSE
package import JSON
import Policy
package import Worlds

/// Signs the tokens of a world. Tenants of personal accounts have a key of their own.
package enum TokenSigner {
  /// Signs claims and returns the compact JWT. `showsThumbprint` is for tokens of the older version, whose header
  /// names the key twice (observed). `hidesSignature` puts a nonce into the header; the signature then covers the
  /// nonce's digest in its place. `damage` has the defects that a rule wants.
  package static func sign(
    _ claims: JSONObject, for tenant: Tenant, showsThumbprint: Bool, hidesSignature: Bool = false,
    damage: TokenDamage = TokenDamage(), in world: World
  ) throws -> String {
    let key = tenant.kind == .personal ? try world.keys.personal : try world.keys.current
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
