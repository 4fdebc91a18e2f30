import Bytes
import Crypto
import Directory
import Policy
import Scenarios
import Time

/// The first checks of all grants in a user's name: who the user is, and whether the sign-in still counts.
enum UserGrant {
  /// The user object in the tenant of the request, and that tenant.
  ///
  /// - Throws: the refusal of a user who is deleted, disabled, or not in that tenant.
  static func user(_ id: User.ID, grantedIn granted: Tenant.ID, _ request: TokenRequest) throws(Refusal)
    -> (user: User, tenant: Tenant)
  {
    guard let found = request.directory.users[id], let home = request.directory.tenants[granted], !found.isDeleted
    else {
      throw .userNotFound(tenant: request.segment.spelling)
    }
    var user = found
    var tenant = home
    if let asked = request.segment.tenant(in: request.directory), asked.id != granted {
      let account = request.directory.account(of: found)
      guard let object = request.directory.user(forAccount: account, in: asked.id) else {
        throw .externalAccountNotInTenant(
          identityProvider: request.call.origin.issuer.v1(granted), tenant: asked.displayName,
          clientID: "\(request.client.id)", name: request.client.displayName)
      }
      user = object
      tenant = asked
    }
    guard user.isEnabled, request.directory.account(of: user).isEnabled else { throw Refusal(.accountDisabled) }
    return (user, tenant)
  }

  /// - Throws: AADSTS50173 for a sign-in before a revocation or a change of the password, and for one that is older
  ///   than the `nbf` of a claims challenge.
  static func checkRevocation(
    _ signIn: SignInFacts, of user: User, isPublicClient: Bool, _ request: TokenRequest, _ exchange: inout Exchange
  ) throws(Refusal) {
    for holder in user.isGuest ? [user, request.directory.account(of: user)] : [user] {
      let validFrom = Revocation.grantValidFrom(
        holder, isPasswordBased: signIn.isPasswordBased, isPublicClient: isPublicClient)
      guard signIn.authenticatedAt < validFrom else { continue }
      exchange.because(
        "signed in at \(signIn.authenticatedAt.iso8601Ticks), before \(validFrom.iso8601Ticks), from which on sign-ins count"
      )
      throw .grantRevoked(issuedAt: signIn.authenticatedAt, tokensValidFrom: validFrom)
    }
    if let start = request.claims.notBefore, signIn.authenticatedAt < start {
      exchange.because(
        "signed in at \(signIn.authenticatedAt.iso8601Ticks), before \(start.iso8601), the nbf of claims")
      throw .grantRevoked(issuedAt: signIn.authenticatedAt, tokensValidFrom: start)
    }
  }

  /// A handle that looks like the service's codes and refresh tokens: `1.A…`, opaque.
  static func newHandle(_ entropy: any Entropy) -> String { "1.A" + entropy.token(1) + "A" + entropy.token(63) }

  /// Whether a text has that shape. The service refuses every other text before it looks for the code or token (observed).
  static func isHandle(_ text: String) -> Bool {
    (text.hasPrefix("1.A") || text.hasPrefix("0.A")) && text.utf8.count <= 4_096
      && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F || $0 == 0x2E }
  }
}
