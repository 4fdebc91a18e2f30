package import Directory

/// What a world starts from, as the caller who made it is told. It is read from the shared template, so that the
/// directory of a world that no request has reached yet need not be built.
package struct WorldBeginning: Sendable {
  /// A user who can sign in.
  package struct Credential: Sendable, Hashable {
    /// The short name in scenario files: `alice`.
    package let alias: String
    /// The object id in this world.
    package let id: User.ID
    /// The sign-in name, in a domain of this world.
    package let userPrincipalName: String
    /// Nil when the scenario gives only a digest of the password.
    package let password: String?
  }

  /// The tenants of work and school accounts.
  package let tenants: [Tenant]
  /// The users with their passwords. The passwords are public on purpose.
  package let credentials: [Credential]
  /// The app registrations of the scenario. Microsoft's own apps are not among them.
  package let applications: [Application]
  /// Client secrets by the alias of the app. They are public on purpose.
  package let secrets: [String: String]
}

extension World {
  /// What the scenario gives this world, whatever has changed in it since.
  package var beginning: WorldBeginning {
    let seeds = template.seeds
    let state = seeds.state
    let tenants = state.tenantsInOrder.filter { $0.kind.isOrganization }
    let credentials = seeds.credentials.compactMap { credential -> WorldBeginning.Credential? in
      guard let user = state.user(named: credential.alias) else { return nil }
      let own = identity.map { scenario.language.own(user, in: state, by: $0) } ?? user
      return WorldBeginning.Credential(
        alias: user.alias, id: own.id, userPrincipalName: own.userPrincipalName, password: credential.password)
    }
    return WorldBeginning(
      tenants: tenants.map { identity?.own($0) ?? $0 }, credentials: credentials,
      applications: ownApplications, secrets: seeds.secrets)
  }

  /// The client ids of the scenario's apps in this world.
  package var clientIDsOfSeeds: [Application.ID] { ownApplications.map(\.id) }

  private var ownApplications: [Application] {
    template.seeds.state.applicationsInOrder.filter { !$0.isFirstParty }.map { application in
      var own = application
      own.id = identity?.own(client: application.id) ?? application.id
      return own
    }
  }
}
