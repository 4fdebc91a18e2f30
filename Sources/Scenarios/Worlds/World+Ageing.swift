package import Directory
import Time

/// What can be made older while the clock stays.
package enum Ageable: String, Sendable, CaseIterable {
  case refreshTokens
  case sessions
  case codes
  case deviceCodes
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
    }
  }

  /// The age past which such a thing is refused: the allowed time and a day.
  package func ageOfDeath(_ kind: Ageable) -> Duration {
    switch kind {
    case .refreshTokens: settings.lifetimes.refreshTokenIdle + .days(1)
    case .sessions: settings.lifetimes.persistentSession + .days(1)
    case .codes: settings.lifetimes.authorizationCode + .days(1)
    case .deviceCodes: settings.lifetimes.deviceCode + .days(1)
    }
  }
}
