package import Directory
import Time

/// What can be made older while the clock stays.
package enum Ageable: String, Sendable, CaseIterable {
  case refreshTokens
  case sessions
  case codes
  case deviceCodes
  case passwords
}

extension World {
  /// Makes the chosen things older and tells how many there were. The clock does not move, so what is issued next is fresh
  /// for every client.
  package func age(_ kind: Ageable, _ selection: GrantSelection, by age: Duration) throws -> Int {
    switch kind {
    case .refreshTokens: try store.ageRefreshTokens(selection, by: age)
    case .sessions: try store.ageSessions(selection, by: age)
    case .codes: try store.ageCodes(selection, by: age)
    case .deviceCodes: try store.ageDeviceCodes(selection, by: age)
    case .passwords: try agePasswords(of: selection.user, by: age)
    }
  }

  /// Makes the chosen things worth nothing, as if they had never been handed out; how many there were. Passwords are none of
  /// them.
  package func withdraw(_ kind: Ageable, _ selection: GrantSelection) throws -> Int {
    switch kind {
    case .refreshTokens: try store.revokeRefreshTokens(selection)
    case .sessions: try store.removeSessions(selection)
    case .codes: try store.removeCodes(selection)
    case .deviceCodes: try store.removeDeviceCodes(selection)
    case .passwords: 0
    }
  }

  /// A password that has become older than its time has expired.
  private func agePasswords(of user: User.ID?, by age: Duration) throws -> Int {
    let isExpired = age >= ageOfDeath(.passwords)
    return try change { directory in
      let users = user.map { [directory.users[$0]].compactMap { $0 } } ?? directory.usersInOrder
      // A guest's password is that of the home account.
      let accounts = Set(users.map { directory.account(of: $0).id })
      for account in accounts {
        directory.updateUser(account) { user in
          user.passwordChangedAt = user.passwordChangedAt - age
          if isExpired { user.isPasswordExpired = true }
        }
      }
      return accounts.count
    }
  }

  /// The age past which such a thing is refused: the allowed time and a day.
  package func ageOfDeath(_ kind: Ageable) -> Duration {
    switch kind {
    case .refreshTokens: settings.lifetimes.refreshTokenIdle + .days(1)
    case .sessions: settings.lifetimes.persistentSession + .days(1)
    case .codes: settings.lifetimes.authorizationCode + .days(1)
    case .deviceCodes: settings.lifetimes.deviceCode + .days(1)
    // Microsoft: "Set the password expiration policy for your organization", the 90 days it begins with.
    case .passwords: .days(91)
    }
  }
}
