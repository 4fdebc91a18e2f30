import Bytes
import JSON
package import Time

/// A directory of users and apps (Microsoft: "Tenancy in Microsoft Entra ID").
package struct Tenant: PropertyHolder, Hashable, Codable {
  package typealias ID = Identifier<Tenant>

  /// The kinds of tenant. Account types, addresses and issuers differ between them.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// A tenant of an organization, with work or school accounts.
    case workforce
    /// The one tenant of all personal Microsoft accounts.
    case personal
    /// Azure AD B2C: customers sign in by user flows, which stand in the path (Microsoft: "What is Azure Active Directory B2C?").
    case b2c
    /// Microsoft Entra External ID: customers sign in by the ordinary endpoints of a host of the tenant's own (Microsoft: "Overview of
    /// Microsoft Entra External ID in external tenants").
    case external

    /// Whether the tenant has an administrator, domains, and users and apps of its own. That of personal accounts has none.
    package var isOrganization: Bool { self != .personal }
    /// Whether people make their own accounts in the tenant.
    package var isForCustomers: Bool { self == .b2c || self == .external }
  }

  /// Whether users may consent to apps for themselves (Microsoft: "Configure how users consent to applications").
  package enum UserConsent: String, Sendable, Codable, CaseIterable {
    /// Users may consent to every permission that does not need an administrator.
    case all
    /// Users may consent only to permissions that are classified as low impact.
    case lowRisk
    /// Only administrators may consent.
    case none
  }

  /// The tenant id: `tid` in tokens, and the GUID in the issuer.
  package var id: ID {
    get { kept.facts.id }
    set { own().facts.id = newValue }
  }
  /// The short name that people type for the tenant, such as `contoso`.
  package var alias: String {
    get { kept.facts.alias }
    set { own().facts.alias = newValue }
  }
  package var displayName: String {
    get { kept.facts.displayName }
    set { own().facts.displayName = newValue }
  }
  /// The verified domains. The first one is the initial domain, `….onmicrosoft.com`.
  package var domains: [String] {
    get { kept.facts.domains }
    set { own().facts.domains = newValue }
  }
  /// The verified domain that new users get (Graph: `isDefault`). Nil: the initial one.
  package var chosenDefaultDomain: String? {
    get { kept.facts.chosenDefaultDomain }
    set { own().facts.chosenDefaultDomain = newValue }
  }
  /// The country of the organization, such as `US` (Graph: `countryLetterCode`). Nil when the tenant does not say.
  package var countryLetterCode: String? {
    get { kept.facts.countryLetterCode }
    set { own().facts.countryLetterCode = newValue }
  }
  /// More names that find the tenant. A world with tenants of its own keeps here the domains that the seeds have, in
  /// the order of `domains`, and then the tenant id of the seeds. So an app that has `contoso.onmicrosoft.com` in its
  /// settings finds the Contoso of its world. Nil: there are no such names.
  package var writtenNames: [String]? {
    get { kept.facts.writtenNames }
    set { own().facts.writtenNames = newValue }
  }
  package var kind: Kind {
    get { kept.facts.kind }
    set { own().facts.kind = newValue }
  }
  /// The user flows that somebody has stated. Nil: the tenant has those of its kind, see `flows`.
  package var statedUserFlows: [UserFlow]? {
    get { kept.facts.statedUserFlows }
    set { own().facts.statedUserFlows = newValue }
  }
  package var userConsent: UserConsent {
    get { kept.facts.userConsent }
    set { own().facts.userConsent = newValue }
  }
  /// Whether a user may send a request when an app needs an administrator's consent (admin consent workflow).
  package var hasAdminConsentWorkflow: Bool {
    get { kept.facts.hasAdminConsentWorkflow }
    set { own().facts.hasAdminConsentWorkflow = newValue }
  }
  /// Whether nobody has claimed the tenant: it came to be when one of its people signed up. Nil counts as false.
  private var unclaimed: Bool? {
    get { kept.facts.unclaimed }
    set { own().facts.unclaimed = newValue }
  }
  package var isUnmanaged: Bool {
    get { unclaimed ?? false }
    set { unclaimed = newValue ? true : nil }
  }
  /// The value of the claim `tenant_region_scope`.
  package var region: String { countryLetterCode.map(Self.inEurope.contains) == true ? "EU" : "NA" }
  /// Whether the data of the tenant stays in the EU and the EFTA (Microsoft: "What is the EU Data Boundary?").
  package var isInDataBoundary: Bool { countryLetterCode.map(Self.inBoundary.contains) ?? false }

  private static let inBoundary: Set<String> = [
    "AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IS", "IT", "LI",
    "LT", "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK",
  ]
  private static let inEurope = inBoundary.union(["AL", "BA", "GB", "MD", "ME", "MK", "RS", "TR", "UA"])
  /// Kept as nil when there is none, as in stores that are older than the properties of tenants.
  private var plain: PlainProperties? {
    get { kept.facts.plain }
    set { own().facts.plain = newValue }
  }
  package var createdAt: UnixTime {
    get { kept.facts.createdAt }
    set { own().facts.createdAt = newValue }
  }

  /// What is stored of it.
  private struct Facts: Sendable, Hashable, Codable {
    var id: ID
    var alias: String
    var displayName: String
    var domains: [String]
    var chosenDefaultDomain: String?
    var countryLetterCode: String?
    var writtenNames: [String]?
    var kind: Kind = Kind.workforce
    var statedUserFlows: [UserFlow]?
    var userConsent: UserConsent = UserConsent.all
    var hasAdminConsentWorkflow: Bool = false
    var unclaimed: Bool?
    var plain: PlainProperties?
    var createdAt: UnixTime
  }

  private final class Kept: @unchecked Sendable {
    /// Changed only while one holder has the reference.
    var facts: Facts

    init(_ facts: Facts) { self.facts = facts }
  }

  /// One reference, as a user is.
  private var kept: Kept

  private mutating func own() -> Kept {
    if !isKnownUniquelyReferenced(&kept) { kept = Kept(kept.facts) }
    return kept
  }

  package init(id: ID, alias: String, displayName: String, domains: [String], createdAt: UnixTime) {
    kept = Kept(
      Facts(id: id, alias: alias, displayName: displayName, domains: domains, createdAt: createdAt))
  }

  package init(from decoder: any Decoder) throws { kept = Kept(try Facts(from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try kept.facts.encode(to: encoder) }

  package static func == (left: Self, right: Self) -> Bool {
    left.kept === right.kept || left.kept.facts == right.kept.facts
  }

  package func hash(into hasher: inout Hasher) { kept.facts.hash(into: &hasher) }

  /// The properties that decide nothing, such as the city.
  package var properties: PlainProperties {
    get { plain ?? PlainProperties() }
    set { plain = newValue.isEmpty ? nil : newValue }
  }

  /// Every name that finds the tenant beside its id: domains, alias and written names.
  var allNames: [String] { domains + [alias] + (writtenNames ?? []) }

  /// The first label of the initial domain, which the hosts of customers begin with: `contosob2c` of `contosob2c.b2clogin.com`.
  package var subdomain: String { String(initialDomain.prefix { $0 != "." }) }

  /// How customers sign in, sign up and change what is known of them; none in other tenants.
  package var userFlows: [UserFlow] {
    get { statedUserFlows ?? UserFlow.usual(in: kind) }
    set { statedUserFlows = newValue == UserFlow.usual(in: kind) ? nil : newValue }
  }

  /// The user flow of that name; ASCII case does not count.
  package func userFlow(named name: String) -> UserFlow? {
    userFlows.first { ASCII.equalIgnoringCase($0.name, name) }
  }

  /// The user flow of an app in a tenant of External ID, which has one at most: the one that the app names, else the first by which people
  /// sign in. Nil for an app that names one the tenant does not have, and in other tenants.
  package func userFlow(of app: Application) -> UserFlow? {
    guard kind == .external else { return nil }
    if let name = app.userFlow { return userFlow(named: name) }
    return userFlows.first { $0.kind == .signUpOrSignIn || $0.kind == .signIn }
  }

  /// Whether a sign-in to the tenant may wait for another server.
  package var callsOthers: Bool { statedUserFlows?.contains(where: \.callsOthers) ?? false }

  /// The client id of the app that holds the tenant's own attributes of customers, `b2c-extensions-app`.
  package var extensionsApp: Application.ID { Application.ID(SeededDirectory.derived("b2c-extensions-app", alias)) }

  /// The initial domain, which messages print. A tenant without domains gives its id.
  package var initialDomain: String { domains.first ?? "\(id)" }

  /// The mail address of one of its groups; nil for a group without one.
  package func mail(of group: Group) -> String? {
    group.kind.isMailEnabled ? "\(group.alias)@\(initialDomain)" : nil
  }

  /// The language of the organization; every tenant has one.
  package var language: String { properties["preferredLanguage"]?.string ?? "en" }

  /// The domain of the sign-in names of new users.
  package var defaultDomain: String { chosenDefaultDomain ?? initialDomain }

  /// Replaces the verified domains. In a world with domains of its own, a domain that stays keeps its written name, and a new one is
  /// written as it is.
  package mutating func setDomains(_ new: [String], default name: String?) {
    if let written = writtenNames {
      let rest = written.dropFirst(domains.count)
      let kept = Dictionary(zip(domains, written)) { first, _ in first }
      writtenNames = new.map { kept[$0] ?? $0 } + rest
    }
    domains = new
    chosenDefaultDomain = name == new.first ? nil : name
  }
}

extension UnixTime: Codable {
  /// Reads the ticks of 100 ns that `encode(to:)` writes.
  package init(from decoder: any Decoder) throws {
    self.init(ticks: try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Writes one number: the ticks of 100 ns since 1970, so that a stored time loses nothing.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(ticks)
  }
}
