import Bytes
import Directory
package import Time

/// Whether an app accepts that tokens for it hold mapped claims (Microsoft: "Customize claims issued in the JSON web token", security
/// considerations).
package enum ClaimsMappingCheck {
  /// The refusals of a token for the sake of its claims. Authorize sends them to the app.
  package static let kinds: Set<RefusalKind> = [
    .applicationKeyMissing, .mappedClaimsNotAccepted, .claimsProviderFailed,
  ]

  /// The refusal of a token whose claims are mapped; nil when the app accepts them, or has no mapping. `audience` is `aud` of the token.
  package static func refusal(of facts: ClaimsFacts, audience: String, at now: UnixTime) -> Reasoned<Refusal?> {
    let app = facts.audience.application
    guard app.claimsMapping != nil else { return Reasoned(nil, because: []) }
    if app.signingKey(at: now) != nil { return Reasoned(nil, because: ["'\(app.alias)' has a signing key of its own"]) }
    guard app.acceptsMappedClaims == true else {
      return Reasoned(
        Refusal(.applicationKeyMissing),
        because: [
          "'\(app.alias)' has a claims mapping, no \(app.signingKey == nil ? "" : "valid ")signing key of its own, and acceptMappedClaims is not true"
        ])
    }
    guard isOwn(audience, of: app, in: facts.tenant) else {
      return Reasoned(
        Refusal(.mappedClaimsNotAccepted),
        because: [
          "\(audience) is neither the client id of '\(app.alias)' nor in a verified domain of '\(facts.tenant.alias)'"
        ])
    }
    return Reasoned(nil, because: [])
  }

  /// Whether the audience is the app's client id, or a URI in one of the tenant's verified domains.
  private static func isOwn(_ audience: String, of app: Application, in tenant: Tenant) -> Bool {
    if ASCII.equalIgnoringCase(audience, "\(app.id)") { return true }
    guard let host = URIReference(audience)?.host else { return false }
    return tenant.domains.contains { host == ASCII.lowercased($0) || host.hasSuffix("." + ASCII.lowercased($0)) }
  }
}
