package import Directory
package import Policy

/// What a refusal of an unknown name does not say: the names that there are. Most wrong ids in a test are those of another environment.
package enum NamesThereAre {
  /// More names than these help nobody.
  private static let most = 8

  /// One sentence; nil for a refusal of another kind.
  package static func sentence(for refusal: Refusal, in directory: DirectoryState) -> String? {
    switch refusal.kind {
    case .tenantNotFound:
      let tenants = directory.tenantsInOrder.filter { $0.kind != .personal }
      let names = tenants.map { tenant in
        "'\(tenant.alias)' (" + (["\(tenant.id)"] + tenant.domains.prefix(1)).joined(separator: ", ") + ")"
      }
      return "the tenants here are \(list(names))"
    case .applicationNotFound:
      if let elsewhere = refusal.arguments[.app].flatMap({ Application.ID($0) }).flatMap({ directory.applications[$0] }
      ),
        let home = elsewhere.tenant.flatMap({ directory.tenants[$0] })
      {
        return
          "'\(elsewhere.alias)' is an app of the tenant '\(home.alias)', and the tenant of the request has no service principal of it"
      }
      let own = directory.applicationsInOrder.filter { !$0.isFirstParty }
      return "the apps here are \(list(own.map { "'\($0.alias)' (\($0.id))" }))"
    case .userNotFound:
      let users = directory.usersInOrder.filter { !$0.isDeleted && !$0.isGuest }
      return "the users here are \(list(users.map { "'\($0.alias)' (\($0.userPrincipalName))" }))"
    default: return nil
    }
  }

  private static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let shown = names.prefix(most).joined(separator: ", ")
    return names.count > most ? "\(shown) and \(names.count - most) more" : shown
  }
}
