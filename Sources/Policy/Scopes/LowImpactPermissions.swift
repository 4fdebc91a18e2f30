import Directory

/// The permissions that users may consent to where the tenant allows only permissions of low impact (Microsoft:
/// "Configure permission classifications"; these are the ones that Microsoft proposes).
enum LowImpactPermissions {
  private static let values: Set<String> = ["User.Read", "openid", "profile", "email", "offline_access"]

  static func contains(_ item: ConsentDecision.ConsentItem) -> Bool {
    item.resource == WellKnown.graph && values.contains(item.value)
  }
}
