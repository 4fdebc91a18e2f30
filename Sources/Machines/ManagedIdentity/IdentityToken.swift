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
  /// What the token is for, decided before.
  struct Order {
    let identity: MachineIdentity
    /// The Azure resource id of the machine, where the platform tells it.
    let machine: String?
    let api: Application
    let apiPrincipal: ServicePrincipal.ID
    /// The API in the program's spelling.
    let asked: String
    let roles: [String]
    let capabilities: [String]
    /// The SHA-256 digest in hexadecimal digits of a token that an API refused (`token_sha256_to_refresh`). Nil when the program
    /// has none to replace.
    let replaced: String?
  }

  let accessToken: String
  let issuedAt: UnixTime
  let expiresAt: UnixTime

  /// The service's tokens live for about a day, and it gives out the same token while more than half of that is left
  /// (Microsoft: "How to use managed identities to acquire an access token", token caching). Here the day begins at
  /// midnight or noon UTC. Requests in the same half day get the same bytes, so the server keeps nothing.
  private static let lifetime = Lifetimes.managedIdentity

  init(_ order: Order, _ call: Call, _ exchange: inout Exchange) throws {
    let half = Int64(Self.lifetime.wholeSeconds / 2)
    let begin = UnixTime(seconds: call.now.seconds - call.now.seconds % half)
    let usual = try Self.sign(order, at: begin, call, exchange)
    guard let replaced = order.replaced,
      ASCII.equalIgnoringCase(replaced, Hex.encode(SHA256.hash(Array(usual.utf8))))
    else {
      self.init(accessToken: usual, issuedAt: begin)
      return
    }
    exchange.because("the program replaces the token of this half day, so it gets a new one")
    self.init(accessToken: try Self.sign(order, at: call.now, call, exchange), issuedAt: call.now)
  }

  private init(accessToken: String, issuedAt: UnixTime) {
    self.accessToken = accessToken
    self.issuedAt = issuedAt
    expiresAt = issuedAt + Self.lifetime
  }

  private static func sign(_ order: Order, at begin: UnixTime, _ call: Call, _ exchange: Exchange) throws -> String {
    let identity = order.identity
    let api = call.world.directory.mapped(order.api, in: identity.tenant.id)
    let capabilities = order.capabilities.joined(separator: ",")
    let seed = "\(call.world.name) \(identity.application.id) \(order.asked) \(begin.seconds) \(capabilities)"
    var subject = AppTokenSubject(
      tenant: identity.tenant, client: identity.application, principal: identity.principal, resource: api,
      resourceIdentifier: order.asked, roles: order.roles, issuer: call.origin.issuer, issuedAt: begin,
      lifetime: lifetime,
      // The platform proves itself with the certificate of the identity.
      clientAuthentication: .certificate, capabilities: order.capabilities,
      marks: OpaqueValues.marks(
        of: .app, accessToken: tokenID(seed, in: call.world),
        Array(SHA256.hash(Array((seed + "ftd").utf8)) + SHA256.hash(Array((seed + "aio").utf8)))))
    subject.resourcePrincipal = order.apiPrincipal
    // An app registration of one's own is not told which resource of Azure has the identity (observed in 2025).
    subject.azureResource = api.tenant == nil ? identity.application.managedIdentityResource : nil
    // That of a system-assigned identity is the machine already (observed 2025-04).
    if subject.azureResource != nil, !identity.application.isSystemAssignedIdentity {
      subject.azureMachine = order.machine
    }
    subject.memberships = StatedMemberships(
      of: identity.application, in: identity.tenant.id, for: api, in: call.world.directory)
    return try TokenSigner.sign(
      subject.claims, for: api, in: identity.tenant, showsThumbprint: api.id != WellKnown.tokenExchange,
      damage: exchange.shape.accessTokenDamage, by: call.world)
  }

  private static func tokenID(_ seed: String, in world: World) -> String {
    var bytes = Array(SHA256.hash(Array((seed + "uti").utf8)).prefix(16))
    bytes[15] &= 1
    return world.tokenMark?.tokenID(from: bytes) ?? Base64.encodeURL(bytes)
  }
}
