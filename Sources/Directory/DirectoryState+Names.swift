import Bytes

extension DirectoryState {
  /// The app's service principals, one for each tenant that has the app, in the order of the tenants.
  package func servicePrincipals(of application: Application.ID) -> [ServicePrincipal] {
    tenantOrder.compactMap { servicePrincipal(of: application, in: $0) }
  }

  /// The policy of that name; ASCII case does not count. Of several policies with one name, any of them.
  package func policy(named name: String) -> AccessPolicy? {
    policies.values.first { ASCII.equalIgnoringCase($0.name, name) }
  }
}

extension AccessPolicy.ID {
  /// The id of a policy that a scenario file defines by its name. It is the same in every run.
  package static func named(_ name: String) -> Self { Self(SeededDirectory.derived("policy", name)) }
}
