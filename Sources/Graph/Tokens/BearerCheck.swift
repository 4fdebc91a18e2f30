import Bytes
import Crypto
import Directory
import HTTPWire
import JOSE
import JSON
import Policy
import Time
import Worlds

/// The check of the access token that every resource makes first. When a token has several faults, the order of the
/// checks decides which one the client is told.
enum BearerCheck {
  /// How far the clocks of issuer and resource may differ.
  static let clockSkew = Duration.minutes(5)

  /// The token of the call. It notes tenant, client and user in `exchange`, also when it refuses the call later.
  /// - Throws: `GraphError`, or `CryptoError` when the server has no keys.
  static func token(
    of call: Call, for api: Application.ID = WellKnown.graph, _ exchange: inout Exchange
  ) throws -> GraphToken {
    let presented = try PresentedToken(call.request)
    let claims = try verified(presented.text, call.world).payload
    let directory = call.world.directory
    let scopes = ASCII.words(claims["scp"]?.string ?? "")
    note(claims, scopes, directory, &exchange)
    try presented.checkProof(of: claims, call)

    let tenant = try tenant(of: claims, directory)
    if api == WellKnown.graph {
      try checkAudience(of: claims, call.origin)
    } else if claims["aud"]?.string.flatMap(directory.resource(named:))?.id != api {
      throw GraphError.invalidAudience(text(claims["aud"]))
    }
    try checkLifetime(of: claims, at: call.now)
    let isAppOnly = claims["idtyp"]?.string == "app" || claims["scp"] == nil
    let user = isAppOnly ? nil : directory.withRolesOfGroups(try user(of: claims, in: tenant, directory))
    if let user { try checkRevocation(of: claims, user, call) }
    let client = try client(of: claims, in: tenant, directory)
    try checkPolicies(of: claims, user, client, tenant, call)

    exchange.because(
      "token for '\(user?.alias ?? client.alias)', audience \(Self.text(claims["aud"])), "
        + (user == nil ? "an app's own" : "scp \(scopes.joined(separator: " "))"))
    return GraphToken(claims: claims, tenant: tenant, user: user, client: client, scopes: scopes)
  }

  /// The token in its parts. Its signature is that of a key that is published now.
  private static func verified(_ text: String, _ world: World) throws -> JWS {
    let token = TokenText(text)
    if let known = token.flatMap({ world.verified($0) }), world.keys.publishes(known.keyID) {
      return known.jws
    }
    let jws = try parse(text)
    let key = try verifySignature(of: jws, world)
    if let token { world.keep(VerifiedToken(jws: jws, keyID: key), for: token) }
    return jws
  }

  private static func parse(_ text: String) throws(GraphError) -> JWS {
    do throws(JOSEError) {
      return try JWS.parse(OpaqueAccessToken.open(text) ?? text)
    } catch {
      if case .notThreeSegments(count: 1) = error { throw .notAJWT }
      throw .undecodable(because: error.description)
    }
  }

  /// The id of the key that made the signature.
  private static func verifySignature(of jws: JWS, _ world: World) throws -> String {
    let candidates = world.keys.made.filter { jws.keyID == nil || $0.id == jws.keyID }
    guard !candidates.isEmpty else {
      throw GraphError.invalidSignature(because: "no published key is '\(jws.keyID ?? "")'")
    }
    var jws = jws
    if let header = jws.header.object.flatMap({ GraphTokenNonce.signedHeader(for: $0) }) {
      jws.signingInput =
        Array(Base64.encodeURL(JSONValue.object(header).serialized).utf8) + jws.signingInput.drop { $0 != 0x2E }
    }
    guard let key = candidates.first(where: { jws.verify(with: $0.publicKey, algorithm: .rs256) }) else {
      throw GraphError.invalidSignature(because: "the signature is not that of the key it names")
    }
    return key.id
  }

  /// Notes the tenant, client, user and API that the token names, as far as the directory has them.
  private static func note(
    _ claims: JSONValue, _ scopes: [String], _ directory: DirectoryState, _ exchange: inout Exchange
  ) {
    exchange.note(tenant: claims["tid"]?.string.flatMap(directory.tenant(named:)))
    exchange.note(client: clientID(of: claims).flatMap { Application.ID($0) }.flatMap { directory.applications[$0] })
    exchange.note(user: claims["oid"]?.string.flatMap { User.ID($0) }.flatMap { directory.users[$0] })
    exchange.note(resource: claims["aud"]?.string.flatMap(directory.resource(named:)))
    exchange.scopes = scopes
  }

