import Directory
import Policy
import Time
import Worlds

/// The first checks of all grants in a user's name: who the user is, and whether the sign-in still counts.
enum UserGrant {
  /// The user object in the tenant of the request, and that tenant.
  ///
  /// - Throws: the refusal of a user who is deleted, disabled, or not in that tenant.
  static func user(_ id: User.ID, grantedIn granted: Tenant.ID, _ request: TokenRequest) throws(Refusal)
    -> (user: User, tenant: Tenant)
  {
    guard let found = request.directory.users[id], let home = request.directory.tenants[granted] else {
      throw .userDeleted(tenant: "\(granted)")
    }
    guard !found.isDeleted else { throw .userDeleted(tenant: "\(found.tenant)") }
    var user = found
    var tenant = home
    if let asked = request.segment.tenant(in: request.directory), asked.id != granted {
      let account = request.directory.account(of: found)
      guard let object = request.directory.user(forAccount: account, in: asked.id) else {
        // The service of personal accounts knows nobody else's account, and names none (observed: sasl-xoauth2 80).
        guard asked.kind != .personal else { throw Refusal(.grantOfAnotherTenant) }
        throw .externalAccountNotInTenant(
          identityProvider: IdentityProviderName.of(account), tenant: asked.displayName,
          clientID: "\(request.client.id)", name: request.client.displayName)
      }
      user = object
      tenant = asked
    }
    guard request.directory.account(of: user).isEnabled else { throw Refusal(.accountDisabled) }
    guard user.isEnabled else { throw Refusal(user.isGuest ? .guestDisabled : .accountDisabled) }
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
      guard Revocation.hasEnded(signIn.authenticatedAt, by: validFrom, of: holder) else { continue }
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
}
