import Directory
import JSON
import Time

extension Claim {
  /// What tokens say of the tenant.
  static let ofTenants: [Claim] = [
    .text("tenant_ctry", by: .tenant) { $0.tenant.countryLetterCode }
      .optional("`countryLetterCode` of the tenant", absent: "without a country"),
    .text("tenant_region_scope", by: .tenant, in: [.graph, .appV1]) { $0.tenant.region }
      .optional("the region of the tenant"),
    .text("tid", by: .tenant, in: [.users, .apps]) { "\($0.tenant.id)" }.chosenByFlows,
    .time("xms_tcdt", by: .tenant, in: [.graph, .appV1]) { $0.tenant.createdAt.seconds }
      .optional("when the tenant was made"),
    .text("xms_tpl", by: .tenant) { $0.tenant.language }.optional("`preferredLanguage` of the tenant"),
  ]
}