  /// The tenant of the token. The origin in `iss` is not compared, since a browser and a container know one server by
  /// different names. The signature has already shown that this world issued the token.
  private static func tenant(of claims: JSONValue, _ directory: DirectoryState) throws(GraphError) -> Tenant {
    guard let id = claims["tid"]?.string.flatMap({ Tenant.ID($0) }), let tenant = directory.tenants[id] else {
      throw .invalidIssuer(because: "tid is \(text(claims["tid"])), and there is no such tenant")
    }
    guard let issuer = claims["iss"]?.string, issuer.hasSuffix("/\(id)/") || issuer.hasSuffix("/\(id)/v2.0") else {
      throw .invalidIssuer(because: "iss is \(text(claims["iss"])), which does not issue for tenant \(id)")
    }
    return tenant
  }

  private static func checkAudience(of claims: JSONValue, _ origin: Origin) throws(GraphError) {
    guard let audience = claims["aud"]?.string else { throw .invalidAudience("nobody") }
    // By a name of Microsoft's, each cloud takes its own address alone (microsoft-identity-web 3808 of 2026).
    let bases =
      (origin.isMicrosofts ? origin.cloud.graphHosts.map { "https://\($0)" } : Cloud.graphURIs) + [origin.graph]
    // A token names the API as its client did, and so this server by any of its addresses.
    let own = ASCII.lowercased(audience.hasSuffix("/") ? String(audience.dropLast()) : audience)
    guard
      audience.hasSameBytes(as: "\(WellKnown.graph)") || origin.graphAddresses.contains(own)
        || bases.contains(where: { audience.hasSameBytes(as: $0) || audience.hasSameBytes(as: $0 + "/") })
    else {
      let other = Cloud.all.first { $0.graphHosts.contains { audience.hasPrefix("https://\($0)") } }
      guard let other, origin.isMicrosofts else { throw .invalidAudience(audience) }
      throw .invalidAudience(
        audience, because: "the token is for the Graph of another cloud (\(other.name)), and this is \(origin.graph)")
    }
  }

  private static func checkLifetime(of claims: JSONValue, at now: UnixTime) throws(GraphError) {
    guard let end = claims["exp"]?.integer.map({ UnixTime(seconds: $0) }) else { throw .expired(at: nil) }
    guard now <= end + clockSkew else { throw .expired(at: end) }
    if let start = claims["nbf"]?.integer.map({ UnixTime(seconds: $0) }), start > now + clockSkew {
      throw .notYetValid(until: start)
    }
  }

  private static func user(of claims: JSONValue, in tenant: Tenant, _ directory: DirectoryState) throws(GraphError)
    -> User
  {
    let id = claims["oid"]?.string
    guard let user = id.flatMap({ User.ID($0) }).flatMap({ directory.users[$0] }), !user.isDeleted,
      user.tenant == tenant.id
    else { throw .notFound(id ?? "") }
    return user
  }

  /// A token that is outdated before it ends gets a claims challenge.
  private static func checkRevocation(of claims: JSONValue, _ user: User, _ call: Call) throws(GraphError) {
    guard let outdated = call.world.reasonAgainst(claims, of: user) else { return }
    guard case .userElsewhere = outdated else { throw .revoked(at: call.now, because: outdated.reason) }
    throw .leftTrustedLocation(at: call.now, from: call.request.peer, because: outdated.reason)
  }

  private static func client(of claims: JSONValue, in tenant: Tenant, _ directory: DirectoryState) throws(GraphError)
    -> Application
  {
    let id = clientID(of: claims)
    guard let client = id.flatMap({ Application.ID($0) }).flatMap({ directory.applications[$0] }),
      tenant.kind == .personal || directory.servicePrincipal(of: client.id, in: tenant.id) != nil
    else { throw .clientUnknown(id ?? "without an id") }
    return client
  }

  /// A v1.0 token names its client in `appid`, a v2.0 token in `azp`.
  private static func clientID(of claims: JSONValue) -> String? {
    claims["appid"]?.string ?? claims["azp"]?.string
  }

  private static func text(_ claim: JSONValue?) -> String { claim?.string ?? claim?.text ?? "missing" }
}
