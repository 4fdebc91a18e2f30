package import Bytes
import Crypto

/// What makes the directory of one world its own. Many worlds begin from the same seeds; their tenant ids, domains and object
/// ids differ, so that a request with a tenant in it has one world only and a client's cache never mixes two. Aliases and
/// client ids stay as they are: apps have them in their settings.
package struct WorldIdentity: Sendable, Hashable {
  /// The part of domains that is the world's: `contoso-t1.onmicrosoft.com`, `t1.contoso.com`.
  package let label: String
  /// What the ids follow from, together with those of the seeds.
  package let salt: GUID

  package init(label: String, salt: GUID) {
    self.label = label
    self.salt = salt
  }

  /// The tenant of personal accounts is the same everywhere.
  package func own(_ id: Tenant.ID) -> Tenant.ID {
    id == WellKnown.personalTenant ? id : Tenant.ID(GUID(random: digest(id.guid)))
  }

  /// Object ids of personal accounts begin with eight zero bytes; every other one is a version 4 GUID.
  package func own(_ id: User.ID) -> User.ID {
    let isPersonal = id.guid.bytes.prefix(8).allSatisfy { $0 == 0 }
    let bytes = digest(id.guid)
    let personal = isPersonal ? GUID(bytes: [UInt8](repeating: 0, count: 8) + bytes.prefix(8)) : nil
    return User.ID(personal ?? GUID(random: bytes))
  }

  package func own<Owner>(_ id: Identifier<Owner>) -> Identifier<Owner> { Identifier(GUID(random: digest(id.guid))) }

  private func digest(_ id: GUID) -> [UInt8] { SHA256.hash(Array("mockidp/world/\(salt)/\(id)".utf8)) }

  /// An initial domain takes the label before its first dot, any other one takes it as a label in front.
  package func own(domain: String) -> String {
    guard let dot = domain.firstIndex(of: "."), domain.hasSuffix(".onmicrosoft.com") else {
      return "\(label).\(domain)"
    }
    return "\(domain[..<dot])-\(label)\(domain[dot...])"
  }

  /// A sign-in name or mail address with the domains of `tenants` become the world's own. The name of a guest holds two:
  /// `gina_fabrikam.com#EXT#@contoso.com`.
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

  /// What marks the sign-in name of a guest.
  package static let guestMark = "#EXT#"
}
