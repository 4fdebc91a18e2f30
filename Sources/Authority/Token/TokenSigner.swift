import Directory
import JOSE
import JSON
import Scenarios

/// Signs the tokens of a world, with the key of the kind of tenant they are for.
enum TokenSigner {
  /// `showsThumbprint` is for tokens in the older shape, whose header names the key twice (observed).
  static func sign(_ claims: JSONValue, for tenant: Tenant, showsThumbprint: Bool, in world: World) throws -> String {
    let key = tenant.kind == .personal ? try world.keys.personal : try world.keys.current
    var header: JSONObject = ["typ": "JWT", "alg": "RS256"]
    if showsThumbprint { header.append("x5t", .string(key.id)) }
    header.append("kid", .string(key.id))
    return try JWS.compact(header: .object(header), payload: claims, key: key.privateKey)
  }
}
