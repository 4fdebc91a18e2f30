package import Directory

/// What the service calls the provider of an account of elsewhere (observed: firecrawl 2374 of 2025, azure-docs 114009 of
/// 2023).
package enum IdentityProviderName {
  /// `live.com` for a personal account, the issuer of the home tenant for another.
  package static func of(_ account: User) -> String { of(tenant: account.tenant) }

  /// The same by the home tenant alone.
  package static func of(tenant: Tenant.ID) -> String {
    tenant == WellKnown.personalTenant ? "live.com" : "https://sts.windows.net/\(tenant)/"
  }
}
