extension Refusal {
  /// A failure of our own while issuing a token.
  package static let issuanceFailed = Refusal(.issuanceFailed)

  /// Something that is down for a moment.
  package static let transientFailure = Refusal(.transientFailure)

  /// A service that took too long.
  package static let timedOut = Refusal(.timedOut)

  /// More requests than are taken. `retryAfter` is in seconds.
  package static func throttled(retryAfter: Int = 60) -> Refusal {
    var refusal = Refusal(.throttled)
    refusal.retryAfter = retryAfter
    return refusal
  }

  /// A sign-out request that cannot be read.
  package static let signOutMalformed = Refusal(.signOutMalformed)

  /// A sign-out asked for by an app outside the session.
  package static let signOutInitiatorUnknown = Refusal(.signOutInitiatorUnknown)

  /// A sign-out for a session id that is unknown.
  package static let sessionIDInvalid = Refusal(.sessionIDInvalid)
}
