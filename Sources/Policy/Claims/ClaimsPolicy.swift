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
      policies[index].applications.removeAll { applications[$0]?.claimsMapping != mapping }
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
}
