package import Directory
import JSON
import Time

extension Tenant: WordedEntry {
  /// No file adds a tenant.
  package typealias New = Never

  package static let words: [Word<Tenant>] = [
    .shown("alias", .text, "The short name.") { tenant, _ in tenant.alias },
    .shown("id", .guid, "The tenant id.") { tenant, _ in tenant.id.guid },
    .shown("displayName", .text, "The name for people.") { tenant, _ in tenant.displayName },
    .shown("kind", .choice, "Whether it is an organization's tenant or that of personal accounts.") { tenant, _ in
      tenant.kind
    },
    .shown(
      "domains", .list(of: .text, "a list of domains", label: "list of domains"), "Its domains, the initial one first."
    ) {
      tenant, _ in tenant.domains
    },
    .member(
      "userConsent", \.userConsent, .choice,
      "Whether users may consent to apps for themselves. With `lowRisk` they may consent only to `User.Read`, `openid`, `profile`, `email` "
        + "and `offline_access`.", new: "`all`", unless: .all),
    .member(
      "adminConsentWorkflow", \.hasAdminConsentWorkflow, .flag,
      "Whether users may ask for an administrator's approval. `consentRequests` of the control API's world has what they asked.",
      new: "`false`", unless: false),
  ]

  package static let noun = "tenant"
  package static let example = "{ userConsent: none }"
  package static let canBeRemoved = false
  package static let beginningWords: Set<String> = []

  package var tenantOfNames: Tenant.ID? { id }

  package static func named(_ name: String, in directory: DirectoryState) -> Tenant? { directory.tenant(named: name) }

  package static func aliases(in directory: DirectoryState) -> [String] { directory.tenantsInOrder.map(\.alias) }

  package static func begin(_ entry: EntryText, in directory: DirectoryState) throws(ScenarioError) -> (
    new: Never, object: Tenant
  ) { throw entry.key.unknown("tenant", among: aliases(in: directory)) }

  package static func check(_ entry: EntryText, of object: Tenant, isNew: Bool) throws(ScenarioError) {}

  package static func add(_ new: Never, to editor: inout DirectoryEditor) -> [Tenant.ID] {}

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
