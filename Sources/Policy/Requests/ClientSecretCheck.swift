package import Directory
package import Time

/// Whether a secret is one of an app's, and counts now.
package enum ClientSecretCheck: Sendable, Hashable {
  case accepted
  case wrong
  case expired

  package static func evaluate(_ secret: String, of client: Application, at now: UnixTime) -> ClientSecretCheck {
    let matches = client.secrets.filter { $0.digest.matches(secret) && $0.startsAt <= now }
    if matches.isEmpty { return .wrong }
    return matches.contains { now < $0.expiresAt } ? .accepted : .expired
  }
}
