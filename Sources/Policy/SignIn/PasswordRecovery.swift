package import Directory

/// Whether somebody who has forgotten the password sets a new one on the pages (Microsoft: "How it works: Microsoft Entra self-service
/// password reset").
package enum PasswordRecovery {
  /// The account needs a password of its own and a method that proves it otherwise. Customers have the ways of their user flows.
  package static func isOpen(to account: User, of tenant: Tenant?) -> Bool {
    guard tenant?.kind.isForCustomers != true, account.password != nil else { return false }
    return account.mfa == .required || account.factors?.isEmpty == false
  }
}
