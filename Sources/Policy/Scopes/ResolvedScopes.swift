import Bytes
package import Directory

/// The permissions that a request asks for on one resource.
package struct ResourceScopes: Sendable, Hashable {
  package var resource: Application.ID
  /// The resource in the client's spelling. It becomes `aud` of a v1.0 token and the prefix of each word in the
  /// answer's `scope`.
  package var identifier: String
  /// The permissions in the spelling of the registration and the order of the request. Empty for `.default` alone.
  package var values: [String]
  /// Whether the request has `.default` for this resource.
  package var isDefault: Bool
  /// Whether the client left the resource out (`User.Read`). The answer then leaves it out too.
  package var isBare: Bool
  /// The values that the client spelled the other way than `isBare` says. Clients compare the answer with their
  /// request, so each value goes back in the client's spelling.
  package var otherSpelling: Set<String> = []
  /// Values that the resource does not have, in the client's spelling.
  package var unknownValues: [String] = []

  package init(
    resource: Application.ID, identifier: String, values: [String], isDefault: Bool, isBare: Bool,
    unknownValues: [String] = []
  ) {
    self.resource = resource
    self.identifier = identifier
    self.values = values
    self.isDefault = isDefault
    self.isBare = isBare
    self.unknownValues = unknownValues
  }

  /// The same API, of which no permission is asked for.
  package var withoutValues: Self {
    Self(resource: resource, identifier: identifier, values: [], isDefault: false, isBare: isBare)
  }

  /// `aud` of a v1.0 token: as asked, and the client id of Graph where the client left the resource out (observed 2024-07 to 2026-09).
  var audience: String { isBare && otherSpelling.isEmpty ? "\(resource)" : identifier }
}

/// A `scope` parameter after its resources and permissions were looked up in the directory.
package struct ResolvedScopes: Sendable, Hashable {
  /// The OpenID scopes of the request.
  package var openID: Set<OpenIDScope>
  /// The resources in the order of the request. A request with OpenID scopes alone has one entry, for Microsoft
  /// Graph.
  package var resources: [ResourceScopes]

  /// Looks up every resource. It keeps unknown values apart, because authorize and the token endpoint refuse them
  /// with different numbers. Where a user asks, a refusal calls the tenant by its name, and where an app asks alone (`isOfAppAlone`) by its
  /// id (observed: the Azure CLI of 2025-10-20, a capture of 2026-08-13).
  /// - Throws: AADSTS500011 for a resource that the tenant does not have.
  package init(
    _ list: borrowing ScopeList, in directory: borrowing DirectoryState, tenant: borrowing Tenant,
    isOfAppAlone: Bool = false
  ) throws(Refusal) {
    // Borrowed, because an initializer owns its arguments: a copy of a directory retains two dozen references.
    openID = list.openID
    resources = []
    for item in list.items where !item.isOpenID {
      let identifier = item.resource ?? ScopeList.graphURI
      // A bare value is Graph's, whatever Graph is called in the cloud.
      let found = item.resource == nil ? directory.applications[WellKnown.graph] : directory.resource(named: identifier)
      guard let api = found,
        directory.servicePrincipal(of: api.id, in: tenant.id) != nil || tenant.kind == .personal
      else { throw .resourceNotFound(identifier, tenant: isOfAppAlone ? "\(tenant.id)" : tenant.displayName) }
      // The OpenID scopes are Graph's. Behind another API's identifier they are words that it does not have.
      if api.id == WellKnown.graph, OpenIDScope(named: item.value) != nil { continue }
      add(item, of: api, identifier: identifier)
    }
    if resources.isEmpty, !openID.isEmpty {
      resources = [
        ResourceScopes(
          resource: WellKnown.graph, identifier: ScopeList.graphURI, values: [], isDefault: false, isBare: true)
      ]
    }
  }

  private mutating func add(_ item: ScopeList.Item, of api: Application, identifier: String) {
    let index: Int
    if let known = resources.firstIndex(where: { $0.resource == api.id }) {
      index = known
      if resources[index].isBare, let resource = item.resource { resources[index].identifier = resource }
    } else {
      index = resources.count
      resources.append(
        ResourceScopes(
          resource: api.id, identifier: identifier, values: [], isDefault: item.isDefault,
          isBare: item.resource == nil))
    }
    if item.isDefault {
      resources[index].isDefault = true
    } else if let permission = api.permission(named: item.value) {
      resources[index].values.append(permission.value)
      if resources[index].isBare != (item.resource == nil) { resources[index].otherSpelling.insert(permission.value) }
    } else {
      resources[index].unknownValues.append(item.value)
    }
  }

  /// Refuses an app that asks for `.default` of its own API by App ID URI: it has to use its client id. For named
  /// permissions of its own API both will do.
  /// - Throws: AADSTS90009.
  package func refuseItselfByURI(_ client: Application) throws(Refusal) {
    let own = resources.first { $0.resource == client.id && $0.isDefault && GUID($0.identifier) == nil }
    if let own { throw .tokenForItself(clientID: "\(client.id)", asked: own.identifier) }
  }

  /// The values of all resources that are not permissions of their resource, in the client's spelling.
  package var unknownValues: [String] { resources.flatMap(\.unknownValues) }

  /// The first of these values, with its resource. Nil when there is none.
  package var firstUnknown: (value: String, resource: Application.ID)? {
    for scopes in resources {
      if let value = scopes.unknownValues.first { return (value, scopes.resource) }
    }
    return nil
  }
}
