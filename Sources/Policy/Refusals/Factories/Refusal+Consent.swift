extension Refusal {
  /// A `scope` that cannot be read. `scope` is the list as it was sent.
  package static func scopeInvalid(_ scope: String) -> Refusal { Refusal(.scopeInvalid, [.scope: scope]) }

  /// `.default` mixed with named scopes.
  package static func defaultScopeCombined(_ scope: String) -> Refusal {
    Refusal(.scopeInvalid, [.scope: scope], as: .defaultScopeCombined)
  }

  /// Client credentials with a named scope.
  package static func scopeNotDefault(_ scope: String) -> Refusal { Refusal(.scopeNotDefault, [.scope: scope]) }

  /// A redemption for more than one resource.
  package static func severalResources(_ scope: String) -> Refusal { Refusal(.severalResources, [.scope: scope]) }

  /// `response_type=token` for more than one resource.
  package static func severalResourcesInImplicitGrant(_ scope: String) -> Refusal {
    Refusal(.severalResourcesInImplicitGrant, [.scope: scope])
  }

  /// A resource that the tenant does not have. `tenant` is its name, or its id where it has none.
  package static func resourceNotFound(_ resource: String, tenant: String) -> Refusal {
    Refusal(.resourceNotFound, [.resource: resource, .tenant: tenant])
  }

  /// A resource that an administrator switched off.
  package static func resourceDisabled(_ resource: String) -> Refusal {
    Refusal(.resourceDisabled, [.resource: resource])
  }

  /// An app that asks for its own API by URI.
  package static func tokenForItself(clientID: String) -> Refusal { Refusal(.tokenForItself, [.app: clientID]) }

  /// A permission that is not granted, or no longer.
  package static func consentRequired(clientID: String, name: String) -> Refusal {
    Refusal(.consentRequired, [.app: clientID, .appName: name])
  }

  /// Cancel on the consent page of the v1.0 and the admin consent endpoint, where the word is another (observed).
  package static let consentDeclinedAtLegacyEndpoint = Refusal(
    .consentDeclined, as: .consentDeclinedAtLegacyEndpoint)

  /// A scope that the resource does not have. `resource` is its app id.
  package static func scopeUnknown(_ scope: String, resource: String, appName: String) -> Refusal {
    Refusal(.scopeUnknown, [.scope: scope, .resource: resource, .appName: appName])
  }

  /// An API that the app does not list (v1.0).
  package static func resourceNotListed(clientID: String, name: String, resource: String) -> Refusal {
    Refusal(.resourceNotListed, [.app: clientID, .appName: name, .resource: resource])
  }

  /// A permission that only an administrator may grant.
  package static func adminConsentRequired(tenant: String, appName: String) -> Refusal {
    Refusal(.adminConsentRequired, [.tenant: tenant, .appName: appName])
  }

  /// One of Microsoft's apps asking for an API of Microsoft's that does not list it.
  package static func preauthorizationRequired(clientID: String, resource: String) -> Refusal {
    Refusal(.preauthorizationRequired, [.app: clientID, .resource: resource])
  }
}
