import Bytes
package import Directory
package import JSON
import Policy
import Time

/// Why a resource that hears of changes takes a token no longer, although it has not ended (continuous access evaluation).
package enum OutdatedToken: Sendable, Hashable {
  case userDisabled(String)
  /// The user is in a place that the tenant does not trust.
  case userElsewhere(String)
  /// The sign-in behind the token was revoked, or its password is another one by now. `since` is in ISO 8601.
  case signInRevoked(String, since: String)

  /// In one sentence, for the journal.
  package var reason: String {
    switch self {
    case .userDisabled(let alias): "'\(alias)' is disabled"
    case .userElsewhere(let alias): "'\(alias)' has left the trusted locations"
    case .signInRevoked(let alias, let since): "the sign-ins of '\(alias)' count from \(since) only"
    }
  }
}

extension World {
  /// How far the clocks of issuer and resource may differ.
  private static let skew = Duration.minutes(5)

  /// Why a resource would no longer take a user's token. Only a token whose client declared `cp1` is looked at: any other one is good until
  /// it ends.
  package func reasonAgainst(_ claims: JSONValue, of user: User) -> OutdatedToken? {
    guard claims["xms_cc"]?.strings?.contains(where: { ASCII.equalIgnoringCase($0, "cp1") }) == true,
      let issuedAt = claims["iat"]?.integer
    else { return nil }
    guard user.isEnabled else { return .userDisabled(user.alias) }
    guard user.isAwayFromTrustedLocations != true else { return .userElsewhere(user.alias) }
    let isPasswordBased = claims["amr"]?.strings?.contains("pwd") ?? false
    let validFrom = Revocation.grantValidFrom(
      user, isPasswordBased: isPasswordBased, isPublicClient: claims["appidacr"]?.string == "0")
    // The server knows when it issued its newest tokens. Of others `iat` tells it in whole seconds, five minutes early.
    let known = claims["uti"]?.string.flatMap(momentOfIssue)
    let isNewer =
      known.map { !Revocation.hasEnded($0, by: validFrom, of: user) }
      ?? (UnixTime(seconds: issuedAt) + Self.skew >= UnixTime(seconds: validFrom.seconds))
    return isNewer ? nil : .signInRevoked(user.alias, since: validFrom.iso8601)
  }
}
