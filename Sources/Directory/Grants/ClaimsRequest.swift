package import Time

/// What a client asked its tokens to hold beyond the usual (OpenID Connect Core §5.5), and how new the sign-in must be.
package struct ClaimsRequest: Sendable, Hashable, Codable {
  /// Authentication contexts (`acrs`) that the access token shall name.
  package var accessTokenContexts: [String] = []
  /// The same for the id_token.
  package var idTokenContexts: [String] = []
  /// Whether the id_token shall say when the user signed in; `max_age` asks for it too.
  package var wantsAuthenticationTime = false
  /// Sign-ins before this time do not do: the `nbf` of a claims challenge.
  package var notBefore: UnixTime?
  /// Conditional Access policies that a challenge named (`capolids`). Nil, as in what was kept before there was such a list,
  /// is none.
  package var policies: [AccessPolicy.ID]?

  package init() {}

  /// Those of both tokens, each once.
  package var contexts: [String] { accessTokenContexts + idTokenContexts.filter { !accessTokenContexts.contains($0) } }

  /// What either asks for, with the later of two times.
  package func merged(with other: Self) -> Self {
    var merged = self
    merged.accessTokenContexts += other.accessTokenContexts.filter { !accessTokenContexts.contains($0) }
    merged.idTokenContexts += other.idTokenContexts.filter { !idTokenContexts.contains($0) }
    merged.wantsAuthenticationTime = wantsAuthenticationTime || other.wantsAuthenticationTime
    merged.policies = (policies ?? []) + (other.policies ?? [])
    merged.notBefore = [notBefore, other.notBefore].compactMap { $0 }.max()
    return merged
  }
}
