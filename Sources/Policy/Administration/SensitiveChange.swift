package import Directory

/// A change of a user that could make somebody that user: sign-in name, password, phone, whether the account is enabled, and the end of
/// the account (Microsoft: "Privileged roles and permissions in Microsoft Entra ID", "Who can perform sensitive actions").
package enum SensitiveChange {
  /// The properties that are sensitive.
  package static let properties: Set<String> = [
    "accountEnabled", "businessPhones", "mobilePhone", "onPremisesImmutableId", "otherMails", "passwordProfile",
    "userPrincipalName",
  ]

  /// Roles that make nobody an administrator in this sense.
  private static let harmless = Set(
    AdministrativeTask.roles(
      "Directory Readers, Guest Inviter, Message Center Reader, Reports Reader, Usage Summary Reports Reader"))
  private static let overAll = AdministrativeTask.roles("Privileged Authentication Administrator")

  /// Why the user may not make such a change of `target`, who holds roles of an administrator. Nil: the user may. A user does it to oneself
  /// where the task lets it, and an administrator to holders of the same roles.
  package static func objection(to user: User, changing target: User) -> String? {
    guard user.id != target.id, !AdministrativeTask.holds(user, oneOf: overAll) else { return nil }
    let own = Set(user.directoryRoles.compactMap(DirectoryRole.named))
    let others = target.directoryRoles.compactMap(DirectoryRole.named).filter {
      !harmless.contains($0) && !own.contains($0)
    }
    guard let role = others.first else { return nil }
    return "'\(target.alias)' holds \(role.displayName); one of these directory roles would do: "
      + AdministrativeTask.list(overAll)
  }
}
