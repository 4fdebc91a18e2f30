package import Directory

/// Moves users out of the places that the tenant trusts, or back. Microsoft Graph then answers an access token whose
/// client declared `cp1` with a claims challenge. The server issues no new tokens until the user is back.
package struct ChangeLocationAction: UserAction {
  /// Nil: the user of the exchange; without an exchange, every user.
  package let user: ObjectName<User>?
  /// Whether the user is back in a trusted place.
  package let isTrusted: Bool

  /// Moves that user out of the trusted places, or back when `isTrusted` says so.
  package init(user: ObjectName<User>?, isTrusted: Bool = false) {
    self.user = user
    self.isTrusted = isTrusted
  }

  package var summary: String {
    "move\(user.map { " '\($0)'" } ?? " the user")"
      + (isTrusted ? " to a trusted location" : " out of trusted locations")
  }

  package func change(_ user: User, with editor: inout DirectoryEditor) throws {
    try editor.updateAccount(of: user) { $0.isAwayFromTrustedLocations = !isTrusted }
  }
}
