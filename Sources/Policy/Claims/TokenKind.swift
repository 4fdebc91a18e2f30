/// A kind of token with claims. The raw value is the word of the journal.
package enum TokenKind: String, Sendable, CaseIterable {
  /// For the client.
  case idToken = "id_token"
  /// For the API.
  case accessToken = "access token"
}
