/// Another issuer whose tokens an app may prove itself with (Microsoft: "Workload identity federation"). The keys are kept
/// here: nothing is fetched.
package struct FederatedCredential: Sendable, Hashable, Codable {
  /// What the audience is unless the registration names another (public cloud).
  package static let defaultAudience = "api://AzureADTokenExchange"

  package var id: Identifier<FederatedCredential>
  package var name: String
  /// Compared letter for letter, a final slash included.
  package var issuer: String
  package var subject: String
  package var audience: String
  /// The issuer's keys: a JWK set (RFC 7517 §5) as text.
  package var keySet: String

  package init(
    id: Identifier<FederatedCredential>, name: String, issuer: String, subject: String,
    audience: String = defaultAudience, keySet: String
  ) {
    self.id = id
    self.name = name
    self.issuer = issuer
    self.subject = subject
    self.audience = audience
    self.keySet = keySet
  }
}
