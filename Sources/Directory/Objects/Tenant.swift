package import Time

/// A directory of users and apps (Microsoft: "Tenancy in Microsoft Entra ID").
package struct Tenant: Sendable, Hashable, Codable {
  package typealias ID = Identifier<Tenant>

  package enum Kind: String, Sendable, Codable, CaseIterable {
    case workforce
    /// The one tenant of all personal Microsoft accounts.
    case personal
  }

  /// Whether users may consent to apps for themselves (scopes and consent: tenant policy).
  package enum UserConsent: String, Sendable, Codable, CaseIterable {
    case all
    /// Only to permissions that are classified as of low impact.
    case lowRisk
    case none
  }

  package var id: ID
  /// What a person types for it: `contoso`.
  package var alias: String
  package var displayName: String
  /// Verified domains; the first is the initial `….onmicrosoft.com` one.
  package var domains: [String]
  /// Names that find it too, beside its own: in a world with tenants of its own, the domains of the seeds in the order of
  /// `domains`, then their id. So an app that has `contoso.onmicrosoft.com` in its settings finds the world's Contoso.
  package var writtenNames: [String]?
  package var kind = Kind.workforce
  package var userConsent = UserConsent.all
  /// Whether a user who lacks an administrator's consent may ask for it (admin consent workflow).
  package var hasAdminConsentWorkflow = false
  package var region = "NA"
  package var createdAt: UnixTime

  package init(id: ID, alias: String, displayName: String, domains: [String], createdAt: UnixTime) {
    self.id = id
    self.alias = alias
    self.displayName = displayName
    self.domains = domains
    self.createdAt = createdAt
  }

  /// Whatever finds it beside its id.
  var allNames: [String] { domains + [alias] + (writtenNames ?? []) }

  /// The name that messages print: the initial domain.
  package var initialDomain: String { domains.first ?? "\(id)" }
}

extension UnixTime: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(ticks: try decoder.singleValueContainer().decode(Int64.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(ticks)
  }
}
