/// An outside issuer whose tokens the app may use as its client assertions (Microsoft: "Workload identity
/// federation").
package struct FederatedCredential: Sendable, Hashable, Codable {
  /// The audience when the registration names no other (public cloud).
  package static let defaultAudience = "api://AzureADTokenExchange"

  package var id: Identifier<FederatedCredential>
  package var name: String
  /// The owner's words for the credential (Graph: `description`); nil when there are none.
  package var details: String?
  /// The token's `iss` has to equal it exactly, a slash at the end included.
  package var issuer: String
  /// The token's `sub` has to equal it exactly. Empty when `expression` decides.
  package var subject: String
  /// The expression of a flexible credential, which the token's claims have to fit (`claimsMatchingExpression`). Nil: the
  /// subject decides.
  package var expression: String?
  /// The token's `aud` has to be it.
  package var audience: String
  /// The issuer's keys: a JWK set (RFC 7517 §5) as text. Nil: the server fetches them.
  package var keySet: String?
  /// Where the server fetches the keys. Nil: it reads the issuer's openid-configuration, which names the place.
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
  /// The id of a credential that a scenario file defines by app and name. It is the same in every run.
  package static func named(_ name: String) -> Self { Self(SeededDirectory.derived("federated credential", name)) }
}
