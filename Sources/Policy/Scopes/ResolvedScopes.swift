import Bytes
package import Directory

/// The permissions that a client asks of one resource.
package struct ResourceScopes: Sendable, Hashable {
  package var resource: Application.ID
  /// The resource as the client spelled it. It becomes `aud` of a v1.0 token, and each word of `scope` in the answer begins
  /// with it.
  package var identifier: String
  /// In the spelling of the registration and the order of the request; empty for `.default`.
  package var values: [String]
  package var isDefault: Bool
  /// Whether the client left the resource out (`User.Read`); the answer then leaves it out too.
  package var isBare: Bool
  /// The values that the client spelled in the other way than `isBare` says. Clients compare the answer with their request, so
  /// each value goes back as it came.
  package var otherSpelling: Set<String> = []
  /// Values the resource does not have, as they came.
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
}

/// A scope list with its resources and permissions, as the directory has them.
package struct ResolvedScopes: Sendable, Hashable {
  package var openID: Set<OpenIDScope>
  /// In the order of the request. A list of OpenID words alone is for Microsoft Graph.
  package var resources: [ResourceScopes]

  /// Looks every resource up. Throws AADSTS500011 for one that the tenant does not have. Keeps unknown values apart, because
  /// authorize and the token endpoint refuse them differently.
  package init(_ list: borrowing ScopeList, in directory: borrowing DirectoryState, tenant: borrowing Tenant)
    throws(Refusal)
  {
    // Borrowed, since initializers own what they are given: a copy of a directory is two dozen references counted.
    openID = list.openID
    resources = []
    for item in list.items where OpenIDScope(named: item.value) == nil {
      let identifier = item.resource ?? ScopeList.graphURI
      guard let api = directory.resource(named: identifier),
        directory.servicePrincipal(of: api.id, in: tenant.id) != nil || tenant.kind == .personal
      else { throw .resourceNotFound(identifier, tenant: "\(tenant.id)") }
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

  /// Throws AADSTS90009 when an app asks for `.default` of its own API by URI: it must name its GUID. For named permissions of
  /// its own API both will do.
  package func refuseItselfByURI(_ client: Application) throws(Refusal) {
    if resources.contains(where: { $0.resource == client.id && $0.isDefault && GUID($0.identifier) == nil }) {
      throw .tokenForItself(clientID: "\(client.id)")
    }
  }

  /// The values that are no permission of the resource they were asked of, as they came.
  package var unknownValues: [String] { resources.flatMap(\.unknownValues) }

  /// The first of these values, with its resource.
  package var firstUnknown: (value: String, resource: Application.ID)? {
    for scopes in resources {
      if let value = scopes.unknownValues.first { return (value, scopes.resource) }
    }
    return nil
  }
}
