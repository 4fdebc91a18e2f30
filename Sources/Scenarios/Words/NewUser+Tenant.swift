import Bytes
import Directory

/// Where a new user belongs, and what the user is called there.
extension EntryText {
  /// The tenant of the entry's `tenant`, else of the domain of its sign-in name, else the first tenant. The account is that of a guest.
  func tenantOfNewUser(with account: User?, in directory: DirectoryState) throws(ScenarioError) -> Tenant {
    let named = try something("tenant").map { value throws(ScenarioError) in try value.existingTenant(in: directory) }
    if let value = self["userPrincipalName"], named?.kind != .personal {
      let tenant = try value.tenantOfSignInName(in: directory)
      if let named, named.id != tenant.id {
        let name = try value.text()
        throw value.error(
          "'\(name)' has a domain of '\(tenant.alias)', and 'tenant' is '\(named.alias)'; take a domain of '\(named.alias)'"
        )
      }
      try checkGuest(account, of: tenant)
      return tenant
    }
    if let value = self["userPrincipalName"], let named { try value.checkPersonalName(in: directory, of: named) }
    let first = directory.mainTenant.flatMap { $0.kind.isOrganization ? $0 : nil }
    guard let tenant = named ?? first else {
      throw key.error("there is no tenant for '\(alias)'; add one under 'tenants'")
    }
    try checkGuest(account, of: tenant)
    return tenant
  }

  private func checkGuest(_ account: User?, of tenant: Tenant) throws(ScenarioError) {
    guard let account, let value = something("home") else { return }
    if tenant.kind == .personal { throw value.error("'\(tenant.alias)' invites no guests; name another 'tenant'") }
    if account.tenant == tenant.id {
      throw value.error(
        "'\(account.alias)' is at home in '\(tenant.alias)'; a guest is in another tenant: name it with 'tenant'")
    }
  }
}

extension FileValue {
  /// The account that a guest signs in with.
  func homeAccount(in directory: DirectoryState) throws(ScenarioError) -> User {
    let user = try existingUser(in: directory)
    guard !user.isGuest else {
      throw error("'\(user.alias)' is a guest; name the home account '\(directory.account(of: user).alias)'")
    }
    return user
  }

  /// A personal account may have a name in any domain that no organization has.
  func checkPersonalName(in directory: DirectoryState, of tenant: Tenant) throws(ScenarioError) {
    let name = try signInName(in: directory)
    let domain = ASCII.lowercased(SignInName.domain(of: name))
    if let owner = directory.tenant(ofDomain: domain), owner.id != tenant.id {
      throw error("'\(domain)' is a domain of '\(owner.alias)'; a personal account has one that no organization has")
    }
  }
}

extension Tenant {
  /// The sign-in name that the service gives: a guest's is made of the home account's name and the initial domain (Microsoft: "Properties
  /// of a Microsoft Entra B2B collaboration user").
  func signInName(ofNew alias: String, guest account: User?) -> String {
    guard let account else { return "\(alias)@\(kind == .personal ? "outlook.com" : defaultDomain)" }
    return guestName(of: account.userPrincipalName)
  }
}
