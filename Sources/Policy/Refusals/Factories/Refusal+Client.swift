extension Refusal {
  /// A redirect URI that the app has not registered.
  package static func redirectURIMismatch(uri: String, clientID: String) -> Refusal {
    Refusal(.redirectURIMismatch, [.redirectURI: uri, .app: clientID])
  }

  /// A redemption whose `redirect_uri` is not the one of the authorize request.
  package static func replyAddressMismatch(sent: String, original: String) -> Refusal {
    Refusal(.replyAddressMismatch, [.redirectURI: sent, .registeredURI: original])
  }

  /// An app known elsewhere but not in this tenant. `directory` is the tenant's name.
  package static func applicationNotFound(clientID: String, directory: String) -> Refusal {
    Refusal(.applicationNotFound, [.app: clientID, .tenant: directory])
  }

  /// A client id that no tenant knows; the token endpoint's answer (observed).
  package static func notAnApplicationIdentifier(_ clientID: String) -> Refusal {
    Refusal(.notAnApplicationIdentifier, [.app: clientID])
  }

  /// An app that an administrator switched off.
  package static func applicationDisabled(clientID: String, name: String) -> Refusal {
    Refusal(.applicationDisabled, [.app: clientID, .appName: name])
  }

  /// A single-tenant app at `/common` or `/organizations`.
  package static func singleTenantApplication(clientID: String, name: String) -> Refusal {
    Refusal(.singleTenantApplication, [.app: clientID, .appName: name])
  }

  /// An app for personal accounts at a tenant or at `/organizations`.
  package static func personalAccountsOnly(clientID: String, name: String) -> Refusal {
    Refusal(.personalAccountsOnly, [.app: clientID, .appName: name])
  }

  /// An app for work and school accounts at `/consumers`.
  package static func organizationAccountsOnly(clientID: String, name: String) -> Refusal {
    Refusal(.organizationAccountsOnly, [.app: clientID, .appName: name])
  }
}

// MARK: - Tenants

extension Refusal {
  /// A GUID or domain that no tenant has.
  package static func tenantNotFound(_ tenant: String) -> Refusal { Refusal(.tenantNotFound, [.tenant: tenant]) }

  /// The same at a discovery document, where the word is another.
  package static func tenantNotFoundAtDiscovery(_ tenant: String) -> Refusal {
    Refusal(.tenantNotFound, [.tenant: tenant], as: .tenantNotFoundAtDiscovery)
  }

  /// A tenant segment that is neither a GUID nor a domain.
  package static func tenantIdentifierInvalid(_ tenant: String) -> Refusal {
    Refusal(.tenantIdentifierInvalid, [.tenant: tenant])
  }
}
