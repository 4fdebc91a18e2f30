import Bytes
import Crypto
import JSON
import Time

/// Guests that a tenant invites by their mail addresses (Microsoft: "Add B2B collaboration users", "Properties of a Microsoft Entra B2B
/// collaboration user").
extension DirectoryEditor {
  /// Adds a guest for the account that has the mail address. Where no tenant has such an account, the address gets a personal one with the
  /// password of all seeds, so that the guest can sign in; in a directory without personal accounts the guest has no account.
  /// - Throws: `NoSuchObject` when there is no such tenant.
  package mutating func invite(_ mail: String, named displayName: String, to id: Tenant.ID) throws(NoSuchObject) -> User
  {
    let tenant = try tenant(id)
    let local = String(mail.prefix { $0 != "@" })
    var user = User(
      id: newID("guest", "\(tenant.id)/\(mail)"), tenant: tenant.id, alias: state.freeUserAlias(like: local),
      userPrincipalName: tenant.guestName(of: mail), displayName: displayName.isEmpty ? local : displayName,
      createdAt: now)
    user.mail = mail
    user.home = account(withMail: mail, outside: tenant.id)?.homeAccount
    if user.home == nil, state.tenants[WellKnown.personalTenant] != nil {
      let alias = state.freeUserAlias(like: "\(local)-account")
      let new = NewUser(
        alias: alias, displayName: user.displayName, userPrincipalName: mail, tenant: WellKnown.personalTenant)
      user.home = User.Home(tenant: WellKnown.personalTenant, user: add(new))
    }
    user.properties["externalUserState"] = "PendingAcceptance"
    user.properties["externalUserStateChangeDateTime"] = .string(now.iso8601)
    if user.home == nil {
      user.properties["userType"] = "Guest"
      user.properties["creationType"] = "Invitation"
    }
    state.put(user)
    return user
  }

  /// The guest has followed the invitation, or signed in. Nothing happens to a user who waits for nothing.
  package mutating func acceptInvitation(of id: User.ID) throws(NoSuchObject) {
    guard try user(id).awaitsAcceptance else { return }
    let moment = now.iso8601
    try update(id) {
      $0.properties["externalUserState"] = "Accepted"
      $0.properties["externalUserStateChangeDateTime"] = .string(moment)
    }
  }

  /// The account of another tenant, or the personal account, with that address as sign-in name or mail address.
  private func account(withMail mail: String, outside tenant: Tenant.ID) -> User? {
    func fits(_ user: User) -> Bool { !user.isDeleted && user.home == nil && user.tenant != tenant }
    if let named = state.user(named: mail), ASCII.equalIgnoringCase(named.userPrincipalName, mail), fits(named) {
      return named
    }
    return state.usersInOrder.first { fits($0) && $0.mail.map { ASCII.equalIgnoringCase($0, mail) } == true }
  }
}

extension User {
  /// Whether a guest was invited and has not signed in yet.
  package var awaitsAcceptance: Bool { properties.text("externalUserState") == "PendingAcceptance" }
}

extension Tenant {
  /// The sign-in name of a guest: made of the address of the account and the initial domain.
  package func guestName(of mail: String) -> String {
    let local = mail.lastIndex(of: "@").map { "\(mail[..<$0])_\(mail[mail.index(after: $0)...])" } ?? mail
    return "\(local)\(WorldIdentity.guestMark)@\(initialDomain)"
  }
}
