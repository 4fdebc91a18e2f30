package import Directory

/// Which accounts an app takes at which path: the one check of the registration's audience, the path and the kind of account,
/// for the pages, the control API's sign-in, device codes and tokens (Microsoft: "Supported account types"; observed).
package enum AudienceRule {
  /// The endpoint that has to know. One of them has a refusal of its own.
  package enum Place: Sendable, Hashable {
    case authorize
    case deviceCode
    case token
  }

  /// Why an app of this audience is not served at the path, whoever signs in. Nil: it is served there.
  package static func refusal(of client: Application, at path: SignInAttempt.Audience, on place: Place) -> Refusal? {
    let (id, name) = ("\(client.id)", client.displayName)
    switch (client.audience, path) {
    case (.singleTenant, .everybody), (.singleTenant, .workAccounts):
      if client.isFirstParty { return nil }
      // The device code endpoint looks for the tenant before it looks at the app (observed: five records of 2020 to 2026).
      return place == .deviceCode
        ? Refusal(.noTenantInformation) : .singleTenantApplication(clientID: id, name: name)
    case (.singleTenant, .personalAccounts), (.multipleTenants, .personalAccounts):
      if client.isFirstParty { return nil }
      // The token endpoint of personal accounts is another service, with a number of its own (observed: vscode 263969 of 2025).
      return place == .token ? .clientNotForConsumers : .organizationAccountsOnly(clientID: id, name: name)
    case (.personal, .everybody), (.personal, .workAccounts), (.personal, .tenant):
      return .personalAccountsOnly(clientID: id, name: name)
    case (.singleTenant, .tenant), (.multipleTenants, .everybody), (.multipleTenants, .workAccounts),
      (.multipleTenants, .tenant), (.tenantsAndPersonal, _), (.personal, .personalAccounts):
      return nil
    }
  }

  /// Whether an account of that kind may sign in to the app at the path. At a tenant's own path its guests may, also with
  /// personal accounts; whether an account is a guest is another question.
  package static func admits(personalAccount isPersonal: Bool, to client: Application, at path: SignInAttempt.Audience)
    -> Bool
  {
    switch path {
    case .tenant: true
    case .personalAccounts: isPersonal
    // Microsoft's own clients take every account at every alias.
    case .everybody: !isPersonal || client.audience.admitsPersonalAccounts || client.isFirstParty
    case .workAccounts: !isPersonal || client.isFirstParty
    }
  }
}
