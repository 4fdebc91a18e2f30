import Directory

/// The permissions that users may grant where the tenant lets them consent to those of low impact only (Microsoft: "Configure
/// permission classifications", the ones it proposes).
enum LowImpactPermissions {
  private static let values: Set<String> = ["User.Read", "openid", "profile", "email", "offline_access"]

  static func contains(_ item: ConsentDecision.ConsentItem) -> Bool {
    item.resource == WellKnown.graph && values.contains(item.value)
  }
}
