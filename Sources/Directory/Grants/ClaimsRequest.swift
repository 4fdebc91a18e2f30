import Bytes
package import Time

/// The claims that a client asked for with the `claims` parameter (OpenID Connect Core §5.5), and how recent the
/// sign-in must be.
package struct ClaimsRequest: Sendable, Hashable, Codable {
  /// Authentication contexts that the client wants in `acrs` of the access token.
  package var accessTokenContexts: [String] = []
  /// Authentication contexts that the client wants in `acrs` of the id_token.
  package var idTokenContexts: [String] = []
  /// Whether the client wants `auth_time` in the id_token. A request with `max_age` sets it too.
  package var wantsAuthenticationTime = false
  /// A sign-in before this time is too old: `nbf` of a claims challenge. Nil: any sign-in will do.
  package var notBefore: UnixTime?
  /// Conditional Access policies that a claims challenge named (`capolids`). Nil counts as none; requests that an
  /// older version stored have no such list.
  package var policies: [AccessPolicy.ID]?

  /// Values of `amr` that the client wants in a token: `mfa`, and `ngcmfa` for a second factor that is proved anew. Nil counts as none;
  /// requests that an older version stored have no such list.
  package var methods: [String]?

  package init() {}

  /// The method that stands for a second factor which is proved anew.
  package static let newFactor = "ngcmfa"

  /// Whether the client wants a second factor, as a policy does that demands one.
  package var wantsSecondFactor: Bool { methods?.isEmpty == false }

  /// Whether one that was proved for another request does not do.
  package var wantsNewFactor: Bool { methods?.contains(Self.newFactor) == true }

  /// The contexts of both tokens, each once.
  package var contexts: [String] { Self.union(accessTokenContexts, idTokenContexts) }

  /// The union of two requests. Of two `notBefore` the later one counts.
  package func merged(with other: Self) -> Self {
    var merged = self
    merged.accessTokenContexts = Self.union(accessTokenContexts, other.accessTokenContexts)
    merged.idTokenContexts = Self.union(idTokenContexts, other.idTokenContexts)
    merged.wantsAuthenticationTime = wantsAuthenticationTime || other.wantsAuthenticationTime
    merged.policies = (policies ?? []) + (other.policies ?? [])
    if methods != nil || other.methods != nil { merged.methods = Self.union(methods ?? [], other.methods ?? []) }
    merged.notBefore = [notBefore, other.notBefore].compactMap { $0 }.max()
    return merged
  }

  /// The second list may be as long as a client wants.
  private static func union(_ first: [String], _ second: [String]) -> [String] {
    let known = SeenWords(first)
    return first + second.filter { !known.contains($0) }
  }
}
