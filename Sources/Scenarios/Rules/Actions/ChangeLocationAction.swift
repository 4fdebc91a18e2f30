package import Directory

/// Moves users out of the places that the tenant trusts, or back. Resources that are told so challenge the tokens of clients that heed a
/// challenge, and no new tokens are issued until the user is back.
package struct ChangeLocationAction: UserAction {
  package let user: ObjectName<User>?
  package let isTrusted: Bool

  package init(user: ObjectName<User>?, isTrusted: Bool = false) {
    self.user = user
    self.isTrusted = isTrusted
  }

  package var summary: String {
    "move\(user.map { " \($0)" } ?? " the user")" + (isTrusted ? " to a trusted location" : " out of trusted locations")
  }

  package func change(_ user: User, with editor: inout DirectoryEditor) throws {
    try editor.updateAccount(of: user) { $0.isAwayFromTrustedLocations = !isTrusted }
  }
}
