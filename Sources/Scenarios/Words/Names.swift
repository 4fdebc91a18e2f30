import Bytes
package import Directory

/// How words write the objects that they name: by their short names.
package struct Names: Sendable {
  package let directory: DirectoryState
  /// Whether a file is written, and no answer. A file has the domains of the seeds, because the world that is made from it gets domains
  /// of its own again, and it has all digits of a time.
  package let isForFile: Bool

  package init(_ directory: DirectoryState, isForFile: Bool = false) {
    self.directory = directory
    self.isForFile = isForFile
  }

  package func tenant(_ id: Tenant.ID) -> String { directory.tenants[id]?.alias ?? "\(id)" }

  package func user(_ id: User.ID) -> String { directory.users[id]?.alias ?? "\(id)" }

  package func application(_ id: Application.ID) -> String { directory.applications[id]?.alias ?? "\(id)" }

  package func member(_ member: Group.Member) -> String {
    switch member {
    case .user(let id): user(id)
    case .group(let id): directory.groups[id]?.alias ?? "\(id)"
    case .client(let id): application(id)
    }
  }

  /// A permission as scopes are written: Graph's by its value, any other behind the App ID URI of its API that people read best.
  package func permission(_ value: String, of resource: Application.ID) -> String {
    guard resource != WellKnown.graph else { return value }
    let uris = directory.applications[resource]?.identifierURIs ?? []
    return "\(uris.last { !$0.hasSuffix("/") } ?? "\(resource)")/\(value)"
  }

  package func permissions(_ access: [RequiredAccess]) -> [String] {
    access.flatMap { access in (access.scopes + access.roles).map { permission($0, of: access.resource) } }
  }

  /// A sign-in name or a mail address. The name of a guest has two domains in it: `gina_fabrikam.com#EXT#@contoso.com`.
  package func signInName(_ name: String) -> String {
    guard isForFile, let at = name.lastIndex(of: "@") else { return name }
    var local = String(name[..<at])
    if local.hasSuffix(WorldIdentity.guestMark), let underscore = local.lastIndex(of: "_") {
      let home = String(local[local.index(after: underscore)...].dropLast(WorldIdentity.guestMark.count))
      local = "\(local[...underscore])\(domain(home))\(WorldIdentity.guestMark)"
    }
    return "\(local)@\(domain(String(name[name.index(after: at)...])))"
  }

  /// A domain. In a file it is the one that the seeds have.
  func domain(_ domain: String) -> String {
    guard isForFile, let tenant = directory.tenant(named: domain),
      let index = tenant.domains.firstIndex(where: { ASCII.equalIgnoringCase($0, domain) }),
      let names = tenant.writtenNames, names.indices.contains(index)
    else { return domain }
    return names[index]
  }
}
