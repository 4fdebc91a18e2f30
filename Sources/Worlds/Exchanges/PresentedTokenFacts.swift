package import HTTPWire
import JOSE
import JSON
import Policy
package import Time

/// What a rule may know of the access token that came with a request. Nothing of the token itself is kept.
package struct PresentedTokenFacts: Sendable, Hashable {
  /// Tells the token from all others: its `uti`, else its `iat` and `oid`.
  package let id: String
  /// The authentication contexts that it meets (`acrs`).
  package let contexts: [String]
  /// When it was issued. Nil for a token that does not say it.
  package let issuedAt: UnixTime?

  /// Nil for a request without a token that can be read. Nothing is verified: a bad token is refused elsewhere.
  package init?(_ request: HTTPRequest, in world: World) {
    guard let field = request.fields["Authorization"] else { return nil }
    let parts = field.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2,
      let claims = try? JWS.parse(OpaqueAccessToken.open(String(parts[1])) ?? String(parts[1])).payload
    else { return nil }
    let uti = claims["uti"]?.string
    let written = claims["iat"]?.integer
    id = uti ?? "\(written ?? 0) \(claims["oid"]?.string ?? "")"
    contexts = claims["acrs"]?.strings ?? [claims["acrs"]?.string].compactMap(\.self)
    // A token says a time of issue that is five minutes early, in whole seconds; of the newest ones the world knows the moment.
    issuedAt = uti.flatMap(world.momentOfIssue) ?? written.map { UnixTime(seconds: $0) + .minutes(5) }
  }
}
