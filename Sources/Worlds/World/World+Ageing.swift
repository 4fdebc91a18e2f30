import Bytes
package import Directory
import Time

/// What the server has handed out, or a user has, that can be made older while the clock stands.
package enum Ageable: String, Sendable, CaseIterable {
  case refreshTokens
  case sessions
  case codes
  case deviceCodes
  case passwords
  /// Sign-ins that are on their way: open pages, and continuation tokens of the native authentication API.
  case signInFlows
  /// Client assertions that came already: what a client keeps for too long. A new one is as fresh as its client made it.
  case clientAssertions

  /// What helps whoever asks for older access tokens or ID tokens, which nothing can make; nil for any other word. Without a full stop.
  package static func remedy(for word: String) -> String? {
    guard ["accesstoken", "accesstokens", "idtoken", "idtokens"].contains(ASCII.lowercased(word)) else { return nil }
    return remedyForTokens
  }

  package static let remedyForTokens =
    "An access token and an ID token say themselves when they end: set lifetimes ('lifetimes: { accessToken: 1m }' in a scenario, PATCH …/lifetimes), "
    + "advance the clock ('mockidp clock advance 2h'), or mint one that has ended ('mockidp token mint --damage expired')"

  /// Whether each of them was issued to one app. A session and a password serve the user with every app.
  package var belongToApps: Bool { self != .sessions && self != .passwords && self != .signInFlows }
}

extension World {
  /// Makes the chosen things older by `age` and returns how many there were. The clock does not move, so that what the
  /// server issues next is fresh for every client. `selection.client` has no meaning for passwords.
  package func age(_ kind: Ageable, _ selection: GrantSelection, by age: Duration) throws -> Int {
    switch kind {
    case .refreshTokens: try store.ageRefreshTokens(selection, by: age)
    case .sessions: try store.ageSessions(selection, by: age)
    case .codes: try store.ageCodes(selection, by: age)
    case .deviceCodes: try store.ageDeviceCodes(selection, by: age)
    case .passwords: try agePasswords(of: selection.user, by: age)
    // Nobody has signed in yet, so they belong to nobody.
    case .signInFlows: try store.ageFlows(by: age)
    case .clientAssertions: assertions.age(of: selection.client, by: age)
    }
  }

  /// A password that becomes older than `ageOfDeath(.passwords)` expires.
  private func agePasswords(of user: User.ID?, by age: Duration) throws -> Int {
    let isExpired = age >= ageOfDeath(.passwords)
    return try edit { editor in
      let users = user.map { [editor.state.users[$0]].compactMap { $0 } } ?? editor.state.usersInOrder
      // A guest's password is that of the home account.
      let accounts = Set(users.map { editor.state.account(of: $0).id })
      for account in accounts.sorted() {
        try editor.update(account) { user in
          user.passwordChangedAt = user.passwordChangedAt - age
          if isExpired { user.isPasswordExpired = true }
        }
      }
      return accounts.count
    }
  }

  /// An age at which the server surely refuses a thing of that kind: its lifetime and one day. It follows from the
  /// lifetimes as they are now.
  package func ageOfDeath(_ kind: Ageable) -> Duration {
    switch kind {
    case .refreshTokens: settings.lifetimes.refreshTokenIdle + .days(1)
    case .sessions: settings.lifetimes.persistentSession + .days(1)
    case .codes: settings.lifetimes.authorizationCode + .days(1)
    case .deviceCodes: settings.lifetimes.deviceCode + .days(1)
    // Microsoft: "Set the password expiration policy for your organization", the 90 days it begins with.
    case .passwords: .days(91)
    case .signInFlows: settings.lifetimes.signInFlow + settings.lifetimes.continuationToken + .days(1)
    // Those of other issuers may live for 25 hours.
    case .clientAssertions: .days(3)
    }
  }
}
