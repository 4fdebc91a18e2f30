import Directory
import JSON
import Time

extension Claim {
  /// What tokens say of the tenant.
  static let ofTenants: [Claim] = [
    .text("tenant_ctry", by: .tenant) { $0.tenant.countryLetterCode }
      .optional("`countryLetterCode` of the tenant", absent: "without a country"),
    .text("tenant_region_scope", by: .tenant, in: [.graph, .appGraph, .appAzure]) { source in
      // Dataverse's tokens of apps have it (observed 2026-09).
      source.form == .appAzure && source.audience.id != WellKnown.dataverse ? nil : source.tenant.region
    }
    .when("at Graph; of apps at Dataverse too")
    .optional("the region of the tenant"),
    .text("tid", by: .tenant, in: [.users, .apps]) { "\($0.tenant.id)" }.personal(12).chosenByFlows,
    creation,
    .text("xms_tdbr", by: .tenant, in: [.graph, .appGraph]) { $0.tenant.isInDataBoundary ? "EU" : nil }
      .when("a tenant of the region EU"),
    .text("xms_tnt_fct", by: .tenant, in: [.graph, .appGraph]) { _ in PrincipalFacets.ofTenant }
      .optional("the facets of the tenant") { source, _ in
        source.form.isForClient ? nil : .string(PrincipalFacets.ofTenant)
      },
    .text("xms_tpl", by: .tenant) { $0.tenant.language }.optional("`preferredLanguage` of the tenant"),
  ]

  /// In tokens of managed identities it is a text (observed 2023-10, 2025-04).
  private static let creation = Claim.time(
    "xms_tcdt", by: .tenant, in: [.graph, .resourceManager, .appGraph, .appResourceManager],
    isText: { $0.app?.isManagedIdentity == true }
  ) { $0.tenant.createdAt.seconds }
  .optional("when the tenant was made")
}
