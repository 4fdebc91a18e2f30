package import Bytes
package import Directory
package import JSON

/// A claims mapping policy of a tenant with the apps that have it (Graph: `claimsMappingPolicy`).
package struct ClaimsPolicy: Sendable, Hashable {
  package var id: GUID
  /// Null, for one without a name, or a text.
  package var displayName: JSONValue
  /// The one text of the policy, in a list.
  package var definition: JSONValue
  /// The apps whose service principals in the tenant have it, in the order of their assignment.
  package var applications: [Application.ID]
  /// Whether it stands in the tenant by itself. False: it follows from what a file says of its app.
  package let isStored: Bool

  package init(
    id: GUID, displayName: JSONValue = .null, definition: JSONValue, applications: [Application.ID] = [],
    isStored: Bool = true
  ) {
    self.id = id
    self.displayName = displayName
    self.definition = definition
    self.applications = applications
    self.isStored = isStored
  }

  /// As the tenant's property has it.
  package var kept: JSONValue {
    [
      "id": "\(id)", "displayName": displayName, "definition": definition,
      "applications": .strings(applications.map { "\($0)" }),
    ]
  }
}

extension Tenant {
  /// The policies that stand in the tenant by themselves.
  package var claimsPolicies: [ClaimsPolicy] {
    get {
      (properties["claimsMappingPolicies"]?.array ?? []).compactMap { item in
        guard let id = item["id"]?.string.flatMap({ GUID($0) }), let definition = item["definition"] else { return nil }
        return ClaimsPolicy(
          id: id, displayName: item["displayName"] ?? .null, definition: definition,
          applications: (item["applications"]?.strings ?? []).compactMap { Application.ID($0) })
      }
    }
    set { properties["claimsMappingPolicies"] = newValue.isEmpty ? nil : .array(newValue.map(\.kept)) }
  }
}

extension DirectoryState {
  /// All claims mapping policies of a tenant by their ids: its own, and one for each app that has its mapping from elsewhere.
  ///
  /// An app whose mapping is not what a policy of its tenant says has it from elsewhere: somebody changed it since.
  package func claimsPolicies(in id: Tenant.ID) -> [ClaimsPolicy] {
    guard let tenant = tenants[id] else { return [] }
    var policies = tenant.claimsPolicies
    var held: Set<Application.ID> = []
    for index in policies.indices {
      guard let mapping = try? ClaimsPolicyDefinition.mapping(policies[index].definition) else { continue }
      policies[index].applications.removeAll { app in
        guard let app = applications[app] else { return true }
        return app.tenant == id && app.claimsMapping != mapping
      }
      held.formUnion(policies[index].applications)
    }
    for app in applicationsInOrder where app.tenant == id && !held.contains(app.id) {
      guard let mapping = app.claimsMapping else { continue }
      policies.append(
        ClaimsPolicy(
          id: SeededDirectory.derived("claims mapping policy", "\(app.id)"), displayName: .string(app.displayName),
          definition: ClaimsPolicyDefinition.written(mapping), applications: [app.id], isStored: false))
    }
    return policies.sorted { "\($0.id)" < "\($1.id)" }
  }

  /// The app as tokens of a tenant are made for it: with the claims mapping that its service principal there has.
  ///
  /// That is what a policy of the tenant says, else what the file says of the app, which counts in every tenant. A policy that an
  /// administrator of the app's own tenant has given counts there alone (Microsoft: "Assign claimsMappingPolicy").
  package func mapped(_ app: Application, in id: Tenant.ID) -> Application {
    guard app.tenant != id else { return app }
    var mapping = app.claimsMapping
    if let own = tenants[id]?.mapping(givenTo: app.id) {
      mapping = own
    } else if mapping != nil, mapping == app.tenant.flatMap({ tenants[$0] })?.mapping(givenTo: app.id) {
      mapping = nil
    }
    guard mapping != app.claimsMapping else { return app }
    var copy = app
    copy.claimsMapping = mapping
    return copy
  }
}

extension Tenant {
  /// What the policy of the tenant says that its service principal of the app has.
  fileprivate func mapping(givenTo app: Application.ID) -> ClaimsMapping? {
    claimsPolicies.first { $0.applications.contains(app) }.flatMap {
      try? ClaimsPolicyDefinition.mapping($0.definition)
    }
  }
}
