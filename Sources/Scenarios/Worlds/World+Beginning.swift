package import Directory

/// What a world begins with, as its maker is told it. It is read off the shared template, so that a world nobody has used yet
/// need not be built for it.
package struct WorldBeginning: Sendable {
  package struct Credential: Sendable, Hashable {
    package let alias: String
    package let id: User.ID
    package let userPrincipalName: String
    /// Nil where only its digest is known.
    package let password: String?
  }

  /// Those of work and school accounts.
  package let tenants: [Tenant]
  /// Who can sign in, with passwords; public on purpose.
  package let credentials: [Credential]
  /// The apps of the people who test; Microsoft's own are not among them.
  package let applications: [Application]
  /// Client secrets by the app's alias.
  package let secrets: [String: String]
}

extension World {
  package var beginning: WorldBeginning {
    let seeds = template.seeds
    let state = seeds.state
    let tenants = state.tenantsInOrder.filter { $0.kind == .workforce }
    let ownership = identity.map { Ownership($0, in: state) }
    let credentials = seeds.credentials.compactMap { credential -> WorldBeginning.Credential? in
      guard let user = state.user(named: credential.alias) else { return nil }
      let own = ownership?.own(user) ?? user
      return WorldBeginning.Credential(
        alias: user.alias, id: own.id, userPrincipalName: own.userPrincipalName, password: credential.password)
    }
    return WorldBeginning(
      tenants: tenants.map { identity?.own($0) ?? $0 }, credentials: credentials,
      applications: state.applicationsInOrder.filter { !$0.isFirstParty }, secrets: seeds.secrets)
  }
}
