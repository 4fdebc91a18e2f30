package import Directory

extension Refusal {
  /// The redirect URI is not registered for the app.
  package static func redirectURIMismatch(uri: String, clientID: String) -> Refusal {
    Refusal(.redirectURIMismatch, [.redirectURI: uri, .app: clientID])
  }

  /// `redirect_uri` at redemption differs from that of the authorize request.
  package static func replyAddressMismatch(sent: String, original: String) -> Refusal {
    Refusal(.replyAddressMismatch, [.redirectURI: sent, .registeredURI: original])
  }

  /// `redirect_uri` at redemption is not an absolute URI.
  package static let replyAddressNotAbsolute = Refusal(.replyAddressNotAbsolute, [.schemes: "https, http"])

  /// The tenant does not have the app. `directory` is the tenant's name, or the alias in the path.
  package static func applicationNotFound(clientID: String, directory: String) -> Refusal {
    Refusal(.applicationNotFound, [.app: clientID, .tenant: directory])
  }

  /// The token endpoint of `consumers` does not know the app, or the app takes work accounts alone.
  package static let clientNotForConsumers = Refusal(.credentialsInvalidLegacy, as: .clientNotForConsumers)

  /// The device code endpoint of `consumers` gets an app that is not a public client.
  package static let clientNotMobile = Refusal(.credentialsInvalidLegacy, as: .clientNotMobile)

  /// A web app sends no credential with what a personal account gave it.
  package static let personalClientSecretMissing = Refusal(.credentialsInvalidLegacy, as: .clientSecretMissing)

  /// The client id is the GUID of zeros, which the service refuses in its own way (observed).
  package static func notAnApplicationIdentifier(_ clientID: String) -> Refusal {
    Refusal(.notAnApplicationIdentifier, [.app: clientID])
  }

  /// An administrator has disabled the app.
  package static func applicationDisabled(clientID: String, name: String) -> Refusal {
    Refusal(.applicationDisabled, [.app: clientID, .appName: name])
  }

  /// An administrator of the tenant has disabled the app there. `tenant` is the tenant's id.
  package static func applicationDisabledHere(clientID: String, name: String, tenant: String) -> Refusal {
    Refusal(.applicationDisabledHere, [.app: clientID, .appName: name, .tenant: tenant])
  }

  /// The app is registered, and the tenant has no service principal of it. `tenant` is the tenant's id.
  package static func servicePrincipalMissing(clientID: String, tenant: String) -> Refusal {
    Refusal(.servicePrincipalMissing, [.app: clientID, .tenant: tenant])
  }

  /// A single-tenant app came to `/common` or `/organizations`.
  package static func singleTenantApplication(clientID: String, name: String) -> Refusal {
    Refusal(.singleTenantApplication, [.app: clientID, .appName: name])
  }

  /// An app for personal accounts came to a tenant or to `/organizations`.
  package static func personalAccountsOnly(clientID: String, name: String) -> Refusal {
    Refusal(.personalAccountsOnly, [.app: clientID, .appName: name])
  }

  /// An app for work and school accounts came to `/consumers`.
  package static func organizationAccountsOnly(clientID: String, name: String) -> Refusal {
    Refusal(.organizationAccountsOnly, [.app: clientID, .appName: name])
  }
}

// MARK: - Tenants

extension Refusal {
  /// No tenant has the GUID or domain in the path.
  package static func tenantNotFound(_ tenant: String) -> Refusal { Refusal(.tenantNotFound, [.tenant: tenant]) }

  /// The same at a discovery document, where `error` is another word.
  package static func tenantNotFoundAtDiscovery(_ tenant: String) -> Refusal {
    Refusal(.tenantNotFound, [.tenant: tenant], as: .tenantNotFoundAtDiscovery)
  }

  /// The tenant in the path is the GUID of zeros.
  package static func tenantIdentifierEmpty(_ tenant: String) -> Refusal {
    Refusal(.tenantIdentifierEmpty, [.tenant: tenant])
  }

  /// The tenant in the path is neither a GUID nor a domain.
  package static func tenantIdentifierInvalid(_ tenant: String) -> Refusal {
    Refusal(.tenantIdentifierInvalid, [.tenant: tenant])
  }
}

extension Refusal {
  /// A request of OAuth 2.0 came for an app that signs in by SAML.
  package static func applicationIsOfSAML(_ application: Application) -> Refusal {
    Refusal(.applicationIsOfSAML, [.app: "\(application.id)"])
  }
}
