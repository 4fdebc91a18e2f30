import Crypto
package import Time

extension DirectoryEditor {
  /// The user of that object id.
  /// - Throws: `NoSuchObject` when there is none.
  package func user(_ id: User.ID) throws(NoSuchObject) -> User {
    guard let user = state.users[id] else { throw NoSuchObject(kind: "user", id: id.guid) }
    return user
  }

  /// The user that `add` stores: a member or a personal account with the password of all seeds, or a guest, who has the password and the
  /// mail address of the home account. A display name of several words also gives the given name and the surname.
  package func made(_ new: NewUser) -> User {
    var user = User(
      id: new.id, tenant: new.tenant, alias: new.alias, userPrincipalName: new.userPrincipalName,
      displayName: new.displayName, createdAt: now)
    let words = new.displayName.split(separator: " ").map(String.init)
    if words.count > 1, let first = words.first {
      user.givenName = first
      user.surname = words.dropFirst().joined(separator: " ")
    }
    if let account = new.home.flatMap({ state.users[$0] }) {
      user.home = account.homeAccount
      user.mail = account.mail ?? account.userPrincipalName
      return user
    }
    user.mail = new.userPrincipalName
    user.preferredLanguage = "en-US"
    user.password = digest(SeededDirectory.password, "password", new.alias)
    return user
  }

  /// Adds a user. Returns the object id.
  @discardableResult
  package mutating func add(_ new: NewUser) -> User.ID {
    let user = made(new)
    if user.password != nil { passwords[new.id] = SeededDirectory.password }
    state.put(user)
    return new.id
  }

  /// Takes a sign-in name away from a deleted user, so that another user can have it. The deleted user's id then stands before it, as in
  /// the service.
  package mutating func freeName(_ name: String) throws(NoSuchObject) {
    guard let user = state.user(named: name), user.isDeleted else { return }
    try update(user.id) { $0.userPrincipalName = $0.nameWhileDeleted }
  }

  /// Changes a stored user.
  /// - Throws: `NoSuchObject` when there is none of that id.
  package mutating func update(_ id: User.ID, _ change: (inout User) -> Void) throws(NoSuchObject) {
    var user = try user(id)
    change(&user)
    state.put(user)
  }

  /// Sets a password without a trace: sessions and refresh tokens of earlier sign-ins stay valid.
  package mutating func setPassword(_ password: Secret, of id: User.ID) throws(NoSuchObject) {
    switch password {
    case .text(let text):
      let digest = digest(text, "password", try user(id).alias)
      try update(id) { $0.password = digest }
      passwords[id] = text
    case .digest(let digest):
      try update(id) { $0.password = digest }
      passwords[id] = nil
    }
  }

  /// Changes the password. Refresh tokens and sessions of sign-ins with the old password no longer count. It changes at `moment`, now when
  /// that is nil: a sign-in that changes the password on its way counts from the same moment.
  package mutating func changePassword(
    of id: User.ID, to password: String, at moment: UnixTime? = nil
  ) throws(NoSuchObject) {
    try changePassword(of: id, to: .text(password), at: moment ?? now)
  }

  /// The same for a password of which only the digest is known.
  package mutating func changePassword(
    of id: User.ID, to digest: SecretDigest, at moment: UnixTime
  ) throws(NoSuchObject) {
    try changePassword(of: id, to: .digest(digest), at: moment)
  }

  private mutating func changePassword(
    of id: User.ID, to password: Secret, at moment: UnixTime
  ) throws(NoSuchObject) {
    try setPassword(password, of: id)
    try update(id) { user in
      user.passwordChangedAt = moment
      user.isPasswordExpired = false
      user.passwordEndsAt = nil
    }
  }
}
