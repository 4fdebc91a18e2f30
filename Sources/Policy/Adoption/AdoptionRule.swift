/// What a world takes in when it first meets it, in the place of refusing it for being unknown.
package struct AdoptionRule: OptionSet, Sendable, Hashable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Permissions that their API does not have (`unknownPermissions: allow`).
  package static let permissions = AdoptionRule(rawValue: 1)
  /// APIs that no tenant has (`unknownResources: allow`).
  package static let resources = AdoptionRule(rawValue: 2)
  /// Tenants, apps, redirect URIs, secrets and certificates.
  package static let registrations = AdoptionRule(rawValue: 4)
  /// All of it (`--adopt`).
  package static let everything: AdoptionRule = [.permissions, .resources, .registrations]
}
