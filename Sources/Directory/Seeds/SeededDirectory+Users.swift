import Bytes
import Crypto

extension SeededDirectory {
  /// A user that a scenario adds.
  package struct NewUser: Sendable, Hashable {
    package var alias: String
    package var displayName: String
    package var userPrincipalName: String
    package var tenant: Tenant.ID

    package init(alias: String, displayName: String, userPrincipalName: String, tenant: Tenant.ID) {
      self.alias = alias
      self.displayName = displayName
      self.userPrincipalName = userPrincipalName
      self.tenant = tenant
    }
  }

  /// Adds a member with the password that all seeds have. The id follows from the alias.
  package mutating func add(_ new: NewUser) {
    var user = User(
      id: User.ID(derived("user", new.alias)), tenant: new.tenant, alias: new.alias,
      userPrincipalName: new.userPrincipalName, displayName: new.displayName, createdAt: createdAt)
    let words = new.displayName.split(separator: " ").map(String.init)
    if words.count > 1, let first = words.first {
      user.givenName = first
      user.surname = words.dropFirst().joined(separator: " ")
    }
    user.mail = new.userPrincipalName
    user.preferredLanguage = "en-US"
    user.password = digest(of: Self.password, alias: new.alias)
    state.put(user)
    credentials.append(
      Credential(alias: new.alias, userPrincipalName: new.userPrincipalName, password: Self.password))
  }

  /// Changes a user where it stands, sign-in name and all.
  package mutating func updateUser(_ alias: String, _ change: (inout User) -> Void) {
    guard let user = state.user(named: alias) else { return }
    state.updateUser(user.id, change)
    guard let changed = state.users[user.id],
      let index = credentialIndex(of: changed.alias)
    else { return }
    credentials[index].userPrincipalName = changed.userPrincipalName
  }

  private func digest(of password: String, alias: String) -> SecretDigest {
    SecretDigest(password, salt: derived("password", alias).bytes)
  }

  /// From the end: a file that adds users by the thousand goes on to change the one it just added.
  private func credentialIndex(of alias: String) -> Int? { credentials.lastIndex { $0.alias == alias } }

  /// Gives a user the password of that digest, which nobody can tell from then on.
  package mutating func setPassword(_ digest: SecretDigest, ofUser alias: String) {
    updateUser(alias) { $0.password = digest }
    guard let index = credentialIndex(of: alias) else { return }
    credentials[index].password = nil
  }

  /// Gives a user another password, and says so in `credentials`.
  package mutating func setPassword(_ password: String, ofUser alias: String) {
    let digest = digest(of: password, alias: alias)
    updateUser(alias) { $0.password = digest }
    guard let index = credentialIndex(of: alias) else { return }
    credentials[index].password = password
  }
}
