import Bytes
package import Directory

/// Who proves an account: the tenant itself, or for a guest another provider. `idp`, `altsecid` and the prefix of `unique_name` follow from
/// it (observed 2020 to 2026).
package enum AccountProvider: Sendable, Hashable {
  /// The tenant that issues the token.
  case tenant
  case otherTenant(Tenant.ID)
  case personalAccount
  /// Another one by its name: `google.com`, or `mail` for a one-time code.
  case named(String)

  /// The guest's own `identities` say it (Graph: `objectIdentity`), else the account that the guest belongs to.
  package init(of user: User) {
    guard let home = user.home else {
      self = .tenant
      return
    }
    // Few users have any.
    let stated = CustomerAttributes.identities(of: user).first { $0.type == "federated" }?.issuer
    switch stated {
    case nil: self = home.tenant == WellKnown.personalTenant ? .personalAccount : .otherTenant(home.tenant)
    case "MicrosoftAccount": self = .personalAccount
    case "ExternalAzureAD": self = .otherTenant(home.tenant)
    case let name?: self = .named(name)
    }
  }

  /// `idp`; nil for an account of the tenant.
  package func name(_ issuer: Issuer) -> String? {
    switch self {
    case .tenant: nil
    case .otherTenant(let tenant): issuer.v1(tenant)
    case .personalAccount: "live.com"
    case .named(let name): name
    }
  }

  /// What stands before `#` in `unique_name`; nil for none.
  var prefix: String? {
    switch self {
    case .tenant, .otherTenant: nil
    case .personalAccount: "live.com"
    case .named(let name): name
    }
  }

  /// `altsecid` of a guest with that account. Nobody has shown that of the other providers' guests, so theirs is left out (chosen: no
  /// record).
  func alternative(for account: User) -> String? {
    switch self {
    case .tenant, .named: nil
    case .otherTenant: "5::" + OpaqueValues.puid(account)
    case .personalAccount: "1:live.com:" + OpaqueValues.puid(account)
    }
  }
}

extension TokenSubject {
  var provider: AccountProvider { AccountProvider(of: user) }
}
