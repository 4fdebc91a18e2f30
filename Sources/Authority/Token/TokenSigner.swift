import Bytes
import Crypto
import Directory
import JOSE
import JSON
import Policy
import Scenarios

/// Signs the tokens of a world, with the key of the kind of tenant they are for.
enum TokenSigner {
  /// `showsThumbprint` is for tokens in the older shape, whose header names the key twice (observed). `hidesSignature` puts a
  /// nonce in the header, whose digest is signed in its place. `damage` is what a rule wants to be wrong.
  static func sign(
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
      try JWS.compact(header: .object(signed), payload: .object(claims), key: key.privateKey))
    guard signed != header else { return token }
    return Base64.encodeURL(JSONValue.object(header).serialized) + token.drop { $0 != "." }
  }
}
