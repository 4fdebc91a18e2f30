import Bytes
package import Directory
package import JSON
import Time

/// The properties that a claims mapping may name, and their values (Microsoft: "Claims customization using a policy", claim schema entry
/// elements).
package enum MappedProperty {
  /// The ids of a source, in small letters; a policy may write them in any case. Nil: the source has ids of its own choice.
  package static func ids(of source: MappedClaim.Source) -> [String]? {
    switch source {
    case .user: ofUsers
    case .application, .resource, .audience: ["displayname", "objectid", "tags"]
    case .company: ["tenantcountry"]
    case .customClaimsProvider: nil
    }
  }

  private static let ofUsers =
    (Array(rows.keys) + Array(others.keys) + ["assignedroles", MappedClaim.groups, "netbiosname"]).sorted()
    + PropertyKind.extensionAttributes.map(ASCII.lowercased)

  /// The rows that a mapping may name, by their ids.
  private static let rows: [String: Property<User>] = Dictionary(
    uniqueKeysWithValues: User.rows.filter { $0.traits.contains(.isMapped) }.map {
      (ids[$0.name] ?? ASCII.lowercased($0.name), $0)
    })

  /// The ids that are not the property's name.
  private static let ids = [
    "businessPhones": "telephonenumber", "faxNumber": "facsimiletelephonenumber", "otherMails": "othermail",
  ]

  /// Further ids, and properties that have no row.
  private static let others: [String: @Sendable (User) -> JSONValue?] = [
    "dnsdomainname": { $0.properties["onPremisesDomainName"] },
    "lastpasswordchangedatetime": { .string($0.passwordChangedAt.iso8601) },
    "objectid": { .string("\($0.id)") },
    // The documentation has it in this spelling too.
    "onpremisesecurityidentifier": { $0.properties["onPremisesSecurityIdentifier"] },
    "userprincipalname": { .string($0.userPrincipalName) },
  ]

  /// The value of a claim; nil when its source has none. `provided` is what the custom claims provider has answered.
  ///
  /// A property with several values gives the first one. App roles, groups and directory extensions are all stated.
  package static func value(
    of claim: MappedClaim, in mapping: ClaimsMapping, _ facts: ClaimsFacts, provided: JSONObject
  ) -> JSONValue? {
    switch claim.origin {
    case .constant(let text): return .string(text)
    case .directoryExtension(.user, let name): return facts.user?.properties[name]
    case .property(.customClaimsProvider, let id): return provided[id]
    case .transformation(let id, _):
      guard let transformation = mapping.transformation(named: id) else { return nil }
      return transformation.value { reference in
        mapping.claim(named: reference).map { values(of: $0, in: mapping, facts, provided: provided) } ?? []
      }
    case .property(let source, let id):
      let values = values(of: source, id, facts)
      return source == .user && isList(id) && !values.isEmpty ? .array(values) : values.first
    case .directoryExtension: return nil
    }
  }

  private static func isRoles(_ id: String) -> Bool { ASCII.equalIgnoringCase(id, "assignedroles") }
  private static func isGroups(_ id: String) -> Bool { ASCII.equalIgnoringCase(id, MappedClaim.groups) }
  private static func isList(_ id: String) -> Bool { isRoles(id) || isGroups(id) }

  /// All values of a claim, as texts, for a transformation.
  private static func values(
    of claim: MappedClaim, in mapping: ClaimsMapping, _ facts: ClaimsFacts, provided: JSONObject
  ) -> [String] {
    if case .property(let source, let id) = claim.origin, source != .customClaimsProvider {
      return values(of: source, id, facts).compactMap(\.string)
    }
    guard let value = value(of: claim, in: mapping, facts, provided: provided) else { return [] }
    return value.strings ?? [value.string].compactMap(\.self)
  }

  /// The values of a property, in their order.
  private static func values(of source: MappedClaim.Source, _ id: String, _ facts: ClaimsFacts) -> [JSONValue] {
    switch source {
    case .user:
      facts.user.map { user in
        isRoles(id)
          ? facts.roles.map { .string($0) }
          : isGroups(id) ? facts.memberships.groups.map { .string($0) } : values(ofUser: ASCII.lowercased(id), user)
      } ?? []
    case .application: values(of: facts.client, id)
    case .resource: values(of: facts.resource, id)
    case .audience: values(of: facts.audience, id)
    case .company: facts.tenant.countryLetterCode.map { [.string($0)] } ?? []
    case .customClaimsProvider: []
    }
  }

  private static func values(of party: ClaimsFacts.Party, _ id: String) -> [JSONValue] {
    switch ASCII.lowercased(id) {
    case "displayname": [.string(party.application.displayName)]
    case "objectid": party.principal.map { [.string("\($0)")] } ?? []
    // No service principal has tags here.
    default: []
    }
  }

  /// The values of a property of a user. `id` is in small letters.
  package static func values(ofUser id: String, _ user: User) -> [JSONValue] {
    if id.hasPrefix("extensionattribute") {
      return user.properties["onPremisesExtensionAttributes"]?.object?.members
        .filter { ASCII.equalIgnoringCase($0.name, id) }.map(\.value) ?? []
    }
    switch rows[id]?.value(of: user) ?? others[id]?(user) {
    case nil: return []
    case .array(let items)?: return items
    case .bool(let flag)?: return [.string("\(flag)")]
    case let value?: return [value]
    }
  }
}
