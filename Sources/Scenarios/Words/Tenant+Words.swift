package import Directory
import JSON
import Time

extension Tenant: WordedEntry {
  package typealias New = NewTenant

  package static let words: [Word<Tenant>] =
    [
      .shown("alias", .text, "The short name.") { tenant, _ in tenant.alias },
      .beginning("id", .guid, "The tenant id.", new: "follows from the alias") { tenant, _ in tenant.id.guid },
      .member("displayName", \.displayName, .text, "The name for people.", new: "the alias", show: .always),
      .beginning(
        "kind", .choice,
        "Whether it is an organization's tenant (`workforce`), that of personal accounts, or one for customers: `b2c` for Azure AD B2C, "
          + "`external` for Microsoft Entra External ID.", new: "`workforce`"
      ) { tenant, _ in
        tenant.kind
      },
      .action(
        "domains", .verifiedDomains,
        "The verified domains, in the place of those that the tenant has. The first one is the initial domain, unless another says "
          + "`isInitial: true`. New users get the initial domain, unless another says `isDefault: true`.",
        new: "`ALIAS.onmicrosoft.com`",
        synonyms: ["verifiedDomains"],
        difference: { now, base, comparison in
          let value = VerifiedDomains(now, comparison.now).written
          return said(value, unless: value == VerifiedDomains(base, comparison.before).written)
        },
        show: (.list(.word), true, { tenant, _ in .strings(tenant.domains) }),
        { domains, _ in .object { $0.setDomains(domains.names, default: domains.defaultName) } }),
      .shown("defaultDomain", .text, "The domain of new users, where it is not the initial one.", always: false) {
        tenant, _ in tenant.chosenDefaultDomain
      },
      .member(
        "countryLetterCode", \.countryLetterCode, .optional(.countryLetterCode),
        "The country or region, as two letters (ISO 3166): `US`."),
    ] + rows.map { .row($0) } + [
      .member(
        "userConsent", \.userConsent, .choice,
        "Whether users may consent to apps for themselves. With `lowRisk` they may consent only to `User.Read`, `openid`, `profile`, `email` "
          + "and `offline_access`.", new: "`all`", unless: .all),
      .member(
        "adminConsentWorkflow", \.hasAdminConsentWorkflow, .flag,
        "Whether users may ask for an administrator's approval. `consentRequests` of the control API's world has what they asked.",
        new: "`false`", unless: false),
      .member(
        "unmanaged", \.isUnmanaged, .flag,
        "Whether nobody has claimed the tenant by proving its domain. Apps of other tenants cannot be added to it.",
        new: "`false`", unless: false),
      .member(
        "userFlows", \.userFlows, .userFlows,
        "How customers sign in, sign up and change their profile, in a tenant for customers.", new: "one of each type"),
    ]

  package static let noun = "tenant"
  package static let example = "{ userConsent: none }"
  package static let canBeRemoved = false
  package static let insteadOfRemoval =
    "tenants are not removed; begin with 'seeds: none' to be without those of the seeds"
  package static let beginningWords: Set<String> = ["id", "displayName", "domains", "kind"]

  package var tenantOfNames: Tenant.ID? { id }

  package static func named(_ name: String, in directory: DirectoryState) -> Tenant? { directory.tenant(named: name) }

  package static func aliases(in directory: DirectoryState) -> [String] { directory.tenantsInOrder.map(\.alias) }

  /// The words that tell a new tenant from a slip of the pen.
  private static let telling = ["id", "displayName", "domains", "kind"]

  package static func begin(_ entry: EntryText, in directory: DirectoryState) throws(ScenarioError) -> (
    new: NewTenant, object: Tenant
  ) {
    guard telling.contains(where: { entry.something($0) != nil }) else {
      throw entry.unknown(
        "tenant", among: aliases(in: directory), "A new tenant needs an 'id', a 'displayName', 'domains' or a 'kind'")
    }
    try entry.checkAlias()
    let place = WordPlace(directory: directory, alias: entry.alias)
    let id = try entry.something("id").map { value throws(ScenarioError) in
      let id = Tenant.ID(try WordType.guid.read(value, place))
      if let other = directory.tenants[id] {
        throw value.error("'\(other.alias)' has that tenant id; change '\(other.alias)', or choose another id")
      }
      return id
    }
    let written = try entry["domains"].map { value throws(ScenarioError) in
      try WordType.verifiedDomains.read(value, place)
    }
    let domains = written ?? VerifiedDomains(of: entry.alias)
    let name = try entry["displayName"]?.text() ?? entry.alias
    let kind = try entry.something("kind").map { value throws(ScenarioError) in try value.choice(Tenant.Kind.self) }
    guard kind != .personal else {
      throw (entry.something("kind") ?? entry.key).error(
        "there is one tenant of personal accounts, 'personal-accounts'; choose another kind")
    }
    let new = NewTenant(
      alias: entry.alias, displayName: name, domains: domains.names, defaultDomain: domains.defaultName, id: id,
      kind: kind ?? .workforce)
    return (new, DirectoryEditor(forNamesOf: directory).made(new))
  }

  package static func check(
    _ entry: EntryText, of tenant: Tenant, isNew: Bool, in directory: DirectoryState
  ) throws(ScenarioError) {
    if !tenant.kind.isForCustomers, let value = entry.something("userFlows") {
      throw value.error(
        "'\(tenant.alias)' is not a tenant for customers; a new tenant with 'kind: b2c' or 'kind: external' has user flows"
      )
    }
    let words = ["domains", "countryLetterCode"] + rows.map(\.name)
    guard tenant.kind == .personal, let value = words.lazy.compactMap({ entry[$0] }).first else { return }
    throw value.error(
      "'\(tenant.alias)' is not an organization: its accounts have addresses of any domain; leave it out")
  }

  package static func add(_ new: NewTenant, to editor: inout DirectoryEditor) -> [Tenant.ID] { [editor.add(new)] }

  package static func update(
    _ id: Tenant.ID, in editor: inout DirectoryEditor, _ change: (inout Tenant) -> Void
  ) throws(DirectoryEditor.NoSuchObject) { try editor.update(id, change) }

  /// No entry takes a tenant away.
  package static func remove(
    _ id: Tenant.ID, from editor: inout DirectoryEditor
  ) throws(DirectoryEditor.NoSuchObject) {
    throw DirectoryEditor.NoSuchObject(kind: "way to remove tenant", id: id.guid)
  }
}
