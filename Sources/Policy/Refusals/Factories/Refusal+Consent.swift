extension Refusal {
  /// `scope` cannot be read. `scope` is the client's whole list.
  package static func scopeInvalid(_ scope: String) -> Refusal { Refusal(.scopeInvalid, [.scope: scope]) }

  /// A word of `scope` is neither a URI nor a GUID before its last slash.
  package static func scopeUnformed(_ scope: String) -> Refusal {
    Refusal(.scopeInvalid, [.scope: scope], as: .scopeUnformed)
  }

  /// A personal account asks at the token endpoint for scopes of two APIs.
  package static func scopesIncompatible(_ scope: String) -> Refusal {
    Refusal(.scopeInvalid, [.scope: scope], as: .scopesIncompatible)
  }

  /// `.default` of two APIs came in one sign-in.
  package static func defaultScopesExceeded(_ scope: String) -> Refusal {
    Refusal(.scopeInvalid, [.scope: scope], as: .defaultScopesExceeded)
  }

  /// `profile` or `email` came without `openid`.
  package static func openIDMissing(_ scope: String) -> Refusal {
    Refusal(.scopeInvalid, [.scope: scope], as: .openIDMissing)
  }

  /// A code is redeemed for `offline_access` alone.
  package static func offlineAccessAlone(_ scope: String) -> Refusal {
    Refusal(.scopeInvalid, [.scope: scope], as: .offlineAccessAlone)
  }

  /// `.default` came with named scopes.
  package static func defaultScopeCombined(_ scope: String) -> Refusal {
    Refusal(.scopeInvalid, [.scope: scope], as: .defaultScopeCombined)
  }

  /// A personal account signs in, and none can have this permission.
  package static func scopeNotForPersonalAccounts(_ scope: String) -> Refusal {
    Refusal(.scopeInvalid, [.scope: scope], as: .scopeNotForPersonalAccounts)
  }

  /// A personal account signs in, and the app does not list the API of `.default`. `scope` is the client's whole list.
  package static func scopeNotListed(_ scope: String) -> Refusal {
    Refusal(.scopeInvalid, [.scope: scope], as: .scopeNotListed)
  }

  /// The device code endpoint found a scope that its API does not have. `scope` is that scope as the client wrote it.
  package static func scopeOfDeviceUnknown(_ scope: String) -> Refusal {
    Refusal(.scopeInvalid, [.scope: scope], as: .scopeOfDeviceUnknown)
  }

  /// Client credentials came with a named scope.
  package static func scopeNotDefault(_ scope: String) -> Refusal { Refusal(.scopeNotDefault, [.scope: scope]) }

  /// A token request asks for more than one resource.
  package static func severalResources(_ scope: String) -> Refusal { Refusal(.severalResources, [.scope: scope]) }

  /// `response_type=token` came with more than one resource.
  package static func severalResourcesInImplicitGrant(_ scope: String) -> Refusal {
    Refusal(.assertionSubjectMissing, [.scope: scope], as: .severalResourcesInImplicitGrant)
  }

  /// The tenant does not have the resource. `tenant` is its name, or its id when it has none.
  package static func resourceNotFound(_ resource: String, tenant: String) -> Refusal {
    Refusal(.resourceNotFound, [.resource: resource, .tenant: tenant])
  }

  /// An administrator has disabled the resource.
  package static func resourceDisabled(_ resource: String) -> Refusal {
    Refusal(.resourceDisabled, [.resource: resource])
  }

  /// An app asks for its own API by App ID URI. `asked` is that URI, or the name of the app when no resource was named.
  package static func tokenForItself(clientID: String, asked: String) -> Refusal {
    Refusal(.tokenForItself, [.app: clientID, .appName: asked])
  }

  /// The permission is not granted, or no longer.
  package static func consentRequired(clientID: String, name: String) -> Refusal {
    Refusal(.consentRequired, [.app: clientID, .appName: name])
  }

  /// The user pressed Cancel on the consent page of the v1.0 or admin consent endpoint, where `error` is another word
  /// (observed).
  package static let consentDeclinedAtLegacyEndpoint = Refusal(
    .consentDeclined, as: .consentDeclinedAtLegacyEndpoint)

  /// The API does not have the scope. `resource` is the API's client id.
  package static func scopeUnknown(_ scope: String, resource: String, appName: String) -> Refusal {
    Refusal(.scopeUnknown, [.scope: scope, .resource: resource, .appName: appName])
  }

  /// The app's static list does not have the API. `resource` is the API in the client's spelling, `listed` are the client ids
  /// of the APIs in the list.
  package static func resourceNotListed(
    clientID: String, name: String, resource: String, resourceID: String, listed: [String]
  ) -> Refusal {
    Refusal(
      .resourceNotListed,
      [
        .app: clientID, .appName: name, .resource: resource, .resourceID: resourceID,
        .resources: listed.joined(separator: ", "),
      ])
  }

  /// Only an administrator may consent to the permission.
  package static func adminConsentRequired(tenant: String, appName: String) -> Refusal {
    Refusal(.adminConsentRequired, [.tenant: tenant, .appName: appName])
  }

  /// An app of Microsoft's asks for an API of Microsoft's that does not preauthorize it.
  package static func preauthorizationRequired(clientID: String, resource: String) -> Refusal {
    Refusal(.preauthorizationRequired, [.app: clientID, .resource: resource])
  }
}
