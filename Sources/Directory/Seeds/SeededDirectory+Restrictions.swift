import Bytes

/// What a scenario changes to keep people out: tenants, assignments, switches, policies.
extension SeededDirectory {
  package mutating func updateTenant(_ alias: String, _ change: (inout Tenant) -> Void) {
    guard var tenant = state.tenant(named: alias) else { return }
    change(&tenant)
    state.put(tenant)
  }

  /// Switches an app on or off, with its service principals in every tenant.
  package mutating func setEnabled(_ isEnabled: Bool, application alias: String) {
    guard let application = state.application(named: alias) else { return }
    state.setEnabled(isEnabled, application: application.id)
  }

  /// Answers "Assignment required?" in every tenant that has the app.
  package mutating func setRequiresAssignment(_ isRequired: Bool, ofApplication alias: String) {
    guard let application = state.application(named: alias) else { return }
    for var principal in state.servicePrincipals(of: application.id) {
      principal.requiresAssignment = isRequired
      state.put(principal)
    }
  }

  /// Gives the app to a user, as the default assignment that carries no role.
  package mutating func assign(user: String, toApplication alias: String) {
    guard let user = state.user(named: user), let application = state.application(named: alias),
      let principal = state.servicePrincipal(of: application.id, in: user.tenant)
    else { return }
    state.put(
      RoleAssignment(
        id: Identifier(derived("assignment", "\(user.id)/\(principal.id)")), principal: .user(user.id),
        resource: principal.id, role: nil))
  }

  /// Lets these clients use all permissions of an API without anybody's consent (manifest: `preAuthorizedApplications`).
  package mutating func preauthorize(_ clients: [String], forApplication alias: String) {
    guard var api = state.application(named: alias) else { return }
    let scopes = api.permissions.map(\.value)
    for client in clients.compactMap({ state.application(named: $0)?.id }) {
      api.preauthorizedClients.removeAll { $0.client == client }
      api.preauthorizedClients.append(Preauthorization(client: client, scopes: scopes))
    }
    state.put(api)
  }

  package mutating func add(_ policy: AccessPolicy) { state.put(policy) }
}

extension DirectoryState {
  /// The app's service principals, one for each tenant that has it.
  package func servicePrincipals(of application: Application.ID) -> [ServicePrincipal] {
    tenantOrder.compactMap { servicePrincipal(of: application, in: $0) }
  }

  /// Switches an app on or off, with its service principals in every tenant.
  package mutating func setEnabled(_ isEnabled: Bool, application id: Application.ID) {
    updateApplication(id) { $0.isEnabled = isEnabled }
    for var principal in servicePrincipals(of: id) {
      principal.isEnabled = isEnabled
      put(principal)
    }
  }

  /// The policy of that name; ASCII case does not count.
  package func policy(named name: String) -> AccessPolicy? {
    policies.values.first { ASCII.equalIgnoringCase($0.name, name) }
  }
}

extension AccessPolicy.ID {
  /// The id of a policy that is written down by its name, the same in every run.
  package static func named(_ name: String) -> Self { Self(SeededDirectory.derived("policy", name)) }
}
