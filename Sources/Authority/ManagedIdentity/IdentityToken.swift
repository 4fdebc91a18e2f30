import Bytes
import Crypto
import Directory
import JSON
import Policy
import Time
import Tokens
import Worlds

/// The access token of a managed identity for one API, with its times.
struct IdentityToken {
  let accessToken: String
  let issuedAt: UnixTime
  let expiresAt: UnixTime

  /// The service's tokens live for about a day, and it gives out the same token while more than half of that is left
  /// (Microsoft: "How to use managed identities to acquire an access token", token caching). Here the day begins at
  /// midnight or noon UTC. Requests in the same half day get the same bytes, so the server keeps nothing.
  private static let lifetime = Duration.hours(24)

  /// - Throws: `Refusal` when the identity or the API has no service principal in the tenant.
  init(
    for identity: Application, in tenant: Tenant, to asked: String, resource: Application, _ call: Call,
    _ exchange: Exchange
  ) throws {
    let directory = call.world.directory
    let half = Int64(Self.lifetime.wholeSeconds / 2)
    let begin = UnixTime(seconds: call.now.seconds - call.now.seconds % half)
    issuedAt = begin
    expiresAt = begin + Self.lifetime
    guard let principal = directory.servicePrincipal(of: identity.id, in: tenant.id),
      let api = directory.servicePrincipal(of: resource.id, in: tenant.id)
    else { throw Refusal.resourceNotFound(asked, tenant: "\(tenant.id)") }
    let roles = directory.assignments(of: .client(principal.id), on: api.id).compactMap(\.role).sorted()
    let seed = "\(call.world.name) \(identity.id) \(asked) \(begin.seconds) "
    var subject = AppTokenSubject(
      tenant: tenant, client: identity, principal: principal.id, resource: resource, resourceIdentifier: asked,
      roles: roles, issuer: call.origin.issuer, issuedAt: begin, lifetime: Self.lifetime,
      // The platform proves itself with the certificate of the identity.
      clientAuthentication: .certificate, capabilities: [],
      marks: TokenMarks(
        idTokenUTI: "", accessTokenUTI: Self.tokenID(seed, in: call.world), aio: Self.text(seed + "aio", bytes: 32),
        rh: "1.A" + Self.text(seed + "rh", bytes: 32) + "."),
      federationMark: Self.text(seed + "ftd", bytes: 32))
    subject.resourcePrincipal = api.id
    let claims = AppTokenClaims.make(subject, identity: identity.managedIdentityResource)
    accessToken = try TokenSigner.sign(
      claims, for: resource, in: tenant, showsThumbprint: true, damage: exchange.shape.accessTokenDamage,
      by: call.world)
  }

  private static func tokenID(_ seed: String, in world: World) -> String {
    world.tokenMark?.tokenID(from: SHA256.hash(Array((seed + "uti").utf8))) ?? text(seed + "uti", bytes: 16)
  }

  private static func text(_ seed: String, bytes: Int) -> String {
    Base64.encodeURL(Array(SHA256.hash(Array(seed.utf8)).prefix(bytes)))
  }
}
