package import Bytes
import Crypto

/// The ids and domains that make the directory of one world its own. Many worlds start from the same seeds. When their
/// tenant ids, domains and object ids differ, a request with a tenant in it belongs to one world only, and the cache of
/// a client never mixes two worlds. Aliases stay the same. Client ids stay too, because apps have them in their
/// settings, unless the caller who makes the world asks for others.
package struct WorldIdentity: Sendable, Hashable {
  /// The part that is put into every domain: `contoso-t1.onmicrosoft.com`, `t1.contoso.com` for the label `t1`.
  package let label: String
  /// Mixed into every id, so that two worlds with one label get different ids.
  package let salt: GUID
  /// Whether tenant ids, domains and object ids are the world's own. Otherwise they are those of the scenario.
  package let ownsDirectory: Bool
  /// Whether the client ids of the seeded apps are the world's own. Microsoft's own apps keep theirs in every world.
  package let ownsClients: Bool

  package init(label: String, salt: GUID, ownsDirectory: Bool = true, ownsClients: Bool = false) {
    self.label = label
    self.salt = salt
    self.ownsDirectory = ownsDirectory
    self.ownsClients = ownsClients
  }

  /// The world's own client id of an app that is registered in a tenant of the seeds.
  package func own(client id: Application.ID) -> Application.ID {
    ownsClients ? Application.ID(GUID(random: digest(id.guid))) : id
  }

  /// The world's own tenant id. The tenant of personal accounts keeps its id in every world.
  package func own(_ id: Tenant.ID) -> Tenant.ID {
    id == WellKnown.personalTenant || !ownsDirectory ? id : Tenant.ID(GUID(random: digest(id.guid)))
  }

  /// The world's own object id of a user. The ids of personal accounts begin with eight zero bytes, and keep that
  /// form; every other one is a version 4 GUID.
  package func own(_ id: User.ID) -> User.ID {
    guard ownsDirectory else { return id }
    let isPersonal = id.guid.bytes.prefix(8).allSatisfy { $0 == 0 }
    let bytes = digest(id.guid)
    let personal = isPersonal ? GUID(bytes: [UInt8](repeating: 0, count: 8) + bytes.prefix(8)) : nil
    return User.ID(personal ?? GUID(random: bytes))
  }

  /// The world's own id of any other object: a version 4 GUID that follows from the id in the seeds and from `salt`.
  package func own<Owner>(_ id: Identifier<Owner>) -> Identifier<Owner> {
    ownsDirectory ? Identifier(GUID(random: digest(id.guid))) : id
  }

  private func digest(_ id: GUID) -> [UInt8] { SHA256.hash(Array("mockidp/world/\(salt)/\(id)".utf8)) }

  /// The world's own domain. An initial domain gets the label before its first dot; any other one gets it as a label
  /// in front.
  package func own(domain: String) -> String {
    guard ownsDirectory else { return domain }
    guard let dot = domain.firstIndex(of: "."), domain.hasSuffix(".onmicrosoft.com") else {
      return "\(label).\(domain)"
    }
    return "\(domain[..<dot])-\(label)\(domain[dot...])"
  }

  /// A sign-in name or mail address with the world's own domains. It changes only those in `domains`. The name of a
  /// guest holds two domains: `gina_fabrikam.com#EXT#@contoso.com`.
  package func own(name: String, domains: Set<String>) -> String {
    guard let at = name.lastIndex(of: "@") else { return name }
    var local = String(name[..<at])
    if local.hasSuffix(Self.guestMark), let underscore = local.lastIndex(of: "_") {
      let home = String(local[local.index(after: underscore)...].dropLast(Self.guestMark.count))
      if domains.contains(home) { local = "\(local[...underscore])\(own(domain: home))\(Self.guestMark)" }
    }
    let domain = String(name[name.index(after: at)...])
    return "\(local)@\(domains.contains(domain) ? own(domain: domain) : domain)"
  }

  /// Marks the sign-in name of a guest, before the `@`.
  package static let guestMark = "#EXT#"
}
