/// Another issuer whose tokens an app may prove itself with (Microsoft: "Workload identity federation").
package struct FederatedCredential: Sendable, Hashable, Codable {
  /// What the audience is unless the registration names another (public cloud).
  package static let defaultAudience = "api://AzureADTokenExchange"

  package var id: Identifier<FederatedCredential>
  package var name: String
  /// Compared letter for letter, a final slash included.
  package var issuer: String
  package var subject: String
  package var audience: String
  /// The issuer's keys: a JWK set (RFC 7517 §5) as text. Nil: they are fetched.
  package var keySet: String?
  /// Where the keys are fetched; nil, where the issuer's own openid-configuration says.
  package var keysURL: String?

  package init(
    id: Identifier<FederatedCredential>, name: String, issuer: String, subject: String,
    audience: String = defaultAudience, keySet: String? = nil, keysURL: String? = nil
  ) {
    self.id = id
    self.name = name
    self.issuer = issuer
    self.subject = subject
    self.audience = audience
    self.keySet = keySet
    self.keysURL = keysURL
  }
}

extension Identifier<FederatedCredential> {
  /// The id of a credential that is written down by its app and name, the same in every run.
  package static func named(_ name: String) -> Self { Self(SeededDirectory.derived("federated credential", name)) }
}
